from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scripts.starter_pack.names import Entity, entities
from scripts.starter_pack.shape import PROSE_WORDS, shape
from tests.retrieval.test_starter import PACK

NAMES = PACK.parent / "sources" / "factbook_names.toml"


def entity(*fields: tuple[str, str]) -> Entity:
    return Entity("xx", "somewhere", "Somewhere", (), fields)


def test_the_fields_of_a_family_are_one_passage() -> None:
    shaped = list(
        shape(
            entity(("Area – total", "1 sq km"), ("Area – land", "1 sq km"), ("Coastline", "9 km"))
        )
    )
    assert [(one.family, len(one.lines)) for one in shaped] == [("Area", 2), ("Coastline", 1)]


def test_a_year_is_not_said_twice_and_an_empty_field_not_at_all() -> None:
    (shaped,) = shape(entity(("Exports – Exports 2023", "$1"), ("Exports – Exports 2022", "NA")))
    assert shaped.lines == (("Exports 2023", "$1"),)


def test_a_field_that_two_sections_repeat_stands_once() -> None:
    (shaped,) = shape(entity(("Climate", "mild"), ("Climate", "mild")))
    assert shaped.lines == (("Climate", "mild"),)


@given(st.lists(st.sampled_from(["word", "word.", "word,", "word;"]), max_size=600))
def test_prose_is_cut_and_no_word_is_lost(words: list[str]) -> None:
    text = " ".join(["First", *words])
    shaped = list(shape(entity(("Background", text))))
    said = " ".join(value for one in shaped for _, value in one.lines)
    assert said == text
    assert all(len(one.lines[0][1].split()) <= 165 for one in shaped)
    assert (len(shaped) > 1) <= (len(text.split()) > PROSE_WORDS)


def names_of(code: str, *fields: tuple[str, str]) -> tuple[str, ...]:
    row = {
        "code": code,
        "region": "r",
        "entity": "Somewhere",
        "fields": [{"field": attribute, "text": value} for attribute, value in fields],
    }
    (found,) = entities([row], NAMES)
    return found.names


def test_names_lose_their_remarks() -> None:
    names = names_of(
        "zz",
        ("Country name – conventional long form", "Republic of Somewhere; note - disputed"),
        ("Country name – local long form", "Uno (Spanish)/ Deux (French)"),
        ("Country name – former", "Old One, Old Two (until 1960)"),
        ("Nationality – adjective", "Somewhereish"),
    )
    assert names == (
        "Republic of Somewhere", "Uno", "Deux", "Old One", "Old Two", "Somewhereish",
    )  # fmt: skip


def test_the_reviewed_table_adds_names() -> None:
    assert "Myanmar" in names_of("bm")
