"""Locked files, full disks and folders that cannot be written."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from veracity.desk.blobs import Blobs
from veracity.desk.journal import Journal, Lease
from veracity.domain.errors import StorageError
from veracity.domain.exchange import Reply, Request

ASKED = Request(kind="ask", provider="local")
AT = {"asked_at": datetime(2026, 3, 1, tzinfo=UTC), "seconds": 0.5}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """A small disk of its own, mounted with the options that are given."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = False

    def mount(options: str) -> Path:
        nonlocal mounted
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        if os.geteuid() != 0:
            pytest.skip("mounting a small disk needs root")
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            pytest.skip("there is no mount command here")
        if done.returncode != 0:
            pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")
        mounted = True
        return place

    yield mount
    if mounted:
        subprocess.run(["umount", str(place)], check=True)


async def _keep(journal: Journal, key: str, value: object) -> None:
    lease = await journal.acquire("t", key)
    assert isinstance(lease, Lease)
    await journal.complete(lease, ASKED, Reply(value=value), **AT)


def test_a_lock_that_is_let_go_is_waited_for(journal_at) -> None:
    _wait_for_lock(journal_at, seconds=1.0)


@pytest.mark.slow
def test_a_lock_of_ten_seconds_is_waited_for(journal_at) -> None:
    _wait_for_lock(journal_at, seconds=10.0)


def _wait_for_lock(journal_at: Callable[..., Journal], seconds: float) -> None:
    async def run() -> tuple[float, int]:
        async with journal_at() as journal:
            await _keep(journal, "before", 1)
            with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE")
                began = time.monotonic()
                keeping = asyncio.create_task(_keep(journal, "during", 2))
                ticks = 0
                while time.monotonic() < began + seconds:
                    await asyncio.sleep(0.02)
                    ticks += 1
                assert not keeping.done()
                other.execute("COMMIT")
            await keeping
            found = await journal.find("t", "during")
            assert found is not None
            return time.monotonic() - began, ticks

    waited, ticks = asyncio.run(run())
    assert seconds <= waited < seconds + 5
    assert ticks > seconds * 10, "the event loop stood still"


def test_a_lock_that_stays_is_an_error_with_what_to_do(journal_at) -> None:
    async def run() -> None:
        async with journal_at() as journal:
            await journal.stats()
            with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE")
                async with journal_at(wait_seconds=0.2) as waiting:
                    await waiting.claim("t", "key")

    with pytest.raises(StorageError, match="Another process keeps it locked") as caught:
        asyncio.run(run())
    assert caught.value.fix


def test_a_journal_cannot_lie_under_a_file(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")

    async def run() -> None:
        async with Journal(tmp_path / "home" / "journal.sqlite3") as journal:
            await journal.find("t", "key")

    with pytest.raises(StorageError) as caught:
        asyncio.run(run())
    assert "VERACITY_HOME" in caught.value.fix
    assert (tmp_path / "home").read_text() == "not a folder"


def test_blobs_cannot_lie_under_a_file(tmp_path: Path) -> None:
    (tmp_path / "blobs").write_text("not a folder")
    with pytest.raises(StorageError, match="cannot be written") as caught:
        Blobs(tmp_path / "blobs").put(b"content")
    assert "VERACITY_HOME" in caught.value.fix


def test_a_read_only_disk_is_an_error_with_what_to_do(disk) -> None:
    place = disk("size=1m")

    async def run() -> None:
        async with Journal(place / "journal.sqlite3") as journal:
            await journal.find("t", "key")

    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    with pytest.raises(StorageError) as caught:
        asyncio.run(run())
    assert "VERACITY_HOME" in caught.value.fix
    with pytest.raises(StorageError, match="Read-only"):
        Blobs(place / "blobs").put(b"content")


def test_a_disk_that_becomes_read_only_is_an_error_with_what_to_do(disk) -> None:
    place = disk("size=1m")

    async def make() -> None:
        async with Journal(place / "journal.sqlite3") as journal:
            await _keep(journal, "key", 1)

    async def use() -> None:
        async with Journal(place / "journal.sqlite3") as journal:
            await journal.claim("t", "other")

    asyncio.run(make())
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    with pytest.raises(StorageError) as caught:
        asyncio.run(use())
    assert "VERACITY_HOME" in caught.value.fix


@pytest.mark.parametrize("size", [1_000, 100_000], ids=["rows", "blobs"])
def test_on_a_full_disk_nothing_is_lost_and_nothing_is_half_written(disk, size: int) -> None:
    place = disk("size=1m")
    kept: list[int] = []

    def value(number: int) -> str:
        return f"{number} " + "x" * size

    async def fill() -> None:
        async with Journal(place / "journal.sqlite3") as journal:
            for number in range(2_000):
                await _keep(journal, f"{number}", value(number))
                kept.append(number)

    async def look(number: int) -> list[bool]:
        async with Journal(place / "journal.sqlite3") as journal:
            await _keep(journal, f"{number}", value(number))
            found = [await journal.find("t", f"{n}") for n in [*kept, number]]
            assert (await journal.stats()).leases == 0
            return [f is not None and f.reply.value == value(n) for n, f in enumerate(found)]

    with pytest.raises(StorageError) as caught:
        asyncio.run(fill())
    assert "space" in caught.value.fix
    assert len(kept) >= 5
    assert not list(place.glob("blobs/*/*.partial"))
    with closing(sqlite3.connect(place / "journal.sqlite3")) as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    subprocess.run(["mount", "-o", "remount,size=8m", str(place)], check=True)
    assert all(asyncio.run(look(len(kept))))
