"""Whether a translation keeps what code can check: figures, and that it is in the language at all.

What a translation says otherwise is a matter of language, and no code can vouch for it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, cast

from veracity.rules.same_claim import figures
from veracity.rules.scripts import SCRIPTS

LONGEST = 6
"""Times as long as the original a translation may be: more is not a translation."""
_ROOM = 60
"""Characters that a translation of a short text may be longer by."""
PROMPT = "translate"
"""The prompt with which a model is asked for one."""
_LATIN = re.compile(r"[A-Za-z]")


def english_of(value: Any) -> str:
    """The translation in a reply to `PROMPT`, empty for a reply of another shape."""
    said = cast("dict[str, Any]", value).get("english") if isinstance(value, dict) else None
    return " ".join(said.split()) if isinstance(said, str) else ""


def faults(original: str, translated: str, language: str) -> tuple[str, ...]:
    """Why `translated` is no translation of `original` into `language`, nothing when it may be one.

    `language` is `en`, or one of those that alone are written in a script.
    """
    found: list[str] = []
    if not translated.strip():
        return ("it is empty",)
    lost = sorted(figures(_in_digits(original)) - figures(_in_digits(translated)))
    added = sorted(figures(_in_digits(translated)) - figures(_in_digits(original)))
    if lost:
        found.append(f"it leaves out {', '.join(lost)}")
    if added:
        found.append(f"it adds {', '.join(added)}")
    if not written_in(translated, language):
        found.append("it is in other letters")
    if len(translated) > LONGEST * len(original) + _ROOM:
        found.append("it says more than the original")
    return tuple(found)


def _in_digits(text: str) -> str:
    """`text` with the digits of other scripts as those of ASCII."""
    return "".join(
        str(unicodedata.digit(char)) if char.isdigit() and not char.isascii() else char
        for char in text
    )


def written_in(text: str, language: str) -> bool:
    """Whether more than half of the letters are of the language's script."""
    letters = [char for char in text if char.isalpha()]
    if language in SCRIPTS:
        first, last = SCRIPTS[language]
        own = sum(first <= char <= last for char in letters)
    else:
        own = len(_LATIN.findall(text))
    return own * 2 > len(letters)
