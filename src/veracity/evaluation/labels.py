"""How well a verdict's own labels fit, where the rows are labelled on its scale.

With n_k rows labelled k and f1_k as in `metrics`, weighted F1 is sum of n_k f1_k / sum of n_k; a
label that no row has weighs nothing, and giving it costs the recall of the others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from veracity.domain.base import Frozen
from veracity.evaluation.answers import SIX
from veracity.evaluation.metrics import ClassFigures


class LabelFigures(Frozen):
    """The figures of the labels of one set of rows."""

    n: int
    weighted_f1: float
    per_label: dict[str, ClassFigures]
    confusion: dict[str, dict[str, int]]
    """The row's label → the verdict's label → rows, by the names of `panel`."""


def label_figures(observed: Iterable[tuple[str, str]]) -> LabelFigures | None:
    """The figures of `(the row's label, the verdict's)`; None unless every row is labelled on a
    verdict's scale."""
    pairs = [(_named(right), _named(said)) for right, said in observed]
    known = [(right, said or "") for right, said in pairs if right is not None]
    if not pairs or len(known) < len(pairs):
        return None
    counts = Counter(known)
    labels = sorted({label for pair in known for label in pair})
    per_label = {label: _figures(label, counts) for label in labels}
    weighed = math.fsum(one.n * (one.f1 or 0.0) for one in per_label.values())
    return LabelFigures(
        n=len(known),
        weighted_f1=weighed / len(known),
        per_label=per_label,
        confusion={
            right: {said: counts[right, said] for said in labels}
            for right in labels
            if any(counts[right, said] for said in labels)
        },
    )


def _named(label: str) -> str | None:
    return SIX.get(label.strip().casefold())


def _figures(label: str, counts: Counter[tuple[str, str]]) -> ClassFigures:
    hits = counts[label, label]
    rows = sum(count for (right, _), count in counts.items() if right == label)
    given = sum(count for (_, said), count in counts.items() if said == label)
    return ClassFigures(
        n=rows,
        precision=hits / given if given else None,
        recall=hits / rows if rows else None,
        f1=2 * hits / (rows + given) if rows else None,
    )
