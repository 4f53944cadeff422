"""What pronouns and relative words of a sentence point to, as far as code can tell.

A pronoun that opens a sentence is resolved when there is one candidate and no more: the sentence
before, in the same turn, opens with a name ("Marn ...", "The Harbor Board of Ostrana ...") and has
no other name, and the pronoun goes with it. A name of one word without "the" may be a person or a
thing, a name with "the" is a thing. Everything else that points out of its sentence is listed as
unresolved: a reader, and a search, has to be told that something is missing.

"Yesterday" and the like point to the day on which something was said; they are resolved where that
day is known, which the claim then carries.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from veracity.rules.words import Word, stop, words

# fmt: off
_PRONOUNS = frozenset((
    "he", "she", "they", "it", "him", "her", "them", "his", "hers", "its", "their", "theirs",
    "this", "that", "these", "those",
))
# fmt: on
_SPEAKER = frozenset(["i", "me", "my", "mine", "we", "us", "our", "ours", "myself", "ourselves"])
_OPENING = re.compile(r"(?P<pronoun>He|She|It|They)\b(?!['’])")
_SUBJECT = re.compile(
    r"(?P<name>(?:(?P<the>The)\s)?[A-Z][\w'’\-]+(?:\s(?:(?:of|de|van|von|al|and|for|the)\s){0,2}"
    r"[A-Z][\w'’\-]+)*)\s(?P<verb>[a-z]+)"
)
_RELATIVE = re.compile(
    r"\b(?:today|yesterday|tomorrow|tonight|now|currently|recently|(?:last|next|this|past) (?:week"
    r"|month|year|quarter|decade|century|night|morning|summer|winter|spring|autumn|fall|monday"
    r"|tuesday|wednesday|thursday|friday|saturday|sunday)|\w+ (?:day|week|month|year)s? ago)\b",
    re.IGNORECASE,
)
_JOINED = frozenset(("that", "this", "these", "those"))
"""Words that are pronouns in some places and join or determine in others."""
_PLURAL = frozenset(("were", "are", "have", "do"))


@dataclass(frozen=True, slots=True)
class Pointed:
    """A sentence that can be read by itself as far as code could bring it."""

    text: str
    unresolved: tuple[str, ...]
    """As they stand in the sentence, in its order, each once."""


def resolved(
    sentence: str, before: str = "", *, speaker: str | None = None, dated: bool = False
) -> Pointed:
    """`sentence` with its opening pronoun replaced where `before`, the sentence that comes first,
    leaves one candidate. `dated` says that the day of the speech is known."""
    name = antecedent(sentence, before)
    text = f"{name}{sentence[len(_opening(sentence)) :]}" if name else sentence
    return Pointed(text, _left(text, speaker=speaker, dated=dated))


def antecedent(sentence: str, before: str) -> str:
    """The name that the opening pronoun of `sentence` stands for; empty where none is sure."""
    pronoun = _opening(sentence)
    subject = _SUBJECT.match(before)
    if not pronoun or subject is None or before.rstrip().endswith("?"):
        return ""  # a question opens with a verb, and names nobody for sure
    name = subject["name"]
    if _names(before[subject.end("name") :]) or words(name)[0].stem in stop() - {"the"}:
        return ""
    plural = subject["verb"] in _PLURAL or (name.endswith("s") and subject["the"] is not None)
    if pronoun == "They":
        return name if plural else ""
    if plural or (pronoun in {"He", "She"} and subject["the"]):
        return ""
    return name


def _opening(sentence: str) -> str:
    found = _OPENING.match(sentence)
    return "" if found is None else found["pronoun"]


def _names(text: str) -> bool:
    """Whether a capitalized word that is no function word stands in `text`."""
    return any(word.capital and word.stem not in stop() for word in words(text))


def _left(text: str, *, speaker: str | None, dated: bool) -> tuple[str, ...]:
    written = words(text)
    found = [
        word.text
        for place, word in enumerate(written)
        if _points(written, place) or (speaker is None and word.text.casefold() in _SPEAKER)
    ]
    if not dated:
        found += [match.group() for match in _RELATIVE.finditer(text)]
    return tuple(dict.fromkeys(found))


def _points(written: tuple[Word, ...], place: int) -> bool:
    """Whether the word at `place` points to something that its sentence has not named before it."""
    folded = written[place].text.casefold()
    if folded not in _PRONOUNS:
        return False
    if folded in _JOINED:  # they point back for sure only where they open the sentence
        return place == 0
    return not any(word.capital and word.stem not in stop() for word in written[:place])
