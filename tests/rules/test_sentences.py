from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.claim import Span, Turn
from veracity.rules.sentences import closest, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One is here. Two is there.", ["One is here.", "Two is there."]),
        (
            "Dr. Lee spoke on 3 Jan. 2020. Others left!",
            ["Dr. Lee spoke on 3 Jan. 2020.", "Others left!"],
        ),
        ("It grew 3.5 percent. Then it fell.", ["It grew 3.5 percent.", "Then it fell."]),
        ("He said “Stop.” She went on.", ["He said “Stop.”", "She went on."]),
        ("a line\nanother line\n", ["a line", "another line"]),
        ("ශ්‍රී ලංකාව දූපතකි. එය ලස්සනයි.", ["ශ්‍රී ලංකාව දූපතකි.", "එය ලස්සනයි."]),
        ("  padded.  ", ["padded."]),
        ("Hay 5 tests. Hay 5 errores.", ["Hay 5 tests.", "Hay 5 errores."]),
        ("¿Cuántos hay? ¡Cinco!", ["¿Cuántos hay?", "¡Cinco!"]),
        ("The U.S. Senate met. It rained.", ["The U.S. Senate met.", "It rained."]),
        ("They live in the U.S. The rest left.", ["They live in the U.S.", "The rest left."]),
        ("It opens at 9 a.m. and closes late.", ["It opens at 9 a.m. and closes late."]),
        ("J. R. Marn paid Rs. 500 for No. 5.", ["J. R. Marn paid Rs. 500 for No. 5."]),
        ("He said no. Then he left.", ["He said no.", "Then he left."]),
        ("“Stop!” he said. She went.", ["“Stop!” he said.", "She went."]),
        ("Wait... what? yes!!! 5 hurt", ["Wait... what?", "yes!!!", "5 hurt"]),
        ("A bus hit it! 😱 5 people fell.", ["A bus hit it! 😱", "5 people fell."]),
        ("it rained. nobody came.", ["it rained.", "nobody came."]),
        ("1. Taxes fell. 2. Wages rose.", ["1. Taxes fell.", "2. Wages rose."]),
        ("(a) One.\n(b) Two.", ["(a) One.", "(b) Two."]),
        (
            "See https://a.example/b.c?d=e. It is long.",
            ["See https://a.example/b.c?d=e.", "It is long."],
        ),
        ("මිල රු. 500 කි. එය වැඩියි.", ["මිල රු. 500 කි.", "එය වැඩියි."]),
        ("දිග කි.මී. 1,340 කි. එය දිගයි.", ["දිග කි.මී. 1,340 කි.", "එය දිගයි."]),
        ("நீளம் கி.மீ. 1,340 ஆகும். அது சரி.", ["நீளம் கி.மீ. 1,340 ஆகும்.", "அது சரி."]),
        ("விலை ரூ. 500 ஆகும். அது அதிகம்.", ["விலை ரூ. 500 ஆகும்.", "அது அதிகம்."]),
        ("ඔහු ගියේය෴ ඇය ආවාය෴", ["ඔහු ගියේය෴", "ඇය ආවාය෴"]),
        ("ආචාර්ය එස්. මර්න් ආවේය. ඔහු ගියේය.", ["ආචාර්ය එස්. මර්න් ආවේය.", "ඔහු ගියේය."]),
        ("ඔහු ගුරු වී. ඇය ආවාය.", ["ඔහු ගුරු වී.", "ඇය ආවාය."]),
        ("பேரா. எஸ். வெல் பேசினார். அவர் சென்றார்.", ["பேரா. எஸ். வெல் பேசினார்.", "அவர் சென்றார்."]),
        ("他来了。他走了。", ["他来了。", "他走了。"]),
        (
            'He said "It fell. It rose." Then he left.',
            ['He said "It fell.', 'It rose."', "Then he left."],
        ),
        ('\\"\\" \\"a\\". "\\', ['\\"\\" \\"a\\".', '"\\']),
        ("", []),
    ],
)
def test_where_sentences_end(text: str, expected: list[str]) -> None:
    assert [span.of(text) for span in sentences(text)] == expected


@given(st.text())
def test_sentences_are_in_order_and_lose_only_white_space(text: str) -> None:
    spans = sentences(text)
    kept = "".join(span.of(text) for span in spans)
    assert "".join(kept.split()) == "".join(text.split())
    assert all(a.end <= b.start for a, b in pairwise(spans))


TALK = "THE CHAIR: Taxes fell by\nMARN: four percent. Or five?\nTHE CHAIR: Thank you."


def spoken(text: str, *said: str) -> tuple[Turn, ...]:
    """Turns at the places of what was said."""
    places = [(text.index(one), len(one)) for one in said]
    return tuple(Turn(span=Span(start=at, end=at + size)) for at, size in places)


def test_no_sentence_goes_from_one_turn_into_another() -> None:
    turns = spoken(TALK, "Taxes fell by", "four percent. Or five?", "Thank you.")
    found = [span.of(TALK) for span in sentences(TALK, turns)]
    assert found == ["Taxes fell by", "four percent.", "Or five?", "Thank you."]


def test_what_stands_before_and_between_turns_is_kept_but_for_names() -> None:
    text = "The debate of May. It was short.\nA: Yes.\n(Applause in the hall.)\nB: No."
    turns = spoken(text, "Yes.", "No.")
    found = [span.of(text) for span in sentences(text, turns)]
    assert found == [
        "The debate of May.",
        "It was short.",
        "Yes.",
        "(Applause in the hall.)",
        "No.",
    ]


def test_a_long_text_is_split_in_time_linear_in_its_length() -> None:
    for text in ("a" * 10**6, ". " * 10**5, '"\\' * 10**5, "A. " * 10**5, "1. " * 10**5):
        assert sum(span.end - span.start for span in sentences(text)) <= len(text)


def test_the_closest_sentence_shares_most_topic_words() -> None:
    text = "The island has rivers. Its coastline is 1,340 km long. The coast is sandy."
    span = closest("The coastline is 1,340 kilometres long.", text)
    assert span is not None
    assert span.of(text) == "Its coastline is 1,340 km long."


def test_nothing_has_no_closest_sentence() -> None:
    assert closest("A claim.", " \n ") is None
