"""What must hold between a look and the write that follows it, when another process is faster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from veracity.desk.blobs import Blobs
from veracity.desk.ledger import Lease, Ledger, Outcome
from veracity.domain.errors import StorageError
from veracity.domain.exchange import Reply, Request

ASKED = Request(kind="ask", provider="local")


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Ledger, Ledger]]:
    """Two connections to one journal, each with a holder of its own."""
    blobs = Blobs(tmp_path / "blobs")
    made = [Ledger(tmp_path / "journal.sqlite3", blobs, time.time) for _ in range(2)]
    yield made[0], made[1]
    for ledger in made:
        ledger.close()


def test_of_two_that_saw_no_lease_one_gets_it(two: tuple[Ledger, Ledger]) -> None:
    one, other = two
    assert isinstance(one.take("t", "key", 0, 30), Lease)
    assert other.take("t", "key", 0, 30) is None


def test_no_lease_is_given_when_the_reply_came_after_the_look(two: tuple[Ledger, Ledger]) -> None:
    one, other = two
    lease = one.take("t", "key", 0, 30)
    assert lease is not None
    one.record(lease, ASKED, Outcome(Reply(value=1), datetime.now(UTC), 0.1))
    assert other.take("t", "key", 0, 30) is None
    assert isinstance(other.take("t", "key", time.time() + 60, 30), Lease), "that reply is stale"


def test_a_renewed_lease_stays_with_who_took_it_over(two: tuple[Ledger, Ledger]) -> None:
    one, other = two
    hung = one.take("t", "key", 0, -1)
    assert hung is not None
    taken = other.take("t", "key", 0, -1)
    assert taken is not None
    one.renew([hung], 600)
    assert not one.is_held("t", "key")
    other.renew([taken], 600)
    assert one.is_held("t", "key")


def test_leases_of_a_holder_that_is_gone_are_free_and_its_file_is_swept(
    two: tuple[Ledger, Ledger], tmp_path: Path
) -> None:
    one, other = two
    assert one.take("t", "key", 0, 600) is not None
    assert other.is_held("t", "key")
    one.close()
    assert not other.is_held("t", "key")
    (tmp_path / "journal.sqlite3-holders" / "dead").touch()
    assert other.take("t", "key", 0, 600) is not None
    other.shrink()
    left = list((tmp_path / "journal.sqlite3-holders").iterdir())
    assert len(left) == 1, "the living holder's file"


def test_a_reply_that_cannot_be_written_whole_leaves_everything_as_it_was(
    two: tuple[Ledger, Ledger], tmp_path: Path
) -> None:
    one, other = two
    lease = one.take("t", "key", 0, 600)
    assert lease is not None
    large = Outcome(Reply(value="x" * 70_000), datetime.now(UTC), 0.1)
    (tmp_path / "blobs").write_text("in the way")
    with pytest.raises(StorageError):
        one.record(lease, ASKED, large)
    assert other.is_held("t", "key")
    (tmp_path / "blobs").unlink()
    one.record(lease, ASKED, large)
    found = other.find("t", "key", 0)
    assert found is not None
    assert found.reply == large.outcome
