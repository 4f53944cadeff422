"""Figures over a confusion matrix: gold answers down, predicted answers across.

With c[g, p] rows whose gold is g and whose prediction is p, over the classes S(upported),
R(efuted) and N (everything else):

    accuracy   sum of c[k, k] / sum of c
    precision_k = c[k, k] / sum over g of c[g, k]        recall_k = c[k, k] / sum over p of c[k, p]
    f1_k       2 c[k, k] / (sum over g of c[g, k] + sum over p of c[k, p])
    macro-F1   mean of f1_k over the classes that occur in the gold labels
    flips      (c[S, R] + c[R, S]) / rows whose gold is S or R
    coverage   rows predicted S or R / all rows
    precision  (c[S, S] + c[R, R]) / rows predicted S or R: of decisive answers

A class that no gold label has cannot be recalled, so it is no part of macro-F1; predicting it costs
the recall of the others. A ratio over nothing is undefined: NaN in arrays, None in `Figures`.
Everything is written once, over arrays of matrices, and serves the figures and their resamples.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from veracity.domain.base import Frozen
from veracity.evaluation.answers import ANSWERS, Answer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

NAMES = ("accuracy", "macro_f1", "flips", "coverage", "precision")
"""Every figure that is computed from a confusion matrix."""

Pair: TypeAlias = tuple[Answer, Answer]
"""Gold and predicted."""

_DECISIVE = (0, 1)
"""Places of SUPPORTED and REFUTED."""


class Figures(Frozen):
    """The figures of one set of rows. None where there is nothing to divide by."""

    n: int
    accuracy: float | None
    macro_f1: float | None
    flips: float | None
    coverage: float | None
    precision: float | None


class ClassFigures(Frozen):
    """The figures of one class."""

    n: int
    """Rows whose gold it is."""
    precision: float | None
    recall: float | None
    f1: float | None


def confusion(pairs: Iterable[Pair]) -> Floats:
    """Count pairs into a 3 by 3 matrix."""
    import numpy as np

    counts = np.zeros((len(ANSWERS), len(ANSWERS)))
    place = {answer: index for index, answer in enumerate(ANSWERS)}
    for right, predicted in pairs:
        counts[place[right], place[predicted]] += 1
    return counts


def measures(counts: Floats) -> dict[str, Floats]:
    """Each of `NAMES` for each matrix of `counts`, shape (..., 3, 3)."""
    supported, refuted = _DECISIVE
    right = counts[..., supported, supported] + counts[..., refuted, refuted]
    flipped = counts[..., supported, refuted] + counts[..., refuted, supported]
    total = counts.sum(axis=(-2, -1))
    decisive_gold = counts[..., _DECISIVE, :].sum(axis=(-2, -1))
    decisive_said = counts[..., :, _DECISIVE].sum(axis=(-2, -1))
    return {
        "accuracy": _ratio(counts.trace(axis1=-2, axis2=-1), total),
        "macro_f1": _mean_over_gold(counts),
        "flips": _ratio(flipped, decisive_gold),
        "coverage": _ratio(decisive_said, total),
        "precision": _ratio(right, decisive_said),
    }


def figures(counts: Floats) -> Figures:
    """The figures of one matrix."""
    named = {name: _number(value) for name, value in measures(counts).items()}
    return Figures(n=int(counts.sum()), **named)


def by_class(counts: Floats) -> dict[str, ClassFigures]:
    """Precision, recall and F1 of each class of one matrix."""
    hits = counts.diagonal()
    given, said = counts.sum(axis=1), counts.sum(axis=0)
    precision, recall, f1 = _ratio(hits, said), _ratio(hits, given), _f1(counts)
    return {
        answer.value: ClassFigures(
            n=int(given[index]),
            precision=_number(precision[index]),
            recall=_number(recall[index]),
            f1=_number(f1[index]) if given[index] else None,
        )
        for index, answer in enumerate(ANSWERS)
    }


def table(counts: Floats) -> dict[str, dict[str, int]]:
    """The matrix as gold → predicted → rows."""
    return {
        right.value: {said.value: int(counts[i, j]) for j, said in enumerate(ANSWERS)}
        for i, right in enumerate(ANSWERS)
    }


def _f1(counts: Floats) -> Floats:
    hits = counts.diagonal(axis1=-2, axis2=-1)
    return _ratio(2 * hits, counts.sum(axis=-1) + counts.sum(axis=-2))


def _mean_over_gold(counts: Floats) -> Floats:
    import numpy as np

    occurs = counts.sum(axis=-1) > 0
    return _ratio(np.where(occurs, _f1(counts), 0.0).sum(axis=-1), occurs.sum(axis=-1))


def _ratio(part: Floats, whole: Floats) -> Floats:
    import numpy as np

    part, whole = np.broadcast_arrays(np.asarray(part, float), np.asarray(whole, float))
    return np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)


def _number(value: Floats) -> float | None:
    number = float(value)
    return None if number != number else number  # NaN is the only number that differs from itself
