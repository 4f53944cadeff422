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
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import Self

from veracity.desk.batch import Step
from veracity.desk.blobs import Blobs
from veracity.desk.budget import Caps
from veracity.desk.database import WAIT_SECONDS
from veracity.desk.days import SetAside
from veracity.desk.heart import Heart
from veracity.desk.ledger import FencedOff, Lease, Ledger, Outcome, Pruned, Recorded, Stats
from veracity.desk.worker import Worker
from veracity.domain.errors import StorageError
from veracity.domain.exchange import Failure, Reply, Request

__all__ = ["FencedOff", "Held", "Journal", "Lease", "Pruned", "Recorded", "Stats"]

LEASE_SECONDS = 30.0
"""How long a holder may stay silent before another takes over."""


class Held:
    """Someone else is asking."""


class Journal:
    """A journal in one SQLite file, shared by any number of processes of one machine.

    Nothing is opened until it is first used. All work is done in a thread of the journal's own, so
    a lock that another process keeps never stops the event loop; what waits for the thread is done
    in one transaction, and nobody is told before that has ended. Every method raises `StorageError`
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
        self._clock = clock
        self._heart = Heart(lease_seconds, self._beat)
        self._worker = Worker(path, wait_seconds, lambda: Ledger(path, self.blobs, clock))

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
        return await self._worker.begin(
            Step(look=lambda ledger: ledger.find(namespace, key, not_before))
        )

    async def claim(
        self, namespace: str, key: str, not_before: float = 0, *, hold_seconds: float | None = None
    ) -> Recorded | Lease | Held:
        """The reply if there is one, else a lease if it is free, else word that someone holds it.

        The lease is renewed for `hold_seconds` (None: as long as this process lives).
        """

        def look(ledger: Ledger) -> Recorded | Held | None:
            recorded = ledger.find(namespace, key, not_before)
            if recorded is None and ledger.is_held(namespace, key):
                return Held()
            return recorded

        def take(ledger: Ledger) -> Recorded | Lease | Held:
            while True:
                got = ledger.take(namespace, key, not_before, self._lease_seconds) or look(ledger)
                if got is not None:
                    return got

        def keep(got: object) -> None:
            if isinstance(got, Lease):
                hold = float("inf") if hold_seconds is None else hold_seconds
                self._heart.keep(got, self._clock() + hold)

        step = Step(look=look, write=take, after=keep, unwanted=self._give_back)
        told = self._worker.begin(step)
        try:
            return await asyncio.shield(told)
        except asyncio.CancelledError:
            told.add_done_callback(self._not_waited_for)
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
        await self._record(lease, request, Outcome(reply, asked_at, seconds))

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
        await self._record(lease, request, Outcome(failure, asked_at, seconds))

    async def release(self, lease: Lease) -> None:
        """End the lease of a call that was not made, or whose outcome nobody knows."""
        await self._worker.begin(self._releasing(lease))

    async def set_aside(self, caps: Caps, ceiling: Decimal) -> SetAside | Failure:
        """Set aside a call of at most `ceiling` US dollars under the day's caps (`desk/days`)."""
        return await self._worker.begin(Step(write=lambda ledger: ledger.set_aside(caps, ceiling)))

    async def settle(self, aside: SetAside, cost: Decimal) -> None:
        """Put the true cost of a call in place of what was set aside for the day."""
        step: Step[None] = Step(write=lambda ledger: ledger.settle(aside, cost))
        await self._worker.begin(step)

    async def stats(self) -> Stats:
        """Count what the journal holds."""
        return await self._worker.begin(Step(look=Ledger.stats))

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

        def prune(ledger: Ledger) -> Pruned:
            return ledger.prune(before, failures_only=failures_only, idle_seconds=seconds)

        pruned = await self._worker.begin(Step(look=prune, alone=True))
        shrink: Step[None] = Step(look=Ledger.shrink, alone=True)
        await self._worker.begin(shrink)
        return pruned

    async def close(self) -> None:
        """End this process's leases and close the file. A second call changes nothing."""
        self._heart.stop()
        await self._worker.close(self._release_all)

    async def _record(self, lease: Lease, request: Request, outcome: Outcome) -> None:
        step = Step(
            write=lambda ledger: ledger.record(lease, request, outcome),
            lasting=True,
            # Whether it could be written or not, the holder is done with it.
            after=lambda _: self._heart.drop(lease),
        )
        await self._worker.begin(step)

    def _releasing(self, lease: Lease) -> Step[None]:
        return Step(
            write=lambda ledger: ledger.release([lease]), after=lambda _: self._heart.drop(lease)
        )

    def _not_waited_for(self, told: asyncio.Future[Recorded | Lease | Held]) -> None:
        if not told.cancelled() and told.exception() is None:
            self._give_back(told.result())

    def _give_back(self, got: Recorded | Lease | Held) -> None:
        """Release a lease that came when nobody waited for it any more."""
        if not isinstance(got, Lease):
            return
        try:
            self._worker.leave(self._releasing(got))
        except StorageError:
            return  # The journal is closed, which gives back all that it holds.

    def _beat(self) -> None:
        try:
            self._worker.leave(Step(look=self._none_due, write=self._renew))
        except StorageError:
            return  # The journal is closed.

    # From here on, everything runs in the journal's thread.

    def _none_due(self, _: Ledger) -> bool | None:
        return None if self._heart.due(self._clock()) else True

    def _renew(self, ledger: Ledger) -> None:
        # Without success the lease runs out, as that of a dead holder does: safe, and the next beat
        # may do better. The call's own record is where a person hears of the disk.
        ledger.renew(self._heart.due(self._clock()), self._lease_seconds)

    def _release_all(self, ledger: Ledger) -> None:
        if self._heart.leases:
            ledger.release(self._heart.leases)


async def wait_for_holder() -> None:
    """A short pause before asking again whether a holder is done: 20 to 100 ms."""
    await asyncio.sleep(random.uniform(0.02, 0.1))
