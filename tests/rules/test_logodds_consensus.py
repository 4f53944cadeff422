from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.test_logodds import BOTH, DOCUMENTS, PARAMETERS, PLAIN, leaf_tree, scored
from veracity.rules.logodds import LeafScore, Scored, score_leaf, sigmoid
from veracity.rules.logodds_consensus import (
    document_divergence,
    leaf_consensus,
    probability,
    thin_sides,
)
from veracity.rules.logodds_parameters import Parameters


def at(strength: float, direction: Any = 1) -> LeafScore:
    """A leaf whose log-odds are 2 * strength * direction (see `PLAIN`: scale 2, all weights 1)."""
    return score_leaf([scored("a", direction, strength=strength)], PLAIN)


THIN = score_leaf([], PLAIN)


def test_the_median_of_three_and_of_four() -> None:
    assert leaf_consensus([at(0.1), at(0.9), at(0.5)]).log_odds == pytest.approx(1.0)
    # 0.2, 0.6, 1.0, 1.8: half way between 0.6 and 1.0
    four = leaf_consensus([at(0.1), at(0.9), at(0.5), at(0.3)])
    assert four.log_odds == pytest.approx(0.8)


def test_divergence_is_the_spread_and_the_mean_difference_over_pairs() -> None:
    found = leaf_consensus([at(1.0), at(0.5), at(0.5, -1)])
    assert found.spread == pytest.approx(3.0)  # 2 - (-1)
    p, q, r = sigmoid(2.0), sigmoid(1.0), sigmoid(-1.0)
    assert found.disagreement == pytest.approx(((p - q) + (p - r) + (q - r)) / 3)
    alone = leaf_consensus([at(1.0)])
    assert (alone.spread, alone.disagreement) == (None, None)


def test_a_leaf_is_insufficient_unless_most_voices_find_enough() -> None:
    assert leaf_consensus([at(1.0), THIN]).log_odds is None
    two_of_three = leaf_consensus([at(1.0), THIN, at(0.5)])
    assert two_of_three.log_odds == pytest.approx(1.5)
    assert (two_of_three.voices, two_of_three.sufficient) == (3, 2)
    assert leaf_consensus([]).log_odds is None


def test_leaves_are_aggregated_through_the_tree_after_the_median() -> None:
    leaves = [leaf_consensus([at(1.0), at(0.5), at(0.0)]), leaf_consensus([at(0.5), at(1.0)])]
    # medians 1.0 and 1.5
    assert probability(BOTH, leaves) == pytest.approx(sigmoid(1.0) * sigmoid(1.5))
    assert probability(leaf_tree(), [leaf_consensus([THIN])]) is None


@given(st.lists(DOCUMENTS, max_size=5), PARAMETERS, st.randoms())
def test_the_order_of_voices_changes_nothing(
    voices: list[list[Scored]], parameters: Parameters, random: Any
) -> None:
    scores = [score_leaf(documents, parameters) for documents in voices]
    shuffled = scores.copy()
    random.shuffle(shuffled)
    assert leaf_consensus(shuffled) == leaf_consensus(scores)


def test_documents_scored_most_differently_come_first() -> None:
    found = document_divergence({"a": [1.0, 1.5], "b": [2.0, -1.0], "c": [9.0]})
    assert [(one.document, one.spread) for one in found] == [("b", 3.0), ("a", 0.5)]


def test_a_side_is_thin_when_half_of_the_voices_find_it_so() -> None:
    assert thin_sides([at(1.0), at(1.0, -1)]) == ("support", "refute")
    assert thin_sides([at(1.0), at(1.0), at(1.0, -1)]) == ("refute",)
    assert thin_sides([]) == ()
