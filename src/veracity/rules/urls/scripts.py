"""Which scripts the letters of a name belong to: one label in two scripts is a disguise.

The rule is "highly restrictive" of Unicode Technical Standard 39, section 5.2: one script, or Latin
together with the scripts of Chinese, Japanese or Korean. Python knows no scripts, but the name of a
letter begins with its script.
"""

from __future__ import annotations

import re
import unicodedata

_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
_SCRIPT = re.compile(r"(?:EXTENDED )?([A-Z]+)")
_OF_ANY = frozenset({"COMBINING", "MIDDLE"})
"""First words in the names of marks that go with every script."""
_OTHER_NAME = {"IDEOGRAPHIC": "CJK"}
_LONG_VOWEL = "\u30fc"
"""Japanese, in both of its syllabaries."""


def scripts(label: str) -> frozenset[str]:
    """The scripts of a label's letters, marks and digits. ASCII digits and hyphens have none."""
    found: set[str] = set()
    for character in label:
        if character in "0123456789-_" or character == _LONG_VOWEL:
            continue
        match = _SCRIPT.match(unicodedata.name(character, "UNKNOWN"))
        word = match[1] if match else "UNKNOWN"
        found.add(_OTHER_NAME.get(word, word))
    return frozenset(found - _OF_ANY)


def mixed(label: str) -> bool:
    """Whether a label mixes scripts that no language writes together."""
    found = scripts(label)
    return len(found) > 1 and not any(found <= together for together in _TOGETHER)
