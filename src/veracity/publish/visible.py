"""Text from outside, made fit for a terminal: what a reader sees is what the text says."""

from __future__ import annotations

import unicodedata

_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that make a terminal show characters in another order than the text has them."""
_TAGS = range(0xE0000, 0xE0080)
"""Letters that no terminal shows, and that whoever copies the text takes along."""


def visible(text: str) -> str:
    """`text` without control characters, reordering marks and tags, white space folded.

    Control characters can move a terminal's cursor, change its title, or hide what was printed.
    Joiners stay: Sinhala and Tamil need them.
    """
    kept = (
        " " if unicodedata.category(character) == "Cc" else character
        for character in text
        if character not in _REORDERING and ord(character) not in _TAGS
    )
    return " ".join("".join(kept).split())
