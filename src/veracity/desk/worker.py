"""The one thread that works on a journal's file, for callers in event loops."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from veracity.desk.batch import Raised, Step, run
from veracity.desk.database import explained, patiently
from veracity.desk.ledger import Ledger
from veracity.domain.errors import StorageError

T = TypeVar("T")

Begun: TypeAlias = "tuple[Step[Any], asyncio.Future[Any] | None]"
"""A step, and what tells its caller, if anyone waits."""

MOST = 256
"""Steps that are done at once. Other processes wait for the lock meanwhile."""


class Worker:
    """Does steps in the order in which they come, all that wait at once.

    The ledger is opened for the first of them. Nothing waits for company: a step that finds the
    thread idle is done at once, by itself.
    """

    def __init__(self, path: Path, wait_seconds: float, opened: Callable[[], Ledger]) -> None:
        self._path = path
        self._wait_seconds = wait_seconds
        self._open = opened
        self._ledger: Ledger | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._lock = threading.Lock()
        """Guards the three below."""
        self._waiting: deque[Begun] = deque()
        self._busy = False
        self._closed = False

    def begin(self, step: Step[T]) -> asyncio.Future[T]:
        """Have `step` done, for a caller in an event loop. Raises `StorageError` when closed."""
        told: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.leave(step, told)
        return told

    def leave(self, step: Step[T], told: asyncio.Future[T] | None = None) -> None:
        """Have `step` done with nobody waiting, or `told` of it. Raises `StorageError`."""
        with self._lock:
            if self._closed:
                raise _closed()
            if not self._busy:
                self._thread.submit(self._work)
                self._busy = True
            self._waiting.append((step, told))

    async def close(self, last: Callable[[Ledger], object]) -> None:
        """Finish what has begun, then do `last` and close the file, if it was opened at all."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            shut = self._thread.submit(self._shut, last)
        self._thread.shutdown(wait=False)
        await asyncio.shield(asyncio.wrap_future(shut))

    # From here on, everything runs in the thread.

    def _work(self) -> None:
        while begun := self._take():
            came = self._done([step for step, _ in begun])
            _tell(list(zip(begun, came, strict=True)))

    def _take(self) -> Sequence[Begun]:
        """What is to be done next; with nothing the thread is idle."""
        taken: list[Begun] = []
        with self._lock:
            while self._waiting and len(taken) < MOST:
                if taken and (taken[-1][0].alone or self._waiting[0][0].alone):
                    break
                taken.append(self._waiting.popleft())
            self._busy = bool(taken)
        return taken

    def _done(self, steps: Sequence[Step[Any]]) -> list[Any]:
        try:
            ledger = self._opened()
        except Exception as error:
            return [Raised(error)] * len(steps)
        came = run(ledger, steps, path=self._path, wait_seconds=self._wait_seconds)
        return [_after(step, what) for step, what in zip(steps, came, strict=True)]

    def _opened(self) -> Ledger:
        if self._ledger is None:
            if self._closed:
                raise _closed()
            with explained(self._path):
                self._ledger = patiently(self._open, self._wait_seconds)
        return self._ledger

    def _shut(self, last: Callable[[Ledger], object]) -> None:
        ledger, self._ledger = self._ledger, None
        if ledger is None:
            return
        try:
            with explained(self._path):
                patiently(lambda: last(ledger), self._wait_seconds)
        finally:
            ledger.close()


def _after(step: Step[Any], what: Any) -> Any:
    if step.after is None:
        return what
    try:
        step.after(what)
    except Exception as error:
        return Raised(error)
    return what


def _tell(came: Sequence[tuple[Begun, Any]]) -> None:
    """Wake those who wait, each in its loop, with one call a loop."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[Begun, Any]]] = {}
    for (step, told), what in came:
        if told is not None:
            loops.setdefault(told.get_loop(), []).append(((step, told), what))
    for loop, those in loops.items():
        try:
            loop.call_soon_threadsafe(_settle, those)
        except RuntimeError:  # The loop is closed.
            for (step, _), what in those:
                if step.unwanted is not None and not isinstance(what, Raised):
                    step.unwanted(what)


def _settle(came: Sequence[tuple[Begun, Any]]) -> None:
    for (_, told), what in came:
        if told is None or told.cancelled():
            continue
        if isinstance(what, Raised):
            told.set_exception(what.error)
        else:
            told.set_result(what)


def _closed() -> StorageError:
    return StorageError("The journal is closed.")
