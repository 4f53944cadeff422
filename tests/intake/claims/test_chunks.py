"""Parts of whole sentences: none lost, none twice, none too long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.claim import Span
from veracity.intake.claims.chunks import BEFORE, chunks
from veracity.rules.sentences import sentences

lengths = st.lists(st.integers(min_value=1, max_value=30), min_size=1, max_size=40)


def speech(counts: list[int]) -> str:
    """A sentence of each number of words."""
    return " ".join(f"{' '.join(['Word'] + ['word'] * (count - 1))}." for count in counts)


@given(lengths, st.integers(min_value=1, max_value=40))
def test_every_sentence_is_in_exactly_one_part(counts: list[int], size: int) -> None:
    text = speech(counts)
    spans = sentences(text)
    made = chunks(text, spans, size)
    assert tuple(one for chunk in made for one in chunk.sentences) == spans


@given(lengths, st.integers(min_value=1, max_value=40))
def test_no_part_is_longer_than_it_may_be_unless_it_is_one_sentence(
    counts: list[int], size: int
) -> None:
    text = speech(counts)
    for chunk in chunks(text, sentences(text), size):
        words = len(chunk.span.of(text).split())
        assert words <= size or len(chunk.sentences) == 1


@given(lengths)
def test_what_is_shown_before_a_part_are_the_sentences_right_before_it(counts: list[int]) -> None:
    text = speech(counts)
    spans = sentences(text)
    past: list[Span] = []
    for chunk in chunks(text, spans, 20):
        assert chunk.before == tuple(past[-BEFORE:])
        past += chunk.sentences


@pytest.mark.parametrize("count", [2, 3, 7])
def test_halves_have_the_sentences_of_the_whole(count: int) -> None:
    text = speech([5] * count)
    (whole,) = chunks(text, sentences(text), 1000)
    first, second = whole.halves()
    assert (*first.sentences, *second.sentences) == whole.sentences
    assert second.before == first.sentences[-BEFORE:]


def test_no_text_has_no_parts() -> None:
    assert chunks("", (), 100) == ()
