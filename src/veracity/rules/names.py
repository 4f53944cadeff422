"""Whether a claimed name is the name that an entry gives.

| what the claim gives, against the entry's value          | outcome      |
|----------------------------------------------------------|--------------|
| every word of it stands in the value's head              | agrees       |
| no narrowing word of it, nor one spelled like it, stands | contradicts  |
| in the value, and none is an acronym                     |              |
| anything else                                            | incomparable |

The head of a value is what comes before its unit ("tala (SAT) per US dollar": "tala (SAT)"). Words
that many names share ("Mount", "City", "dollars") narrow nothing, unless the claim gives no others.
An acronym may stand for words that look nothing like it, so it never contradicts.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from veracity.rules.comparison_outcome import Comparison, Outcome
from veracity.rules.words import Word, fold, generic, stop, words

SPELLED_ALIKE = 0.80
"""Similarity of two words (Ratcliff/Obershelp) from which they may be spellings of one name:
"Kilimandjaro" and "Kilimanjaro" have 0.96, "Indian" and "Iranian" 0.77."""

_UNIT = re.compile(r"\sper\s")
_PARENTHESIS = re.compile(r"\([^()]*\)")
_FIGURE = re.compile(r"[\d.,]*\d[\d.,]*\s*(?:km|m|miles|sq km)?\b")


def compare_name(claimed: tuple[Word, ...], value: str) -> Comparison:
    """Hold the words of a claimed name against an entry's value. The table is above."""
    wanted = {word.stem for word in claimed if word.stem not in stop()}
    head = {word.stem for word in words(_UNIT.split(value)[0])}
    named = " ".join(word.text for word in claimed)
    if not wanted:
        return Comparison(
            outcome=Outcome.INCOMPARABLE, rule="no name", why="The claim gives no name."
        )
    if wanted <= head:
        return Comparison(
            outcome=Outcome.AGREES, rule="same name", why=f"{named} is the name that is given."
        )
    narrowing = wanted - generic() or wanted
    mine = [word for word in claimed if word.stem in narrowing]
    if not any(word.acronym for word in claimed) and not any(
        _alike(word, other) for word in mine for other in words(value)
    ):
        return Comparison(
            outcome=Outcome.CONTRADICTS,
            rule="other name",
            why=f"Another name than {named} is given.",
        )
    return Comparison(
        outcome=Outcome.INCOMPARABLE, rule="names overlap", why=f"{named} and the value overlap."
    )


def list_items(value: str) -> tuple[tuple[str, ...], ...]:
    """The names in a list such as "Belize 276 km; Guatemala 958 km", as stems.

    Figures and remarks in parentheses are left out, but a remark that may be a second name of the
    item ("Holy See (Vatican City)") also stands as an item of its own.
    """
    items: list[tuple[str, ...]] = []
    for part in re.split(r"[;,]\s|\sand\s(?=[A-Z])", value):
        remarks = [text[1:-1] for text in _PARENTHESIS.findall(part)]
        bare = _FIGURE.sub(" ", _PARENTHESIS.sub(" ", part))
        items += [_stems(text) for text in (bare, *remarks) if _stems(text)]
    return tuple(items)


def compare_list(spellings: tuple[str, ...], value: str) -> Comparison:
    """Whether a name, in any of its spellings, is an item of a list that is complete."""
    items = list_items(value)
    named = spellings[0]
    if any(_stems(spelling) in items for spelling in spellings):
        return Comparison(outcome=Outcome.AGREES, rule="in list", why=f"{named} is in the list.")
    inside = any(set(_stems(spelling)) <= set(item) for spelling in spellings for item in items)
    if inside:
        return Comparison(
            outcome=Outcome.INCOMPARABLE,
            rule="inside a listed name",
            why=f"{named} is a part of a listed name.",
        )
    return Comparison(
        outcome=Outcome.CONTRADICTS, rule="not in list", why=f"{named} is not in the list."
    )


def _stems(text: str) -> tuple[str, ...]:
    return tuple(word.stem for word in words(text) if word.stem not in stop())


def _alike(one: Word, other: Word) -> bool:
    if one.stem == other.stem:
        return True
    left, right = fold(one.text), fold(other.text)
    return len(left) > 3 and SequenceMatcher(None, left, right).ratio() >= SPELLED_ALIKE
