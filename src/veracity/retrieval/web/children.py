"""The processes that read pages: started when needed, limited, and killed when they take too long.

A process is used for many pages, because starting it takes most of a second. One that was killed,
or died, is replaced. A PDF has a process of its own, whose limits are tighter.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from veracity.domain.exchange import Failure
from veracity.domain.page import Extracted
from veracity.retrieval.web import child, failures
from veracity.retrieval.web.limits import Limits
from veracity.retrieval.web.sniffing import PDF

_PASSED_ON = ("PATH", "PYTHONPATH", "PYTHONHOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT")
"""Variables that a child is given. Keys of models and searches are none of them."""

_PROGRAM = (
    f"import sys; sys.path.append({str(Path(child.__file__).parents[3])!r}); "
    f"from {child.__name__} import main; sys.exit(main())"
)
"""Finds this very package, wherever it was imported from, and nothing that lies in the folder in
which the run happens to be."""
_MOST_PAGES = 200
"""That one process reads."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a file could not be read."""

    too_much: bool
    """It passed a limit; otherwise it is not what it should be."""
    why: str


def read_alone(content: bytes, media_type: str, limits: Limits) -> Extracted | Unread:
    """What a reader sees of a file that a person handed over, read in a process of its own.

    The process has `pdf_memory` and `pdf_cpu_seconds` for a PDF, `page_memory` for other pages, and
    `read_seconds` for any; it starts in most of a second.
    """
    job = {
        "url": "",
        "media_type": media_type,
        "charset": None,
        "pages": limits.pdf_pages,
        "characters": limits.characters,
    }
    memory, cpu = _allowed(limits, alone=media_type == PDF)
    one = _Child(memory, cpu)
    late = threading.Timer(limits.read_seconds, one.kill)
    late.start()
    try:
        answer = one.ask(json.dumps(job).encode(), content)
    finally:
        late.cancel()
        one.kill()
    if answer is None:
        return Unread(too_much=True, why="reading it takes more memory or time than it may")
    if answer["outcome"] != child.DONE:
        return Unread(too_much=answer["outcome"] == child.TOO_MUCH, why=answer["why"])
    return Extracted.model_validate(answer["page"])


class Children:
    """Reads the text out of what was fetched, in processes of its own."""

    def __init__(self, limits: Limits, most: int | None = None) -> None:
        """`most` processes work at once; None is one for each processor, and four at most."""
        self._limits = limits
        self._turns = asyncio.Semaphore(most or min(4, os.cpu_count() or 1))
        self._idle: list[_Child] = []
        self._all: set[_Child] = set()

    async def read(
        self, content: bytes, *, url: str, media_type: str, charset: str | None
    ) -> Extracted | Failure:
        """What a reader of the page sees. Its failures are those of content that cannot be read."""
        job = {
            "url": url,
            "media_type": media_type,
            "charset": charset,
            "pages": self._limits.pdf_pages,
            "characters": self._limits.characters,
        }
        async with self._turns:
            one = await self._take(alone=media_type == PDF)
            try:
                async with asyncio.timeout(self._limits.read_seconds):
                    answer = await asyncio.to_thread(one.ask, json.dumps(job).encode(), content)
            except TimeoutError:
                return failures.too_large(
                    url, f"reading it took more than {self._limits.read_seconds:g} seconds"
                )
            else:
                return self._came(one, answer, url, alone=media_type == PDF)
            finally:
                if one not in self._idle:
                    self._end(one)

    def close(self) -> None:
        """End every process."""
        for one in tuple(self._all):
            self._end(one)
        self._idle.clear()

    def _came(
        self, one: _Child, answer: dict[str, Any] | None, url: str, *, alone: bool
    ) -> Extracted | Failure:
        if answer is None:
            return failures.too_large(url, "reading it took more memory or time than it may")
        if answer["outcome"] == child.TOO_MUCH:
            return failures.too_large(url, answer["why"])
        if not alone:
            self._idle.append(one)
        if answer["outcome"] == child.NOT_READABLE:
            return failures.malformed(url, answer["why"])
        return Extracted.model_validate(answer["page"])

    async def _take(self, *, alone: bool) -> _Child:
        while not alone and self._idle:
            one = self._idle.pop()
            if one.is_fit:
                return one
            self._end(one)
        memory, cpu = _allowed(self._limits, alone=alone)
        one = await asyncio.to_thread(_Child, memory, cpu)
        self._all.add(one)
        return one

    def _end(self, one: _Child) -> None:
        self._all.discard(one)
        one.kill()


def _allowed(limits: Limits, *, alone: bool) -> tuple[int, int]:
    """Bytes of address space and seconds of a processor for a process; 0 seconds is no limit."""
    return (limits.pdf_memory, limits.pdf_cpu_seconds) if alone else (limits.page_memory, 0)


class _Child:
    """One process. Used by one thread at a time; `kill` may be called from any."""

    def __init__(self, memory: int, cpu: int) -> None:
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM, str(memory), str(cpu)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        self._ending = threading.Lock()
        self._served = 0

    @property
    def is_fit(self) -> bool:
        """Whether it lives, and has not served so long that it may have kept much memory."""
        return self._served < _MOST_PAGES and self._process.poll() is None

    def ask(self, job: bytes, content: bytes) -> dict[str, Any] | None:
        """What the job came to; None when the process died of it."""
        self._served += 1
        try:
            for frame in (job, content):
                child.write_frame(_of(self._process.stdin), frame)
            answer = child.read_frame(_of(self._process.stdout))
        except (BrokenPipeError, ValueError):  # It died, or was killed while it was asked.
            return None
        return None if answer is None else json.loads(answer)

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        with self._ending:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                with suppress(OSError, ValueError):  # What was not sent is of no use any more.
                    _of(stream).close()


def _of(stream: IO[bytes] | None) -> Any:
    assert stream is not None
    return stream
