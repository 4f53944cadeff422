"""Whether a claim that a model wrote says what its anchor says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.grounding import passed_over, ungrounded

TEXT = "Brakka has a council. It never built the 14 schools that Orrin wanted."
SENTENCE = "It never built the 14 schools that Orrin wanted."


def held(claim: str, *, anchor: str = SENTENCE, sentence: str = SENTENCE, text: str = TEXT) -> str:
    return ungrounded(claim, anchor=anchor, sentence=sentence, around=text)


@pytest.mark.parametrize(
    "claim",
    [
        SENTENCE,
        "The Brakka council never built the 14 schools that Orrin wanted.",
        "The council never built the 14 schools.",
        "The Brakka council never built the fourteen schools that Orrin wanted.",
    ],
)
def test_a_claim_in_the_words_of_its_place_holds(claim: str) -> None:
    assert held(claim) == ""


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ("", "no words"),
        ("It is.", "no words"),
        ("The Brakka council never built the 41 schools that Orrin wanted.", "figure 41"),
        ("The Marn council never built the 14 schools that Orrin wanted.", "name marn"),
        ("The Brakka council built the 14 schools that Orrin wanted.", "leaves out the word never"),
        ("The Brakka council never built the 14 schools that no Orrin wanted.", "word no"),
        ("Brakka has a council.", "leaves out the word never"),
        ("The council robbed 14 ships and sank more, never.", "not the text's"),
    ],
)
def test_what_the_place_does_not_say_is_refused(claim: str, why: str) -> None:
    assert why in held(claim)


def test_a_claim_about_another_sentence_is_refused() -> None:
    why = held("Brakka has a council.", anchor="Orrin wanted 14 schools", sentence=SENTENCE)
    assert "something else" in why


def test_figures_keep_their_owners() -> None:
    sentence = "Marn has 3 ports and Ostrana has 5 ports."
    swapped = held("Ostrana has 3 ports.", anchor=sentence, sentence=sentence, text=sentence)
    assert swapped == "it puts the word 3 in another place"
    own = "Ostrana has 5 ports."
    assert held(own, anchor="Ostrana has 5 ports", sentence=sentence, text=sentence) == ""


def test_a_figure_of_another_sentence_is_refused() -> None:
    second = "Ostrana has many ports."
    text = f"Marn has 3 ports. {second}"
    why = held("Ostrana has 3 ports.", anchor=second, sentence=second, text=text)
    assert why == "it brings the figure 3"


@given(st.text(alphabet=st.sampled_from('ab5 .,"\\{}\n\u0000<>|’සிනා'), max_size=60))
def test_whatever_is_written_there_is_an_answer_in_words(claim: str) -> None:
    assert isinstance(held(claim), str)
    if any(figure in claim for figure in "5"):
        assert held(claim) != "", "the place has no 5"


@pytest.mark.parametrize(
    ("told", "lacks"),
    [
        ((SENTENCE,), ""),
        (("Orrin wanted 14 schools.", "They were never built."), ""),
        (("Orrin wanted schools, which it never built.",), "the figure 14"),
        (("It never built the 14 schools.",), "the name orrin"),
        (("Orrin wanted 14 schools.",), "the word never"),
        ((), "the figure 14"),
    ],
)
def test_what_no_claim_of_a_sentence_says_is_named(told: tuple[str, ...], lacks: str) -> None:
    assert passed_over(SENTENCE, told) == lacks


@pytest.mark.parametrize("fragment", ["Marn.", "Marn from 1852 to 1853.", "Marn, Orrin and Brakka"])
def test_names_and_figures_alone_state_nothing(fragment: str) -> None:
    why = held(fragment, anchor=fragment, sentence=fragment, text=fragment)
    assert why == "it states nothing of what it names"


@pytest.mark.parametrize("claim", ["Marn is in Orrin.", "Marn had 5.", "Marn borders Orrin."])
def test_a_statement_of_few_words_is_one(claim: str) -> None:
    assert held(claim, anchor=claim, sentence=claim, text=claim) == ""
