"""What pronouns and relative words of a sentence point to, as far as code can tell.

A pronoun that opens a sentence is resolved when there is one candidate and no more: the sentence
before, in the same turn, opens with a name ("Marn ...", "The Harbor Board of Ostrana ...") and has
no other name, and the pronoun goes with it. A wrong name makes another claim of it, so candidates
without a name count too:

- *it* is the name when the sentence says what that is ("Brakka is a town."), or has after its verb
  no noun in the singular ("Brakka has 5 schools."; not "Brakka has a school.");
- *he* and *she* are the name when it has two words or does what persons alone do ("Marn died"), is
  no institution, and no word for a person ("a lawyer") stands after it.

A name with "the" is a thing. Everything else that points out of its sentence is listed as
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
_IS_A = re.compile(r"^(?:is|was|became|remains) (?:a|an|the)\b(?!.*\b(?:a|an|the|its|this|that)\b)")
# fmt: off
_ADDS_NOTHING = frozenset(("again", "first", "once", "second", "today", "twice", "yesterday"))
_PERSONAL = re.compile(
    r"^(?:was born|died|resigned|retired|married|studied|graduated|lived|worked|wrote)\b"
)
_PERSON = re.compile(
    r"\b(?:another|every|her|his|one|their)\b|\b(?:an?|the) (?:[\w-]+ )?"
    r"(?:[a-z]+(?:er|or|ist|ian|man|woman|ant|ent|al|ate|ty)|husband|judge|chief|king|queen|wife|son|boy|girl"
    r"|child|friend|hero|victim|thief|spy|pilot|nurse|coach|nephew|niece|aunt|boss|guard|head)\b"
)
_NO_PERSON = frozenset((
    "agency", "association", "authority", "bank", "bay", "board", "city", "commission", "committee",
    "company", "corporation", "council", "county", "court", "department", "east", "fort", "group",
    "hall", "hospital", "house", "inc", "island", "lake", "ltd", "ministry", "mount", "new",
    "north", "office", "parliament", "party", "port", "river", "saint", "school", "senate", "south",
    "state", "states", "times", "union", "university", "west",
))
_OPENERS = frozenset((
    "everybody", "everyone", "later", "nobody", "someone", "somebody", "today", "tomorrow",
    "yesterday",
))
"""Words that open a sentence and are nobody's name."""
# fmt: on


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


def points_back(word: str) -> bool:
    """Whether `word` is a pronoun for what another sentence names."""
    return word.casefold() in _PRONOUNS


def antecedent(sentence: str, before: str) -> str:
    """The name that the opening pronoun of `sentence` stands for; empty where none is sure."""
    pronoun = _opening(sentence)
    subject = _SUBJECT.match(before)
    if not pronoun or subject is None or before.rstrip().endswith("?"):
        return ""  # a question opens with a verb, and names nobody for sure
    name = subject["name"]
    after = before[subject.end("name") :].strip()
    if _names(after) or _no_subject(name):
        return ""
    plural = subject["verb"] in _PLURAL or (name.endswith("s") and subject["the"] is not None)
    if pronoun == "They":
        return name if plural else ""
    if plural or " and " in name:
        return ""
    alone = _thing_alone(after) if pronoun == "It" else _person_alone(name, after)
    return name if alone else ""


def _no_subject(name: str) -> bool:
    """Whether a run of capitalized words opens a sentence without being who it is about."""
    first = words(name)[0]
    lead = first.stem in stop() - {"the"} or first.text.casefold() in _OPENERS
    return lead or name.endswith(("'s", "’s", "s'", "s’"))


def _thing_alone(after: str) -> bool:
    """Whether nothing in what a sentence says after its subject could be an *it*."""
    if _IS_A.match(after):
        return True
    return not any(
        word.stem not in stop()
        and word.text.casefold() not in _ADDS_NOTHING
        and not word.text[0].isdigit()
        and not word.text.endswith("ly")
        and (not word.text.endswith("s") or word.text.endswith(("ss", "us", "is")))
        for word in words(after.partition(" ")[2])
    )


def _person_alone(name: str, after: str) -> bool:
    """Whether `name` is a person's, and nobody else stands in what is said after it."""
    written = [word.text.casefold() for word in words(name)]
    if written[0] == "the" or _NO_PERSON & set(written) or _PERSON.search(after):
        return False
    return len(written) > 1 or _PERSONAL.match(after) is not None


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
