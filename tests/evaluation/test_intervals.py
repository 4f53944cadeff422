"""Bootstrap intervals: their width, their groups, and that they repeat."""

from __future__ import annotations

import random

import pytest

from veracity.evaluation.answers import Answer
from veracity.evaluation.intervals import intervals
from veracity.evaluation.metrics import NAMES, Pair

S, R, N = Answer.SUPPORTED, Answer.REFUTED, Answer.NOT_ENOUGH_INFO

# 100 rows, 80 of them right.
EIGHTY: list[Pair] = [*[(S, S)] * 40, *[(R, R)] * 40, *[(S, N)] * 10, *[(R, N)] * 10]


def alone(pairs: list[Pair]) -> list[tuple[str, Pair]]:
    return [(str(number), pair) for number, pair in enumerate(pairs)]


def test_independent_rows_give_the_width_of_a_binomial_share() -> None:
    bounds = intervals(alone(EIGHTY))["accuracy"]
    assert bounds is not None
    # Standard error sqrt(.8 * .2 / 100) = .04, so .8 -+ 1.96 * .04 = [.722, .878].
    assert bounds == (pytest.approx(0.722, abs=0.015), pytest.approx(0.878, abs=0.015))


def test_rows_that_hang_together_are_resampled_together() -> None:
    grouped = [(str(number // 4), pair) for number, pair in enumerate(EIGHTY)]
    bounds = intervals(grouped)["accuracy"]
    assert bounds is not None
    # 25 groups of 4, 20 of them right throughout: the right ones of a resample are Bin(25, .8).
    # P(X <= 15) = .017 and P(X <= 16) = .047, so the 2.5th percentile is 16 / 25 = .64;
    # P(X >= 24) = .027, so the 97.5th is 24 / 25 = .96, or 23 / 25 by the luck of the draw.
    assert bounds[0] == pytest.approx(0.64)
    assert round(bounds[1] * 25) in {23, 24}


def test_one_group_alone_has_no_width() -> None:
    bounds = intervals([("one", pair) for pair in EIGHTY])
    assert bounds["accuracy"] == (pytest.approx(0.8), pytest.approx(0.8))
    assert bounds["flips"] == (0, 0)


def test_the_same_seed_gives_the_same_intervals_in_any_order() -> None:
    rows = alone(EIGHTY)
    shuffled = random.Random(1).sample(rows, len(rows))
    assert intervals(rows) == intervals(shuffled)
    assert intervals(rows) != intervals(rows, seed=1)


def test_a_figure_that_is_never_defined_has_no_interval() -> None:
    bounds = intervals(alone([(N, N)] * 5))
    assert bounds["flips"] is None
    assert bounds["precision"] is None
    assert bounds["accuracy"] == (1, 1)


def test_no_rows_have_no_intervals() -> None:
    assert intervals([]) == dict.fromkeys(NAMES)
