from __future__ import annotations

from veracity.domain.evidence import NamedValue
from veracity.retrieval.values import ValueIndex

INDEX = ValueIndex(
    [
        ("Velt", "Capital – name", "Port Royal (old town)"),
        ("Velt", "Exchange rates – Currency", "talons or crowns (VTC) per US dollar -"),
        ("Velt", "Independence", "4 February 1948"),
        ("Marn", "Capital – name", "Royal"),
    ]
)


def found(text: str) -> set[tuple[str, str]]:
    return {(value.name, value.subject) for value in INDEX.find(text)}


def test_values_are_found_where_their_words_run_together() -> None:
    assert found("The capital of Ostrana is Port Royal.") == {
        ("Port Royal", "Velt"),
        ("Royal", "Marn"),
    }
    assert found("A royal port") == {("Royal", "Marn")}
    assert found("It pays in talons.") == {("talons", "Velt")}
    assert found("It pays in TALONS or crowns.") == {
        ("talons or crowns", "Velt"),
        ("talons", "Velt"),
        ("crowns", "Velt"),
    }


def test_units_remarks_and_dates_are_no_values() -> None:
    assert found("The US dollar, an old town, February 1948") == set()
    assert INDEX.find("") == ()


def test_they_come_in_one_order() -> None:
    said = INDEX.find("Port Royal and talons")
    assert said == tuple(sorted(said, key=lambda value: (value.attribute, value.name)))
    assert isinstance(said[0], NamedValue)
