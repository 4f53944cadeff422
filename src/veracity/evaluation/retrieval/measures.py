"""Measures of one ranking, and their means with intervals.

With the relevant documents R of a query and its ranking d1, d2, ...:

    Recall@k   |R among d1..dk| / |R|
    RR         1 / rank of the first relevant document, 0 without one; MRR is its mean
    nDCG@k     sum over relevant di, i <= k, of 1 / log2(i + 1), divided by the largest possible

Relevance is binary. Intervals are bootstrap percentiles, 95%, over whole groups of queries, as in
`evaluation/intervals.py`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from veracity.domain.base import Frozen
from veracity.evaluation.intervals import LEVEL, RESAMPLES

AT = 5


class Measures(Frozen):
    """The measures of one ranking, each 0 to 1."""

    recall: float
    rr: float
    ndcg: float


class Mean(Frozen):
    """A mean over queries, with its interval."""

    value: float
    low: float
    high: float


class Quality(Frozen):
    """How well a set of queries is answered."""

    n: int
    recall: Mean
    mrr: Mean
    ndcg: Mean


def measure(ranking: Sequence[str], relevant: Collection[str], at: int = AT) -> Measures:
    """Measure one ranking. Raises `ValueError` when nothing is relevant."""
    if not relevant:
        raise ValueError("no document is relevant to this query")
    hits = [document in relevant for document in ranking]
    gains = [1 / math.log2(rank + 1) for rank in range(1, at + 1)]
    gained = math.fsum(gain for gain, hit in zip(gains, hits, strict=False) if hit)
    return Measures(
        recall=sum(hits[:at]) / len(relevant),
        rr=next((1 / rank for rank, hit in enumerate(hits, start=1) if hit), 0.0),
        ndcg=gained / math.fsum(gains[: len(relevant)]),
    )


def quality(measured: Iterable[tuple[str, Measures]], *, seed: int = 0) -> Quality:
    """Means over `(group, measures)`. Raises `ValueError` for none."""
    groups: defaultdict[str, list[Measures]] = defaultdict(list)
    for group, one in measured:
        groups[group].append(one)
    if not groups:
        raise ValueError("nothing was measured")
    ordered = [groups[name] for name in sorted(groups)]
    return Quality(
        n=sum(map(len, ordered)),
        recall=_mean([[one.recall for one in group] for group in ordered], seed),
        mrr=_mean([[one.rr for one in group] for group in ordered], seed),
        ndcg=_mean([[one.ndcg for one in group] for group in ordered], seed),
    )


def _mean(groups: Sequence[Sequence[float]], seed: int) -> Mean:
    import numpy as np

    sums = np.array([math.fsum(group) for group in groups])
    counts = np.array([len(group) for group in groups])
    size = len(groups)
    drawn = np.random.default_rng(seed).multinomial(size, np.full(size, 1 / size), size=RESAMPLES)
    tail = (1 - LEVEL) / 2
    low, high = np.quantile((drawn @ sums) / (drawn @ counts), (tail, 1 - tail))
    return Mean(value=float(sums.sum() / counts.sum()), low=float(low), high=float(high))
