"""One call to one provider: a request goes out, and a reply or a fault comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

from veracity import __version__
from veracity.models.hosted.faults import Cause, Fault, of_heard, of_status
from veracity.models.hosted.keys import Key
from veracity.models.hosted.parts import Part, value_of
from veracity.models.hosted.speech import Ask, Heard, Wire
from veracity.models.hosted.sse import Frames
from veracity.models.hosted.table import Host
from veracity.models.hosted.wires import WIRES

if TYPE_CHECKING:
    import httpx2

MOST_BYTES = 8 * 1024 * 1024
"""Bytes of a reply that are read."""
MOST_ERROR_BYTES = 64 * 1024
"""Bytes of an error's body that are read."""
CONNECT_SECONDS = 10.0
RESOLVE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a call. With a fault, what was heard counts for nothing but its price."""

    heard: Heard
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Sends requests to `host` at `url`, follows no redirect and takes no proxy from outside."""

    host: Host
    url: str
    key: Key
    transport: httpx2.AsyncBaseTransport | None = None
    """What carries the requests; None is the network."""

    async def say(self, ask: Ask, seconds: float, once: str) -> Came:
        """One call, within so many seconds. `once` is the same when the same is sent again."""
        heard = Heard()
        fault = await self._say(ask, seconds, once, heard)
        return Came(heard, fault or of_heard(heard))

    async def _say(self, ask: Ask, seconds: float, once: str, heard: Heard) -> Fault | None:
        import httpx2

        try:
            async with asyncio.timeout(seconds), self._client() as client:
                return await self._listen(client, ask, once, heard)
        except TimeoutError:
            return Fault(Cause.LATE, f"no whole reply within {seconds:.0f} seconds")
        except (httpx2.ConnectError, httpx2.TimeoutException) as error:
            return Fault(Cause.NETWORK, f"the server cannot be reached: {type(error).__name__}")
        except (httpx2.UnsupportedProtocol, httpx2.InvalidURL):
            return Fault(Cause.REQUEST, "the provider's address is not one of a server")
        except httpx2.HTTPError as error:
            return Fault(Cause.CUT, f"the connection broke: {type(error).__name__}")

    async def resolve(self, url: str) -> str | None:
        """Where an address of the provider's redirects leads; None when it does not say."""
        import httpx2

        try:
            async with asyncio.timeout(RESOLVE_SECONDS), self._client() as client:
                answer = await client.head(url)
        except (TimeoutError, httpx2.HTTPError, httpx2.InvalidURL):
            return None
        target = answer.headers.get("location", "")
        return target if target.startswith(("http://", "https://")) else None

    def _client(self) -> httpx2.AsyncClient:
        import httpx2

        return httpx2.AsyncClient(
            transport=self.transport,
            timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
            follow_redirects=False,
            trust_env=False,
        )

    async def _listen(
        self, client: httpx2.AsyncClient, ask: Ask, once: str, heard: Heard
    ) -> Fault | None:
        wire = WIRES[self.host.wire]
        url = f"{self.url}{wire.path(ask.model)}"
        async with client.stream(
            "POST", url, headers=self._headers(wire, once), json=wire.body(ask)
        ) as answer:
            if answer.status_code != 200:
                said = await _read(answer, MOST_ERROR_BYTES)
                return of_status(answer.status_code, _lower(answer), said, datetime.now(UTC))
            if answer.headers.get("content-type", "").lower().startswith("text/event-stream"):
                return await _hear_stream(answer, wire, heard)
            return _hear_event(wire, heard, await _read(answer, MOST_BYTES))

    def _headers(self, wire: Wire, once: str) -> dict[str, str]:
        headers = {
            "Accept-Encoding": "identity",
            "User-Agent": f"Veracity/{__version__}",
        }
        if self.key:
            headers |= wire.headers(self.key.reveal())
        if self.host.idempotency:
            headers[self.host.idempotency] = once
        return headers


async def _read(answer: httpx2.Response, most: int) -> str:
    held = bytearray()
    async for part in answer.aiter_raw():
        held += part
        if len(held) >= most:
            break
    return bytes(held[:most]).decode("utf-8", "replace")


async def _hear_stream(answer: httpx2.Response, wire: Wire, heard: Heard) -> Fault | None:
    frames, taken = Frames(), 0
    async for part in answer.aiter_raw():
        taken += len(part)
        if taken > MOST_BYTES:
            return Fault(Cause.TRUNCATED, f"the reply is longer than {MOST_BYTES} bytes")
        for data in frames.take(part):
            if wire.ends_with and data.strip() == wire.ends_with:
                heard.ended = True
            elif (fault := _hear_event(wire, heard, data)) is not None:
                return fault
    return None


def _hear_event(wire: Wire, heard: Heard, data: str) -> Fault | None:
    """Take one event. What is no event of this wire format breaks the reply off."""
    try:
        event = value_of(data)
    except ValueError:
        return Fault(Cause.CUT, "the reply is no JSON")
    if not isinstance(event, dict):
        return Fault(Cause.CUT, "the reply is not in the provider's format")
    wire.hear(heard, cast("Part", event))
    return None


def _lower(answer: httpx2.Response) -> Mapping[str, str]:
    return {name.lower(): value for name, value in answer.headers.items()}
