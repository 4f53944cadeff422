"""The count of refuters' votes: every row of the table, and that nothing else matters."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.votes import (
    disputed,
    recommended_confidence,
    recommended_tags,
    tally,
)

VOTES = {"r": True, "c": False, "-": None}


def count(letters: str, threshold: int = 2):
    """`r` refutes, `c` confirms, `-` abstains."""
    return tally((VOTES[letter] for letter in letters), threshold)


@pytest.mark.parametrize(
    ("votes", "threshold", "verdict"),
    [
        ("rrr", 2, "killed"),
        ("rrc", 2, "killed"),
        ("rcc", 2, "survived"),
        ("ccc", 2, "survived"),
        ("rr-", 2, "killed"),
        ("rc-", 2, "survived"),
        ("cc-", 2, "survived"),
        ("r--", 2, "inconclusive"),
        ("c--", 2, "inconclusive"),
        ("---", 2, "inconclusive"),
        ("rrrcc", 3, "killed"),
        ("rrccc", 3, "survived"),
        ("rrr-c", 3, "killed"),
        ("rrr--", 3, "inconclusive"),  # three refuted, but two abstentions come first
        ("rr", 2, "killed"),
        ("rc", 2, "survived"),
        ("rc", 1, "killed"),
        ("r-", 1, "inconclusive"),  # one vote is no quorum
        ("r", 1, "inconclusive"),
        ("", 2, "inconclusive"),
    ],
)
def test_the_table(votes: str, threshold: int, verdict: str) -> None:
    assert count(votes, threshold).verdict == verdict


def test_the_counts_are_those_of_the_votes() -> None:
    counted = count("rc-rc", 3)
    assert (counted.refute_count, counted.confirm_count, counted.abstentions) == (2, 2, 1)
    assert counted.cast == 4


@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        ("rc-", True),  # the missing vote would have been the second refutation
        ("cc-", False),
        ("rcc", False),
        ("rr-", False),  # killed already
        ("r--", False),  # not a survival
    ],
)
def test_a_survival_is_open_when_the_missing_vote_might_have_killed(
    votes: str, expected: bool
) -> None:
    assert count(votes).open is expected


@pytest.mark.parametrize(
    ("votes", "confidence"),
    [("ccc", 3), ("rcc", 2), ("cc-", 2), ("rrr", 1), ("rrc", 1), ("---", 1)],
)
def test_the_recommended_confidence(votes: str, confidence: int) -> None:
    assert recommended_confidence(count(votes)) == confidence


def test_a_dispute_needs_survival_and_sources_on_both_sides() -> None:
    survived, killed = count("rcc"), count("rrc")
    assert disputed(survived, against=True, in_favor=True)
    assert not disputed(survived, against=True, in_favor=False)
    assert not disputed(survived, against=False, in_favor=True)
    assert not disputed(killed, against=True, in_favor=True)


def test_the_recommended_tags() -> None:
    assert recommended_tags(count("rcc"), dispute=True) == ("#disputed",)
    assert recommended_tags(count("rcc"), dispute=False) == ()
    assert recommended_tags(count("rrr"), dispute=False) == ()
    assert recommended_tags(count("r--"), dispute=False) == ("#unverified",)


BALLOTS = st.lists(st.sampled_from([True, False, None]), max_size=9)


@given(votes=BALLOTS, threshold=st.integers(1, 9), data=st.data())
def test_the_order_of_votes_does_not_matter(votes, threshold, data) -> None:
    assert tally(data.draw(st.permutations(votes)), threshold) == tally(votes, threshold)


@given(votes=BALLOTS, threshold=st.integers(1, 9))
def test_one_more_refutation_never_saves_a_claim(votes, threshold) -> None:
    if tally(votes, threshold).verdict == "killed":
        assert tally([*votes, True], threshold).verdict == "killed"


def test_an_abstention_never_kills_and_never_lets_survive_what_is_not_open() -> None:
    for votes in product([True, False, None], repeat=3):
        counted = tally(votes, 2)
        for place in (at for at, vote in enumerate(votes) if vote is not None):
            silenced = tally([*votes[:place], None, *votes[place + 1 :]], 2)
            if silenced.verdict == "killed":
                assert counted.verdict == "killed"
            if silenced.verdict == "survived" and counted.verdict == "killed":
                assert silenced.open
