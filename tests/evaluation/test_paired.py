"""Two runs compared row by row."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.evaluation.answers import Answer
from veracity.evaluation.dataset import Dataset, Row
from veracity.evaluation.outcomes import Outcome
from veracity.evaluation.paired import compare, mcnemar
from veracity.evaluation.report import Report, Run
from veracity.evaluation.scoring import report

S, R, N = Answer.SUPPORTED, Answer.REFUTED, Answer.NOT_ENOUGH_INFO
RUN = Run(
    made_by="veracity 0",
    method="routed",
    model=None,
    asked=(),
    closed=True,
    as_of=None,
    concurrency=1,
    dials={},
    changed={},
)


def row(number: int, gold: Answer = S, group: str | None = None) -> Row:
    return Row(
        id=f"r{number}",
        submission=Submission(text=f"Foo has {number} bars."),
        label=gold.value,
        gold=gold,
        kind=None,
        group=group or f"sha256:{number}",
        evidence=(),
        digest=f"sha256:{number}",
    )


def run(said: list[Answer | None], golds: list[Answer] | None = None, name: str = "bars") -> Report:
    golds = golds or [S] * len(said)
    rows = tuple(row(number, gold) for number, gold in enumerate(golds))
    outcomes = [
        Outcome(
            dataset=name,
            row=one,
            seconds=0.1,
            predicted=answer,
            fault=None if answer else "timeout",
            why=None if answer else "it took too long",
        )
        for one, answer in zip(rows, said, strict=True)
    ]
    return report(RUN, [Dataset(name=name, digest="sha256:f", rows=rows, size=len(rows))], outcomes)


@pytest.mark.parametrize(
    ("lost", "won", "p"),
    [
        (0, 0, 1.0),
        (5, 5, 1.0),  # 2 * P(X <= 5) > 1
        (0, 5, 0.0625),  # 2 / 32
        (1, 7, 0.0703125),  # 2 * (1 + 8) / 256
        (2, 10, 0.03857421875),  # 2 * (1 + 12 + 66) / 4096
    ],
)
def test_the_exact_test_is_that_of_a_fair_coin(lost: int, won: int, p: float) -> None:
    assert mcnemar(lost, won) == p
    assert mcnemar(won, lost) == p


@given(st.integers(0, 60), st.integers(0, 60))
def test_p_is_a_probability(lost: int, won: int) -> None:
    assert 0 < mcnemar(lost, won) <= 1


def test_rows_that_changed_are_named_and_counted() -> None:
    before, after = run([S, N, N, N, S, R]), run([S, S, S, S, N, R])
    compared = compare(before, after)
    assert (compared.n, compared.only_first_right, compared.only_second_right) == (6, 1, 3)
    assert [one.id for one in compared.changed] == ["r1", "r2", "r3", "r4"]
    accuracy = compared.figures["accuracy"]
    # Right are r0 and r4 before; r0, r1, r2 and r3 after.
    assert accuracy.first is not None
    assert isclose(accuracy.first, 2 / 6)
    assert accuracy.second is not None
    assert isclose(accuracy.second, 4 / 6)
    assert accuracy.delta is not None
    assert isclose(accuracy.delta, 2 / 6)
    assert accuracy.interval is not None
    assert accuracy.interval[0] <= 2 / 6 <= accuracy.interval[1]


def test_equal_runs_do_not_differ_however_rows_are_drawn() -> None:
    same = run([S, N, R, S], [S, S, R, N])
    compared = compare(same, same)
    assert compared.p == 1
    assert compared.changed == ()
    assert {one.delta for one in compared.figures.values()} == {0.0}
    assert {one.interval for one in compared.figures.values()} == {(0.0, 0.0)}


def test_a_row_that_a_fault_kept_from_one_run_is_left_out_and_told() -> None:
    compared = compare(run([S, None, S]), run([N, S, S]))
    assert (compared.n, compared.left_out) == (2, 1)
    assert compared.only_second_right == 0


def test_the_interval_of_many_equal_gains_excludes_zero() -> None:
    compared = compare(run([N] * 20 + [S] * 20), run([S] * 20 + [S] * 20))
    interval = compared.figures["accuracy"].interval
    # Each row gains with probability one half: .5 -+ 1.96 * sqrt(.25 / 40) = [.345, .655].
    assert interval == (pytest.approx(0.345, abs=0.03), pytest.approx(0.655, abs=0.03))


def test_runs_over_other_sets_are_refused() -> None:
    with pytest.raises(BadInput, match="over other sets: bars and foos"):
        compare(run([S]), run([S], name="foos"))


def test_runs_without_a_scored_row_in_common_are_refused() -> None:
    with pytest.raises(BadInput, match="no scored row in common"):
        compare(run([S, None]), run([None, S]))


def test_runs_over_a_file_that_changed_are_refused() -> None:
    before, after = run([S]), run([S])
    only = after.sets["bars"]
    changed = only.model_copy(
        update={"dataset": only.dataset.model_copy(update={"sha256": "sha256:0"})}
    )
    with pytest.raises(BadInput, match="bars changed between"):
        compare(before, after.model_copy(update={"sets": {"bars": changed}}))


def test_a_report_is_read_back_as_it_was_written() -> None:
    one = run([S, None, R])
    assert Report.model_validate_json(one.to_json()) == one
