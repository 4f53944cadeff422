"""Two runs over the same rows, row by row: is one of them better, or was it luck?

Only rows that both runs scored are compared. With b rows that only the first run got right and c
that only the second did, McNemar's exact test asks how often a fair coin thrown b + c times would
fall so unevenly:

    p = min(1, 2 * sum over k <= min(b, c) of C(b + c, k) / 2^(b + c))

(McNemar 1947; the exact form is the sign test, which holds for small b + c.) The difference of
each figure, second minus first, has a bootstrap interval in which the same groups of rows are drawn
for both runs, so that what makes a row hard weighs on both alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING

from veracity.domain.base import Frozen
from veracity.domain.errors import BadInput
from veracity.evaluation.answers import Answer
from veracity.evaluation.intervals import LEVEL, RESAMPLES, Interval
from veracity.evaluation.metrics import NAMES, Pair, confusion, measures

if TYPE_CHECKING:
    from veracity.evaluation.metrics import Floats
    from veracity.evaluation.report import Report, RowReport


class Difference(Frozen):
    """One figure of both runs over the rows they share. None where it is undefined."""

    first: float | None
    second: float | None
    delta: float | None
    """Second minus first."""
    interval: Interval
    """95%, of the delta."""


class Changed(Frozen):
    """A row that the runs answered differently."""

    set: str
    id: str
    gold: str
    first: str
    second: str
    first_path: str | None
    """Which rule or model decided."""
    second_path: str | None
    first_case: str | None
    second_case: str | None


class Compared(Frozen):
    """What two runs over the same rows have and do not have in common."""

    n: int
    """Rows that both scored."""
    left_out: int
    """Rows that only one of them has, or that a fault kept one of them from."""
    only_first_right: int
    only_second_right: int
    p: float
    """McNemar's exact test, two-sided: of equally many right answers."""
    figures: dict[str, Difference]
    changed: tuple[Changed, ...]
    """By set and id."""


def compare(first: Report, second: Report, *, seed: int = 0) -> Compared:
    """Compare two runs. Raises `BadInput` where they share no set or no scored row."""
    _same_sets(first, second)
    one, other = _scored(first), _scored(second)
    shared = sorted(one.keys() & other.keys())
    if not shared:
        raise BadInput(
            "The two runs have no scored row in common.",
            "Run both over the same rows, with the same --limit and --seed.",
        )
    if wrong := next((name for name in shared if one[name].label != other[name].label), None):
        raise BadInput(
            f"The runs read different gold answers for row {wrong[1]} of {wrong[0]}.",
            "Run both with the same version of the program.",
        )
    rows = [(one[name], other[name]) for name in shared]
    right = [(a.predicted == a.label, b.predicted == b.label) for a, b in rows]
    lost, won = right.count((True, False)), right.count((False, True))
    return Compared(
        n=len(rows),
        left_out=len({*_named(first), *_named(second)}) - len(rows),
        only_first_right=lost,
        only_second_right=won,
        p=mcnemar(lost, won),
        figures=_differences(rows, seed),
        changed=tuple(_changed(a, b) for a, b in rows if a.predicted != b.predicted),
    )


def mcnemar(lost: int, won: int) -> float:
    """The two-sided exact p of `lost` against `won` discordant rows. 1 where there is none."""
    thrown = lost + won
    tail = sum(comb(thrown, k) for k in range(min(lost, won) + 1))
    return min(1.0, 2 * tail / 2**thrown)


def _same_sets(first: Report, second: Report) -> None:
    digests = {name: one.dataset.sha256 for name, one in first.sets.items()}
    others = {name: one.dataset.sha256 for name, one in second.sets.items()}
    if not digests.keys() & others.keys():
        raise BadInput(
            f"The runs are over other sets: {', '.join(digests)} and {', '.join(others)}.",
            "Compare two reports over the same set.",
        )
    changed = [name for name in digests.keys() & others.keys() if digests[name] != others[name]]
    if changed:
        raise BadInput(
            f"The file of the set {min(changed)} changed between the runs.",
            "Run both over the same file.",
        )


def _named(report: Report) -> Iterable[tuple[str, str]]:
    return ((row.set, row.id) for row in report.rows)


def _scored(report: Report) -> Mapping[tuple[str, str], RowReport]:
    return {(row.set, row.id): row for row in report.rows if row.predicted is not None}


def _differences(rows: Sequence[tuple[RowReport, RowReport]], seed: int) -> dict[str, Difference]:
    import numpy as np

    groups: defaultdict[str, list[tuple[Pair, Pair]]] = defaultdict(list)
    for a, b in rows:
        groups[f"{a.set}\n{a.group or a.id}"].append((_pair(a), _pair(b)))
    names = sorted(groups)
    first = np.stack([confusion(pair for pair, _ in groups[name]) for name in names])
    second = np.stack([confusion(pair for _, pair in groups[name]) for name in names])
    size = len(names)
    equal = np.full(size, 1 / size)
    drawn = np.random.default_rng(seed).multinomial(size, equal, size=RESAMPLES).astype(np.float64)
    whole = measures(first.sum(axis=0)), measures(second.sum(axis=0))
    resampled = _measured(drawn, first), _measured(drawn, second)
    return {
        name: _difference(
            float(whole[0][name]), float(whole[1][name]), resampled[1][name] - resampled[0][name]
        )
        for name in NAMES
    }


def _measured(drawn: Floats, counts: Floats) -> dict[str, Floats]:
    flat = counts.reshape(len(counts), -1)
    return measures((drawn @ flat).reshape(len(drawn), *counts.shape[1:]))


def _difference(first: float, second: float, deltas: Floats) -> Difference:
    import numpy as np

    defined = deltas[~np.isnan(deltas)]
    tail = (1 - LEVEL) / 2
    bounds = np.quantile(defined, (tail, 1 - tail)) if defined.size else None
    return Difference(
        first=_known(first),
        second=_known(second),
        delta=_known(second - first),
        interval=None if bounds is None else (float(bounds[0]), float(bounds[1])),
    )


def _known(value: float) -> float | None:
    return None if value != value else value  # NaN is the only number that differs from itself


def _pair(row: RowReport) -> Pair:
    return Answer(row.label), Answer(row.predicted)


def _changed(first: RowReport, second: RowReport) -> Changed:
    assert first.predicted is not None
    assert second.predicted is not None
    return Changed(
        set=first.set,
        id=first.id,
        gold=first.label,
        first=first.predicted,
        second=second.predicted,
        first_path=first.path,
        second_path=second.path,
        first_case=first.case,
        second_case=second.case,
    )
