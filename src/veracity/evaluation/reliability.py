"""How far stated probabilities can be taken at their word.

For probabilities p and outcomes o (1 true, 0 false), n of them:

    Brier      mean of (p - o)^2                                     (Brier 1950)
    log loss   mean of -o ln p - (1 - o) ln(1 - p), with p kept within [EDGE, 1 - EDGE]
    ECE        sum over bins of n_b / n * |mean p in b - mean o in b|  (Naeini et al. 2015)

and Murphy's (1973) parts of the Brier score, over the bins:

    uncertainty   o (1 - o), with o the mean outcome: what a forecast of the base rate scores
    resolution    sum of n_b / n * (mean o in b - o)^2: how far the bins tell true from false
    reliability   sum of n_b / n * (mean p in b - mean o in b)^2: 0 where p means what it says

Brier = reliability - resolution + uncertainty + within, where `within` is what is left because the
probabilities of a bin are not all equal (Stephenson, Coelho and Jolliffe 2008, their two terms).

Bins are of equal width, `BINS` of them, the last closed on the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from veracity.domain.base import Frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BINS: Final = 10
EDGE: Final = 1e-6
"""A probability of exactly 0 or 1 that fails would have an infinite log loss."""


class Bin(Frozen):
    """The probabilities that fell between two bounds. An empty bin is left out."""

    low: float
    high: float
    n: int
    stated: float
    """Mean probability."""
    came_true: float
    """Share of the outcomes that were 1."""


class Reliability(Frozen):
    """What the probabilities of one set are worth."""

    n: int
    base_rate: float
    brier: float
    log_loss: float
    ece: float
    reliability: float
    resolution: float
    uncertainty: float
    within: float
    bins: tuple[Bin, ...]


def reliability(probabilities: Sequence[float], outcomes: Sequence[bool]) -> Reliability | None:
    """Measure probabilities, each in [0, 1], against what came true. None for none.

    Raises `ValueError` for a probability outside [0, 1] or two lengths.
    """
    import numpy as np

    if not len(probabilities):
        return None
    p = np.asarray(probabilities, dtype=np.float64)
    o = np.asarray(outcomes, dtype=np.float64)
    if p.shape != o.shape:
        raise ValueError("there are not as many outcomes as probabilities")
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError("a probability is not within 0 and 1")
    place = np.minimum((p * BINS).astype(np.int64), BINS - 1)
    counts = np.bincount(place, minlength=BINS).astype(np.float64)
    filled = counts > 0
    stated = _means(p, place, counts)
    true = _means(o, place, counts)
    share = counts / counts.sum()
    base = float(o.mean())
    parts = {
        "reliability": float((share * (stated - true) ** 2)[filled].sum()),
        "resolution": float((share * (true - base) ** 2)[filled].sum()),
        "uncertainty": base * (1 - base),
    }
    brier = float(((p - o) ** 2).mean())
    kept = p.clip(EDGE, 1 - EDGE)
    return Reliability(
        n=len(p),
        base_rate=base,
        brier=brier,
        log_loss=float(-(o * np.log(kept) + (1 - o) * np.log1p(-kept)).mean()),
        ece=float((share * abs(stated - true))[filled].sum()),
        **parts,
        within=brier - parts["reliability"] + parts["resolution"] - parts["uncertainty"],
        bins=tuple(
            Bin(
                low=index / BINS,
                high=(index + 1) / BINS,
                n=int(counts[index]),
                stated=float(stated[index]),
                came_true=float(true[index]),
            )
            for index in range(BINS)
            if counts[index]
        ),
    )


def _means(
    values: NDArray[np.float64], place: NDArray[np.int64], counts: NDArray[np.float64]
) -> NDArray[np.float64]:
    import numpy as np

    sums = np.bincount(place, weights=values, minlength=BINS)
    return np.divide(sums, counts, out=np.zeros(BINS), where=counts > 0)
