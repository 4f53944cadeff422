from __future__ import annotations

import pytest

from veracity.rules.comparison_outcome import Outcome
from veracity.rules.names import compare_list, compare_name, key, list_items, value_names
from veracity.rules.words import words

KNOWN = [
    key(name) for name in ("Kemble", "Port Royal", "euros", "Ulan Bator", ".ms", "Kilimandjaro")
]
"""Values of other subjects."""


@pytest.mark.parametrize(
    ("claimed", "value", "outcome"),
    [
        ("Port Lune", "Port Lune (on the Isle of Gates)", Outcome.AGREES),
        ("Isle of Gates", "Port Lune (on the Isle of Gates)", Outcome.AGREES),
        ("Kemble", "Port Lune", Outcome.CONTRADICTS),
        ("Port Royal", "Port Lune", Outcome.CONTRADICTS),
        ("Lune Bay", "Port Lune", Outcome.INCOMPARABLE),
        ("Old Town", "Port Lune", Outcome.INCOMPARABLE),
        ("talon", "talons (OTL) per US dollar -", Outcome.AGREES),
        ("dollar", "talons (OTL) per US dollar -", Outcome.INCOMPARABLE),
        ("euros", "talons (OTL) per US dollar -", Outcome.CONTRADICTS),
        # Known of another subject, but spelled like a run of words here.
        ("Ulan Bator", "Ulaan Baatar", Outcome.INCOMPARABLE),
        ("Kilimandjaro", "Kilimanjaro (highest point) 5,895 m", Outcome.INCOMPARABLE),
        ("Zoë", "Zoe", Outcome.AGREES),
        (".os", ".os", Outcome.AGREES),
        (".ms", ".os", Outcome.CONTRADICTS),
        ("the", "Port Lune", Outcome.INCOMPARABLE),
    ],
)
def test_compare_name(claimed: str, value: str, outcome: Outcome) -> None:
    assert compare_name(words(claimed), value, KNOWN).outcome is outcome


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Mount Sage 521 m", ("Mount Sage",)),
        ("Port Lune (on the Isle of Gates)", ("Port Lune",)),
        ("talons (OTL) per US dollar -", ("talons",)),
        ("talons or euros (OTL)", ("talons or euros", "talons", "euros")),
        ("Kemble; Port Lune", ("Kemble",)),
        (".os", (".os",)),
        ("", ()),
    ],
)
def test_the_names_that_a_value_gives(value: str, names: tuple[str, ...]) -> None:
    assert value_names(value) == names


LIST = (
    "New Velt 276 km (includes 3 km of river); Marn (Gate City) 724 km and Marn (Far Gate) 1.5 km"
)


@pytest.mark.parametrize(
    ("spellings", "outcome"),
    [
        (("New Velt",), Outcome.AGREES),
        (("Marn", "Marnland"), Outcome.AGREES),
        (("Marnland", "Marn"), Outcome.AGREES),
        (("Velt",), Outcome.INCOMPARABLE),
        (("Ostrana",), Outcome.CONTRADICTS),
    ],
)
def test_compare_list(spellings: tuple[str, ...], outcome: Outcome) -> None:
    assert compare_list(spellings, LIST).outcome is outcome


def test_items_keep_no_figures_and_give_remarks_their_own_place() -> None:
    assert list_items("New Velt 276 km; Marn (Gate City) 1,024.5 km") == (
        ("new", "velt"),
        ("marn",),
        ("gate", "citi"),
    )
