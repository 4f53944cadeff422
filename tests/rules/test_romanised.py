import tomllib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.romanised import count, one_spelling, spoken


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("thiyenawa", "tiyenavaa"),
        ("kohomadha", "kohomada"),
        ("wessa", "vesa"),
        ("shri", "sri"),
        ("keema", "kima"),
    ],
)
def test_spellings_of_a_word_are_one(one: str, other: str) -> None:
    assert one_spelling(one) == one_spelling(other)


@given(st.text(max_size=30))
def test_one_spelling_is_final(word: str) -> None:
    once = one_spelling(word)
    assert once.isascii()
    assert once == once.lower()


def test_words_are_counted_by_language() -> None:
    # Sinhala: kiyala, wenawa. English: the, train. "eka" is in the list; "galle" tells nothing.
    found = count("The train eka Galle wenawa kiyala")
    assert (found.words, found.sinhala, found.english) == (6, 3, 2)
    assert found.share_of_sinhala == 3 / 6


def test_a_word_without_its_vowels_is_found_by_its_consonants() -> None:
    assert count("krnwa").sinhala == 1
    assert count("dnnwa").sinhala == 1


def test_shared_words_count_only_beside_others() -> None:
    assert count("man one mala").share_of_sinhala == 0
    assert count("man gedara").share_of_sinhala == 1


def test_tamil_is_not_sinhala() -> None:
    found = count("naan inge illai, romba nalla irukku")
    assert found.sinhala == 0
    assert found.share_of_tamil >= 0.6


def test_addresses_mentions_and_hashtags_are_not_words() -> None:
    assert spoken("a@example.org #news @someone www.example.org https://x.example").strip() == ""
    assert count("kiyala #wenawa").words == 1


def test_no_cue_word_is_among_the_common_words_of_english() -> None:
    text = resources.files("veracity.sources").joinpath("singlish.toml").read_text("utf-8")
    listed = tomllib.loads(text)
    english = set(listed["english"]["words"].split())
    for language in ("sinhala", "tamil"):
        assert english & set(listed[language]["words"].split()) == set()


def test_no_cue_word_is_of_both_languages() -> None:
    text = resources.files("veracity.sources").joinpath("singlish.toml").read_text("utf-8")
    listed = tomllib.loads(text)
    words = {k: {one_spelling(w) for w in listed[k]["words"].split()} for k in ("sinhala", "tamil")}
    assert words["sinhala"] & words["tamil"] == set()
