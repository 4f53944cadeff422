"""What several voices on the same evidence come to, and how far they are apart.

The consensus of a leaf is the median of its log-odds over the voices for which the evidence is
sufficient; the mean of the middle two when they are even in number. It is insufficient unless more
than half of the voices find the evidence sufficient. The leaves' medians are then aggregated
through the tree like those of one voice. A voice that gave no judgment is not counted.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from veracity.domain.claim import ClaimTree
from veracity.rules.logodds import LeafScore, Side, combine, settled, sigmoid


@dataclass(frozen=True, slots=True)
class LeafConsensus:
    """A leaf over all voices."""

    log_odds: float | None
    """None for insufficient evidence."""
    voices: int
    """How many judged it."""
    sufficient: int
    """For how many of them the evidence is sufficient."""
    spread: float | None
    """Largest less smallest log-odds; None with fewer than two sufficient voices."""
    disagreement: float | None
    """Mean difference in probability over pairs of voices, 0 to 1."""


@dataclass(frozen=True, slots=True)
class DocumentDivergence:
    """How differently the voices scored one document."""

    document: str
    lowest: float
    highest: float
    """Smallest and largest push, in log-odds."""

    @property
    def spread(self) -> float:
        """Largest less smallest push."""
        return self.highest - self.lowest


def leaf_consensus(scores: Sequence[LeafScore]) -> LeafConsensus:
    """The consensus of one leaf, and the divergence within it."""
    odds = sorted(score.log_odds for score in scores if score.sufficient)
    pairs = [abs(sigmoid(one) - sigmoid(two)) for one, two in combinations(odds, 2)]
    return LeafConsensus(
        log_odds=statistics.median(odds) if 2 * len(odds) > len(scores) else None,
        voices=len(scores),
        sufficient=len(odds),
        spread=odds[-1] - odds[0] if pairs else None,
        disagreement=math.fsum(pairs) / len(pairs) if pairs else None,
    )


def thin_sides(scores: Sequence[LeafScore]) -> tuple[Side, ...]:
    """The sides of a leaf that are thin for at least half of the voices; none without a voice."""
    sides: tuple[Side, ...] = ("support", "refute")
    return tuple(
        side
        for side in sides
        if scores and 2 * sum(side in score.thin for score in scores) >= len(scores)
    )


def probability(tree: ClaimTree, leaves: Sequence[LeafConsensus]) -> float | None:
    """The claim's probability from the consensus of each leaf; None for insufficient evidence."""
    known = [None if leaf.log_odds is None else sigmoid(leaf.log_odds) for leaf in leaves]
    return settled(combine(tree, known))


def document_divergence(pushes: Mapping[str, Sequence[float]]) -> tuple[DocumentDivergence, ...]:
    """The documents that at least two voices scored, those they scored most differently first."""
    found = [
        DocumentDivergence(document=name, lowest=min(pushed), highest=max(pushed))
        for name, pushed in pushes.items()
        if len(pushed) > 1
    ]
    return tuple(sorted(found, key=lambda one: (-one.spread, one.document)))
