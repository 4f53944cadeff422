"""What would have been answered without abstaining."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evaluation.sample import case, finding, judgement
from veracity.domain.claim import Submission
from veracity.domain.evidence import Stance
from veracity.evaluation.answers import Answer
from veracity.evaluation.forced import choose, forced_choice
from veracity.rules.calibration import StanceProbabilities

S, R, N = Answer.SUPPORTED, Answer.REFUTED, Answer.NOT_ENOUGH_INFO
CLAIM = Submission(text="The bridge is 120 m long.")


def voice(supports: float, refutes: float, insufficient: float) -> StanceProbabilities:
    return StanceProbabilities(supports=supports, refutes=refutes, insufficient=insufficient)


@pytest.mark.parametrize(
    ("voices", "expected"),
    [
        ([(0.4, 0.25, 0.35)], S),
        ([(0.25, 0.4, 0.35)], R),
        ([(0.3, 0.3, 0.4)], N),
        # Two silent passages do not outvote one that settles the claim: .6 against min(.9, .9, .3).
        ([(0.05, 0.05, 0.9), (0.05, 0.05, 0.9), (0.6, 0.1, 0.3)], S),
        # The strongest voice leads: refutes .7 against supports .6.
        ([(0.6, 0.2, 0.2), (0.2, 0.7, 0.1)], R),
        ([(0.4, 0.4, 0.2)], R),
        ([], N),
    ],
)
def test_the_likeliest_stance_over_the_passages(
    voices: list[tuple[float, float, float]], expected: Answer
) -> None:
    assert choose((), [voice(*given) for given in voices]) is expected


def test_code_outranks_the_model_and_must_be_of_one_mind() -> None:
    strong = [voice(0.98, 0.01, 0.01)]
    assert choose((Stance.REFUTES, Stance.REFUTES), strong) is R
    assert choose((Stance.REFUTES, Stance.SUPPORTS), strong) is N


@given(st.lists(st.tuples(st.floats(0.01, 1), st.floats(0.01, 1), st.floats(0.01, 1)), min_size=1))
def test_swapping_the_two_directions_swaps_the_answer(
    weights: list[tuple[float, float, float]],
) -> None:
    voices = [voice(*(part / sum(parts) for part in parts)) for parts in weights]
    swapped = [voice(v.refutes, v.supports, v.insufficient) for v in voices]
    first, second = choose((), voices), choose((), swapped)
    if max(v.supports for v in voices) != max(v.refutes for v in voices):
        assert {S: R, R: S, N: N}[first] is second


def test_a_case_is_read_by_its_own_calibration() -> None:
    # PLAIN gives the words' own probabilities back: .45 against .35 and .20, too little to decide.
    said = {"True": log(0.45), "False": log(0.35), "Unknown": log(0.20)}
    abstained = case(CLAIM, "Unverified", judgements=(judgement(1, said),))
    assert forced_choice(abstained) is S


def test_a_passage_that_was_not_read_has_no_voice() -> None:
    said = {"True": log(0.1), "False": log(0.8), "Unknown": log(0.1)}
    heard = case(CLAIM, "Unverified", judgements=(judgement(1, None), judgement(2, said)))
    assert forced_choice(heard) is R
    assert forced_choice(case(CLAIM, "Unverified")) is N


def test_a_comparison_in_code_is_taken_from_the_findings() -> None:
    said = {"True": log(0.8), "False": log(0.1), "Unknown": log(0.1)}
    compared = case(
        CLAIM,
        "False",
        findings=(
            finding(Stance.REFUTES, by="code", decisive=True),
            finding(Stance.INSUFFICIENT, by="code", decisive=False),
        ),
        judgements=(judgement(1, said),),
    )
    assert forced_choice(compared) is R


def test_another_method_has_no_forced_choice() -> None:
    assert forced_choice(case(CLAIM, "True").model_copy(update={"method": "panel"})) is None
