"""Sinhala names in Latin letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.transliteration import consonants, romanised, spelling


@pytest.mark.parametrize(
    ("sinhala", "latin"),
    [
        ("නුවර", "nuwara"),
        ("ගඟ", "ganga"),
        ("කඳු", "kandu"),
        ("සිංහල", "sinhala"),
        ("ක්‍රීඩා", "krida"),
        ("ඇල", "ela"),
        ("අද 14 train", "ada 14 train"),
    ],
)
def test_letters_are_written_as_they_sound(sinhala: str, latin: str) -> None:
    assert romanised(sinhala) == latin


def test_spellings_of_one_name_are_one() -> None:
    assert spelling("වත්ත") == spelling("watta") == spelling("vaththa") == "vata"
    assert consonants("කඳවල") == consonants("Kandawala") == consonants("kndwla") == "kndvl"


def test_names_that_differ_in_a_consonant_stay_apart() -> None:
    assert consonants("Kandawala") != consonants("Kandagala")


def test_a_first_vowel_is_kept() -> None:
    assert consonants("ඉඳුවර") == consonants("induwara") != consonants("nduwara")


@given(st.text())
def test_a_spelling_is_its_own(word: str) -> None:
    assert romanised(romanised(word)) == romanised(word)
    assert not any("\u0d9a" <= letter <= "\u0dc6" for letter in romanised(word))
