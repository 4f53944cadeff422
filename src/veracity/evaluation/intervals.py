"""Bootstrap percentile intervals, resampling whole groups.

Rows of one group (claims of one answer, minimal edits of one sentence) go together in and out of a
resample, as independent draws would have given them; resampling rows one by one would claim more
certainty than there is (Cameron, Gelbach and Miller 2008, "pairs cluster bootstrap"). Each resample
draws as many groups as there are, with replacement; an interval is the 2.5th to the 97.5th
percentile of a figure over the resamples in which it is defined.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from veracity.evaluation.metrics import Pair, confusion, measures

Interval: TypeAlias = tuple[float, float] | None
"""Low and high; None when the figure is undefined in every resample."""

LEVEL: Final = 0.95
RESAMPLES: Final = 2000


def intervals(
    observed: Iterable[tuple[str, Pair]], *, seed: int = 0, resamples: int = RESAMPLES
) -> Mapping[str, Interval]:
    """The interval of each figure over `(group, (gold, predicted))`.

    The order of the observations does not matter, and equal seeds give equal intervals.
    """
    import numpy as np

    groups: defaultdict[str, list[Pair]] = defaultdict(list)
    for group, pair in observed:
        groups[group].append(pair)
    if not groups:
        return dict.fromkeys(measures(confusion(())))
    counts = np.stack([confusion(groups[name]) for name in sorted(groups)])
    size = len(counts)
    drawn = np.random.default_rng(seed).multinomial(size, np.full(size, 1 / size), size=resamples)
    resampled = (drawn.astype(np.float64) @ counts.reshape(size, -1)).reshape(resamples, 3, 3)
    tail = (1 - LEVEL) / 2
    found: dict[str, Interval] = {}
    for name, values in measures(resampled).items():
        defined = values[~np.isnan(values)]
        if not defined.size:
            found[name] = None
            continue
        low, high = np.quantile(defined, (tail, 1 - tail))
        found[name] = (float(low), float(high))
    return found
