"""Whose words quoted and reported speech is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.claim import Span
from veracity.rules.attribution import credit, quotations, reported


def quoted(text: str) -> list[tuple[str, str]]:
    return [(one.who, one.span.of(text)) for one in quotations(text)]


@pytest.mark.parametrize(
    ("text", "who", "said"),
    [
        ("“Taxes fell by half,” said Edda Pohl.", "Edda Pohl", "Taxes fell by half,"),
        ('"Taxes fell by half," Marn said.', "Marn", "Taxes fell by half,"),
        ("Mayor Pohl said: “Taxes fell by half.”", "Mayor Pohl", "Taxes fell by half."),
        ("Marn told the council on Monday: “It is shut now.”", "Marn", "It is shut now."),
        ("According to Marn, “taxes fell by half” then.", "Marn", "taxes fell by half"),
        ("“It fell. It rose again,” said Dr. Lee.", "Dr. Lee", "It fell. It rose again,"),
    ],
)
def test_a_quotation_is_its_sources(text: str, who: str, said: str) -> None:
    assert quoted(text) == [(who, said)]


@pytest.mark.parametrize(
    "text",
    [
        "“Taxes fell by half,” she said.",
        "“Taxes fell by half,” officials said.",
        "“Taxes fell by half.”",
        "He called it a “great day” in Marn.",
        'He is 6\'2" tall. "Taxes fell by half," she said.',  # an inch opens nothing
        "Marn said Pohl’s claim that “taxes fell by half” was a lie.",
        "Marn said the report, which Pohl wrote, stated: “Taxes fell by half.”",
        "“Taxes fell by half” is false, Marn said.",
        "“Taxes fell by half.” Marn said they rose.",  # a sentence of its own
        "A spokesman for Marn said: “Taxes fell by half.”",
        "Marn and Pohl said: “Taxes fell by half.”",
        "“Taxes fell by half,” said Marn and Pohl.",
        "“Taxes fell by half,” said Ostrana Bay mayor Pohl.",
        "“Taxes fell by half,” said Marn’s brother.",
        "Pohl said: “Taxes fell by half,” Marn said.",  # one of them quotes the other
        "Marn denied: “Taxes fell by half.”",
        "The Harbor is “a very old place” for Marn.",
        '"\\"\\\\" "" \\ "a" """',
    ],
)
def test_what_nobody_named_says_is_nobodys(text: str) -> None:
    assert quoted(text) == []


@pytest.mark.parametrize(
    ("sentence", "who", "said"),
    [
        ("Marn said that the bridge is shut.", "Marn", "the bridge is shut."),
        ("Edda Pohl told the council that it fell.", "Edda Pohl", "it fell."),
        ("According to Marn, it fell by half.", "Marn", "it fell by half."),
        ("It fell by half, according to Marn.", "Marn", "It fell by half"),
        ("Yesterday Marn said that it fell.", "Marn", "it fell."),
    ],
)
def test_reported_speech_is_its_sources(sentence: str, who: str, said: str) -> None:
    found = reported(sentence)
    assert found is not None
    assert (found.who, found.span.of(sentence)) == (who, said)


@pytest.mark.parametrize(
    "sentence",
    [
        "They said that it fell.",
        "Officials said that it fell.",
        "Nobody said that it fell.",
        "Everybody said that it fell.",
        "Marn denied that it fell.",
        "Marn wrote a book that fell by half.",
        "Marn said that it fell, but Pohl said that it rose.",
        "Marn fell by half.",
        "",
    ],
)
def test_what_reports_nobody_named_is_left(sentence: str) -> None:
    assert reported(sentence) is None


def test_what_comes_after_a_quotation_does_not_take_it_from_its_source() -> None:
    text = "Pohl said: “Taxes fell by half.” Marn said they rose."
    assert quoted(text) == [("Pohl", "Taxes fell by half.")]


def test_each_sentence_of_a_quotation_is_credited() -> None:
    text = "“Taxes fell by half. They will fall again,” said Edda Pohl. He was cheered."
    among = quotations(text)
    first, second, third = (
        Span(start=text.index(one), end=text.index(one) + len(one))
        for one in (
            "“Taxes fell by half.",
            "They will fall again,” said Edda Pohl.",
            "He was cheered.",
        )
    )
    said = [credit(place, text, among) for place in (first, second)]
    assert [one.span.of(text) for one in said if one] == [
        "Taxes fell by half.",
        "They will fall again,",
    ]
    assert credit(third, text, among) is None


@given(st.text(alphabet='"“”\\ .Ma said', max_size=200))
def test_marks_in_any_order_are_survived(text: str) -> None:
    for one in quotations(text):
        assert one.span.of(text)
