"""The time budget of refuters, through the desk that keeps it: what is late is an abstention."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from tests.methods.test_refute import BOTH, MODEL, REFUTES, angle_of, claim, output
from veracity.desk.journal import Journal
from veracity.desk.live import LiveDesk
from veracity.desk.replay import ReplayDesk
from veracity.domain.canonical import plain
from veracity.domain.exchange import Exchange, Failure, Reply, Request
from veracity.methods.refute import decide, gather
from veracity.methods.refute.record import RefuteDials, RefuteRecord

# A half second for the searches' words and one and a half for the vote; late is far beyond both.
DIALS = RefuteDials(models=(MODEL,), time_budget_seconds=2)
LATE = 60.0


class Archive:
    name = "archive"
    concurrency = 4

    async def answer(self, request: Request) -> Reply | Failure:
        return Reply(value="one" if request.kind == "state" else plain(BOTH))


class Model:
    """Answers at once, but votes late from the angles named in `late`."""

    name = "local"
    concurrency = 8

    def __init__(self, late: set[str], *, writes_late: bool = False) -> None:
        self._late = late
        self._writes_late = writes_late

    async def answer(self, request: Request) -> Reply | Failure:
        assert request.prompt is not None
        writing = request.prompt.id == "refute_queries"
        if self._writes_late if writing else angle_of(request) in self._late:
            await asyncio.sleep(LATE)
        return Reply(value={"queries": []} if writing else REFUTES)


def run(
    folder: Path, model: Model, dials: RefuteDials = DIALS
) -> tuple[RefuteRecord, tuple[Exchange, ...]]:
    async def live() -> tuple[RefuteRecord, tuple[Exchange, ...]]:
        async with Journal(folder / "journal.sqlite3") as journal:
            desk = LiveDesk([model, Archive()], journal)
            opened = desk.open_claim()
            record = await gather(claim(), opened, dials)
            await desk.close()
            return record, opened.exchanges

    record, exchanges = asyncio.run(live())
    again = asyncio.run(gather(claim(), ReplayDesk(exchanges), dials))
    assert plain(again) == plain(record)
    return record, exchanges


def told(record: RefuteRecord) -> Any:
    return output(decide(record, DIALS))


def test_a_refuter_that_is_late_abstains_and_the_others_decide(tmp_path: Path) -> None:
    began = time.monotonic()
    record, _ = run(tmp_path, Model({"scope"}))
    assert time.monotonic() - began < LATE / 2
    counted = told(record)
    assert (counted.verdict, counted.refute_count, counted.abstentions) == ("killed", 2, 1)
    assert counted.vote_breakdown[2].evidence == "Abstained: No answer within 1.5 seconds."


def test_when_fewer_than_two_are_in_time_it_is_inconclusive(tmp_path: Path) -> None:
    counted = told(run(tmp_path, Model({"scope", "roles"}))[0])
    assert (counted.verdict, counted.refute_count, counted.abstentions) == ("inconclusive", 1, 2)


def test_searches_that_are_written_late_are_done_without(tmp_path: Path) -> None:
    record, exchanges = run(tmp_path, Model(set(), writes_late=True))
    assert told(record).verdict == "killed"
    late = [e.failure.message for e in exchanges if e.failure is not None]
    assert late == ["No answer within 0.5 seconds."] * 3
