"""How labels of other layouts and verdicts are read."""

from __future__ import annotations

import pytest

from veracity.domain.verdict import Polarity
from veracity.evaluation.answers import Answer, answer, exact, gold


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("SUPPORTED", Answer.SUPPORTED),
        ("supports", Answer.SUPPORTED),
        (" Support ", Answer.SUPPORTED),
        ("True", Answer.SUPPORTED),
        ("entailment", Answer.SUPPORTED),
        ("REFUTED", Answer.REFUTED),
        ("Refutes", Answer.REFUTED),
        ("CONTRADICT", Answer.REFUTED),
        ("false", Answer.REFUTED),
        ("NOT ENOUGH INFO", Answer.NOT_ENOUGH_INFO),
        ("CONFLICTING", Answer.NOT_ENOUGH_INFO),
        ("PARTIALLY_SUPPORTED", Answer.NOT_ENOUGH_INFO),
        ("NOT_SUPPORTED", Answer.NOT_ENOUGH_INFO),
        ("not entailment", Answer.NOT_ENOUGH_INFO),
        ("Mostly True", Answer.SUPPORTED),
        ("exaggerated", Answer.SUPPORTED),
        ("Misleading", Answer.REFUTED),
        ("Unverifiable", Answer.NOT_ENOUGH_INFO),
        ("neutral", Answer.NOT_ENOUGH_INFO),
        ("Conflicting Evidence/Cherrypicking", Answer.NOT_ENOUGH_INFO),
    ],
)
def test_a_label_is_read_in_any_case(label: str, expected: Answer) -> None:
    assert gold(label) is expected


def test_the_words_of_the_answers_are_labels_themselves() -> None:
    assert [gold(said.value) for said in Answer] == list(Answer)


def test_each_polarity_is_an_answer() -> None:
    assert answer(Polarity.SUPPORTED) is Answer.SUPPORTED
    assert answer(Polarity.CONTESTED) is Answer.REFUTED
    assert answer(Polarity.UNKNOWN) is Answer.NOT_ENOUGH_INFO


@pytest.mark.parametrize(
    ("label", "verdict", "expected"),
    [
        ("Mostly True", "Mostly True", True),
        ("mostly true", "True", False),
        ("Unverifiable", "Unverified", True),
        ("False", "Misleading", False),
        ("SUPPORTED", "True", None),
        ("Misleading", "killed", False),
    ],
)
def test_an_exact_answer_is_the_very_label(label: str, verdict: str, expected: bool | None) -> None:
    assert exact(label, verdict) is expected
