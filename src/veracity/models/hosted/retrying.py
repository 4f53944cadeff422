"""What is tried again, how often and when: one table and one loop for every provider.

No part below this one tries anything again, so what the table says is what happens.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from veracity.domain.exchange import Failure, FailureKind
from veracity.models.hosted.faults import Cause, Fault
from veracity.models.hosted.lanes import Lane
from veracity.models.hosted.speech import Heard


@dataclass(frozen=True, slots=True)
class Rule:
    """What becomes of a fault."""

    kind: FailureKind
    tries: int = 1
    """Calls in all that may end in this fault, 0 as many as the deadline allows."""
    waits: bool = False
    """Whether there is a pause before the next."""


_KINDS = FailureKind
TABLE: Mapping[Cause, Rule] = {
    Cause.RATE: Rule(_KINDS.RATE_LIMITED, tries=0),
    Cause.QUOTA: Rule(_KINDS.QUOTA),
    Cause.ALLOWANCE: Rule(_KINDS.QUOTA),
    Cause.KEY: Rule(_KINDS.UNAVAILABLE),
    Cause.RETIRED: Rule(_KINDS.UNAVAILABLE),
    Cause.OVERLOADED: Rule(_KINDS.UNREACHABLE, tries=4, waits=True),
    Cause.NETWORK: Rule(_KINDS.UNREACHABLE, tries=4, waits=True),
    Cause.CUT: Rule(_KINDS.UNREACHABLE, tries=3, waits=True),
    Cause.LATE: Rule(_KINDS.TIMEOUT, tries=2),
    Cause.TRUNCATED: Rule(_KINDS.TRUNCATED, tries=2),
    Cause.TOO_LONG: Rule(_KINDS.TRUNCATED),
    Cause.REFUSED: Rule(_KINDS.REFUSED),
    Cause.FILTERED: Rule(_KINDS.REFUSED),
    Cause.EMPTY: Rule(_KINDS.MALFORMED, tries=2),
    Cause.NO_CHOICE: Rule(_KINDS.MALFORMED, tries=2, waits=True),
    Cause.PARAMETER: Rule(_KINDS.INTERNAL, tries=2),
    Cause.REQUEST: Rule(_KINDS.INTERNAL),
    Cause.SPENT: Rule(_KINDS.BUDGET),
}
"""What each fault becomes when it is the end, and how often it may come before that. A rush
(`RATE`) is waited out in the lane, together with every other call to the model."""

BASE = 1.0
LONGEST_PAUSE = 20.0
"""Seconds: the first pause is at most `BASE`, each next at most twice the last, none is longer."""


def pause(tries: int, chance: float) -> float:
    """Seconds before the try that follows the `tries`-th fault: exponential, with full jitter.

    `chance` is uniform over 0..1.
    """
    return chance * min(LONGEST_PAUSE, BASE * 2.0 ** (tries - 1))


def next_pause(fault: Fault, tries: int, chance: float) -> float | None:
    """Seconds until the next try after `tries` faults of this cause; None when there is none."""
    rule = TABLE[fault.cause]
    if rule.tries and tries >= rule.tries:
        return None
    return pause(tries, chance) if rule.waits else 0.0


Attempt: TypeAlias = Callable[[float], Awaitable[Heard | Fault]]
"""Makes one call, within so many seconds."""


@dataclass(slots=True)
class Retrying:
    """The loop. Waits are measured on a clock that nobody sets."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = field(default=random.random)

    async def run(self, lane: Lane, attempt: Attempt, until: float) -> Heard | Failure:
        """Call until there is an answer, the table says no, or the clock shows `until`.

        The first call that hangs may take half of what is left, so that another can follow.
        """
        tries: Counter[Cause] = Counter()
        while True:
            entered = await lane.enter(until)
            if isinstance(entered, Failure):
                return entered
            left = until - self.clock()
            with entered:
                outcome = await attempt(left if tries[Cause.LATE] else left / 2)
                entered.report(outcome)
            if isinstance(outcome, Heard):
                return outcome
            tries[outcome.cause] += 1
            wait = next_pause(outcome, tries[outcome.cause], self.chance())
            if wait is None or self.clock() + wait >= until:
                return failure_of(outcome)
            if wait:
                await self.sleep(wait)


def failure_of(fault: Fault) -> Failure:
    """The failure that a fault is when nothing more is tried."""
    return Failure(kind=TABLE[fault.cause].kind, message=fault.message, retry_after=fault.wait)
