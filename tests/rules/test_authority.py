"""When a claim's own source is the authority for it."""

from __future__ import annotations

import pytest

from veracity.rules.authority import own_authority

ABOUT = {
    "claim": "Ostrana exports its timetable as a calendar.",
    "source_url": "https://docs.ostrana.example/changelog",
    "source_tier": 1,
    "claim_type": "fact",
    "entities": ["ostrana", "timetable"],
}


def test_a_makers_changelog_about_its_product() -> None:
    assert own_authority(**ABOUT) == "ostrana"


def test_names_are_compared_without_case_and_punctuation() -> None:
    said = {
        **ABOUT,
        "claim": "Marn-Rail sells tickets.",
        "entities": ["Marn-Rail"],
        "source_url": "https://www.MarnRail.co.uk/news",
    }
    assert own_authority(**said) == "Marn-Rail"


@pytest.mark.parametrize(
    "change",
    [
        {"source_tier": 2},
        {"source_tier": None},
        {"claim_type": "opinion"},
        {"claim_type": None},
        {"source_url": None},
        {"source_url": "https://news.example/ostrana"},
        {"source_url": "https://ostrana.news.example/"},  # a host under somebody else's domain
        {"source_url": "https://ostrana.github.io/"},  # a name that anyone may take
        {"source_url": "https://ostrana.example@news.example/"},
        {"source_url": "not an address"},
        {"entities": []},
        {"entities": ["timetable"]},
        {"claim": "The timetable is exported as a calendar."},  # the claim does not name it
        {"claim": "The timetable of Ostrana is exported."},  # it names another thing first
        {"claim": "Ostranas exports its timetable."},  # the name is a part of a word
        {"claim": "Ostrana exports faster than Marn."},
        {"claim": "Unlike others, Ostrana exports its timetable."},
        {"claim": "Ostrana runs the fastest ferries in the world."},
        {"claim": "Ostrana is the only railway with calendars."},
        {"claim": "Ostrana was the\nfirst to export its timetable."},
    ],
)
def test_any_doubt_leaves_the_claim_to_the_refuters(change: dict[str, object]) -> None:
    assert own_authority(**{**ABOUT, **change}) is None
