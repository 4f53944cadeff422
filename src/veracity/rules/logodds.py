"""From judgments on documents to the probability of a claim: log-odds through a claim tree.

    weight_i       = quality_i ^ quality_exp * directness_i ^ directness_exp * basis_i
    independence_i = independence_discount ^ (rank of i within its cluster - 1)
    push_i         = direction_i * strength_i * scale * weight_i * independence_i
    shrink         = 1 / (1 + contested_pull * mixed_mass / directional_mass)
    L_leaf         = logit(prior) + shrink * sum of push
    p_leaf         = sigmoid(L_leaf)
    p_and          = product of p            p_or = 1 - product of (1 - p)

Mass is the sum of weight * independence: `directional_mass` over documents that point somewhere,
`mixed_mass` over those that do not, whatever their basis. Where the formulas leave something open:

- Rank in a cluster is by weight * strength, largest first, so that the strongest counts in full;
  equals (to `DIGITS` decimals) are ordered by the document's id.
- A document that may not decide has independence 0. It takes no rank from another.
- Without directional mass there is no push to shrink, and shrink is 1.
- A leaf below `mass_min` has no probability. It may be anything from 0 to 1, which makes the
  tree's probability a range. If all of the range lies on one side (`CONTESTED`, `SUPPORTED`), the
  other leaves settle the claim, and its probability is the end nearer to the middle; if not, the
  claim is insufficient as well.
- Log-odds are not clipped. The sigmoid does not overflow, and a probability may round to 0 or 1.

Sums are exactly rounded (`math.fsum`), so the order of documents changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from veracity.domain.claim import ClaimTree
from veracity.rules.logodds_parameters import Basis, Parameters

DIGITS = 12
"""Decimals to which weights are compared. What differs later differs by rounding alone."""
EPSILON = 10.0**-DIGITS
"""A mass that falls short of a threshold by less than this reaches it."""

CONTESTED = 0.40
SUPPORTED = 0.60
"""Probabilities up to and from which a claim is on one side, as in `rules/scales`."""

Side: TypeAlias = Literal["support", "refute"]


@dataclass(frozen=True, slots=True)
class Scored:
    """One document as one voice judged it for one leaf."""

    document: str
    quality: float
    """0 to 1, like directness and strength."""
    directness: float
    direction: Literal[-1, 0, 1]
    strength: float
    basis: Basis
    cluster: str
    """Documents with one name rest on one root."""
    decides: bool = True


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a document comes to."""

    document: str
    cluster: str
    direction: Literal[-1, 0, 1]
    weight: float
    rank: int
    """Within its cluster, from 1; 0 for what may not decide."""
    independence: float
    push: float
    """Log-odds, signed, before the leaf's shrink."""

    @property
    def mass(self) -> float:
        """weight * independence."""
        return self.weight * self.independence


@dataclass(frozen=True, slots=True)
class LeafScore:
    """What the documents of a leaf come to."""

    weighed: tuple[Weighed, ...]
    """Largest push first, whatever its sign; equals by id."""
    supporting_mass: float
    refuting_mass: float
    mixed_mass: float
    shrink: float
    log_odds: float
    """logit(prior) + shrink * sum of push, whether or not the mass is enough."""
    sufficient: bool
    thin: tuple[Side, ...]
    """Sides whose directional mass is below `side_mass_min`. With one, the leaf is one-sided."""

    @property
    def mass(self) -> float:
        """Of all documents."""
        return math.fsum((self.supporting_mass, self.refuting_mass, self.mixed_mass))

    @property
    def probability(self) -> float | None:
        """None for insufficient evidence."""
        return sigmoid(self.log_odds) if self.sufficient else None


class Range(NamedTuple):
    """Between which probabilities a node of the tree lies."""

    low: float
    high: float


def score_leaf(documents: Iterable[Scored], parameters: Parameters) -> LeafScore:
    """Apply the formulas to the documents of one leaf, as one voice judged them."""
    weighed = weigh(documents, parameters)
    mass = {
        direction: math.fsum(one.mass for one in weighed if one.direction == direction)
        for direction in (1, -1, 0)
    }
    shrink = contested_shrink(mass[0], mass[1] + mass[-1], parameters.contested_pull)
    pushed = math.fsum(one.push for one in weighed)
    sides: tuple[tuple[Side, float], ...] = (("support", mass[1]), ("refute", mass[-1]))
    return LeafScore(
        weighed=weighed,
        supporting_mass=mass[1],
        refuting_mass=mass[-1],
        mixed_mass=mass[0],
        shrink=shrink,
        log_odds=logit(parameters.prior) + shrink * pushed,
        sufficient=reaches(math.fsum(mass.values()), parameters.mass_min),
        thin=tuple(side for side, held in sides if not reaches(held, parameters.side_mass_min)),
    )


def weigh(documents: Iterable[Scored], parameters: Parameters) -> tuple[Weighed, ...]:
    """Weight, rank, independence and push of each document."""
    weights = [(document, weight(document, parameters)) for document in documents]
    weights.sort(key=lambda pair: (-round(pair[1] * pair[0].strength, DIGITS), pair[0].document))
    ranks: dict[str, int] = {}
    weighed: list[Weighed] = []
    for document, heavy in weights:
        rank, independence = 0, 0.0
        if document.decides:
            rank = ranks[document.cluster] = ranks.get(document.cluster, 0) + 1
            independence = parameters.independence_discount ** (rank - 1)
        push = document.direction * document.strength * parameters.scale * heavy * independence
        weighed.append(
            Weighed(
                document=document.document,
                cluster=document.cluster,
                direction=document.direction,
                weight=heavy,
                rank=rank,
                independence=independence,
                push=push,
            )
        )
    return tuple(sorted(weighed, key=lambda one: (-abs(one.push), one.document)))


def weight(document: Scored, parameters: Parameters) -> float:
    """quality ^ quality_exp * directness ^ directness_exp * basis, 0 to 1."""
    return (
        document.quality**parameters.quality_exp
        * document.directness**parameters.directness_exp
        * parameters.basis(document.basis)
    )


def contested_shrink(mixed_mass: float, directional_mass: float, pull: float) -> float:
    """1 / (1 + pull * mixed / directional), 0 to 1."""
    return 1.0 / (1.0 + pull * mixed_mass / directional_mass) if directional_mass > 0 else 1.0


def combine(tree: ClaimTree, leaves: Sequence[float | None]) -> Range:
    """The probability of a tree from those of its leaves, left to right; None may be anything."""
    return _combine(tree, iter(leaves))


def _combine(tree: ClaimTree, leaves: Iterable[float | None]) -> Range:
    if tree.kind == "leaf":
        leaf = next(iter(leaves))
        return Range(0.0, 1.0) if leaf is None else Range(leaf, leaf)
    children = [_combine(child, leaves) for child in tree.children]
    if tree.kind == "all_of":
        return Range(math.prod(c.low for c in children), math.prod(c.high for c in children))
    return Range(
        1.0 - math.prod(1.0 - c.low for c in children),
        1.0 - math.prod(1.0 - c.high for c in children),
    )


def settled(between: Range) -> float | None:
    """The probability that a range stands for; None when it leaves the side open."""
    if between.low == between.high or between.low >= SUPPORTED - EPSILON:
        return between.low
    return between.high if between.high <= CONTESTED + EPSILON else None


def reaches(mass: float, least: float) -> bool:
    """Whether a mass is at least `least`, rounding aside."""
    return mass >= least - EPSILON


def sigmoid(log_odds: float) -> float:
    """1 / (1 + exp(-x)), without overflow."""
    if log_odds >= 0:
        return 1.0 / (1.0 + math.exp(-log_odds))
    power = math.exp(log_odds)
    return power / (1.0 + power)


def logit(probability: float) -> float:
    """log(p / (1 - p)), for p above 0 and below 1."""
    return math.log(probability) - math.log1p(-probability)
