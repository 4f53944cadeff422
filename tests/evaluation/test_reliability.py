"""Brier score, its parts, ECE and log loss, against values derived by hand."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.evaluation.reliability import reliability

PROBABILITY = st.floats(0, 1)


def test_every_figure_of_four_forecasts() -> None:
    found = reliability([0.1, 0.1, 0.8, 0.8], [False, True, True, True])
    assert found is not None
    # Squares: .01, .81, .04, .04, in the mean .225. Base rate 3/4, uncertainty 3/16.
    assert found.brier == pytest.approx(0.225)
    assert found.uncertainty == pytest.approx(3 / 16)
    # Two bins of two: stated .1, true 1/2; stated .8, true 1.
    assert [(one.n, one.stated, one.came_true) for one in found.bins] == [
        (2, pytest.approx(0.1), 0.5),
        (2, pytest.approx(0.8), 1.0),
    ]
    assert found.ece == pytest.approx(0.5 * 0.4 + 0.5 * 0.2)
    assert found.reliability == pytest.approx(0.5 * 0.16 + 0.5 * 0.04)
    assert found.resolution == pytest.approx(0.5 * 0.0625 + 0.5 * 0.0625)
    # Equal probabilities in each bin leave nothing: .1 - .0625 + .1875 = .225.
    assert found.within == pytest.approx(0)
    assert found.log_loss == pytest.approx(-(log(0.9) + log(0.1) + 2 * log(0.8)) / 4)


def test_a_sure_forecast_that_fails_costs_much_and_not_everything() -> None:
    found = reliability([1.0], [False])
    assert found is not None
    assert found.log_loss == pytest.approx(-log(1e-6), rel=1e-6)
    assert (found.brier, found.ece) == (1, 1)


def test_forecasting_the_base_rate_has_no_resolution() -> None:
    found = reliability([0.25] * 4, [True, False, False, False])
    assert found is not None
    assert (found.reliability, found.resolution) == (pytest.approx(0), pytest.approx(0))
    assert found.brier == pytest.approx(found.uncertainty)


@given(st.lists(st.tuples(PROBABILITY, st.booleans()), min_size=1, max_size=60))
def test_the_parts_add_up_and_keep_their_ranges(rows: list[tuple[float, bool]]) -> None:
    found = reliability([p for p, _ in rows], [o for _, o in rows])
    assert found is not None
    whole = found.reliability - found.resolution + found.uncertainty + found.within
    assert found.brier == pytest.approx(whole)
    assert 0 <= found.ece <= 1
    assert 0 <= found.brier <= 1
    assert found.ece**2 <= found.reliability + 1e-12  # Jensen: a mean's square, the squares' mean
    assert sum(one.n for one in found.bins) == len(rows)
    assert all(one.low <= one.stated <= one.high + 1e-12 for one in found.bins)


def test_no_forecast_has_no_figures() -> None:
    assert reliability([], []) is None


@pytest.mark.parametrize("rows", [([1.5], [True]), ([float("nan")], [True]), ([0.5], [])])
def test_what_is_no_forecast_is_refused(rows: tuple[list[float], list[bool]]) -> None:
    with pytest.raises(ValueError, match="probabilit"):
        reliability(*rows)
