"""A small web on loopback: any host, real connections, and a record of what was asked of it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

import httpcore2

from veracity.desk.blobs import Blobs
from veracity.retrieval.web.children import Children
from veracity.retrieval.web.client import Client
from veracity.retrieval.web.guard import Guard, sockets
from veracity.retrieval.web.limits import Limits
from veracity.retrieval.web.policy import NOBODY, Allowed
from veracity.retrieval.web.provider import PagesProvider
from veracity.retrieval.web.visit import Visitor

PUBLIC = "93.184.215.14"
"""An address that is public unicast. Nothing in a test connects to it."""
AGENT = "Veracity/0 (+https://newsroom.example.org/contact)"

Sending = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Page:
    """What a server answers, well formed unless `send` says otherwise."""

    body: bytes = b""
    content_type: str | None = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    send: Sending | None = None
    """Writes the whole answer in place of what stands above."""

    async def answer(self, writer: asyncio.StreamWriter) -> None:
        if self.send is not None:
            await self.send(writer)
            return
        lines = [f"HTTP/1.1 {self.status} Status", f"Content-Length: {len(self.body)}"]
        if self.content_type is not None:
            lines.append(f"Content-Type: {self.content_type}")
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode() + self.body)
        await writer.drain()


def article(text: str, title: str = "Harbor report") -> bytes:
    """A page with a main text."""
    paragraphs = "".join(f"<p>{line}</p>" for line in text.split("\n"))
    return (
        f"<!doctype html><html lang=en><head><title>{title}</title></head>"
        f"<body><article><h1>{title}</h1>{paragraphs}</article></body></html>"
    ).encode()


def redirect(to: str, status: int = 302) -> Page:
    return Page(status=status, headers={"Location": to})


@dataclass
class Asked:
    """One request that came."""

    host: str
    target: str
    head: str


class Web:
    """Serves pages by host and path. What is not there is a 404, robots.txt among it."""

    def __init__(
        self,
        pages: Mapping[str, Page | Sequence[Page]] | None = None,
        resolve: Mapping[str, Sequence[str]] | None = None,
        second_resolve: Mapping[str, Sequence[str]] | None = None,
        *,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`pages` by `host/path`; of several for one address each is served once, the last always.

        A host that `resolve` does not name has the address `PUBLIC`. `second_resolve` answers from
        the second look-up on.
        """
        self.pages = {
            at: [page] if isinstance(page, Page) else list(page)
            for at, page in (pages or {}).items()
        }
        self.answers = dict(resolve or {})
        self.later = dict(second_resolve or {})
        self.asked: list[Asked] = []
        self.connected: list[tuple[str, int]] = []
        self.looked_up: list[str] = []
        self.tls = tls
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self.tls)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def port(self) -> int:
        assert self._server is not None
        return self._server.sockets[0].getsockname()[1]

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        again = host in self.looked_up
        self.looked_up.append(host)
        answers = self.later if again and host in self.later else self.answers
        if host not in answers:
            return [PUBLIC]
        if not answers[host]:
            raise OSError("no such host")
        return answers[host]

    @property
    def targets(self) -> list[str]:
        """What was asked for, without robots.txt."""
        return [f"{one.host}{one.target}" for one in self.asked if one.target != "/robots.txt"]

    def guard(self, allowed: Allowed = NOBODY) -> Guard:
        return Guard(self.resolve, allowed, Wires(self))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                target = head.split(" ", 2)[1]
                host = next(
                    line[5:].strip()
                    for line in head.split("\r\n")
                    if line.lower().startswith("host:")
                )
                self.asked.append(Asked(host, target, head))
                page = self._page(f"{host.split(':')[0]}{target}")
                await page.answer(writer)
                if page.send is not None:
                    break
        writer.close()

    def _page(self, at: str) -> Page:
        pages = self.pages.get(at)
        if pages is None:
            return Page(status=404, body=b"none")
        return pages.pop(0) if len(pages) > 1 else pages[0]


class Wires(httpcore2.AsyncNetworkBackend):
    """Leads every address to the loopback server, and says which were asked for.

    The server speaks plain HTTP unless it was given a certificate, so TLS is skipped for it.
    """

    def __init__(self, web: Web) -> None:
        self._web = web
        self._real = sockets()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the network's own interface
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        self._web.connected.append((host, port))
        stream = await self._real.connect_tcp("127.0.0.1", self._web.port, timeout)
        return stream if self._web.tls else Plain(stream)


class Plain(httpcore2.AsyncNetworkStream):
    """A stream on which TLS is taken as done."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream) -> None:
        self._stream = stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - the network's own interface
    ) -> httpcore2.AsyncNetworkStream:
        return self

    def get_extra_info(self, info: str) -> object:
        return None if info == "ssl_object" else self._stream.get_extra_info(info)


class Reading:
    """A provider of pages over a `Web`, closed at the end."""

    def __init__(
        self,
        web: Web,
        folder: Path,
        limits: Limits | None = None,
        *,
        obey_robots: bool = True,
        delay: float = 0.0,
        allowed: Allowed = NOBODY,
        tls: ssl.SSLContext | None = None,
        children: Children | None = None,
    ) -> None:
        """`children` are ended by whoever made them."""
        client = Client(web.guard(allowed), AGENT, limits, tls=tls)
        visitor = Visitor(client, obey_robots=obey_robots, delay=delay, allowed=allowed)
        self.blobs = Blobs(folder / "blobs")
        self.pages = PagesProvider(visitor, self.blobs, children)
        self._close = self.pages.aclose if children is None else visitor.close

    async def __aenter__(self) -> PagesProvider:
        return self.pages

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._close()
