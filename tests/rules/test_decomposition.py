from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.decomposition import adds, brought, lost, misjoined

CLAIM = "In 1931 Ostrana and Marn did not share 22.5 million tons of UN grain."

WORDS = st.sampled_from(
    [
        "Ostrana",
        "harbor",
        "1931",
        "never",
        "copper",
        "exports",
        "2.5",
        "million",
        "UN",
        "the",
        "is",
        "of",
    ]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)


@given(TEXTS)
def test_a_text_says_no_more_and_no_less_than_itself(text: str) -> None:
    assert lost([text], text) == ""
    assert brought(text, text) in ("", "it has no words of its own")


@given(TEXTS, TEXTS)
def test_a_part_with_a_foreign_figure_never_passes(part: str, claim: str) -> None:
    assert brought(f"{part} 777", claim) != ""


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ("Ostrana did not share grain", ""),
        ("22.5 million tons of grain", ""),
        ("24 million tons of grain", "24"),
        ("EU grain", "eu"),
        ("Ostrana never shared grain", "never"),
        ("Ostrana grain burned yesterday at sea", "too many"),
        ("it is the", "no words"),
    ],
)
def test_what_a_part_brings(part: str, why: str) -> None:
    assert (why in brought(part, CLAIM)) if why else brought(part, CLAIM) == ""


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        ("In 1931 Ostrana, Marn: not share 22.5 million tons of UN grain", ""),
        ("In 1931 Ostrana, Marn: not share tons of UN grain", "22"),
        ("In 1931 Ostrana: not share 22.5 million tons of UN grain", "marn"),
        ("In 1931 Ostrana, Marn: share 22.5 million tons of UN grain", "not"),
        ("1931 Ostrana Marn not 22.5 million UN", "too many"),
    ],
)
def test_what_parts_lose(kept: str, why: str) -> None:
    assert (why in lost([kept], CLAIM)) if why else lost([kept], CLAIM) == ""


def test_a_word_that_opens_a_statement_to_join_it_is_no_name() -> None:
    assert lost(["Ostrana exports copper and zinc"], "While Ostrana exports copper and zinc") == ""


def test_parts_are_joined_as_the_claim_joins_them() -> None:
    either = "Marn exports tin or zinc, and Ostrana copper"
    assert misjoined(["Marn exports tin", "zinc"], either, all_of=True, any_of=True) == ""
    assert "choice" in misjoined(["a", "b"], "a and b", all_of=False, any_of=True)
    assert "“or”" in misjoined(["a", "b"], "a or b", all_of=True, any_of=False)
    assert "“and”" in misjoined(["a", "b"], "a or b and c", all_of=False, any_of=True)
    assert misjoined(["a and c", "b"], "a and c or b", all_of=False, any_of=True) == ""


@pytest.mark.parametrize(
    ("claim", "part", "other"),
    [
        ("Ostrana has 3 ports and Marn has 5 ports", "Marn has 5 ports", "Marn has 3 ports"),
        (
            "Ostrana exports copper and Marn does not export tin",
            "Marn does not export tin",
            "Ostrana does not export copper",
        ),
        (
            "In 1931 Ostrana joined Marn and left the union",
            "Ostrana joined Marn in 1931",
            "Marn joined Ostrana in 1931",
        ),
        ("Ostrana has no ports or rivers", "Ostrana has no rivers", ""),
        ("Exports of Ostrana rose", "Ostrana's exports rose", ""),
    ],
)
def test_a_part_binds_words_as_the_claim_does(claim: str, part: str, other: str) -> None:
    assert brought(part, claim) == ""
    assert not other or "another place" in brought(other, claim)


@pytest.mark.parametrize(
    ("claim", "parts", "bond"),
    [
        ("If Marn buys tin, Ostrana sells it", ["Marn buys tin", "Ostrana sells it"], "if"),
        ("Ostrana has more tin than Marn", ["Ostrana has tin", "Marn has tin"], "than"),
        ("Ostrana left after Marn joined", ["Ostrana left", "Marn joined"], "after"),
    ],
)
def test_what_holds_only_together_is_not_split(claim: str, parts: list[str], bond: str) -> None:
    assert f"“{bond}” is lost" in misjoined(parts, claim, all_of=True, any_of=False)
    assert misjoined([claim, "a"], claim, all_of=True, any_of=False) == ""


def test_an_exclusion_adds_what_no_leaf_says() -> None:
    assert adds("splendid harbor", ["The harbor was built"])
    assert not adds("harbor", ["The harbor was built"])
