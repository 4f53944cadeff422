"""Figures over a confusion matrix, against numbers worked out by hand."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.evaluation.answers import Answer
from veracity.evaluation.metrics import Pair, by_class, confusion, figures, table

S, R, N = Answer.SUPPORTED, Answer.REFUTED, Answer.NOT_ENOUGH_INFO

# gold S: 4 S, 1 R, 1 N.  gold R: 1 S, 2 R.  gold N: 1 N.  Ten rows.
TEN: list[Pair] = [
    *[(S, S)] * 4,
    (S, R),
    (S, N),
    (R, S),
    *[(R, R)] * 2,
    (N, N),
]


def test_every_figure_of_ten_rows() -> None:
    found = figures(confusion(TEN))
    assert found.n == 10
    assert found.accuracy == pytest.approx(7 / 10)  # 4 + 2 + 1
    # F1: S 2*4 / (6 gold + 5 said) = 8/11; R 2*2 / (3 + 3) = 2/3; N 2*1 / (1 + 2) = 2/3.
    assert found.macro_f1 == pytest.approx((8 / 11 + 2 / 3 + 2 / 3) / 3)
    assert found.flips == pytest.approx(2 / 9)  # (S, R) and (R, S) over 6 + 3 rows
    assert found.coverage == pytest.approx(8 / 10)  # all but (S, N) and (N, N)
    assert found.precision == pytest.approx(6 / 8)  # 4 + 2 right of 8 decisive ones


def test_each_class_of_ten_rows() -> None:
    found = by_class(confusion(TEN))
    supported, refuted, rest = found["SUPPORTED"], found["REFUTED"], found["NOT_ENOUGH_INFO"]
    assert (supported.n, refuted.n, rest.n) == (6, 3, 1)
    assert supported.precision == pytest.approx(4 / 5)
    assert supported.recall == pytest.approx(4 / 6)
    assert supported.f1 == pytest.approx(8 / 11)
    assert (refuted.precision, refuted.recall) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert (rest.precision, rest.recall) == (pytest.approx(1 / 2), pytest.approx(1.0))


def test_the_matrix_has_gold_outside_and_predicted_inside() -> None:
    matrix = table(confusion(TEN))
    assert matrix["SUPPORTED"] == {"SUPPORTED": 4, "REFUTED": 1, "NOT_ENOUGH_INFO": 1}
    assert matrix["REFUTED"] == {"SUPPORTED": 1, "REFUTED": 2, "NOT_ENOUGH_INFO": 0}


def test_a_class_that_no_gold_label_has_is_no_part_of_the_mean() -> None:
    found = figures(confusion([(S, S), (S, N), (R, R), (R, R)]))
    # S: 2*1 / (2 + 1) = 2/3; R: 2*2 / (2 + 2) = 1. N occurs only as a prediction.
    assert found.macro_f1 == pytest.approx((2 / 3 + 1) / 2)


def test_a_class_that_is_never_predicted_counts_as_nothing() -> None:
    found = figures(confusion([(S, S), (R, S), (N, S)]))
    # S: 2*1 / (1 + 3) = 1/2; R and N: 0.
    assert found.macro_f1 == pytest.approx((1 / 2) / 3)
    assert by_class(confusion([(S, S), (R, S), (N, S)]))["REFUTED"].precision is None


def test_abstaining_is_no_flip_and_a_wrong_direction_on_neither_is_none() -> None:
    found = figures(confusion([(S, N), (R, N), (N, S), (N, R)]))
    assert found.flips == 0
    assert found.precision == 0


def test_what_has_nothing_to_divide_by_is_undefined() -> None:
    only_neither = figures(confusion([(N, N), (N, N)]))
    assert (only_neither.flips, only_neither.precision) == (None, None)
    assert (only_neither.accuracy, only_neither.macro_f1, only_neither.coverage) == (1, 1, 0)
    nothing = figures(confusion([]))
    assert nothing.n == 0
    assert {nothing.accuracy, nothing.macro_f1, nothing.flips, nothing.coverage} == {None}


ROWS = st.lists(st.tuples(st.sampled_from(Answer), st.sampled_from(Answer)), max_size=40)


@given(ROWS)
def test_figures_are_shares_and_agree_with_counting(rows: list[Pair]) -> None:
    found = figures(confusion(rows))
    shares = (found.accuracy, found.macro_f1, found.flips, found.coverage, found.precision)
    assert all(share is None or 0 <= share <= 1 for share in shares)
    right = sum(gold is said for gold, said in rows)
    decisive = [(gold, said) for gold, said in rows if said is not N]
    flipped = sum({gold, said} == {S, R} for gold, said in rows)
    directed = sum(gold is not N for gold, _ in rows)
    assert found.accuracy == (right / len(rows) if rows else None)
    assert found.coverage == (len(decisive) / len(rows) if rows else None)
    assert found.flips == (flipped / directed if directed else None)
    if decisive:
        assert found.precision == sum(gold is said for gold, said in decisive) / len(decisive)


@given(ROWS.filter(bool))
def test_perfect_answers_score_one_and_never_flip(rows: list[Pair]) -> None:
    found = figures(confusion([(gold, gold) for gold, _ in rows]))
    assert (found.accuracy, found.macro_f1) == (1, 1)
    assert found.flips in {0, None}


@given(ROWS, st.randoms())
def test_the_order_of_the_rows_does_not_matter(rows: list[Pair], chance: random.Random) -> None:
    shuffled = list(rows)
    chance.shuffle(shuffled)
    assert figures(confusion(shuffled)) == figures(confusion(rows))
