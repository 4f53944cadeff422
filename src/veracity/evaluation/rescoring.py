"""Many cases of `rubric` under many parameters at once, from their judgments alone.

The arithmetic is that of `rules/logodds` and `rules/logodds_consensus`, over arrays. A tuning grid
has far fewer different values than points, so each step is done once for what it depends on:

    weights and ranks         on the exponents and basis weights
    masses and sum of push    on these and the discount (the scale is a factor of the push)
    leaves, medians, trees    on every dial, but no longer on documents

Nothing is asked: what is scored is what the cases' models said when they were asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from veracity.domain.claim import ClaimTree
from veracity.methods.rubric.record import RubricRecord
from veracity.methods.rubric.voices import scored, speaks
from veracity.rules.logodds import CONTESTED, DIGITS, EPSILON, SUPPORTED
from veracity.rules.logodds_parameters import Basis, Parameters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Integers: TypeAlias = NDArray[np.int64]

_BASES: tuple[Basis, ...] = ("finding", "mixed", "assertion")
_WEIGHING = ("quality_exp", "directness_exp", "basis_finding", "basis_mixed", "basis_assertion")


@dataclass(frozen=True, slots=True)
class _Case:
    """Where a case stands in the table."""

    tree: ClaimTree
    leaves: tuple[tuple[int, ...], ...]
    """For each leaf, the rows of its voices among the segments."""


@dataclass(frozen=True, slots=True)
class Table:
    """The judgments of many cases as columns, one row a document, voice and leaf.

    Rows of one segment (a voice on a leaf) lie together, in it those of one cluster, and in a
    cluster they are ordered by the document's id.
    """

    quality: Floats
    directness: Floats
    direction: Floats
    strength: Floats
    basis: Integers
    segment: Integers
    cluster: Integers
    segments: int
    cases: tuple[_Case, ...]


def tabulate(records: Sequence[RubricRecord]) -> Table:
    """The judgments of `records`, in their order. What may not decide is left out: it adds 0."""
    import numpy as np

    rows: list[tuple[float, float, int, float, int, int, int]] = []
    cases: list[_Case] = []
    segments = clusters = 0
    for record in records:
        models = sorted({judgment.model for judgment in record.judgments})
        leaves: list[tuple[int, ...]] = []
        for place, evidence in enumerate(record.leaves):
            judgments = [one for one in record.judgments if one.leaf == place]
            spoken: list[int] = []
            for model in models:
                if not speaks(evidence, judgments, model, place):
                    continue
                documents = [
                    one
                    for one in scored(evidence, judgments, model, record.clusters)
                    if one.decides
                ]
                documents.sort(key=lambda one: (one.cluster, one.document))
                last: str | None = None
                for one in documents:
                    clusters += one.cluster != last
                    last = one.cluster
                    rows.append(
                        (
                            one.quality,
                            one.directness,
                            one.direction,
                            one.strength,
                            _BASES.index(one.basis),
                            segments,
                            clusters,
                        )
                    )
                spoken.append(segments)
                segments += 1
            leaves.append(tuple(spoken))
        cases.append(_Case(tree=record.decomposed.tree, leaves=tuple(leaves)))
    columns = np.array(rows, dtype=np.float64).reshape(-1, 7).T
    return Table(
        quality=columns[0],
        directness=columns[1],
        direction=columns[2],
        strength=columns[3],
        basis=columns[4].astype(np.int64),
        segment=columns[5].astype(np.int64),
        cluster=columns[6].astype(np.int64),
        segments=segments,
        cases=tuple(cases),
    )


def rescore(table: Table, points: Sequence[Parameters]) -> Floats:
    """The probability of each case (columns) at each point (rows); NaN is insufficient evidence."""
    import numpy as np

    log_odds = np.empty((len(points), table.segments))
    sufficient = np.empty((len(points), table.segments), dtype=np.bool_)
    for rows, weighing in _groups(points, _WEIGHING):
        weights, ranks = _weigh(table, weighing)
        for inner, chosen in _groups([points[row] for row in rows], ("independence_discount",)):
            sums = _sums(table, weights, ranks, chosen.independence_discount)
            there = [rows[row] for row in inner]
            group = [points[row] for row in there]
            log_odds[there], sufficient[there] = _leaves(sums, group)
    found = [_tree(case, log_odds, sufficient) for case in table.cases]
    return np.stack(found, axis=1) if found else np.empty((len(points), 0))


@dataclass(frozen=True, slots=True)
class _Sums:
    """For each segment, over its documents."""

    supporting: Floats
    refuting: Floats
    mixed: Floats
    pushed: Floats
    """direction * strength * mass, without the scale."""


def _groups(
    points: Sequence[Parameters], dials: Sequence[str]
) -> list[tuple[list[int], Parameters]]:
    """The rows that agree on `dials`, with one point of each group."""
    groups: dict[tuple[float, ...], list[int]] = {}
    for row, point in enumerate(points):
        groups.setdefault(tuple(getattr(point, dial) for dial in dials), []).append(row)
    return [(rows, points[rows[0]]) for rows in groups.values()]


def _weigh(table: Table, point: Parameters) -> tuple[Floats, Integers]:
    """The weight of each row, and its rank in its cluster counted from 0."""
    import numpy as np

    basis = np.array([point.basis(one) for one in _BASES])
    weights = (
        table.quality**point.quality_exp
        * table.directness**point.directness_exp
        * basis[table.basis]
    )
    heavy = np.round(weights * table.strength, DIGITS)
    order = np.lexsort((-heavy, table.cluster))
    sorted_clusters = table.cluster[order]
    places = np.arange(len(order))
    opens = np.r_[True, sorted_clusters[1:] != sorted_clusters[:-1]][: len(order)]
    first = np.maximum.accumulate(np.where(opens, places, 0))
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = places - first
    return weights, ranks


def _sums(table: Table, weights: Floats, ranks: Integers, discount: float) -> _Sums:
    import numpy as np

    mass = weights * discount**ranks

    def added(values: Floats) -> Floats:
        summed = np.bincount(table.segment, weights=values, minlength=table.segments)
        return summed.astype(np.float64, copy=False)

    return _Sums(
        supporting=added(np.where(table.direction > 0, mass, 0.0)),
        refuting=added(np.where(table.direction < 0, mass, 0.0)),
        mixed=added(np.where(table.direction == 0, mass, 0.0)),
        pushed=added(table.direction * table.strength * mass),
    )


def _leaves(sums: _Sums, points: Sequence[Parameters]) -> tuple[Floats, NDArray[np.bool_]]:
    """Log-odds and sufficiency: one row a point, one column a segment."""
    import numpy as np

    def column(dial: str) -> Floats:
        return np.array([[getattr(point, dial)] for point in points], dtype=np.float64)

    prior = column("prior")
    directional = sums.supporting + sums.refuting
    held = column("contested_pull") * sums.mixed
    with np.errstate(over="ignore"):  # against next to no direction: infinite, and shrink is 0
        ratio = np.divide(held, directional, out=np.zeros_like(held), where=directional > 0)
    shrink = 1.0 / (1.0 + ratio)
    odds = np.log(prior) - np.log1p(-prior) + shrink * column("scale") * sums.pushed
    return odds, directional + sums.mixed >= column("mass_min") - EPSILON


def _tree(case: _Case, log_odds: Floats, sufficient: NDArray[np.bool_]) -> Floats:
    """The probability of one case at every point."""
    import numpy as np

    lows: list[Floats] = []
    highs: list[Floats] = []
    for spoken in case.leaves:
        voices = list(spoken)
        enough = sufficient[:, voices]
        known = 2 * enough.sum(axis=1) > len(voices)
        probability = _sigmoid(_median(log_odds[:, voices], enough))
        lows.append(np.where(known, probability, 0.0))
        highs.append(np.where(known, probability, 1.0))
    low, high = _combine(case.tree, iter(lows)), _combine(case.tree, iter(highs))
    settled = (low == high) | (low >= SUPPORTED - EPSILON)
    return np.where(settled, low, np.where(high <= CONTESTED + EPSILON, high, np.nan))


def _median(values: Floats, counted: NDArray[np.bool_]) -> Floats:
    """The median of each row over what is counted, 0 where nothing is."""
    import numpy as np

    count = counted.sum(axis=1)
    if values.shape[1] == 0:
        return np.zeros(len(values))
    ordered = np.sort(np.where(counted, values, np.inf), axis=1)
    rows = np.arange(len(values))
    lower, upper = np.maximum(count - 1, 0) // 2, count // 2
    upper = np.minimum(upper, values.shape[1] - 1)
    low, high = ordered[rows, lower], ordered[rows, upper]
    return np.where(count > 0, (low + high) / 2, 0.0)


def _combine(tree: ClaimTree, leaves: Iterator[Floats]) -> Floats:
    import numpy as np

    if tree.kind == "leaf":
        return next(leaves)
    children = np.stack([_combine(child, leaves) for child in tree.children])
    if tree.kind == "all_of":
        return np.prod(children, axis=0)
    return 1.0 - np.prod(1.0 - children, axis=0)


def _sigmoid(log_odds: Floats) -> Floats:
    import numpy as np

    power = np.exp(-np.abs(log_odds))
    return np.where(log_odds >= 0, 1.0, power) / (1.0 + power)
