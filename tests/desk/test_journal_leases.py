from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from veracity.desk.journal import FencedOff, Held, Lease, Recorded
from veracity.domain.errors import StorageError
from veracity.domain.exchange import Failure, FailureKind, Reply, Request, Usage

ASKED = Request(kind="ask", provider="local", inputs={"n": 1})
KEY = ASKED.key
AT = {"asked_at": datetime(2026, 3, 1, tzinfo=UTC), "seconds": 0.5}
REPLY = Reply(
    value={"é": [1, 2.5, None]}, usage=Usage(input_tokens=3, output_tokens=4, cost=Decimal("0.1"))
)
FAILURE = Failure(kind=FailureKind.TIMEOUT, message="slow", usage=Usage(cost=Decimal("0.2")))


def test_a_reply_takes_the_place_of_its_lease(journal_at) -> None:
    async def run():
        async with journal_at() as journal, journal_at() as other:
            lease = await journal.claim("t", KEY)
            held = await other.claim("t", KEY)
            await journal.complete(lease, ASKED, REPLY, **AT)
            return lease, held, await other.claim("t", KEY), await other.stats()

    lease, held, recorded, stats = asyncio.run(run())
    assert isinstance(lease, Lease)
    assert isinstance(held, Held)
    assert recorded == Recorded(REPLY, AT["asked_at"], 0.5)
    assert (stats.replies, stats.leases, stats.cost) == ({"ask": 1}, 0, Decimal("0.1"))


def test_a_failure_is_kept_and_never_given_out(journal_at) -> None:
    async def run():
        async with journal_at() as journal:
            for _ in range(2):
                await journal.fail(await journal.acquire("t", KEY), ASKED, FAILURE, **AT)
            return await journal.find("t", KEY), await journal.stats()

    found, stats = asyncio.run(run())
    assert found is None
    assert (stats.failures, stats.replies, stats.leases) == ({"timeout": 2}, {}, 0)
    assert stats.cost == Decimal("0.4")


def test_tokens_only_grow(journal_at) -> None:
    async def run():
        tokens = []
        for number in range(6):
            async with journal_at() as journal:
                lease = await journal.acquire("t", f"key {number % 2}")
                tokens.append(lease.token)
                await journal.release(lease)
                await journal.prune()
        return tokens

    tokens = asyncio.run(run())
    assert tokens == sorted(set(tokens))


def test_a_silent_holder_loses_its_lease_and_its_late_reply_is_refused(journal_at) -> None:
    async def run():
        now = 1e9
        # A lease of 1,000 s is renewed every 333 s of real time, so never in this test.
        options = {"lease_seconds": 1000.0, "clock": lambda: now}
        async with journal_at(**options) as hung, journal_at(**options) as other:
            first = await hung.claim("t", KEY)
            now += 999
            assert isinstance(await other.claim("t", KEY), Held)
            now += 2
            second = await other.claim("t", KEY)
            with pytest.raises(FencedOff, match=f"token {first.token} is not the newest"):
                await hung.complete(first, ASKED, Reply(value="late"), **AT)
            with pytest.raises(FencedOff):
                await hung.fail(first, ASKED, FAILURE, **AT)
            await hung.release(first)
            await other.complete(second, ASKED, REPLY, **AT)
            with pytest.raises(FencedOff):
                await hung.complete(first, ASKED, Reply(value="later still"), **AT)
            return first, second, await hung.find("t", KEY), await hung.stats()

    first, second, found, stats = asyncio.run(run())
    assert second.token > first.token
    assert found.reply == REPLY
    assert stats.failures == {}


def test_a_holder_that_lives_keeps_its_lease(journal_at) -> None:
    async def run():
        async with journal_at(lease_seconds=1.5) as journal, journal_at() as other:
            lease = await journal.claim("t", KEY)
            for _ in range(10):
                await asyncio.sleep(0.2)
                assert isinstance(await other.claim("t", KEY), Held)
            await journal.complete(lease, ASKED, REPLY, **AT)

    asyncio.run(run())


def test_a_call_that_never_ends_keeps_its_lease_no_longer_than_it_was_to_hold(journal_at) -> None:
    async def run():
        async with journal_at(lease_seconds=0.3) as journal, journal_at() as other:
            await journal.claim("t", KEY, hold_seconds=0.2)
            async with asyncio.timeout(10):
                return await other.acquire("t", KEY)

    assert isinstance(asyncio.run(run()), Lease)


def test_closing_gives_the_leases_back(journal_at) -> None:
    async def run():
        async with journal_at() as journal:
            await journal.claim("t", KEY)
        async with journal_at() as other:
            return await other.claim("t", KEY)

    assert isinstance(asyncio.run(run()), Lease)


def test_prune_by_age_and_kind(journal_at) -> None:
    async def run():
        now = 1e9
        made = []
        async with journal_at(clock=lambda: now) as journal:
            for age in (0, 10):
                now = 1e9 + age * 86_400
                lease = await journal.acquire("t", f"reply {age}")
                await journal.complete(lease, ASKED, REPLY, **AT)
                lease = await journal.acquire("t", f"failure {age}")
                await journal.fail(lease, ASKED, FAILURE, **AT)
            now = 1e9 + 11 * 86_400
            held = await journal.acquire("t", "held")
            week = timedelta(days=7)
            made.append(await journal.prune(older_than=week, failures_only=True))
            made.append(await journal.prune(older_than=week))
            made.append(await journal.prune(failures_only=True))
            left = await journal.stats()
            await journal.complete(held, ASKED, REPLY, **AT)
        return [(p.replies, p.failures) for p in made], left

    pruned, left = asyncio.run(run())
    assert pruned == [(0, 1), (1, 0), (0, 1)]
    assert (left.replies, left.failures, left.leases) == ({"ask": 1}, {}, 1)


def test_large_replies_lie_in_the_blob_store_once(journal_at) -> None:
    large = Reply(value="x" * 70_000)

    async def run():
        async with journal_at() as journal:
            for key in ("one", "other"):
                await journal.complete(await journal.acquire("t", key), ASKED, large, **AT)
            found = await journal.find("t", "other")
            return found, await journal.stats()

    found, stats = asyncio.run(run())
    assert found.reply == large
    assert (stats.blobs, stats.blob_bytes) == (1, 70_002)


def test_prune_removes_blobs_that_no_reply_names(journal_at) -> None:
    async def run():
        async with journal_at() as journal:
            page, loose = journal.blobs.put(b"<html>"), journal.blobs.put(b"loose")
            fetched = Reply(value={"blob": page, "text": "x" * 70_000})
            await journal.complete(await journal.acquire("t", KEY), ASKED, fetched, **AT)
            young = await journal.prune(older_than=timedelta(days=1))
            kept = await journal.prune(older_than=timedelta(days=1), idle=timedelta(0))
            left = page in journal.blobs, loose in journal.blobs, await journal.find("t", KEY)
            rest = await journal.prune(idle=timedelta(0))
            return young.blobs, kept.blobs, left, rest.blobs, list(journal.blobs.digests())

    young, kept, left, rest, digests = asyncio.run(run())
    assert (young, kept) == (0, 1)
    assert left[:2] == (True, False)
    assert left[2] is not None
    assert (rest, digests) == (2, [])


@pytest.mark.parametrize("damage", ["missing", "changed"])
def test_a_reply_whose_blob_is_damaged_is_asked_again(journal_at, damage) -> None:
    large = Reply(value="x" * 70_000)

    async def run():
        async with journal_at() as journal:
            await journal.complete(await journal.acquire("t", KEY), ASKED, large, **AT)
            place = journal.blobs.path(next(iter(journal.blobs.digests())))
            if damage == "missing":
                place.unlink()
            else:
                place.write_bytes(place.read_bytes().replace(b"x", b"y"))
            lease = await journal.acquire("t", KEY)
            assert isinstance(lease, Lease)
            await journal.complete(lease, ASKED, large, **AT)
            return await journal.find("t", KEY)

    assert asyncio.run(run()).reply == large


def test_a_newer_schema_is_refused(journal_at) -> None:
    async def run():
        async with journal_at() as journal:
            await journal.stats()
        with closing(sqlite3.connect(journal.path)) as rows, rows:
            rows.execute("UPDATE schema SET version = 99")
        async with journal_at() as journal:
            await journal.stats()

    with pytest.raises(StorageError, match=r"newer Veracity \(schema 99") as caught:
        asyncio.run(run())
    assert "Update" in caught.value.fix


def test_a_file_that_is_no_journal_is_refused_and_kept(journal_at) -> None:
    async def run():
        journal = journal_at()
        journal.path.parent.mkdir()
        journal.path.write_bytes(b"my notes, which matter to me\n" * 100)
        async with journal:
            with pytest.raises(StorageError, match="not a database"):
                await journal.stats()
        return journal.path.read_bytes()

    assert asyncio.run(run()).startswith(b"my notes")


def test_a_closed_journal_says_so(journal_at) -> None:
    async def run():
        journal = journal_at()
        await journal.close()
        await journal.close()
        await journal.find("t", KEY)

    with pytest.raises(StorageError, match="closed"):
        asyncio.run(run())
