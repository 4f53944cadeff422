from __future__ import annotations

import pytest

from veracity.retrieval.gazetteer import Gazetteer, Subject

KNOWN = Gazetteer(
    [
        Subject(1, "Guinea", ("Republic of Guinea", "Guinean")),
        Subject(2, "Guinea-Bissau", ("Guinea Bissau",)),
        Subject(3, "United States", ("US", "U.S.", "USA", "America")),
        Subject(4, "DRC", ("Democratic Republic of the Congo", "Congo")),
        Subject(5, "Congo (Brazzaville)", ("Republic of the Congo", "Congo")),
        Subject(6, "Turkey", ("Türkiye",)),
        Subject(7, "The Gambia", ("Gambia",)),
    ]
)


def ids(text: str) -> list[tuple[int, ...]]:
    return [tuple(subject.id for subject in known.subjects) for known in KNOWN.find(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Guinea-Bissau's coast", [(2,)]),
        ("Guinea is not Guinea-Bissau, says Guinea", [(1,), (2,)]),
        ("The guinean capital", [(1,)]),
        ("The US and us", [(3,)]),
        ("Tell us more", []),
        ("the U.S. coast", [(3,)]),
        ("TURKIYE and turkey", [(6,)]),
        ("The Gambia's river, Gambia", [(7,)]),
        ("In the Democratic Republic of the Congo", [(4,)]),
        ("In the Congo", [(4, 5)]),
        ("Nothing known", []),
        ("", []),
    ],
)
def test_which_entities_a_text_names(text: str, expected: list[tuple[int, ...]]) -> None:
    assert ids(text) == expected


def test_a_known_name_brings_all_spellings_and_its_own_first() -> None:
    (known,) = KNOWN.find("USA")
    assert known.spellings == ("United States", "US", "U.S.", "USA", "America")
    assert known.sought == ("USA", "United States")


def test_a_shared_name_brings_the_spellings_of_both() -> None:
    (known,) = KNOWN.find("Congo")
    assert known.spellings[0] == "DRC"
    assert "Republic of the Congo" in known.spellings
