from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.same_claim import figures, same_claim

CLAIM = "The coastline of Ostrana is 1,340 km long."


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (CLAIM, True),
        ("Ostrana's coastline: 1340 km long", True),
        ("The coastline of Ostrana is 1,341 km long.", False),
        ("The coastline of Ostrana is 1,340 km long, as in 2019.", False),
        ("The coastline of Ostrana is not 1,340 km long.", False),
        ("In Ostrana 1,340 teachers went on strike.", False),
        ("", False),
    ],
)
def test_figures_denials_and_most_words_have_to_be_the_same(other: str, same: bool) -> None:
    assert same_claim(CLAIM, other) is same
    assert same_claim(other, CLAIM) is same


def test_thousands_are_parted_in_several_ways() -> None:
    assert figures("1,340 and 1.340 and 1 340 and 1340") == {"1340"}
    assert figures("2.5 of 12,000,000 in 2019") == {"2.5", "12000000", "2019"}


@given(st.text(), st.text())
def test_the_order_of_the_two_does_not_matter(one: str, other: str) -> None:
    assert same_claim(one, other) == same_claim(other, one)
