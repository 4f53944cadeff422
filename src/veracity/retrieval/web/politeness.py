"""Manners towards a host: few requests at once, a pause between them, and to go when asked to."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

AT_ONCE = 2
"""Requests to one host at the same time."""
MOST_DELAY = 5.0
"""Seconds between requests that a site can ask for. A page for which more is asked would not be
there in time; it is fetched at this pace all the same, one page being less than a crawl."""
MOST_CLOSED = 3600.0
"""Seconds for which a site can ask to be left alone, as far as this run remembers."""
UNSAID = 30.0
"""Seconds for which a site is left alone that answers 429 and does not say how long."""


@dataclass(slots=True)
class _Host:
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    next_start: float = 0.0
    closed_until: float = 0.0


class Politeness:
    """What each host is owed. One for a run."""

    def __init__(
        self,
        delay: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`delay` is the pause in seconds between the starts of two requests to a host."""
        self._delay = delay
        self._clock = clock
        self._sleep = sleep
        self._hosts: dict[str, _Host] = {}

    def closed(self, host: str) -> float:
        """Seconds for which `host` still wants to be left alone."""
        known = self._hosts.get(host)
        return max(0.0, known.closed_until - self._clock()) if known else 0.0

    def close(self, host: str, seconds: float) -> None:
        """Leave `host` alone for a while, as it asks."""
        until = self._clock() + min(seconds, MOST_CLOSED)
        known = self._host(host)
        known.closed_until = max(known.closed_until, until)

    @asynccontextmanager
    async def turn(self, host: str, asked: float | None = None) -> AsyncGenerator[None]:
        """Wait for a turn at `host` and hold it. `asked` is the pause that its robots.txt names."""
        delay = max(self._delay, min(asked or 0.0, MOST_DELAY))
        known = self._host(host)
        async with known.turns:
            now = self._clock()
            start = max(now, known.next_start)
            known.next_start = start + delay
            if start > now:
                await self._sleep(start - now)
            yield

    def _host(self, host: str) -> _Host:
        return self._hosts.setdefault(host, _Host())


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Seconds that a `Retry-After` header asks to wait: a number of them, or a date (RFC 9110,
    section 10.2.3). None for anything else."""
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return min(float(text[:9]), MOST_CLOSED)
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):  # The second for numbers that no clock has.
        return None
    until = until if until.tzinfo is not None else until.replace(tzinfo=UTC)
    seconds = (until - (now or datetime.now(UTC))).total_seconds()
    return min(max(0.0, seconds), MOST_CLOSED)
