"""The names that a sentence gives, as they are written in it.

A name is a run of capitalized words, with the small words that stand inside names ("Bank of
Ostrana"), or an acronym. The first word of a sentence is capital in any case, so alone it is a name
only where it is none of the words that often open sentences.
"""

from __future__ import annotations

import re

from veracity.rules.words import Word, stop, words

_RUN = re.compile(
    r"[A-Z][\w'’\-]*(?:(?:\s(?:of|de|van|von|al|bin|and|for|the|y|da))?\s[A-Z][\w'’\-]*)*"
)
# fmt: off
_DATES = frozenset((
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday",
    "saturday", "sunday",
))
# fmt: on
_OPENERS = frozenset(("according", "officials", "police", "experts", "critics", "sources"))
"""Words that often open a sentence with a capital letter and are no names."""


def entities(sentence: str) -> tuple[str, ...]:
    """The names in `sentence`, in order, each once. Days and months are none."""
    found = (_bare(match.group()) for match in _RUN.finditer(sentence))
    return tuple(dict.fromkeys(name for name in found if name))


def _bare(run: str) -> str:
    """A run without the function words that it opens with; empty when nothing else is left."""
    kept = words(run)
    while kept and (kept[0].stem in stop() or _is_other(kept[0])):
        kept = kept[1:]
    if not kept or (len(kept) == 1 and len(kept[0].text) < 2):
        return ""
    return run[kept[0].start : kept[-1].end]


def _is_other(word: Word) -> bool:
    return word.stem in stop() or word.text.casefold() in _DATES | _OPENERS
