from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from veracity.domain.evidence import Stance
from veracity.rules.calibration import (
    Calibration,
    StanceProbabilities,
    probabilities,
    softmax,
)

# True pulls to supports, False to refutes, length to insufficient and overlap away from it.
PLAIN = Calibration(
    tokens=("True", "False"),
    reference="Unknown",
    weights=((1.0, -1.0, 0.0), (-1.0, 1.0, 0.0), (0.0, 0.0, 0.5), (0.0, 0.0, -2.0)),
    bias=(0.0, 0.0, 1.0),
    threshold=0.5,
)
LOGPROB = st.floats(min_value=-30, max_value=0)
SHARE = st.floats(min_value=0, max_value=1)


@given(LOGPROB, LOGPROB, LOGPROB, SHARE)
def test_probabilities_sum_to_one(true: float, false: float, unknown: float, share: float) -> None:
    found = probabilities({"True": true, "False": false, "Unknown": unknown}, 40, share, PLAIN)
    assert math.isclose(found.supports + found.refutes + found.insufficient, 1.0, abs_tol=1e-12)


@given(LOGPROB, LOGPROB, LOGPROB, SHARE, st.floats(min_value=0, max_value=5))
def test_a_likelier_true_never_makes_support_less_likely(
    true: float, false: float, unknown: float, share: float, more: float
) -> None:
    lower = probabilities(
        {"True": true - more, "False": false, "Unknown": unknown}, 40, share, PLAIN
    )
    upper = probabilities({"True": true, "False": false, "Unknown": unknown}, 40, share, PLAIN)
    assert upper.supports >= lower.supports - 1e-12
    assert upper.refutes <= lower.refutes + 1e-12


@given(LOGPROB, LOGPROB, SHARE)
def test_a_missing_token_counts_as_the_floor(true: float, unknown: float, share: float) -> None:
    missing = probabilities({"True": true, "Unknown": unknown}, 40, share, PLAIN)
    listed = probabilities({"True": true, "Unknown": unknown, "False": -14.0}, 40, share, PLAIN)
    far = probabilities({"True": true, "Unknown": unknown, "False": -25.0}, 40, share, PLAIN)
    assert missing == listed == far


def test_the_formula_by_hand() -> None:
    # x = (-0.5 + 2.5, -1.5 + 2.5) = (2, 1), 100 words, overlap 0.5.
    # z = (2 - 1, -2 + 1, 1 + 0.5 * ln 100 - 2 * 0.5) = (1, -1, ln 10).
    found = probabilities({"True": -0.5, "False": -1.5, "Unknown": -2.5}, 100, 0.5, PLAIN)
    total = math.e + 1 / math.e + 10
    assert math.isclose(found.supports, math.e / total)
    assert math.isclose(found.refutes, 1 / math.e / total)
    assert math.isclose(found.insufficient, 10 / total)
    assert found.likeliest is Stance.INSUFFICIENT


def test_confidence_is_the_distance_from_the_opposite() -> None:
    found = StanceProbabilities(supports=0.5, refutes=0.25, insufficient=0.25)
    assert found.confidence == 0.25  # 0.5 - 0.25
    assert StanceProbabilities(supports=0.25, refutes=0.5, insufficient=0.25).confidence == 0.25
    assert StanceProbabilities(supports=0.25, refutes=0.25, insufficient=0.5).confidence == 0.5


def test_a_tie_goes_to_the_more_cautious_stance() -> None:
    assert (
        StanceProbabilities(supports=0.5, refutes=0.0, insufficient=0.5).likeliest
        is Stance.INSUFFICIENT
    )
    assert (
        StanceProbabilities(supports=0.5, refutes=0.5, insufficient=0.0).likeliest is Stance.REFUTES
    )


@given(st.lists(st.floats(min_value=-1e4, max_value=1e4), min_size=1, max_size=5))
def test_softmax_keeps_the_order_and_does_not_overflow(scores: list[float]) -> None:
    powers = softmax(scores)
    assert math.isclose(math.fsum(powers), 1.0, abs_tol=1e-9)
    for left, right in zip(range(len(scores)), range(1, len(scores)), strict=False):
        if scores[left] > scores[right]:
            assert powers[left] >= powers[right]


def test_a_row_of_weights_for_each_token_the_length_and_the_overlap() -> None:
    with pytest.raises(ValidationError, match="row of weights"):
        Calibration(
            tokens=("True", "False"),
            reference="Unknown",
            weights=((1.0, -1.0, 0.0),),
            bias=(0.0, 0.0, 0.0),
            threshold=0.5,
        )
