"""What a run, a claim and a day may spend: reserved before each call, settled after it.

A cap that is looked at only after the reply has come is no cap: thirty-two calls in flight would
all pass it. So the most that a call may cost is set aside before it is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from threading import Lock
from typing import Literal, TypeAlias

from veracity.domain.exchange import Failure, FailureKind


@dataclass(frozen=True, slots=True)
class Caps:
    """Upper limits. None is no limit."""

    cost: Decimal | None = None
    """In US dollars."""
    calls: int | None = None


Whose: TypeAlias = Literal["run", "claim", "day"]

_RAISE = {"run": "budget", "claim": "budget_claim", "day": "budget_day"}
"""The settings that hold each account's caps begin like this."""


@dataclass(slots=True)
class Account:
    """What was spent and what is set aside, by a run, by one claim, or on one day."""

    caps: Caps
    whose: Whose
    spent: Decimal = Decimal(0)
    reserved: Decimal = Decimal(0)
    calls: int = 0
    """Calls that were made or are under way."""

    def refuses(self, ceiling: Decimal) -> Failure | None:
        """Why a call that may cost `ceiling` cannot be made, and what raises the cap that forbids
        it; None when it can."""
        if self.caps.calls is not None and self.calls >= self.caps.calls:
            return self._refusal(f"all {self.caps.calls} calls are used", "calls")
        held = self.spent + self.reserved
        if self.caps.cost is None or held + ceiling <= self.caps.cost:
            return None
        why = f"the call may cost ${ceiling}; ${held} of ${self.caps.cost} is spent or set aside"
        return self._refusal(why, "usd")

    def _refusal(self, why: str, cap: str) -> Failure:
        message = (
            f"The budget of the {self.whose} allows no more: {why}. "
            f"The setting {_RAISE[self.whose]}_{cap} raises it."
        )
        return Failure(kind=FailureKind.BUDGET, message=message)


@dataclass(slots=True)
class Reservation:
    """Money and one call, set aside until the call is settled."""

    ceiling: Decimal
    accounts: tuple[Account, ...]
    open: bool = True


@dataclass(slots=True)
class Budget:
    """Caps for the whole run, for each claim in it, and for the day. Safe to use from several
    threads.

    What the day has spent is in the journal (`desk/days`), where other processes see it; the desk
    asks there after it has asked here.
    """

    run_caps: Caps = Caps()
    claim_caps: Caps = Caps()
    day_caps: Caps = Caps()
    run: Account = field(init=False)
    _lock: Lock = field(init=False, repr=False, default_factory=Lock)

    def __post_init__(self) -> None:
        self.run = Account(self.run_caps, "run")

    def open_claim(self) -> Account:
        """A new account for one claim."""
        return Account(self.claim_caps, "claim")

    def reserve(self, claim: Account, ceiling: Decimal) -> Reservation | Failure:
        """Set aside one call that costs at most `ceiling`, or say which cap forbids it."""
        with self._lock:
            for account in (self.run, claim):
                if (refused := account.refuses(ceiling)) is not None:
                    return refused
            for account in (self.run, claim):
                account.reserved += ceiling
                account.calls += 1
            return Reservation(ceiling, (self.run, claim))

    def cancel(self, reservation: Reservation) -> None:
        """Give back what was set aside for a call that is not made."""
        with self._lock:
            if not reservation.open:
                return
            reservation.open = False
            for account in reservation.accounts:
                account.reserved -= reservation.ceiling
                account.calls -= 1

    def settle(self, reservation: Reservation, cost: Decimal | None) -> None:
        """Put the true cost in place of what was set aside.

        None means that nobody knows (a call that timed out or was cancelled may be billed), so the
        whole ceiling counts as spent. A second settlement of the same reservation changes nothing.
        """
        with self._lock:
            if not reservation.open:
                return
            reservation.open = False
            for account in reservation.accounts:
                account.reserved -= reservation.ceiling
                account.spent += reservation.ceiling if cost is None else cost
