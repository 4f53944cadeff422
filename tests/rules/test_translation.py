import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.translation import english_of, faults

SINHALA = "2026 දී ගංවතුරෙන් 5 දෙනෙක් මිය ගියහ."


def test_a_translation_with_the_same_figures_holds() -> None:
    assert faults(SINHALA, "Five people (5) died in the floods in 2026.", "en") == ()


@pytest.mark.parametrize(
    ("english", "why"),
    [
        ("", "it is empty"),
        ("5 people died in the floods.", "it leaves out 2026"),
        ("In 2026, 5 of 12 people died in the floods.", "it adds 12"),
        ("2026 දී 5 දෙනෙක් මිය ගියහ.", "it is in other letters"),
        ("In 2026, 5 died. " + "It is well known that it rained for long. " * 9, "it says more"),
    ],
)
def test_why_a_translation_is_refused(english: str, why: str) -> None:
    assert any(why in fault for fault in faults(SINHALA, english, "en"))


def test_digits_of_another_script_are_the_same_figure() -> None:
    assert faults("வெள்ளத்தில் ௫ பேர்", "5 people in the flood", "en") == ()


@pytest.mark.parametrize("value", [None, [], {"english": 5}, {"other": "x"}, "x"])
def test_a_reply_of_another_shape_translates_nothing(value: object) -> None:
    assert english_of(value) == ""


@given(st.text(max_size=80), st.integers(min_value=1, max_value=10**6))
def test_a_figure_that_was_added_is_always_seen(text: str, figure: int) -> None:
    original = "".join(char for char in text if not char.isnumeric())
    assert faults(original, f"It was {figure} then", "en")
