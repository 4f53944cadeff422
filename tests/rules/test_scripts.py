from __future__ import annotations

import pytest

from veracity.rules.scripts import language_by_script


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("කොළඹ වරාය", "si"),
        ("கொழும்பு துறைமுகம்", "ta"),
        ("IMF සහ UN වාර්තාව අනුව", "si"),
        ("The word වරාය means harbor in Sinhala, and it is an old one.", None),
        ("The harbor", None),
        ("1,340", None),
        ("", None),
    ],
)
def test_a_language_is_told_by_its_letters(text: str, language: str | None) -> None:
    assert language_by_script(text) == language
