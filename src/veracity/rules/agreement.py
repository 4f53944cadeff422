"""How far several models agree over the claims of a report.

A *unit* is one claim: the label that each model gave it. Models that gave none are missing from
it, and a model may be missing from any unit.

Krippendorff's alpha (K. Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011), over the
units with at least two labels. Such a unit with m labels adds 1/(m - 1) to the coincidence o(c, k)
for each ordered pair of labels c, k of two models. With n(c) = sum over k of o(c, k) and n = sum
over c of n(c):

    alpha = 1 - (n - 1) * sum of o(c, k) d(c, k) / sum of n(c) n(k) d(c, k)

    nominal:  d(c, k) = 0 where c = k, else 1
    ordinal:  d(c, k) = (n(c)/2 + sum of n(g) for g between c and k + n(k)/2)^2, 0 where c = k

1 is perfect agreement, 0 what chance gives, and less than 0 is worse than chance. Alpha is
undefined where there are no two labels to compare or where only one label occurs at all.

The sums are exact fractions, so no order of units or models can change the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import TypeAlias

from veracity.domain.base import Frozen

Unit: TypeAlias = Mapping[str, str]
"""The label of each model that gave one, by model."""
_Totals: TypeAlias = Mapping[str, Fraction]


class Pair(Frozen):
    """How often two models gave the same label."""

    one: str
    other: str
    claims: int
    """Claims that both gave a label."""
    equal: int

    @property
    def share(self) -> float:
        """Equal labels over the claims that both labeled, 0 to 1."""
        return self.equal / self.claims


def pairwise(units: Sequence[Unit]) -> tuple[Pair, ...]:
    """Every two models with a claim in common, ordered by name."""
    claims: Counter[tuple[str, str]] = Counter()
    equal: Counter[tuple[str, str]] = Counter()
    for unit in units:
        for pair in combinations(sorted(unit), 2):
            claims[pair] += 1
            equal[pair] += unit[pair[0]] == unit[pair[1]]
    return tuple(
        Pair(one=pair[0], other=pair[1], claims=claims[pair], equal=equal[pair])
        for pair in sorted(claims)
    )


def nominal_alpha(units: Sequence[Unit]) -> float | None:
    """Alpha where two labels are equal or not. None where it is undefined."""
    return _alpha(units, lambda totals, one, other: Fraction(one != other))


def ordinal_alpha(units: Sequence[Unit], scale: Sequence[str]) -> float | None:
    """Alpha where labels lie on `scale`, so that neighbors disagree less than its two ends.

    A label that is not on the scale ("Unverifiable" is neither true nor false) counts as missing.
    None where alpha is undefined.
    """
    place = {label: position for position, label in enumerate(scale)}
    placed = [{model: label for model, label in unit.items() if label in place} for unit in units]

    def distance(totals: _Totals, one: str, other: str) -> Fraction:
        if one == other:
            return Fraction(0)
        first, last = sorted((place[one], place[other]))
        between = sum(
            (totals.get(scale[at], Fraction(0)) for at in range(first, last + 1)), Fraction()
        )
        return (between - (totals[one] + totals[other]) / 2) ** 2

    return _alpha(placed, distance)


def _alpha(
    units: Sequence[Unit], distance: Callable[[_Totals, str, str], Fraction]
) -> float | None:
    coincidences: dict[tuple[str, str], Fraction] = {}
    totals: dict[str, Fraction] = {}
    for unit in units:
        labels = tuple(unit.values())
        for pair in permutations(labels, 2):
            weight = Fraction(1, len(labels) - 1)
            coincidences[pair] = coincidences.get(pair, Fraction()) + weight
            totals[pair[0]] = totals.get(pair[0], Fraction()) + weight
    pairs = [(one, other) for one in totals for other in totals]
    expected = sum((totals[c] * totals[k] * distance(totals, c, k) for c, k in pairs), Fraction())
    if expected == 0:
        return None
    observed = sum(
        (weight * distance(totals, c, k) for (c, k), weight in coincidences.items()), Fraction()
    )
    return float(1 - (sum(totals.values()) - 1) * observed / expected)
