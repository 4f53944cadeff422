"""What a panel of models agrees on: a count of equal labels, projected on the common scale.

A label *leads* when more models returned it than any other label. Only models that answered count;
"Unverifiable" is an answer and counts like any other label.

| models that answered                     | strength | label        |
|------------------------------------------|----------|--------------|
| a label leads with three models or more  | strong   | that one     |
| a label leads with two models            | weak     | that one     |
| several, and no label leads              | split    | none         |
| one                                      | single   | its own      |
| none                                     | none     | none         |

So 2-1-1 is weak, and 2-2, 2-2-1, 3-3 and 1-1 are split. One model alone is no consensus.

The bucket under a lens is drawn from the labels and not from the leading label: each label is
projected, and the bucket that leads is the panel's. Where none leads, as with two Truthy and two
Falsey, it is `Bucket.SPLIT`: a projection never makes agreement that is not there, and no tie is
broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, TypeVar

from veracity.domain.base import Frozen
from veracity.domain.verdict import Bucket, Lens
from veracity.rules.scales import PANEL, panel_bucket

STRONG = 3
"""Models that return the same label, from which a consensus is strong."""

Strength: TypeAlias = Literal["strong", "weak", "split", "single", "none"]

_ORDER = {label: place for place, label in enumerate(PANEL)}
_ValueT = TypeVar("_ValueT")


class Count(Frozen):
    """How many models returned a label, or fell in a bucket."""

    name: str
    models: int


class Consensus(Frozen):
    """What the labels of a panel come to."""

    strength: Strength
    label: str | None
    """The label that leads, None where none does."""
    agreeing: int
    """How many models returned it."""
    answered: int
    counts: tuple[Count, ...]
    """Every label that was returned, the most frequent first, equals in the order of the scale."""


class Projection(Frozen):
    """The panel under one lens."""

    lens: Lens
    bucket: Bucket
    counts: tuple[Count, ...]
    """Every bucket that a label fell in, the fullest first, equals in the order of the scale."""


def consensus(labels: Sequence[str]) -> Consensus:
    """Apply the first table to the labels of the models that answered, in any order."""
    leading = _leader(labels)
    agreeing = labels.count(leading) if leading is not None else 0
    return Consensus(
        strength=_strength(len(labels), agreeing),
        label=leading,
        agreeing=agreeing,
        answered=len(labels),
        counts=_counts(labels, _ORDER.__getitem__),
    )


def project(labels: Sequence[str], lens: Lens) -> Projection:
    """The bucket that leads once each label is read through `lens`.

    `Bucket.SPLIT` where none leads, `Bucket.UNVERIFIABLE` where nobody answered.
    """
    buckets = [panel_bucket(label, lens) for label in labels]
    leading = _leader(buckets)
    if leading is None:
        leading = Bucket.SPLIT if buckets else Bucket.UNVERIFIABLE
    scale = list(Bucket)
    return Projection(
        lens=lens,
        bucket=leading,
        counts=_counts(
            [bucket.value for bucket in buckets], lambda name: scale.index(Bucket(name))
        ),
    )


def _strength(answered: int, agreeing: int) -> Strength:
    if answered == 0:
        return "none"
    if answered == 1:
        return "single"
    if agreeing >= STRONG:
        return "strong"
    return "weak" if agreeing else "split"


def _leader(values: Sequence[_ValueT]) -> _ValueT | None:
    """The value that occurs more often than any other."""
    ranked = Counter(values).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def _counts(names: Sequence[str], place: Callable[[str], int]) -> tuple[Count, ...]:
    counted = Counter(names)
    ordered = sorted(counted, key=lambda name: (-counted[name], place(name)))
    return tuple(Count(name=name, models=counted[name]) for name in ordered)
