"""What pronouns and relative words point to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.pointers import antecedent, resolved


@pytest.mark.parametrize(
    ("before", "sentence", "name"),
    [
        ("Tov Marn opened a mill.", "He left in 2019.", "Tov Marn"),
        ("Marn was born in 1950.", "She left in 2019.", "Marn"),
        ("Brakka is a town of 5,000 people.", "It has 3 cranes.", "Brakka"),
        ("Brakka has 5 harbors.", "It has 3 cranes.", "Brakka"),
        ("The Harbor Board of Ostrana met.", "It voted twice.", "The Harbor Board of Ostrana"),
        ("The Elders were late.", "They voted twice.", "The Elders"),
    ],
)
def test_one_candidate_is_taken(before: str, sentence: str, name: str) -> None:
    assert antecedent(sentence, before) == name


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("Marn met Orrin.", "He left in 2019."),  # two candidates
        ("Marn opened a harbor in Ostrana.", "It has 3 cranes."),
        ("Marn opened a harbor.", "It has 3 cranes."),  # the harbor
        ("The Harbor Board opened a pier.", "It cost 5 million."),
        ("Brakka exports tea.", "It was worth 5 million."),
        ("Brakka is a town on the river.", "It has 3 cranes."),
        ("Tov Marn met a lawyer.", "She left in 2019."),
        ("Tov Marn fired his deputy.", "He left in 2019."),
        ("Tov Marn beat a rival.", "He left in 2019."),
        ("Parliament passed the law.", "He signed it."),
        ("Ostrana Bay opened a harbor.", "He left in 2019."),
        ("Marn's pier fell.", "It cost 5 million."),
        ("Marn and Orrin met.", "He left in 2019."),
        ("Yesterday snow fell.", "It was deep."),
        ("The Harbor Board met.", "She voted twice."),  # a thing is no she
        ("Marn left.", "They voted twice."),  # one is not many
        ("The Elders were late.", "It voted twice."),
        ("It rained.", "It has 3 cranes."),
        ("", "He left."),
        ("Will it last?", "It fell again."),
        ("Marn left.", "Then he came back."),  # only what opens a sentence is replaced
    ],
)
def test_what_is_not_sure_is_left(before: str, sentence: str) -> None:
    assert antecedent(sentence, before) == ""


def test_the_name_stands_in_the_place_of_the_pronoun() -> None:
    pointed = resolved("He left in 2019.", "Tov Marn opened a mill.")
    assert (pointed.text, pointed.unresolved) == ("Tov Marn left in 2019.", ())


def test_they_and_it_and_next_year_are_told() -> None:
    pointed = resolved("They said it would double next year")
    assert pointed.unresolved == ("They", "it", "next year")


def test_a_day_that_is_known_resolves_yesterday() -> None:
    assert resolved("Marn fell yesterday.").unresolved == ("yesterday",)
    assert resolved("Marn fell yesterday.", dated=True).unresolved == ()


def test_a_speaker_who_is_known_resolves_i_and_we() -> None:
    assert resolved("We built 3 schools.").unresolved == ("We",)
    assert resolved("We built 3 schools.", speaker="Marn").unresolved == ()


def test_a_pronoun_of_a_name_in_its_own_sentence_points_inside() -> None:
    assert resolved("Marn sold its harbor in 2019.").unresolved == ()


@given(st.text(), st.text())
def test_nothing_is_made_up(sentence: str, before: str) -> None:
    pointed = resolved(sentence, before)
    name = antecedent(sentence, before)
    assert name in before
    assert pointed.text.endswith(sentence[3:])
    assert all(word in pointed.text for word in pointed.unresolved)
