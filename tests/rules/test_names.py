from __future__ import annotations

import pytest

from veracity.rules.comparison_outcome import Outcome
from veracity.rules.names import compare_list, compare_name, list_items
from veracity.rules.words import words


@pytest.mark.parametrize(
    ("claimed", "value", "outcome"),
    [
        ("Port Lune", "Port Lune (on the Isle of Gates)", Outcome.AGREES),
        ("Isle of Gates", "Port Lune (on the Isle of Gates)", Outcome.AGREES),
        ("Kemble", "Port Lune", Outcome.CONTRADICTS),
        # "Port" is in many names: sharing only that is sharing nothing.
        ("Port Royal", "Port Lune", Outcome.CONTRADICTS),
        ("Lune Bay", "Port Lune", Outcome.INCOMPARABLE),
        ("talon", "talons (OTL) per US dollar -", Outcome.AGREES),
        ("dollar", "talons (OTL) per US dollar -", Outcome.INCOMPARABLE),
        ("euros", "talons (OTL) per US dollar -", Outcome.CONTRADICTS),
        ("CFA francs", "Banque Centrale francs", Outcome.INCOMPARABLE),
        ("Kilimandjaro", "Kilimanjaro (highest point) 5,895 m", Outcome.INCOMPARABLE),
        ("Zoë", "Zoe", Outcome.AGREES),
        (".os", ".os", Outcome.AGREES),
        (".ms", ".os", Outcome.CONTRADICTS),
        ("the", "Port Lune", Outcome.INCOMPARABLE),
    ],
)
def test_compare_name(claimed: str, value: str, outcome: Outcome) -> None:
    assert compare_name(words(claimed), value).outcome is outcome


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
