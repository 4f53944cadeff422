from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.roots import alike, canonical, stands

PAGE = "Dry years\nBrakka Herald\nThe level fell, says the Orrin Water Survey of 2021."


@pytest.mark.parametrize(
    ("root", "there"),
    [
        ("Orrin Water Survey", True),
        ("Orrin Water Survey 2021", True),
        ("the annual Orrin survey", True),  # two of three words
        ("Orrin Water Survey 2019", False),  # another edition
        ("Brakka Herald", True),
        ("Pellow Growers' Union", False),
        ("", False),
        ("of the", False),
    ],
)
def test_a_root_holds_where_the_document_names_it(root: str, there: bool) -> None:
    assert stands(root, PAGE) is there


@pytest.mark.parametrize(
    ("one", "two", "may"),
    [
        ("Orrin Water Survey", "OWS", True),
        ("Orrin Water Survey", "the survey of Orrin", True),
        ("Orrin Statistics Office", "Marn Statistics Office", False),
        ("Orrin Water Survey", "Harrow Council", False),
        ("A", "Apple", False),
    ],
)
def test_which_names_may_be_one(one: str, two: str, may: bool) -> None:
    assert alike(one, two) is may
    assert alike(two, one) is may


def test_names_with_the_same_telling_words_are_one_without_being_asked() -> None:
    names = ["Orrin Water Survey", "the Orrin water survey", "Orrin Waters annual report", "Marn"]
    assert canonical(names, []) == {
        "Orrin Water Survey": "Orrin Water Survey",
        "Orrin Waters annual report": "Orrin Water Survey",
        "the Orrin water survey": "Orrin Water Survey",
        "Marn": "Marn",
    }


def test_what_a_model_merges_holds_as_far_as_it_is_alike() -> None:
    names = ["Orrin Water Survey", "OWS", "Harrow Council"]
    assert canonical(names, [names]) == {
        "OWS": "OWS",
        "Orrin Water Survey": "OWS",
        "Harrow Council": "Harrow Council",
    }
    assert canonical(["OWS", "Orrin Water Survey"], [])["Orrin Water Survey"] == (
        "Orrin Water Survey"
    )


NAMES = st.lists(st.sampled_from(["Orrin Survey", "OS", "Marn", "Marn Office", "Foo 2"]))


@given(NAMES, st.lists(NAMES), st.randoms())
def test_the_order_of_names_changes_nothing(
    names: list[str], groups: list[list[str]], chance: Any
) -> None:
    found = canonical(names, groups)
    shuffled = names.copy()
    chance.shuffle(shuffled)
    assert canonical(shuffled, groups[::-1]) == found
    assert all(found[canon] == canon for canon in found.values())
