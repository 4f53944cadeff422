"""The provider of one search backend over HTTP.

A key goes into a header and nowhere else. No redirect is followed, so it reaches no other host, and
should a reply repeat it, it is taken out before the reply is read.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import httpx2
from pydantic import ValidationError

from veracity.domain.canonical import plain
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.domain.fact_check import FactChecks
from veracity.domain.page import Hits
from veracity.retrieval.search import failures
from veracity.retrieval.search.backend import Backend, NoAnswer
from veracity.retrieval.search.keeping import keep_checks, keep_hits, reaches
from veracity.retrieval.search.wanted import Wanted
from veracity.retrieval.web.politeness import AT_ONCE, UNSAID, Politeness, retry_after

MOST_BYTES = 4 * 1024 * 1024
"""Of a reply."""
MOST_WAIT = 5.0
"""Seconds that a backend may ask to wait and is waited for, once; for longer it is given up."""
STEP_SECONDS = 20.0
"""Without any progress. The desk's deadline ends the whole."""


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


class SearchProvider:
    """Answers `search` through one backend. Belongs to one event loop."""

    concurrency = AT_ONCE

    def __init__(
        self,
        backend: Backend,
        *,
        key: str = "",
        url: str = "",
        user_agent: str = "Veracity",
        transport: httpx2.AsyncBaseTransport | None = None,
        today: Callable[[], date] = lambda: datetime.now(UTC).date(),
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`url` takes the place of the backend's own address."""
        self.name = backend.name
        self._backend = backend
        self._key = key
        self._url = url or backend.url
        self._today = today
        self._sleep = sleep
        self._manners = Politeness(backend.delay, sleep=sleep)
        self._client = httpx2.AsyncClient(
            transport=transport,
            headers={"User-Agent": user_agent, "Accept-Encoding": "identity"},
            timeout=STEP_SECONDS,
            follow_redirects=False,
            trust_env=False,
        )

    async def answer(self, request: Request) -> Reply | Failure:
        """Search for what `request` asks for: a reply with `Hits` or `FactChecks`."""
        wanted = Wanted.of(request)
        if wanted is None:
            message = f"{self._backend.title} answers searches, with a query and top_k."
            return Failure(kind=FailureKind.INTERNAL, message=message)
        if not self._url:
            return failures.without_address(self._backend)
        if self._backend.key and not self._key:
            return failures.without_key(self._backend)
        if not reaches(self._backend.home, wanted.sites):
            return Reply(value=plain(Hits()))
        answer = await self._sent(wanted)
        found = answer if isinstance(answer, Failure) else self._read(answer)
        if isinstance(found, Failure):
            return found
        kept = keep_hits(found, wanted) if isinstance(found, Hits) else keep_checks(found, wanted)
        return Reply(value=plain(kept))

    async def aclose(self) -> None:
        """Close every connection."""
        await self._client.aclose()

    async def _sent(self, wanted: Wanted) -> _Answer | Failure:
        """The answer to the search, asked for once more where the backend asks for a short wait."""
        for attempt in range(2):
            if closed := self._manners.closed(self.name):
                return failures.wait(self._backend, closed)
            async with self._manners.turn(self.name):
                answer = await self._attempt(wanted)
            if isinstance(answer, Failure) or answer.status == 200:
                return answer
            asked = retry_after(answer.headers.get("retry-after"))
            failure = failures.status(self._backend, answer.status, asked)
            if failure.kind is not FailureKind.RATE_LIMITED:
                return failure
            seconds = UNSAID if asked is None else asked
            if attempt or seconds > MOST_WAIT:
                self._manners.close(self.name, seconds)
                return failures.wait(self._backend, seconds)
            await self._sleep(seconds)
        raise AssertionError("the second attempt returns")

    async def _attempt(self, wanted: Wanted) -> _Answer | Failure:
        backend = self._backend
        call = backend.ask(wanted, wanted.until(self._today()))
        header, value = backend.header
        try:
            async with self._client.stream(
                call.method,
                self._url.replace("{language}", call.language),
                params=call.params,
                json=call.body,
                headers={header: value.replace("{key}", self._key)} if header else None,
            ) as response:
                body = bytearray()
                async for part in response.aiter_raw():
                    body += part
                    if len(body) > MOST_BYTES:
                        why = f"its reply has more than {MOST_BYTES:,} bytes"
                        return failures.failed(backend, FailureKind.TRUNCATED, why)
                return _Answer(response.status_code, response.headers, bytes(body))
        except httpx2.TimeoutException:
            why = f"nothing came for {STEP_SECONDS:.0f} seconds"
            return failures.failed(backend, FailureKind.TIMEOUT, why)
        except httpx2.HTTPError as error:  # Its message may hold the address.
            why = f"it cannot be reached ({type(error).__name__})"
            return failures.failed(backend, FailureKind.UNREACHABLE, why)
        except (httpx2.InvalidURL, ValueError):
            why = "its address or key cannot be sent as it is set"
            return failures.failed(backend, FailureKind.UNAVAILABLE, why)

    def _read(self, answer: _Answer) -> Hits | FactChecks | Failure:
        try:
            return self._backend.read(self._json(answer.body))
        except NoAnswer as none:
            return failures.failed(self._backend, none.kind, none.why)
        except ValidationError as error:
            where = ".".join(str(step) for step in error.errors()[0]["loc"])
            return failures.malformed(self._backend, f"its reply has another shape at '{where}'")
        except (ValueError, RecursionError):
            return failures.malformed(self._backend, "its reply is not JSON")

    def _json(self, body: bytes) -> Any:
        """What `body` says, without the key, however its JSON spells that. Half a character, as
        where a snippet was cut, becomes a question mark: no journal can keep it."""
        said = json.dumps(json.loads(body.decode("utf-8")), ensure_ascii=False)
        text = said.encode("utf-8", "replace").decode("utf-8")
        return json.loads(text.replace(self._key, "…") if self._key else text)
