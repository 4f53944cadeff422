"""The journal: what was asked before, by whom it is being asked now, and what came back.

Requests are named by their key in a namespace. Before a call the caller takes a *lease*; after it
the reply is written in the lease's place. So of all processes that share a journal one makes the
call and the others wait for its reply, and a killed run repeats only what was in flight.

A lease is renewed while its holder lives and ends when it does not. Each carries a *token* from one
counter in the database, larger than any before it. A holder that hung so long that another took
over finds a larger token in its place, and its late reply is refused.
"""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from veracity.desk.blobs import Blobs
from veracity.desk.budget import Caps
from veracity.desk.database import WAIT_SECONDS, explained, patiently
from veracity.desk.days import SetAside
from veracity.desk.ledger import FencedOff, Lease, Ledger, Outcome, Pruned, Recorded, Stats
from veracity.domain.errors import StorageError
from veracity.domain.exchange import Failure, Reply, Request

__all__ = ["FencedOff", "Held", "Journal", "Lease", "Pruned", "Recorded", "Stats"]

P = ParamSpec("P")
T = TypeVar("T")

LEASE_SECONDS = 30.0
"""How long a holder may stay silent before another takes over."""


class Held:
    """Someone else is asking."""


class Journal:
    """A journal in one SQLite file, shared by any number of processes of one machine.

    Nothing is opened until it is first used. All work is done in a thread of the journal's own, so
    a lock that another process keeps never stops the event loop. Every method raises `StorageError`
    for a full disk, a folder that cannot be written, a lock that stays and a newer schema.
    """

    def __init__(
        self,
        path: Path,
        blobs: Blobs | None = None,
        *,
        lease_seconds: float = LEASE_SECONDS,
        wait_seconds: float = WAIT_SECONDS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`clock` gives seconds since 1970; all processes on one journal must agree on it."""
        self.path = path
        self.blobs = blobs if blobs is not None else Blobs(path.parent / "blobs")
        self._lease_seconds = lease_seconds
        self._wait_seconds = wait_seconds
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._lock = threading.Lock()
        self._opened: Ledger | None = None
        self._held: dict[Lease, float] = {}
        self._heart: threading.Thread | None = None
        self._closed = threading.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    def now(self) -> float:
        """Seconds since 1970 on the clock by which replies age."""
        return self._clock()

    async def find(self, namespace: str, key: str, not_before: float = 0) -> Recorded | None:
        """The reply that was recorded at `not_before` (seconds since 1970) or later."""
        return await self._do(lambda ledger: ledger.find(namespace, key, not_before))

    async def claim(
        self, namespace: str, key: str, not_before: float = 0, *, hold_seconds: float | None = None
    ) -> Recorded | Lease | Held:
        """The reply if there is one, else a lease if it is free, else word that someone holds it.

        The lease is renewed for `hold_seconds` (None: as long as this process lives).
        """

        def step(ledger: Ledger) -> Recorded | Lease | Held:
            return self._claim(ledger, namespace, key, not_before, hold_seconds)

        future = self._begin(step)
        try:
            return await asyncio.shield(asyncio.wrap_future(future))
        except asyncio.CancelledError:
            future.add_done_callback(self._give_back)
            raise

    async def acquire(
        self, namespace: str, key: str, not_before: float = 0, *, hold_seconds: float | None = None
    ) -> Recorded | Lease:
        """As `claim`, and wait for whoever is asking."""
        while True:
            got = await self.claim(namespace, key, not_before, hold_seconds=hold_seconds)
            if not isinstance(got, Held):
                return got
            await wait_for_holder()

    async def complete(
        self, lease: Lease, request: Request, reply: Reply, *, asked_at: datetime, seconds: float
    ) -> None:
        """Write the reply in the lease's place. Raises `FencedOff` when another took over.

        Not undone by a cancellation: what was paid for is kept.
        """
        await self._do(lambda to: self._record(to, lease, request, reply, asked_at, seconds))

    async def fail(
        self,
        lease: Lease,
        request: Request,
        failure: Failure,
        *,
        asked_at: datetime,
        seconds: float,
    ) -> None:
        """End the lease and write down why there is no reply. Raises `FencedOff`."""
        await self._do(lambda to: self._record(to, lease, request, failure, asked_at, seconds))

    async def release(self, lease: Lease) -> None:
        """End the lease of a call that was not made, or whose outcome nobody knows."""
        await self._do(lambda ledger: self._release(ledger, lease))

    async def set_aside(self, caps: Caps, ceiling: Decimal) -> SetAside | Failure:
        """Set aside a call of at most `ceiling` US dollars under the day's caps (`desk/days`)."""
        return await self._do(lambda ledger: ledger.set_aside(caps, ceiling))

    async def settle(self, aside: SetAside, cost: Decimal) -> None:
        """Put the true cost of a call in place of what was set aside for the day."""
        await self._do(lambda ledger: ledger.settle(aside, cost))

    async def stats(self) -> Stats:
        """Count what the journal holds."""
        return await self._do(Ledger.stats)

    async def prune(
        self,
        *,
        older_than: timedelta = timedelta(0),
        failures_only: bool = False,
        idle: timedelta = timedelta(minutes=10),
    ) -> Pruned:
        """Remove failures, and replies unless `failures_only`, that are older than `older_than`.

        Also removes blobs that no reply names and that nobody touched for `idle`. A request that is
        being asked keeps its lease.
        """
        before = self._clock() - older_than.total_seconds()
        seconds = idle.total_seconds()
        pruned = await self._do(
            lambda ledger: ledger.prune(before, failures_only=failures_only, idle_seconds=seconds)
        )
        await self._do(Ledger.shrink)
        return pruned

    async def close(self) -> None:
        """End this process's leases and close the file. A second call changes nothing."""
        if self._closed.is_set():
            return
        self._closed.set()
        shut = self._thread.submit(self._shut)
        self._thread.shutdown(wait=False)
        await asyncio.shield(asyncio.wrap_future(shut))

    async def _do(self, step: Callable[[Ledger], T]) -> T:
        return await asyncio.shield(asyncio.wrap_future(self._begin(step)))

    def _begin(self, step: Callable[[Ledger], T]) -> Future[T]:
        if self._closed.is_set():
            raise StorageError("The journal is closed.")
        return self._thread.submit(self._with_ledger, step)

    # From here on, everything runs in the journal's thread, or in that of its heart.

    def _with_ledger(self, step: Callable[[Ledger], T]) -> T:
        with self._lock, explained(self.path):
            if self._opened is None:
                if self._closed.is_set():
                    raise StorageError("The journal is closed.")
                self._opened = patiently(
                    lambda: Ledger(self.path, self.blobs, self._clock), self._wait_seconds
                )
            ledger = self._opened
            return patiently(lambda: step(ledger), self._wait_seconds)

    def _claim(
        self,
        ledger: Ledger,
        namespace: str,
        key: str,
        not_before: float,
        hold_seconds: float | None,
    ) -> Recorded | Lease | Held:
        # `take` needs the write lock, so those who only wait or reuse do not get that far.
        while True:
            if (recorded := ledger.find(namespace, key, not_before)) is not None:
                return recorded
            if ledger.is_held(namespace, key):
                return Held()
            lease = ledger.take(namespace, key, not_before, self._lease_seconds)
            if lease is not None:
                break
        self._held[lease] = float("inf") if hold_seconds is None else self._clock() + hold_seconds
        if self._heart is None:
            self._heart = threading.Thread(target=self._beat, name="journal-heart", daemon=True)
            self._heart.start()
        return lease

    def _record(
        self,
        ledger: Ledger,
        lease: Lease,
        request: Request,
        outcome: Reply | Failure,
        asked_at: datetime,
        seconds: float,
    ) -> None:
        self._held.pop(lease, None)
        ledger.record(lease, request, Outcome(outcome, asked_at, seconds))

    def _release(self, ledger: Ledger, lease: Lease) -> None:
        self._held.pop(lease, None)
        ledger.release([lease])

    def _give_back(self, future: Future[Recorded | Lease | Held]) -> None:
        """Release a lease that came when nobody waited for it any more."""
        if self._closed.is_set() or future.cancelled() or future.exception() is not None:
            return
        if isinstance(lease := future.result(), Lease):
            # This may run in the event loop's thread, which must not wait for the database.
            self._thread.submit(self._with_ledger, lambda ledger: self._release(ledger, lease))

    def _beat(self) -> None:
        """Renew what is held, three times in the life of a lease."""
        while not self._closed.wait(self._lease_seconds / 3):
            try:
                self._with_ledger(self._renew)
            except StorageError:
                # The lease runs out, as that of a dead holder does: safe, and the next beat may do
                # better. The call's own record is where a person hears of the disk.
                continue

    def _renew(self, ledger: Ledger) -> None:
        now = self._clock()
        due = [lease for lease, until in self._held.items() if until > now]
        if due:
            ledger.renew(due, self._lease_seconds)

    def _shut(self) -> None:
        with self._lock:
            if self._opened is None:
                return
            try:
                with explained(self.path):
                    if self._held:
                        held, ledger = tuple(self._held), self._opened
                        patiently(lambda: ledger.release(held), self._wait_seconds)
            finally:
                self._opened.close()
                self._opened = None


async def wait_for_holder() -> None:
    """A short pause before asking again whether a holder is done: 20 to 100 ms."""
    await asyncio.sleep(random.uniform(0.02, 0.1))
