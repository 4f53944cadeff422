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
    assert expression(query, names, ()) == expected


def test_common_words_are_left_out_while_others_remain() -> None:
    assert expression("population density", [], {"population"}) == '"density" *'
    assert expression("population", [], {"population"}) == '"population" *'
