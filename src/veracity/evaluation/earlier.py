"""What claims took so far: medians over the cases that a home keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from veracity.domain.case import Case
from veracity.domain.errors import VeracityError
from veracity.publish.casefile import load
from veracity.publish.row import cost

NEWEST = 200
"""Files that are read, the newest first."""
ENOUGH = 5
"""Cases of a method below which nothing is said of it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What one claim took. What the journal answered is not counted: it took nothing."""

    asks: float
    searches: float
    fetches: float
    tokens: float
    """Of prompts and replies."""
    usd: float
    """US dollars."""
    seconds: float
    """The sum over what was asked, as if one had waited for the other."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What the earlier cases of one method took."""

    cases: int
    typical: Taken
    """The median of each figure."""
    slowest: float
    """Seconds of the case that took longest."""


def earlier_cases(folder: Path) -> dict[str, Earlier]:
    """What claims took by each method of which `folder` has enough cases.

    A case for which nothing new was asked says nothing of a new claim and is left out, and so is a
    file that cannot be read as a case. A folder that is not there holds none.
    """
    taken: dict[str, list[Taken]] = {}
    for case in _newest(folder):
        one = _taken(case)
        if one.asks or one.searches or one.fetches:
            taken.setdefault(case.method, []).append(one)
    return {method: _earlier(many) for method, many in taken.items() if len(many) >= ENOUGH}


def _newest(folder: Path) -> Iterator[Case]:
    aged: list[tuple[float, Path]] = []
    for place in folder.glob("*.json"):
        try:
            aged.append((place.stat().st_mtime, place))
        except OSError:  # It went away meanwhile.
            continue
    for _, place in sorted(aged, reverse=True)[:NEWEST]:
        try:
            yield load(place)
        except VeracityError:
            continue


def _taken(case: Case) -> Taken:
    made = [exchange for exchange in case.exchanges if not exchange.reused]
    kinds = [exchange.request.kind for exchange in made]
    usages = [exchange.outcome.usage for exchange in made]
    return Taken(
        asks=kinds.count("ask"),
        searches=kinds.count("search"),
        fetches=kinds.count("fetch"),
        tokens=sum(usage.input_tokens + usage.output_tokens for usage in usages),
        usd=float(cost(case)),
        seconds=sum(exchange.seconds for exchange in made),
    )


def _earlier(many: Sequence[Taken]) -> Earlier:
    return Earlier(
        cases=len(many),
        typical=Taken(
            asks=median(one.asks for one in many),
            searches=median(one.searches for one in many),
            fetches=median(one.fetches for one in many),
            tokens=median(one.tokens for one in many),
            usd=median(one.usd for one in many),
            seconds=median(one.seconds for one in many),
        ),
        slowest=max(one.seconds for one in many),
    )
