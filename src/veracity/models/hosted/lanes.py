"""The way to one model of one provider, which all calls to it share.

When the provider says that there are too many requests, each call finding that out for itself only
adds to them. So all wait together, and then one goes ahead to see whether it is over. A lane also
breaks the circuit: after several faults in a row nobody is sent for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from veracity.domain.exchange import Failure, FailureKind
from veracity.models.hosted.faults import Cause, Fault
from veracity.models.hosted.speech import Heard

LONGEST_WAIT = 120.0
"""Seconds that a call sits out at most. A longer wait is for whoever runs the claims to decide."""

RUSH = 4.0
"""Seconds of the first wait when the provider names none; each next is twice as long. Of so long a
wait the jitter is an addition, so that in 60 seconds no more than 3 calls can go ahead."""

JITTER = 0.25
"""The largest addition to a wait, as a part of it."""

FAULTS = 5
"""Faults in a row that break the circuit."""

REST = 30.0
"""Seconds for which it stays broken."""

SHUT = 3600.0
"""Seconds for which a spent quota or a wrong key is taken as given."""

_BREAKING = frozenset({Cause.OVERLOADED, Cause.NETWORK, Cause.CUT, Cause.LATE, Cause.NO_CHOICE})


@dataclass(slots=True)
class Lane:
    """The way to one model. For the calls of one event loop."""

    name: str
    clock: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    chance: Callable[[], float]
    _open_at: float = 0.0
    _rushes: int = 0
    """Rounds of refusals in a row."""
    _faults: int = 0
    _ahead: asyncio.Event | None = None
    """Set when the call that went ahead has come back; None when there is none."""
    _why: Failure | None = None
    """Why the lane is shut until `_open_at`; None for a rush, which is waited out."""

    async def enter(self, until: float) -> Pass | Failure:
        """Wait for a free way, at most until the clock shows `until`."""
        while True:
            wait = self._open_at - self.clock()
            if wait > 0 and (why := self._refusal(wait, until)) is not None:
                return why
            if wait > 0:
                await self.sleep(wait)
            elif not self._rushes and self._faults < FAULTS:
                return Pass(self)
            elif self._ahead is None:
                self._ahead = asyncio.Event()
                return Pass(self, self._ahead)
            else:
                await self._ahead.wait()

    def shut(self, why: Failure) -> None:
        """Let nobody in for a long while, and say why."""
        self._why, self._open_at = why, self.clock() + SHUT

    def _refusal(self, wait: float, until: float) -> Failure | None:
        if self._why is not None:
            return self._why
        if wait <= LONGEST_WAIT and self.clock() + wait < until:
            return None
        message = f"{self.name} asks to wait for {wait:.0f} seconds."
        return Failure(kind=FailureKind.RATE_LIMITED, message=message, retry_after=wait)

    def _report(self, outcome: Heard | Fault) -> None:
        if isinstance(outcome, Fault) and outcome.cause is Cause.RATE:
            self._rush(outcome.wait)
        elif isinstance(outcome, Fault) and outcome.cause in _BREAKING:
            self._fault(outcome)
        else:
            self._rushes = self._faults = 0

    def _rush(self, asked: float | None) -> None:
        now = self.clock()
        if self._open_at <= now:  # Else this call set out before another was told to wait.
            self._rushes += 1
        wait = asked if asked is not None else min(RUSH * 2.0 ** (self._rushes - 1), LONGEST_WAIT)
        jittered = wait + self.chance() * min(JITTER * wait, RUSH)
        self._why, self._open_at = None, max(self._open_at, now + jittered)

    def _fault(self, fault: Fault) -> None:
        self._faults += 1
        if self._faults >= FAULTS:
            message = f"{self.name} failed {self._faults} times in a row: {fault.message}"
            self._why = Failure(kind=FailureKind.UNREACHABLE, message=message, retry_after=REST)
            self._open_at = self.clock() + REST


@dataclass(slots=True)
class Pass:
    """Leave to make one call. Whoever went ahead lets the others on when the call is over."""

    _lane: Lane
    _ahead: asyncio.Event | None = None

    def report(self, outcome: Heard | Fault) -> None:
        """Tell the lane what came of the call."""
        self._lane._report(outcome)  # pyright: ignore[reportPrivateUsage] - two halves of one thing

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._ahead is not None:
            self._lane._ahead = None  # pyright: ignore[reportPrivateUsage] - see above
            self._ahead.set()


@dataclass(slots=True)
class Lanes:
    """The lanes to the models of one provider."""

    host: str
    clock: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    chance: Callable[[], float]
    _lanes: dict[str, Lane] = field(default_factory=dict[str, Lane])
    _why: Failure | None = None

    def of(self, model: str) -> Lane:
        """The lane to `model`."""
        if model not in self._lanes:
            lane = Lane(f"{self.host}:{model}", self.clock, self.sleep, self.chance)
            if self._why is not None:
                lane.shut(self._why)
            self._lanes[model] = lane
        return self._lanes[model]

    def shut(self, why: Failure) -> None:
        """Shut every lane: the account behind all of them is of no use."""
        self._why = why
        for lane in self._lanes.values():
            lane.shut(why)
