"""Text from outside, made safe to show to a model: cleaned, and fenced by a mark.

Neither keeps a model from obeying what it reads. They keep the text from ending its fence, from
imitating the turns of a conversation, and from hiding words that a person would not see. Whatever
a model then says still holds only where code can check it.
"""

from __future__ import annotations

import re
import unicodedata

MARK_LENGTH = 6

_JOINERS = frozenset("\u200c\u200d")
"""Zero-width joiners: without them Sinhala and other scripts lose letters."""

_SPACES = frozenset({"Zs", "Zl", "Zp"})
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})

_REMEMBERED = 0x3000
"""Most scripts that are written with letters lie below this code point."""

_SPECIAL = re.compile(r"<\s*\|[^<>|]{0,40}\|\s*>|<\s*\||\|\s*>")
_ANGLES = re.compile(r"<{2,}|>{2,}")
_BLANKS = re.compile(r"\s+")


class _Shown(dict[int, str | None]):
    """For `str.translate`: a space for any space, nothing for what is not shown."""

    def __missing__(self, code: int) -> str | None:
        shown = _shown(chr(code))
        if code < _REMEMBERED:
            self[code] = shown
        return shown


def _shown(character: str) -> str | None:
    category = unicodedata.category(character)
    if category in _SPACES or character in "\t\n\r\v\f\x85":
        return " "
    if category in _DROPPED and character not in _JOINERS:
        return None
    return character


_SHOWN = _Shown()


def clean(text: str) -> str:
    """`text` on one line, without control, formatting, tag and bidirectional characters.

    Special tokens of chat templates (`<|...|>`) are dropped and runs of angle brackets, of which
    fences are made, become one bracket. Applying it twice changes nothing.
    """
    shown = unicodedata.normalize("NFC", text).translate(_SHOWN)
    return _unmarked(_BLANKS.sub(" ", shown)).strip()


def mark(key: str) -> str:
    """The mark of the fence in the request with this key (`sha256:...`).

    It follows from the request's digest, so that it cannot be foreseen by who writes the evidence
    and does not change the key.
    """
    return key.rpartition(":")[2][:MARK_LENGTH].upper()


def _unmarked(text: str) -> str:
    """Drop special tokens and runs of brackets until none is left: dropping may join others."""
    while "<" in text or ">" in text:
        shorter = _BLANKS.sub(" ", _ANGLES.sub(lambda run: run[0][0], _SPECIAL.sub("", text)))
        if shorter == text:
            return text
        text = shorter
    return text
