"""How rankings become one ranking, and what a source's tier and age weigh in it.

Reciprocal Rank Fusion (Cormack, Clarke and Büttcher, SIGIR 2009): fused = sum of 1 / (k + rank)
over the rankings that have the passage, with k = 60. It looks at ranks alone, so scores on
different scales never meet. Then

    final = fused * tier weight * recency weight

Equal finals are ordered by the passage's id, so that one archive always gives one order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from veracity.domain.evidence import Tier

K = 60
TRUSTED_WEIGHT = 1.0
OTHER_WEIGHT = 0.6
TRUSTED = frozenset(Tier) - {Tier.OTHER}

RECENCY = ((7, 1.0), (30, 0.85), (90, 0.7), (180, 0.55), (365, 0.35))
"""Age in days and weight. Straight lines join the points; before the first and beyond the last the
weight does not change."""
UNDATED_WEIGHT = 0.55
"""A document without a date weighs like one that is half a year old: it may be new, nothing shows
it."""


LEAST_SHARE_OF_BEST = 0.5
"""Of the closest passage's similarity. Less than that is no evidence beside it."""


def reciprocal_rank(ranks: Iterable[int | None], k: int = K) -> float:
    """Sum of 1 / (k + rank). Ranks count from 1; None is a ranking without the passage."""
    return math.fsum(1.0 / (k + rank) for rank in ranks if rank is not None)


def tier_weight(tier: Tier) -> float:
    """1.0 for a trusted tier, 0.6 for any other source."""
    return TRUSTED_WEIGHT if tier in TRUSTED else OTHER_WEIGHT


def recency_weight(published: date | None, today: date, *, standing: bool = False) -> float:
    """1.0 in the first week, down to 0.35 after a year. Standing facts do not age.

    `today` is the day the question is asked for. What is dated later than that weighs like new.
    """
    if standing:
        return 1.0
    if published is None:
        return UNDATED_WEIGHT
    age = (today - published).days
    first, last = RECENCY[0], RECENCY[-1]
    if age <= first[0]:
        return first[1]
    for (younger, heavy), (older, light) in pairwise(RECENCY):
        if age <= older:
            return heavy + (light - heavy) * (age - younger) / (older - younger)
    return last[1]


@dataclass(frozen=True, slots=True)
class Weights:
    """What a passage's ranks, source and age come to."""

    fused: float
    tier: float
    recency: float

    @property
    def final(self) -> float:
        """fused * tier weight * recency weight."""
        return self.fused * self.tier * self.recency


def weights(
    ranks: Iterable[int | None],
    tier: Tier,
    published: date | None,
    today: date,
    *,
    standing: bool = False,
) -> Weights:
    """Fuse the ranks of a passage and weigh its source's tier and its age."""
    return Weights(
        fused=reciprocal_rank(ranks),
        tier=tier_weight(tier),
        recency=recency_weight(published, today, standing=standing),
    )


def order(passage_id: str, weighed: Weights) -> tuple[float, str]:
    """Sort key: best final score first, then by id."""
    return (-weighed.final, passage_id)


def relevant(rows: Mapping[int, tuple[float | None, int | None]]) -> frozenset[int]:
    """The rows that may be evidence, given the similarity and the keyword rank of each.

    A row stays when it is at least half as similar to the query as the closest one is, or when it
    is the first by keywords, or when no row has a similarity. Weights compare sources that answer
    a question: without this a standing fact that shares a word with the query, and does not age,
    would outweigh last year's article that answers it.
    """
    known = [near for near, _ in rows.values() if near is not None]
    if not known:
        return frozenset(rows)
    least = LEAST_SHARE_OF_BEST * max(known)
    return frozenset(
        row
        for row, (near, rank) in rows.items()
        if rank == 1 or (near is not None and near >= least)
    )


def share(ranked: Sequence[tuple[int, int | None]], places: int, named: int) -> list[int]:
    """The rows that get one of `places`, best first.

    `ranked` has a row and its subject (None for prose), best first; `named` is how many subjects
    the query names. While others have rows left no subject gets more than its equal share, because
    a query about one subject that mentions another is easily answered by the other's entries alone.
    """
    most = math.ceil(places / max(named, 1))
    taken: list[int] = []
    held: dict[int, int] = {}
    for row, subject in ranked:
        if len(taken) == places:
            break
        if subject is not None and held.get(subject, 0) >= most:
            continue
        taken.append(row)
        if subject is not None:
            held[subject] = held.get(subject, 0) + 1
    rest = [row for row, _ in ranked if row not in taken]
    kept = {*taken, *rest[: places - len(taken)]}
    return [row for row, _ in ranked if row in kept]
