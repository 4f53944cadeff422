from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def test_the_closest_sentence_shares_most_topic_words() -> None:
    text = "The island has rivers. Its coastline is 1,340 km long. The coast is sandy."
    span = closest("The coastline is 1,340 kilometres long.", text)
    assert span is not None
    assert span.of(text) == "Its coastline is 1,340 km long."


def test_nothing_has_no_closest_sentence() -> None:
    assert closest("A claim.", " \n ") is None
