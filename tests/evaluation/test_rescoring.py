"""Scoring many cases at many points gives what the rules give for each."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.rescoring import made
from veracity.evaluation.rescoring import rescore, tabulate
from veracity.evaluation.tuning.grids import RUBRIC, grid
from veracity.methods.rubric.record import RubricRecord
from veracity.methods.rubric.voices import score
from veracity.rules.logodds_parameters import LOCKED, Parameters, under

POINTS = st.lists(
    st.builds(
        Parameters,
        prior=st.floats(0.05, 0.95),
        scale=st.floats(0, 8),
        quality_exp=st.sampled_from([0.0, 0.5, 1.0, 2.0]),
        directness_exp=st.floats(0, 3),
        basis_mixed=st.floats(0, 1),
        basis_assertion=st.floats(0, 1),
        independence_discount=st.sampled_from([0.0, 0.25, 1.0]),
        contested_pull=st.floats(0, 3),
        mass_min=st.floats(0, 3),
    ),
    min_size=1,
    max_size=4,
)

OVER = grid(RUBRIC, LOCKED.model_dump())
GRID = [LOCKED.model_copy(update=OVER.named(point)) for point in OVER.points()]


def agrees(records: list[RubricRecord], points: list[Parameters]) -> bool:
    found = rescore(tabulate(records), points)
    for row, point in enumerate(points):
        for column, record in enumerate(records):
            wanted = score(record, point).probability
            assert found[row, column] == pytest.approx(
                float("nan") if wanted is None else wanted, abs=1e-9, rel=0, nan_ok=True
            )
    return True


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(0, 6), st.integers(1, 4), POINTS)
def test_the_arrays_give_what_the_rules_give(
    seed: int, leaves: int, documents: int, models: int, points: list[Parameters]
) -> None:
    chance = random.Random(seed)
    sizes: Any = {"leaves": leaves, "documents": documents, "models": models, "failing": 0.2}
    assert agrees([made(chance, **sizes) for _ in range(3)], points)


def test_cases_of_full_size_over_a_part_of_the_grid() -> None:
    chance = random.Random(7)
    assert len(GRID) == len(set(map(repr, GRID))) == 1944
    assert agrees([made(chance) for _ in range(2)], [LOCKED, under(1.0), *GRID[::400]])


def test_the_order_of_points_and_cases_changes_nothing() -> None:
    chance = random.Random(3)
    records = [made(chance, documents=5) for _ in range(3)]
    points = GRID[::97]
    forth = rescore(tabulate(records), points)
    back = rescore(tabulate(records[::-1]), points[::-1])
    assert (forth == back[::-1, ::-1]).sum() + (forth != forth).sum() == forth.size


def test_no_cases_and_no_points() -> None:
    assert rescore(tabulate([]), [LOCKED]).shape == (1, 0)
    assert rescore(tabulate([made(random.Random(1))]), []).shape == (0, 1)


@pytest.mark.slow
def test_a_whole_set_over_the_whole_grid_takes_under_a_second_of_one_core() -> None:
    chance = random.Random(51)
    table = tabulate([made(chance) for _ in range(51)])
    points = GRID
    rescore(table, points[:1])
    began = time.process_time()
    rescore(table, points)
    assert time.process_time() - began < 1.0
