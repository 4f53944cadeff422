"""A server on this machine that answers as it is told, down to where its stream breaks off."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Ending: TypeAlias = Literal["whole", "cut", "hang"]


@dataclass(frozen=True)
class Sent:
    """A request as it came in."""

    method: str
    target: str
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True)
class Answer:
    """What goes back. `cut` closes the connection in the midst, `hang` sends no more and waits."""

    status: int = 200
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    ending: Ending = "whole"

    @property
    def head(self) -> dict[str, str]:
        return {"Content-Type": "application/json", **self.headers}


Script: TypeAlias = Callable[[Sent], Answer]


def streamed(*events: Any, ending: Ending = "whole") -> Answer:
    """Server-sent events; a text goes out as it is, anything else as JSON."""
    data = [event if isinstance(event, str) else json.dumps(event) for event in events]
    body = "".join(f"data: {line}\n\n" for line in data)
    return Answer(body=body, headers={"Content-Type": "text/event-stream"}, ending=ending)


def failing(status: int, body: Any = None, **headers: str) -> Answer:
    """An error status with a JSON body. `retry_after="3"` is the header `Retry-After: 3`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, json.dumps(body if body is not None else {}), named)


def in_turn(*answers: Answer) -> Script:
    """One answer after another; the last one for ever."""
    left = list(answers)
    return lambda sent: left.pop(0) if len(left) > 1 else left[0]


class Loopback:
    """The server, with what it was asked."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.sent: list[Sent] = []
        self.url = ""
        self._held: set[asyncio.StreamWriter] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._held.add(writer)
        try:
            sent = await _read(reader)
            self.sent.append(sent)
            await self._send(writer, self.script(sent))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # The client went away, as the tests of hanging servers mean it to.
        finally:
            self._held.discard(writer)
            writer.close()

    async def _send(self, writer: asyncio.StreamWriter, answer: Answer) -> None:
        head = "".join(f"{name}: {value}\r\n" for name, value in answer.head.items())
        start = f"HTTP/1.1 {answer.status} Told\r\n{head}"
        body = answer.body.encode()
        framing = "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        writer.write(f"{start}{framing}".encode())
        if body:
            writer.write(f"{len(body):x}\r\n".encode() + body + b"\r\n")
        if answer.ending == "whole":
            writer.write(b"0\r\n\r\n")
        await writer.drain()
        if answer.ending == "hang":
            await asyncio.sleep(60)

    def let_go(self) -> None:
        for writer in self._held:
            writer.close()


async def _read(reader: asyncio.StreamReader) -> Sent:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    method, target, _ = first.split(" ")
    named = (line.split(": ", 1) for line in lines if line)
    headers = {name.lower(): value for name, value in named}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Sent(method, target, headers, json.loads(body) if body else None)


@asynccontextmanager
async def loopback(script: Script) -> AsyncGenerator[Loopback]:
    """Serve `script` on a free port of this machine."""
    server = Loopback(script)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    host, port = listening.sockets[0].getsockname()[:2]
    server.url = f"http://{host}:{port}"
    try:
        yield server
    finally:
        listening.close()
        server.let_go()
