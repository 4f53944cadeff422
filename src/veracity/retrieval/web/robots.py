"""robots.txt: what a site asks programs to leave alone (RFC 9309)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from protego import Protego

from veracity.domain.exchange import Failure, FailureKind
from veracity.retrieval.web.client import Answer
from veracity.retrieval.web.policy import origin, spelled
from veracity.rules.urls import Address

MOST_BYTES = 500 * 1024
"""Of a robots.txt that are read; the standard asks for at least as many."""
KEPT = 3600.0 * 24
"""Seconds for which what a site asks is believed (the most that the standard allows)."""
KEPT_UNREACHED = 60.0
"""Seconds after which an unreachable robots.txt is asked for again."""

Get: TypeAlias = Callable[[Address], Awaitable[Answer | Failure]]
"""Fetches a robots.txt, following redirects."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a site asks of the page that was looked up."""

    allowed: bool
    delay: float | None = None
    """Seconds between requests (`Crawl-delay`), where it names them."""


@dataclass(frozen=True, slots=True)
class _Kept:
    rules: Protego | Failure
    until: float


class Robots:
    """The robots.txt of every site that was visited, each fetched once."""

    def __init__(
        self, get: Get, user_agent: str, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Rules for programs are looked up under the first word of `user_agent`, without its
        version."""
        self._get = get
        self._name = user_agent.split("/")[0].split(" ")[0]
        self._clock = clock
        self._kept: dict[str, _Kept] = {}
        self._asking: dict[str, asyncio.Lock] = {}

    async def asked(self, address: Address) -> Asked | Failure:
        """What the site asks of this page.

        A site without a robots.txt asks nothing. One whose robots.txt cannot be had is a failure:
        nobody knows what it asks (section 2.3.1.4).
        """
        site = origin(address)
        async with self._asking.setdefault(site, asyncio.Lock()):
            kept = self._kept.get(site)
            if kept is None or kept.until < self._clock():
                kept = self._kept[site] = await self._fetched(address)
        if isinstance(kept.rules, Failure):
            return kept.rules
        delay = kept.rules.crawl_delay(self._name)
        return Asked(kept.rules.can_fetch(spelled(address), self._name), delay)

    async def _fetched(self, address: Address) -> _Kept:
        answer = await self._get(_robots_of(address))
        if isinstance(answer, Failure):
            lost = answer.kind not in (FailureKind.MALFORMED, FailureKind.REFUSED)
            return self._unreached(answer) if lost else await self._parsed(b"")
        if answer.status == 429 or answer.status >= 500:
            return self._unreached(
                Failure(
                    kind=FailureKind.UNREACHABLE,
                    message=(
                        f"{origin(address)} answers with status {answer.status} when asked for "
                        "its robots.txt, so nobody knows what it allows. Try it later."
                    ),
                )
            )
        return await self._parsed(answer.body if answer.status < 300 else b"")

    def _unreached(self, failure: Failure) -> _Kept:
        return _Kept(failure, self._clock() + KEPT_UNREACHED)

    async def _parsed(self, content: bytes) -> _Kept:
        text = content[:MOST_BYTES].decode("utf-8-sig", "replace")
        rules = await asyncio.to_thread(Protego.parse, text)
        return _Kept(rules, self._clock() + KEPT)


def _robots_of(address: Address) -> Address:
    return Address(address.scheme, address.host, address.port, "/robots.txt", "", "")
