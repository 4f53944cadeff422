from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.words import stem, stems, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Railways", "railway"),
        ("independence", "independent"),
        ("Côte", "cote"),
        ("Lanka's", "lanka"),
        ("Lanka’s", "LANKA"),
        ("ශ්‍රී", "ශ්රී"),
    ],
)
def test_forms_of_one_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"), [("north", "south"), ("Niger", "Nigeria"), (".lk", "lk")]
)
def test_different_words_do_not(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_words_keep_vowel_signs_and_say_where_they_stand() -> None:
    text = "ශ්‍රී ලංකාව, .lk, D'Arc"
    found = words(text)
    assert [word.text for word in found] == ["ශ්‍රී", "ලංකාව", ".lk", "D'Arc"]
    assert all(text[word.start : word.end] == word.text for word in found)


def test_function_words_are_no_topic() -> None:
    assert stems("The capital of Ostrana is it") == stems("capital Ostrana")


@given(st.text())
def test_any_text_is_read_and_words_are_in_order(text: str) -> None:
    found = words(text)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(text[word.start : word.end] == word.text for word in found)


@pytest.fixture
def impatient_threads() -> Iterator[None]:
    """Threads that are switched about every ten microseconds."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("impatient_threads")
def test_threads_that_stem_at_once_do_not_mix_up_their_words() -> None:
    forms = [f"{letter}{rest}" for letter in "bcdfghklmnprstvw" for rest in ("ationally", "esses")]
    alone: list[str] = []
    for form in forms:
        stem.cache_clear()
        alone.append(stem(form))

    def stem_all(_: int) -> list[str]:
        found: list[str] = []
        for form in forms * 10:
            stem.cache_clear()
            found.append(stem(form))
        return found

    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(stem_all, range(4)):
            assert found == alone * 10
