"""Which language a text is in, where its letters alone tell it."""

from __future__ import annotations

SCRIPTS = {"si": ("\u0d80", "\u0dff"), "ta": ("\u0b80", "\u0bff")}
"""Languages that alone are written in a script today, with its first and last character."""
SHARE = 0.3
"""Of a text's letters, from which it is in the script's language: names and figures in a claim are
often written in Latin letters."""


def language_by_script(text: str) -> str | None:
    """The language's code, None where the letters tell none."""
    letters = [character for character in text if character.isalpha()]
    for language, (first, last) in SCRIPTS.items():
        written = sum(first <= character <= last for character in letters)
        if letters and written >= SHARE * len(letters):
            return language
    return None
