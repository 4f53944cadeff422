"""Tuning: the least loss is found, and a dial moves only for claims that it was not tuned on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.rescoring import made
from veracity.domain.errors import BadInput
from veracity.evaluation.answers import Answer
from veracity.evaluation.tuning.cases import tune_cases
from veracity.evaluation.tuning.grids import ROUTED, RUBRIC, Grid, Point, grid
from veracity.evaluation.tuning.losses import of_rubric
from veracity.evaluation.tuning.search import Search
from veracity.evaluation.tuning.tune import FOLDS, folds, tune
from veracity.methods import method
from veracity.methods.rubric.voices import score
from veracity.rules.logodds_parameters import LOCKED

if TYPE_CHECKING:
    from veracity.evaluation.tuning.losses import Floats

BOWL = grid({"x": (0, 1, 2, 3), "y": (0, 1, 2)}, {"x": 1, "y": 1})
CASES = 40
NAMES = [f"claim {number}" for number in range(CASES)]


def bowl(at: Sequence[tuple[float, float]]) -> Search:
    """One case at each place; its loss is the squared distance of a point from it."""

    def losses(points: Sequence[Point]) -> Floats:
        return np.array([[(x - a) ** 2 + (y - b) ** 2 for a, b in at] for x, y in points])

    return Search(losses, BOWL)


def test_the_grid_of_the_rubric_has_the_points_that_it_promises() -> None:
    points = grid(RUBRIC, LOCKED.model_dump()).points()
    assert len(points) == 3 * 3 * 3 * 3 * 4 * 3 * 2 == 1944
    assert len(set(points)) == 1944


def test_a_locked_value_off_the_grid_is_tried_too() -> None:
    points = grid({"x": (0, 1)}, {"x": 0.4}).points()
    assert points == [(0.4,), (0.0,), (1.0,)]


@pytest.mark.parametrize("name", [*RUBRIC, *ROUTED])
def test_every_dial_of_a_grid_decides_and_takes_its_values(name: str) -> None:
    if name in RUBRIC:
        for value in RUBRIC[name]:
            type(LOCKED).model_validate({**LOCKED.model_dump(), name: value})
        return
    routed = method("routed")
    for value in ROUTED[name]:
        routed.with_dials(routed.dials(), {name: value}, live=False)


def test_the_climb_goes_below_the_grid() -> None:
    search, one = bowl([(2.25, 0.75)]), np.array([0])
    start, loss = search.best(BOWL.points(), one)
    assert (start, loss) == ((2, 1), pytest.approx(0.125))
    # Steps of 1/2, 1/4 and 1/8: two of 1/4 reach it.
    assert search.climb(start, one) == ((2.25, 0.75), 0)


def test_the_climb_stays_within_the_grid() -> None:
    there, _ = bowl([(9, -9)]).climb((3, 0), np.array([0]))
    assert there == (3, 0)


def test_equal_losses_leave_the_point_that_is_named_first() -> None:
    flat = Search(lambda points: np.ones((len(points), 1)), BOWL)
    assert flat.best([(1, 1), (0, 0)], np.array([0])) == ((1, 1), 1)


@given(st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=60))
def test_every_case_is_in_one_fold_with_its_group(groups: list[str]) -> None:
    found = folds(groups)
    assert sorted(place for fold in found for place in fold) == list(range(len(groups)))
    for group in set(groups):
        assert sum(any(groups[place] == group for place in fold) for fold in found) == 1


def test_a_dial_that_helps_every_claim_may_move() -> None:
    """Every claim is best at x = 3, and y does not matter."""

    def losses(points: Sequence[Point]) -> Floats:
        return np.array([[(3 - x) / 10 for _ in NAMES] for x, _ in points])

    found = tune("bowl", losses, BOWL, NAMES)
    # Locked at x = 1 a claim loses .2, at x = 3 nothing, in every fold.
    assert found.dials["x"].gain == pytest.approx(0.2)
    assert found.dials["x"].chosen == {"x": 3}
    assert found.dials["x"].moves
    assert found.together.moves
    assert not found.dials["y"].moves
    assert (found.dials["y"].gain, found.dials["y"].chosen) == (0, {"y": 1})
    assert found.sensitivity["x"] == {
        "0": pytest.approx(0.3),
        "1": pytest.approx(0.2),
        "2": pytest.approx(0.1),
        "3": pytest.approx(0.0),
    }


def test_a_gain_that_is_luck_seldom_moves_anything() -> None:
    """Each claim has a noise of its own at every point, so the best in sample is best by chance."""
    moved = 0
    for number in range(20):
        chance = random.Random(number)
        noise = {point: [chance.random() for _ in NAMES] for point in BOWL.points()}
        found = tune(
            "noise",
            lambda points, noise=noise: np.array([noise.get(p, [1.0] * CASES) for p in points]),
            BOWL,
            NAMES,
        )
        assert found.best.loss < found.locked.loss
        moved += found.together.moves
    # A 95% interval lies above zero by chance once in 40. Three of 20 would be 1 in 100.
    assert moved < 3


def test_fewer_groups_than_folds_are_refused() -> None:
    with pytest.raises(BadInput, match="cannot be put into 5 folds"):
        tune("bowl", lambda points: np.ones((len(points), 8)), BOWL, ["a", "b"] * 4)
    assert FOLDS == 5


def test_the_losses_of_the_rubric_are_those_of_its_rules() -> None:
    records = [made(random.Random(number), leaves=2, documents=4, models=2) for number in range(6)]
    golds = [Answer.SUPPORTED, Answer.REFUTED] * 3
    over: Grid = grid({"scale": (2, 5), "mass_min": (0.1, 9.0)}, LOCKED.model_dump())
    points = over.points()
    found = of_rubric(records, golds, over)(points)
    for row, point in enumerate(points):
        for column, (record, gold) in enumerate(zip(records, golds, strict=True)):
            p = score(record, LOCKED.model_copy(update=over.named(point))).probability
            stated = 0.5 if p is None else p
            assert found[row, column] == pytest.approx((stated - (gold is golds[0])) ** 2)
    assert (found[-1] == 0.25).any()  # a mass of 9 is not reached: insufficient evidence


def test_a_method_without_a_grid_is_refused() -> None:
    with pytest.raises(BadInput, match="no grid for the dials of panel"):
        tune_cases("panel", [])
