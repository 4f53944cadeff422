"""The index of what was judged lately: reused when it is the same, and never in the way."""

from __future__ import annotations

import multiprocessing
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from veracity.domain.case import Case
from veracity.domain.claim import Claim, Submission
from veracity.domain.errors import BadInput
from veracity.domain.exchange import Exchange, Failure, FailureKind, Reply, Request
from veracity.domain.verdict import Bucket, Lens, Verdict
from veracity.methods.refute.record import RefuteDials, RefuteRecord
from veracity.publish.casebook import FILE, Casebook, within
from veracity.publish.casefile import keep

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
ASKED = {"votes": 3, "models": ["local:small"]}


def claim(text: str = "The ferry takes bicycles.", **fields: Any) -> Claim:
    return Claim.whole(Submission(text=text, **fields))


def a_case(text: str = "The ferry takes bicycles.", *, failed: bool = False) -> Case:
    request = Request(kind="ask", provider="local", inputs={"claim": text})
    outcome: dict[str, Any] = {"reply": Reply(value="yes")}
    if failed:
        outcome = {"failure": Failure(kind=FailureKind.TIMEOUT, message="too slow")}
    verdict = Verdict(
        method="refute",
        label="killed",
        bucket=Bucket.UNVERIFIABLE,
        lens=Lens.LENIENT,
        confidence=0.5,
        path="votes:killed",
        explanation="Killed.",
    )
    return Case.close(
        made_by="veracity test",
        method="refute",
        method_version=1,
        submission=Submission(text=text),
        claim=claim(text),
        exchanges=(Exchange(request=request, asked_at=NOW, seconds=0.1, **outcome),),
        record=RefuteRecord(claim=claim(text)),
        dials=RefuteDials(),
        verdict=verdict,
    )


@pytest.fixture
def book(tmp_path: Path) -> Casebook:
    return Casebook(tmp_path / FILE, wait_seconds=0.2)


def written(book: Casebook, tmp_path: Path, case: Case | None = None) -> Path:
    case = case or a_case()
    place = keep(case, tmp_path / "cases" / f"{case.seal[7:15]}.json")
    assert book.remember(case, place, ASKED, NOW)
    return place


def recent(book: Casebook, about: Claim | None = None, **changes: Any) -> Path | None:
    how: dict[str, Any] = {"method": "refute", "version": 1, "asked": ASKED, **changes}
    now, span = how.pop("now", NOW + timedelta(hours=1)), how.pop("within", DAY)
    return book.recent(about or claim(), **how, now=now, within=span)


def test_the_same_check_is_found_again(book: Casebook, tmp_path: Path) -> None:
    assert recent(book) is None
    place = written(book, tmp_path)
    assert recent(book) == place
    assert recent(book, claim("  The ferry\n takes bicycles ")) == place


@pytest.mark.parametrize(
    "change",
    [
        {"about": claim("The ferry takes no bicycles.")},
        {"about": claim("The Ferry takes bicycles.")},  # letters keep their case
        {"about": claim(origin="https://ostrana.example/ferry")},
        {"about": claim(speaker="The harbor master")},
        {"method": "panel"},
        {"version": 2},
        {"asked": {**ASKED, "votes": 5}},
        {"asked": {**ASKED, "as_of": "2020-01-01"}},
        {"now": NOW + timedelta(hours=25)},
        {"now": NOW - timedelta(hours=1)},  # made in what is still the future
        {"within": timedelta(minutes=30)},
    ],
)
def test_another_check_is_not(book: Casebook, tmp_path: Path, change: dict[str, Any]) -> None:
    written(book, tmp_path)
    assert recent(book, **change) is None


def test_a_day_ends_after_twenty_four_hours(book: Casebook, tmp_path: Path) -> None:
    place = written(book, tmp_path)
    assert recent(book, now=NOW + DAY) == place
    assert recent(book, now=NOW + DAY + timedelta(seconds=1)) is None


def test_a_case_with_a_fault_in_it_is_never_reused(book: Casebook, tmp_path: Path) -> None:
    case = a_case(failed=True)
    assert not book.remember(case, keep(case, tmp_path / "case.json"), ASKED, NOW)
    assert recent(book) is None


def test_a_case_file_that_is_gone_or_changed_is_not_reused(book: Casebook, tmp_path: Path) -> None:
    place = written(book, tmp_path)
    whole = place.read_bytes()
    place.write_bytes(whole.replace(b"Killed.", b"Killer."))
    assert recent(book) is None
    place.write_bytes(b"{}")
    assert recent(book) is None
    keep(a_case("Something else was claimed."), place)  # whole, but another claim's
    assert recent(book) is None
    place.unlink()
    assert recent(book) is None
    place.write_bytes(whole)
    assert recent(book) == place


def test_an_older_case_serves_when_the_latest_is_gone(book: Casebook, tmp_path: Path) -> None:
    older = written(book, tmp_path)
    later = a_case()
    later = later.model_copy(update={"seal": "sha256:later"})
    assert book.remember(later, tmp_path / "later.json", ASKED, NOW + timedelta(minutes=5))
    assert recent(book) == older


@pytest.mark.parametrize("content", [b"not a database at all" * 99, b"SQLite format 3\x00" * 99])
def test_a_damaged_index_is_made_anew(book: Casebook, tmp_path: Path, content: bytes) -> None:
    written(book, tmp_path)
    for file in tmp_path.glob(f"{FILE}*"):
        file.unlink()
    (tmp_path / FILE).write_bytes(content)
    assert recent(book) is None
    place = written(book, tmp_path)
    assert recent(book) == place


def test_an_index_that_cannot_be_used_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    book = Casebook(tmp_path / "file" / FILE)
    assert not book.remember(a_case(), tmp_path / "case.json", ASKED, NOW)
    assert recent(book) is None


def test_a_locked_index_is_not_waited_for(book: Casebook, tmp_path: Path) -> None:
    place = written(book, tmp_path)
    holder = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        assert not book.remember(a_case("It rains."), place, ASKED, NOW)
        assert recent(book) is None
    finally:
        holder.close()
    assert recent(book) == place


def test_old_lines_are_dropped(book: Casebook, tmp_path: Path) -> None:
    written(book, tmp_path)
    later = a_case("It rains.")
    place = keep(later, tmp_path / "later.json")
    assert book.remember(later, place, ASKED, NOW + timedelta(days=91))
    with sqlite3.connect(tmp_path / FILE) as index:
        assert index.execute("SELECT count(*) FROM judged").fetchone() == (1,)


COUNT = 20


def remember_many(folder: Path, name: str) -> None:
    """What each of two processes does: all of its claims, one after the other."""
    book = Casebook(folder / FILE, wait_seconds=30)
    for number in range(COUNT):
        case = a_case(f"The ferry {name} takes {number} bicycles.")
        assert book.remember(case, keep(case, folder / f"{name}{number}.json"), ASKED, NOW)


def test_two_processes_write_one_index(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=remember_many, args=(tmp_path, n)) for n in ("a", "b")]
    for process in processes:
        process.start()
    for process in processes:
        process.join(timeout=60)
    assert [process.exitcode for process in processes] == [0, 0]
    book = Casebook(tmp_path / FILE)
    for name in ("a", "b"):
        for number in range(COUNT):
            about = claim(f"The ferry {name} takes {number} bicycles.")
            assert recent(book, about) == tmp_path / f"{name}{number}.json"


def test_two_processes_replace_one_damaged_index(tmp_path: Path) -> None:
    """Neither raises, whoever comes first, and the index is whole afterwards."""
    (tmp_path / FILE).write_bytes(b"damaged" * 1000)
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=look_and_write, args=(tmp_path, n)) for n in ("a", "b")]
    for process in processes:
        process.start()
    for process in processes:
        process.join(timeout=60)
    assert [process.exitcode for process in processes] == [0, 0]
    book = Casebook(tmp_path / FILE)
    place = written(book, tmp_path)
    assert recent(book) == place


def look_and_write(folder: Path, name: str) -> None:
    book = Casebook(folder / FILE, wait_seconds=30)
    for number in range(5):
        case = a_case(f"The ferry {name} takes {number} bicycles.")
        recent(book, case.claim)
        book.remember(case, keep(case, folder / f"{name}{number}.json"), ASKED, NOW)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("24h", 86_400), ("30m", 1800), ("2d", 172_800), ("90s", 90), (" 1H ", 3600)],
)
def test_lengths_of_time(text: str, seconds: int) -> None:
    assert within(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "24", "h", "0h", "-1h", "1.5h", "24 h", "1w", "9999999d"])
def test_what_is_no_length_of_time_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="length of time"):
        within(text)
