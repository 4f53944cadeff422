"""The risk-coverage curve and the area under it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.evaluation.selective import risk_coverage

ROWS = st.lists(st.tuples(st.sampled_from([0.2, 0.5, 0.9]), st.booleans()), min_size=1)


def test_the_curve_of_four_answers() -> None:
    found = risk_coverage([0.9, 0.8, 0.7, 0.6], [True, False, True, False])
    assert found is not None
    # Of the first 1, 2, 3 and 4 answers 0, 1, 1 and 2 are wrong.
    assert [(one.coverage, one.risk) for one in found.points] == [
        (0.25, 0.0),
        (0.5, 0.5),
        (0.75, pytest.approx(1 / 3)),
        (1.0, 0.5),
    ]
    assert found.aurc == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4)


def test_equal_confidences_are_one_point() -> None:
    found = risk_coverage([0.5] * 4, [True, False, True, True])
    assert found is not None
    assert [(one.coverage, one.risk) for one in found.points] == [(1.0, 0.25)]
    assert found.aurc == 0.25


@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(
    rows: list[tuple[float, bool]], order: random.Random
) -> None:
    shuffled = order.sample(rows, len(rows))
    assert risk_coverage(*_columns(rows)) == risk_coverage(*_columns(shuffled))


@given(ROWS)
def test_the_whole_set_has_the_error_rate(rows: list[tuple[float, bool]]) -> None:
    found = risk_coverage(*_columns(rows))
    assert found is not None
    wrong = sum(not right for _, right in rows)
    assert found.points[-1].coverage == 1
    assert found.points[-1].risk == pytest.approx(wrong / len(rows))


def test_no_answer_has_no_curve() -> None:
    assert risk_coverage([], []) is None


def _columns(rows: list[tuple[float, bool]]) -> tuple[list[float], list[bool]]:
    return [confidence for confidence, _ in rows], [right for _, right in rows]
