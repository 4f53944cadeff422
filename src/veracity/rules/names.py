"""Whether a claimed name is the name that an entry gives.

| what the claim gives, against the entry's value                   | outcome      |
|-------------------------------------------------------------------|--------------|
| every word of it stands in the value's head                       | agrees       |
| it is known as this attribute's value for another subject, and no | contradicts  |
| run of words in the value is spelled like it                      |              |
| anything else                                                     | incomparable |

The head of a value is what comes before its unit ("tala (SAT) per US dollar": "tala (SAT)"). A name
that is not known from elsewhere never contradicts: it may be another name of the same thing, or no
name at all ("the capital is *crowded*").
"""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import SequenceMatcher

from veracity.rules.comparison_outcome import Comparison, Outcome
from veracity.rules.words import Word, fold, stop, words

SPELLED_ALIKE = 0.80
"""Similarity of two names (Ratcliff/Obershelp, words joined) from which they may be spellings of
one name: "Ulan Bator" and "Ulaanbaatar" have 0.84, "Harare" and "Praia" 0.36."""

Key = tuple[str, ...]
"""A name as the stems of its words, without function words."""

_UNIT = re.compile(r"\sper\s")
_PARENTHESIS = re.compile(r"\([^()]*\)")
_FIGURE = re.compile(r"[\d.,]*\d[\d.,]*\s*(?:km|m|miles|sq km)?\b")
_HEAD_ENDS = re.compile(r"\s*[(;]|\sper\s|,\s|\s[\d.,]*\d\s*m\b|\s[\d.,]*\d$")
_LONGEST = 4


def key(name: str) -> Key:
    """What two spellings of a name share when they differ in endings, case or accents alone."""
    return tuple(word.stem for word in words(name) if word.stem not in stop())


def value_names(value: str) -> tuple[str, ...]:
    """The names that a value gives: "Mount Sage 521 m" gives "Mount Sage", "a or b" also each."""
    head = _HEAD_ENDS.split(value, maxsplit=1)[0].strip()
    parts = head.split(" or ")
    return tuple(dict.fromkeys(name for name in (head, *parts) if key(name)))


def compare_name(claimed: tuple[Word, ...], value: str, known: Collection[Key]) -> Comparison:
    """Hold the words of a claimed name against an entry's value. The table is above.

    `known` has the names that are other subjects' values of the same attribute.
    """
    named = " ".join(word.text for word in claimed)
    wanted = key(named)
    before_unit = _UNIT.split(value)[0]
    if wanted and set(wanted) <= {word.stem for word in words(before_unit)}:
        return Comparison(
            outcome=Outcome.AGREES, rule="same name", why=f"{named} is the name that is given."
        )
    if wanted in known and not _spelled_like(named, before_unit):
        return Comparison(
            outcome=Outcome.CONTRADICTS,
            rule="other name",
            why=f"Another name is given, and {named} is given elsewhere.",
        )
    return Comparison(
        outcome=Outcome.INCOMPARABLE, rule="unsettled name", why=f"{named} may be no other name."
    )


def list_items(value: str) -> tuple[Key, ...]:
    """The names in a list such as "Belize 276 km; Guatemala 958 km", as keys.

    Figures and remarks in parentheses are left out, but a remark that may be a second name of the
    item ("Holy See (Vatican City)") also stands as an item of its own.
    """
    items: list[Key] = []
    for part in re.split(r"[;,]\s|\sand\s(?=[A-Z])", value):
        remarks = [text[1:-1] for text in _PARENTHESIS.findall(part)]
        bare = _FIGURE.sub(" ", _PARENTHESIS.sub(" ", part))
        items += [key(text) for text in (bare, *remarks) if key(text)]
    return tuple(items)


def compare_list(spellings: tuple[str, ...], value: str) -> Comparison:
    """Whether a name, in any of its spellings, is an item of a list that is complete."""
    items = list_items(value)
    named = spellings[0]
    if any(key(spelling) in items for spelling in spellings):
        return Comparison(outcome=Outcome.AGREES, rule="in list", why=f"{named} is in the list.")
    inside = any(set(key(spelling)) <= set(item) for spelling in spellings for item in items)
    if inside:
        return Comparison(
            outcome=Outcome.INCOMPARABLE,
            rule="inside a listed name",
            why=f"{named} is a part of a listed name.",
        )
    return Comparison(
        outcome=Outcome.CONTRADICTS, rule="not in list", why=f"{named} is not in the list."
    )


def _spelled_like(name: str, value: str) -> bool:
    """Whether a run of up to four words of `value` is spelled like `name`."""
    wanted = "".join(fold(word.text) for word in words(name))
    written = [fold(word.text) for word in words(value)]
    return any(
        SequenceMatcher(None, wanted, "".join(written[start:end])).ratio() >= SPELLED_ALIKE
        for start in range(len(written))
        for end in range(start + 1, min(start + _LONGEST, len(written)) + 1)
    )
