"""A visit: from an address to what lies there, by the policy and the site's wishes at every hop."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from veracity.domain.exchange import Failure
from veracity.retrieval.web import failures, policy
from veracity.retrieval.web.client import Answer, Client
from veracity.retrieval.web.images import pixels
from veracity.retrieval.web.limits import Limits
from veracity.retrieval.web.policy import NOBODY, Allowed, spelled
from veracity.retrieval.web.politeness import UNSAID, Politeness, retry_after
from veracity.retrieval.web.robots import Asked, Robots
from veracity.retrieval.web.sniffing import IMAGES, declared, sniff
from veracity.rules.urls import Address, Refused

MOST_WAIT = 5.0
"""Seconds that a site may ask to wait and is waited for; for longer ones the page is given up."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """What lay at the end of a visit."""

    answer: Answer
    redirects: tuple[str, ...]
    """Every address on the way, the final one last; empty without any."""
    media_type: str
    """As sniffed."""
    charset: str | None
    """As the server says."""
    robots_overridden: bool = False

    @property
    def url(self) -> str:
        """Where the visit ended."""
        return self.answer.url


@dataclass(frozen=True, slots=True)
class Walled:
    """A visit that ended at an error, with what the error says of another place to look."""

    failure: Failure
    answer: Answer


class Visitor:
    """Visits pages. One for a run, because it remembers what each site asks."""

    def __init__(
        self,
        client: Client,
        *,
        obey_robots: bool = True,
        delay: float = 0.5,
        allowed: Allowed = NOBODY,
    ) -> None:
        """`delay` is the pause in seconds between two requests to a host."""
        self._client = client
        self._allowed = allowed
        self._obey = obey_robots
        self._politeness = Politeness(delay)
        self._robots = Robots(self._get_robots, client.user_agent)

    @property
    def limits(self) -> Limits:
        """The limits of each visit."""
        return self._client.limits

    async def close(self) -> None:
        """Close every connection."""
        await self._client.close()

    def check(self, url: str) -> Address | Refused:
        """The parts of an address that may be visited, or why it may not."""
        return policy.check(url, self._allowed)

    async def visit(self, url: str) -> Arrived | Walled | Failure:
        """Follow `url` to its end, within the time that one visit has."""
        address = self.check(url)
        if isinstance(address, Refused):
            return failures.refused(url, address.why)
        try:
            async with asyncio.timeout(self.limits.seconds):
                return await self._follow(address)
        except TimeoutError:
            return failures.late(url, self.limits.seconds)

    async def _follow(self, address: Address) -> Arrived | Walled | Failure:
        hops: list[str] = []
        overridden = False
        while True:
            asked = await self._robots.asked(address)
            if isinstance(asked, Failure) or not asked.allowed:
                if self._obey:
                    by_robots = failures.by_robots(spelled(address))
                    return asked if isinstance(asked, Failure) else by_robots
                overridden = True
            delay = asked.delay if isinstance(asked, Asked) else None
            answer = await self._get(address, delay)
            if isinstance(answer, Failure):
                return answer
            if answer.location is None:
                return self._arrived(answer, tuple(hops), overridden)
            following = self._next(answer, len(hops))
            if isinstance(following, Failure):
                return following
            address = following
            hops.append(spelled(address))

    def _next(self, answer: Answer, hops: int) -> Address | Failure:
        """Where a redirect leads."""
        assert answer.location is not None
        if hops == self.limits.redirects:
            return failures.too_large(answer.url, f"it is redirected more than {hops} times")
        following = policy.check_hop(answer.address, answer.location, self._allowed)
        if isinstance(following, Refused):
            return failures.refused(answer.url, f"it is redirected to {following.why}")
        return following

    async def _get(self, address: Address, delay: float | None) -> Answer | Failure:
        """Ask once, and once more when the site asks to wait for a moment."""
        host = address.host
        answer = await self._ask(address, delay)
        for last in (False, True):
            if isinstance(answer, Failure) or answer.status not in (429, 503):
                return answer
            asked = retry_after(answer.headers.get("retry-after"))
            if asked is None and answer.status == 503:
                return answer
            self._politeness.close(host, UNSAID if asked is None else asked)
            closed = self._politeness.closed(host)
            if last or closed > MOST_WAIT:
                return failures.status(answer.url, answer.status, closed)
            answer = await self._ask(address, delay)
        raise AssertionError("the last answer is returned")

    async def _ask(self, address: Address, delay: float | None) -> Answer | Failure:
        async with self._politeness.turn(address.host, delay):
            closed = self._politeness.closed(address.host)
            if closed > MOST_WAIT:
                return failures.wait(spelled(address), closed)
            await asyncio.sleep(closed)
            return await self._client.get(address)

    def _arrived(
        self, answer: Answer, hops: tuple[str, ...], overridden: bool
    ) -> Arrived | Walled | Failure:
        if not 200 <= answer.status < 300:
            return Walled(failures.status(answer.url, answer.status), answer)
        media_type, charset = declared(answer.headers.get("content-type", ""))
        sniffed = sniff(answer.body, media_type)
        if sniffed is None:
            called = f"called {media_type[:60]!r}, " if media_type else ""
            return failures.malformed(answer.url, f"{called}its bytes are something else")
        if sniffed in IMAGES:
            fault = self._image_fault(answer)
            if fault is not None:
                return fault
        return Arrived(answer, hops, sniffed, charset, overridden)

    def _image_fault(self, answer: Answer) -> Failure | None:
        count = pixels(answer.body)
        if count is None:
            return failures.malformed(answer.url, "an image whose header does not hold")
        if count > self.limits.pixels:
            return failures.too_large(
                answer.url, f"an image of {count:,} pixels, and the most is {self.limits.pixels:,}"
            )
        return None

    async def _get_robots(self, address: Address) -> Answer | Failure:
        """A robots.txt, which may be elsewhere (RFC 9309, section 2.3.1.2). It waits for no turn: a
        site is asked for it once, and before anything else."""
        for hops in range(self.limits.redirects + 1):
            answer = await self._client.get(address, any_type=True)
            if isinstance(answer, Failure) or answer.location is None:
                return answer
            following = self._next(answer, hops)
            if isinstance(following, Failure):
                return following
            address = following
        raise AssertionError("the last redirect is refused")
