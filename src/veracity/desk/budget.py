"""What a run and a claim may spend: reserved before each call, settled after it.

A cap that is looked at only after the reply has come is no cap: thirty-two calls in flight would
all pass it. So the most that a call may cost is set aside before it is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from threading import Lock

from veracity.domain.exchange import Failure, FailureKind


@dataclass(frozen=True, slots=True)
class Caps:
    """Upper limits. None is no limit."""

    cost: Decimal | None = None
    """In US dollars."""
    calls: int | None = None


@dataclass(slots=True)
class Account:
    """What was spent and what is set aside, by a run or by one claim."""

    caps: Caps
    spent: Decimal = Decimal(0)
    reserved: Decimal = Decimal(0)
    calls: int = 0
    """Calls that were made or are under way."""

    def refuses(self, ceiling: Decimal) -> str | None:
        """Why a call that may cost `ceiling` cannot be made, None when it can."""
        if self.caps.calls is not None and self.calls >= self.caps.calls:
            return f"all {self.caps.calls} calls are used"
        if self.caps.cost is None or self.spent + self.reserved + ceiling <= self.caps.cost:
            return None
        return (
            f"the call may cost ${ceiling}; ${self.spent + self.reserved} "
            f"of ${self.caps.cost} is spent or set aside"
        )


@dataclass(slots=True)
class Reservation:
    """Money and one call, set aside until the call is settled."""

    ceiling: Decimal
    accounts: tuple[Account, ...]
    open: bool = True


@dataclass(slots=True)
class Budget:
    """Caps for the whole run, and for each claim in it. Safe to use from several threads."""

    run_caps: Caps = Caps()
    claim_caps: Caps = Caps()
    run: Account = field(init=False)
    _lock: Lock = field(init=False, repr=False, default_factory=Lock)

    def __post_init__(self) -> None:
        self.run = Account(self.run_caps)

    def open_claim(self) -> Account:
        """A new account for one claim."""
        return Account(self.claim_caps)

    def reserve(self, claim: Account, ceiling: Decimal) -> Reservation | Failure:
        """Set aside one call that costs at most `ceiling`, or say which cap forbids it."""
        with self._lock:
            for name, account in (("run", self.run), ("claim", claim)):
                if (why := account.refuses(ceiling)) is not None:
                    message = f"The budget of the {name} allows no more: {why}."
                    return Failure(kind=FailureKind.BUDGET, message=message)
            for account in (self.run, claim):
                account.reserved += ceiling
                account.calls += 1
            return Reservation(ceiling, (self.run, claim))

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
