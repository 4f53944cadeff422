"""One request to one address: no redirect followed, no cookie kept, no proxy taken from outside.

`httpcore2` is used without the client above it. That client reads addresses by rules of its own,
decompresses before a limit can be looked at, and follows what it is told; here one reading of the
address decides all.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass

import httpcore2

from veracity.domain.exchange import Failure
from veracity.retrieval.web import failures
from veracity.retrieval.web.body import ENCODINGS, TooMuch, Undecodable, read_body
from veracity.retrieval.web.guard import Guard
from veracity.retrieval.web.limits import Limits
from veracity.retrieval.web.policy import origin, spelled, target
from veracity.retrieval.web.sniffing import READ, declared
from veracity.rules.urls import Address

REDIRECTS = frozenset({301, 302, 303, 307, 308})
ACCEPT = "text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.8, */*;q=0.1"

_STEPS = {"connect": 8.0, "read": 20.0, "write": 8.0, "pool": 20.0}
"""Seconds without any progress. The whole of a fetch has its own limit."""

_SHORT = 64 * 1024
"""Bytes of a body that nobody reads and that are received all the same."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one address answered."""

    address: Address
    status: int
    headers: Mapping[str, str]
    """By lower-case name; several of one name are joined by commas."""
    body: bytes = b""
    """Decoded. Of a redirect and of an error it is not read."""

    @property
    def url(self) -> str:
        """The address as it was asked for."""
        return spelled(self.address)

    @property
    def location(self) -> str | None:
        """Where a redirect leads; None for what is none."""
        return self.headers.get("location") if self.status in REDIRECTS else None


class Client:
    """Sends requests over a guarded network."""

    def __init__(
        self,
        guard: Guard,
        user_agent: str,
        limits: Limits | None = None,
        *,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`tls` says whose certificates are believed; None is what this machine believes."""
        self.user_agent = user_agent
        self.limits = limits if limits is not None else Limits()
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=tls if tls is not None else httpcore2.default_ssl_context(),
            max_connections=32,
            max_keepalive_connections=8,
            keepalive_expiry=10.0,
            network_backend=guard,
        )

    async def close(self) -> None:
        """Close every connection."""
        await self._pool.aclose()

    async def get(self, address: Address, *, any_type: bool = False) -> Answer | Failure:
        """Ask for an address that the policy allows. An error status is an answer, without a body.

        `any_type` reads the body whatever it is called.
        """
        url = spelled(address)
        try:
            return await self._get(address, any_type=any_type)
        except failures.Stopped as stopped:
            return stopped.failure
        except TooMuch as much:
            return failures.too_large(url, str(much))
        except Undecodable as damaged:
            return failures.malformed(url, str(damaged))
        except httpcore2.TimeoutException:
            return failures.late(url, _STEPS["read"])
        except httpcore2.ConnectError as error:
            return failures.unreachable(url, _why(error))
        except (httpcore2.NetworkError, httpcore2.ProtocolError):
            return failures.unreachable(url, "the server broke off, or does not speak HTTP")

    async def _get(self, address: Address, *, any_type: bool) -> Answer:
        request = httpcore2.URL(
            scheme=address.scheme,
            host=address.host,
            port=address.port,
            target=target(address),
        )
        async with self._pool.stream(
            "GET",
            request,
            headers=self._headers(address),
            extensions={"timeout": _STEPS, "sni_hostname": address.host.strip("[]")},
        ) as response:
            headers = _joined(response.headers)
            answer = Answer(address, response.status, headers)
            if not 200 <= answer.status < 300:
                await _drain(response, headers)
                return answer
            if not any_type:
                _check_head(answer, self.limits)
            body = await read_body(
                response.aiter_stream(),
                headers.get("content-encoding", ""),
                wire=self.limits.wire_bytes,
                decoded=self.limits.decoded_bytes,
            )
        return Answer(address, answer.status, headers, body)

    def _headers(self, address: Address) -> list[tuple[str, str]]:
        return [
            ("Host", origin(address).partition("://")[2]),
            ("User-Agent", self.user_agent),
            ("Accept", ACCEPT),
            ("Accept-Encoding", ENCODINGS),
        ]


async def _drain(response: httpcore2.Response, headers: Mapping[str, str]) -> None:
    """Read past a short body, so that its connection serves the next request. A long one is cut."""
    length = headers.get("content-length", "")
    if length.isdecimal() and len(length) < 8 and int(length) <= _SHORT:
        async for _ in response.aiter_stream():
            pass


def _check_head(answer: Answer, limits: Limits) -> None:
    """Raises `Stopped` for a body that is not worth receiving by what is said of it."""
    media_type, _ = declared(answer.headers.get("content-type", ""))
    if media_type not in READ:
        raise failures.Stopped(
            failures.malformed(answer.url, f"it is called {media_type[:60]!r}, which is not read")
        )
    length = answer.headers.get("content-length", "")
    if length.isdecimal() and len(length) < 20 and int(length) > limits.wire_bytes:
        raise failures.Stopped(
            failures.too_large(
                answer.url, f"it has {int(length):,} bytes, and the most is {limits.wire_bytes:,}"
            )
        )


def _joined(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    joined: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("ascii", "replace").lower(), _text(raw_value)
        joined[name] = f"{joined[name]}, {value}" if name in joined else value
    return joined


def _text(value: bytes) -> str:
    """A header's value. Servers write addresses in UTF-8, though the standard has Latin-1."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _why(error: httpcore2.ConnectError) -> str:
    """Why no connection was made, without words of the network's that may hold anything."""
    fault: BaseException | None = error
    while fault is not None:
        if isinstance(fault, ssl.SSLCertVerificationError):
            return "its certificate does not prove that it is this site"
        if isinstance(fault, ssl.SSLError):
            return "it does not speak TLS as it is spoken now"
        fault = fault.__cause__ or fault.__context__
    return str(error) if str(error).startswith("no address") else "nothing answers there"
