from __future__ import annotations

import pytest

from veracity.retrieval.archive.keyword import expression


@pytest.mark.parametrize(
    ("query", "names", "expected"),
    [
        # Function words and the figure are left out; the name is a phrase.
        (
            "The coastline of Sri Lanka is 1,340 km long.",
            ["Sri Lanka"],
            '"sri lanka" OR "coastline" * OR "km" OR "long"',
        ),
        # A word is cut to its stem and finds every form that begins so.
        ("rivers", [], '"river" *'),
        ("flooded bridges", [], '"flood" * OR "bridg" *'),
        ("using rings", [], '"ring" *'),
        # A year stays: what happened then is what is asked.
        ("Arsenal won in 2003", [], '"arsenal" * OR "won" OR "2003"'),
        # Nothing but a figure: then it is what is looked for.
        ("1,340", [], '"1 340"'),
        # Nothing but function words.
        ("it is", [], '"it" OR "is"'),
        ("?!", [], ""),
    ],
)
def test_what_is_asked_of_the_index(query: str, names: list[str], expected: str) -> None:
    assert expression(query, names, {}) == expected


def test_of_many_words_the_most_common_are_left_out() -> None:
    shares = {"population": 0.03, "total": 0.02, "people": 0.01}
    query = "total population people density income height"
    # The three rarest stay whatever they read; with two more, 0.01 + 0.02 is within the 0.03.
    kept = expression(query, [], shares)
    assert kept == '"total" * OR "people" * OR "density" * OR "income" * OR "height" *'
    assert expression("population total", [], shares) == '"population" * OR "total" *'


def test_a_common_word_is_searched_when_there_is_no_other() -> None:
    assert expression("population", [], {"population": 0.9}) == '"population" *'
