"""Judges every row of one or more sets, by the path that `veracity check` takes, and scores them.

A run that was stopped goes on where it was: the journal answers what it was told before, so a
second run with the same sets costs only what is missing, and one that is complete costs no call.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from veracity.domain.case import Case
from veracity.domain.errors import BadInput, VeracityError
from veracity.evaluation.dataset import Dataset, Row
from veracity.evaluation.outcomes import Outcome, broken, judged
from veracity.evaluation.report import Report, Run
from veracity.evaluation.scoring import report
from veracity.newsroom.orders import How, Judged, Order


class Judge(Protocol):
    """Who judges a claim: a `Newsroom`, or a stand-in."""

    async def judge(self, order: Order, how: How) -> Judged:
        """Judge one claim and keep its case."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """How the rows are to be judged."""

    method: str = "routed"
    dials: Mapping[str, Any] = field(default_factory=dict[str, Any])
    closed: bool = False
    """Each row is judged against its own evidence alone; else against the archive."""
    as_of: date | None = None
    fresh: bool = False
    concurrency: int = 1
    """Rows in work at once. One by one a row's seconds are those of a claim alone; a local model
    gains little from more, a hosted one much."""
    cases: Path | None = None
    """Folder for the cases, one a row, in a folder for each set; None keeps them in the home."""

    def how(self, row: Row) -> How:
        """How this row is to be judged: as of its own day where the plan names none."""
        return How(
            method=self.method,
            dials=self.dials,
            evidence=row.evidence if self.closed else None,
            as_of=self.as_of or row.as_of,
            fresh=self.fresh,
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """How far a run is."""

    done: int
    total: int
    errors: int
    accuracy: float | None
    """Over the rows scored so far; None before the first."""


Watcher: TypeAlias = Callable[[Tally], None]


async def run(
    sets: Sequence[Dataset], newsroom: Judge, plan: Plan, watch: Watcher | None = None
) -> Report:
    """Judge and score all rows of `sets`.

    A fault of a model or a search, or a defect that one claim meets, is counted as an error of its
    row and the others go on. Raises what the caller has to put right (a dial that does not exist, a
    full disk, `BadInput` for two sets of one name), and stops then.
    """
    names = [dataset.name for dataset in sets]
    if not names or len(set(names)) != len(names):
        raise BadInput("Sets are told apart by their file names.", "Give each file once.")
    if plan.concurrency < 1:
        raise BadInput("At least one row has to be in work.", "Give a concurrency of 1 or more.")
    work = [
        (dataset.name, index, row) for dataset in sets for index, row in enumerate(dataset.rows)
    ]
    tracker = _Tracker(total=len(work), watch=watch)
    told = _Told()
    outcomes: list[Outcome | None] = [None] * len(work)
    waiting = iter(range(len(work)))

    async def worker() -> None:
        for place in waiting:  # One iterator for all workers: each row is taken once.
            outcomes[place] = outcome = await _judge(newsroom, plan, *work[place], told)
            tracker.add(outcome)

    await _together(worker, min(plan.concurrency, len(work)))
    done = [outcome for outcome in outcomes if outcome is not None]
    return report(told.run(plan), sets, done)


async def _together(worker: Callable[[], Any], count: int) -> None:
    """Run `count` workers. The first fault stops them all, and is raised as it is."""
    tasks = [asyncio.ensure_future(worker()) for _ in range(count)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _judge(
    newsroom: Judge, plan: Plan, name: str, index: int, row: Row, told: _Told
) -> Outcome:
    began = time.perf_counter()
    order = Order(
        submission=row.submission,
        place=None if plan.cases is None else plan.cases / name / f"{index + 1:05d}.json",
    )
    try:
        done = await newsroom.judge(order, plan.how(row))
    except VeracityError:
        raise
    except Exception as fault:  # A defect met by one claim is recorded; the others go on.
        return broken(name, row, fault, time.perf_counter() - began)
    told.learn(done.case)
    seconds = time.perf_counter() - began
    return judged(name, row, done.case, seconds, reused=done.reused)


@dataclass(slots=True)
class _Told:
    """What the cases say of how they were made."""

    made_by: str = ""
    dials: dict[str, Any] = field(default_factory=dict[str, Any])
    asked: set[str] = field(default_factory=set[str])
    prompts: dict[str, str] = field(default_factory=dict[str, str])

    def learn(self, case: Case) -> None:
        """Take over what is the same for every case of a run, and the models that were asked."""
        self.made_by = case.made_by
        # `given` names the evidence of one row alone.
        self.dials = {name: value for name, value in case.dials.items() if name != "given"}
        self.asked |= {
            exchange.request.model
            for exchange in case.exchanges
            if exchange.request.kind == "ask" and exchange.request.model is not None
        }

        self.prompts |= {prompt.id: prompt.digest for prompt in case.prompts}

    def run(self, plan: Plan) -> Run:
        """How the rows were judged."""
        return Run(
            made_by=self.made_by,
            method=plan.method,
            model=self.dials.get("model"),
            asked=tuple(sorted(self.asked)),
            prompts=dict(sorted(self.prompts.items())),
            closed=plan.closed,
            as_of=plan.as_of,
            concurrency=plan.concurrency,
            dials=self.dials,
            changed=dict(plan.dials),
        )


@dataclass(slots=True)
class _Tracker:
    """Counts while the run goes on."""

    total: int
    watch: Watcher | None
    done: int = 0
    errors: int = 0
    right: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count one row, and tell whoever watches."""
        self.done += 1
        self.errors += outcome.predicted is None
        self.right += outcome.predicted is outcome.row.gold
        if self.watch is None:
            return
        scored = self.done - self.errors
        accuracy = self.right / scored if scored else None
        self.watch(Tally(self.done, self.total, self.errors, accuracy))
