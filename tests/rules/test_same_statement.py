"""What is said twice, and what only looks like it."""

from __future__ import annotations

import pytest

from veracity.rules.entities import entities
from veracity.rules.same_statement import same_statement, statement


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Marn has 3 harbors.", "Marn has 3 harbors!"),
        (
            "In 2019 Marn opened a harbor with 3 cranes.",
            "Marn opened a harbor with 3 cranes in 2019.",
        ),
        ("The mill never closed.", "the mill never closed"),
    ],
)
def test_the_same_is_said(one: str, other: str) -> None:
    assert same_statement(statement(one), statement(other))
    assert same_statement(statement(other), statement(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("85% of the schools in Marn opened.", "86% of the schools in Marn opened."),
        ("85%, 86% and 89.4% of them opened.", "All of them between 80% and 90% opened."),
        ("The mill closed in 2019.", "The mill closed in 2020."),
        ("The mill in Marn closed.", "The mill in Orrin closed."),
        ("The mill closed.", "The mill never closed."),
        ("The storm of 14 September killed 5.", "The storm of 7 August killed 5."),
        ("Marn beat Orrin in 2019.", "Orrin beat Marn in 2019."),
        ("Imports exceeded exports by half.", "Exports exceeded imports by half."),
        (
            "Sales of tea, rubber, rice, coal and fish rose fast in the north of Marn.",
            "Sales of tea, rubber, rice, coal and fish rose fast in the south of Marn.",
        ),
        ("", ""),
    ],
)
def test_another_fact_is_another_statement(one: str, other: str) -> None:
    assert not same_statement(statement(one), statement(other))


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("The Bank of Ostrana lent money to Edda Pohl.", ("Bank of Ostrana", "Edda Pohl")),
        ("In May the UN met in Marn.", ("UN", "Marn")),
        ("According to Marn, it fell.", ("Marn",)),
        ("it fell.", ()),
        ("ආයුබෝවන්", ()),
    ],
)
def test_the_names_of_a_sentence(sentence: str, names: tuple[str, ...]) -> None:
    assert entities(sentence) == names
