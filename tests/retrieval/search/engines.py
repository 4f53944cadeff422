"""The search backends on a loopback server: real connections, replies in the real formats."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

REPLIES = Path(__file__).parent / "replies"


@dataclass(frozen=True)
class Asked:
    """One request that came."""

    method: str
    path: str
    params: Mapping[str, str]
    headers: Mapping[str, str]
    """By lower-case name."""
    body: Any


@dataclass(frozen=True)
class Answer:
    """What the server answers."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    content_type: str = "application/json"


def reply(name: str) -> Answer:
    """The reply of the backend `name`, as it stands in the folder `replies`."""
    return Answer((REPLIES / f"{name}.json").read_bytes())


def saying(value: Any, status: int = 200, **headers: str) -> Answer:
    """A reply with this JSON."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Answer(json.dumps(value).encode(), status, named)


Respond = Callable[[Asked], Answer]


class Engines:
    """Answers `/NAME` as the backend of that name does, unless `respond` says otherwise."""

    def __init__(self, respond: Respond | None = None) -> None:
        self.asked: list[Asked] = []
        engines = self
        answering = respond or (lambda asked: reply(asked.path.strip("/")))

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._respond()

            def do_POST(self) -> None:
                self._respond()

            def _respond(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                sent = self.rfile.read(length)
                parts = urlsplit(self.path)
                asked = Asked(
                    method=self.command,
                    path=parts.path,
                    params=dict(parse_qsl(parts.query, keep_blank_values=True)),
                    headers={name.lower(): value for name, value in self.headers.items()},
                    body=json.loads(sent) if sent else None,
                )
                engines.asked.append(asked)
                answer = answering(asked)
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Type", answer.content_type)
                self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body)

            def log_message(self, *_: Any) -> None:
                """Print nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    @property
    def place(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self._server.server_address[1]}"

    def url(self, name: str) -> str:
        """Where the backend `name` is asked."""
        return f"http://{self.place}/{name}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
