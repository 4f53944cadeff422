"""What holds when many steps reach the journal at once and share a transaction."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

import veracity
from veracity.desk.batch import Raised, Step, run
from veracity.desk.blobs import Blobs
from veracity.desk.journal import FencedOff, Journal, Lease, Recorded
from veracity.desk.ledger import Ledger, Outcome
from veracity.domain.errors import StorageError
from veracity.domain.exchange import Reply, Request

ASKED = Request(kind="ask", provider="local")
AT = {"asked_at": datetime(2026, 3, 1, tzinfo=UTC), "seconds": 0.5}
KEYS = [f"key {number}" for number in range(5)]


@pytest.fixture
def ledger(tmp_path: Path):
    with closing(Ledger(tmp_path / "journal.sqlite3", Blobs(tmp_path / "blobs"), time.time)) as it:
        yield it


def taken(ledger: Ledger, key: str) -> Lease:
    lease = ledger.take("t", key, 0, 600)
    assert lease is not None
    return lease


def written(lease: Lease, value: object) -> Step[None]:
    outcome = Outcome(Reply(value=value), AT["asked_at"], 0.5)
    return Step(write=lambda ledger: ledger.record(lease, ASKED, outcome), lasting=True)


def found(key: str) -> Step[Recorded]:
    return Step(look=lambda ledger: ledger.find("t", key, 0))


def done(ledger: Ledger, tmp_path: Path, *steps: Step, wait_seconds: float = 5) -> list:
    return run(ledger, steps, path=tmp_path / "journal.sqlite3", wait_seconds=wait_seconds)


def test_a_step_that_is_fenced_off_undoes_only_itself(ledger, tmp_path) -> None:
    one, late, other = (taken(ledger, key) for key in KEYS[:3])
    ledger.release([late])
    came = done(ledger, tmp_path, written(one, 1), written(late, 2), written(other, 3))
    assert [type(what) for what in came] == [type(None), Raised, type(None)]
    assert isinstance(came[1].error, FencedOff)
    values = [None if got is None else got.reply.value for got in map(_look(ledger), KEYS[:3])]
    assert values == [1, None, 3]


def test_a_blob_that_cannot_be_written_undoes_only_its_own_reply(ledger, tmp_path) -> None:
    large, small = taken(ledger, "large"), taken(ledger, "small")
    (tmp_path / "blobs").write_text("in the way")
    came = done(ledger, tmp_path, written(large, "x" * 70_000), written(small, 1))
    assert isinstance(came[0].error, StorageError)
    assert came[1] is None
    assert ledger.is_held("t", "large"), "the end of its lease was undone with it"
    assert not ledger.is_held("t", "small")


def test_steps_are_done_in_the_order_in_which_they_came(ledger, tmp_path) -> None:
    lease = taken(ledger, "key")
    claimed = Step(write=lambda ledger: ledger.take("t", "key", 0, 600))
    before, _, between, after, free = done(
        ledger, tmp_path, found("key"), written(lease, 1), found("key"), claimed, found("other")
    )
    assert (before, after, free) == (None, None, None)
    assert between.reply.value == 1


def test_a_fault_that_ends_the_transaction_is_everybody_s(ledger, tmp_path) -> None:
    lease = taken(ledger, "key")

    def full(_: Ledger) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    came = done(ledger, tmp_path, written(lease, 1), Step(write=full))
    assert [type(what.error) for what in came] == [StorageError, StorageError]
    assert came[0].error is not came[1].error
    assert ledger.find("t", "key", 0) is None
    assert ledger.is_held("t", "key")


def test_a_batch_over_a_locked_file_does_nothing_and_says_so_to_all(ledger, tmp_path) -> None:
    leases = [taken(ledger, key) for key in KEYS]
    with closing(sqlite3.connect(tmp_path / "journal.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        steps = [written(lease, 1) for lease in leases]
        came = done(ledger, tmp_path, found("none"), *steps, wait_seconds=0.2)
        assert came[0] is None, "a look needs no lock"
        assert all("locked" in str(what.error) for what in came[1:])
        other.execute("COMMIT")
    assert [_look(ledger)(key) for key in KEYS] == [None] * len(KEYS)
    assert done(ledger, tmp_path, *steps) == [None] * len(KEYS)


def test_leases_are_not_held_when_their_transaction_did_not_end(journal_at) -> None:
    async def run_() -> tuple[list[object], list[object]]:
        async with journal_at(wait_seconds=0.2) as journal:
            await journal.stats()
            with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                claims = (journal.claim("t", key) for key in KEYS)
                refused = await asyncio.gather(*claims, return_exceptions=True)
                other.execute("COMMIT")
            return refused, list(await asyncio.gather(*(journal.claim("t", key) for key in KEYS)))

    refused, got = asyncio.run(run_())
    assert [type(what) for what in refused] == [StorageError] * len(KEYS)
    assert [type(what) for what in got] == [Lease] * len(KEYS)


def test_of_many_at_once_each_is_told_its_own(journal_at) -> None:
    """More than one transaction takes."""

    async def keep(journal: Journal, number: int) -> object:
        lease = await journal.claim("t", str(number))
        assert isinstance(lease, Lease)
        if number % 7 == 0:
            await journal.release(lease)
        try:
            await journal.complete(lease, ASKED, Reply(value=number), **AT)
        except FencedOff:
            return None
        recorded = await journal.claim("t", str(number))
        assert isinstance(recorded, Recorded)
        return recorded.reply.value

    async def run_() -> tuple[list[object], int]:
        async with journal_at() as journal:
            came = await asyncio.gather(*(keep(journal, number) for number in range(600)))
            return came, (await journal.stats()).leases

    came, leases = asyncio.run(run_())
    assert came == [None if number % 7 == 0 else number for number in range(600)]
    assert leases == 0


def test_a_lease_that_comes_when_its_loop_is_gone_is_given_back(journal_at) -> None:
    async def claim(journal: Journal) -> None:
        await journal.claim("t", "key")

    async def leave(journal: Journal) -> None:
        await journal.stats()
        asyncio.get_running_loop().call_soon(asyncio.ensure_future, claim(journal))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def again(journal: Journal) -> Recorded | Lease:
        async with journal, asyncio.timeout(10):
            return await journal.acquire("t", "key")

    journal = journal_at()
    asyncio.run(leave(journal))
    assert isinstance(asyncio.run(again(journal)), Lease)


WRITER = """
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from veracity.desk.journal import Journal
from veracity.domain.exchange import Reply, Request

async def keep(journal, number):
    lease = await journal.claim("t", str(number))
    await journal.complete(lease, Request(kind="ask", provider="local"), Reply(value=number),
                           asked_at=datetime.now(UTC), seconds=0)
    print(number, flush=True)

async def main():
    journal = Journal(Path(sys.argv[1]))
    await asyncio.gather(*(keep(journal, number) for number in range(2_000)))

asyncio.run(main())
"""


@pytest.mark.parametrize("lines", [1, 300, 900])
def test_what_was_told_complete_survives_a_kill(tmp_path: Path, lines: int) -> None:
    place = tmp_path / "journal.sqlite3"
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(place)],
        env={**os.environ, "PYTHONPATH": str(Path(veracity.__path__[0]).parent)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    told += process.stdout.readlines()
    process.wait()
    process.stdout.close()

    async def look() -> list[Recorded | None]:
        async with Journal(place) as journal:
            whole = [int(line) for line in told if line.endswith("\n")]
            return await asyncio.gather(*(journal.find("t", str(number)) for number in whole))

    assert None not in asyncio.run(look())


def _look(ledger: Ledger) -> Callable[[str], Recorded | None]:
    return lambda key: ledger.find("t", key, 0)
