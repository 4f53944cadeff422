"""Who is credited with quoted and reported speech.

Quoted speech is the quoted person's claim and not the one's who quotes it. Four ways of crediting
are read, all of English and all with a verb of saying:

| form                        | example                                            |
|-----------------------------|----------------------------------------------------|
| before a quotation          | Marn said: "..."; according to Marn, "..."         |
| after a quotation           | "...," said Marn; "...," Marn said                 |
| reported, with a `that`     | Marn said that ...; Marn told the council that ... |
| reported, at either end     | According to Marn, ...; ..., according to Marn     |

A name is one or more capitalized words, with the titles and small words that stand in names. Where
the source has no name ("officials said"), the sentence is left as it is, to be read with its
source.
A quotation of several sentences is credited whole, wherever its source stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from veracity.domain.claim import Span

SHORTEST: Final = 3
"""Words of a quotation. Fewer are a phrase that somebody else's sentence borrows."""

_SAID = (
    r"(?:said|says|added|adds|claimed|claims|stated|states|announced|told|declared|argued|insisted"
    r"|replied|wrote|tweeted|posted|warned|explained|noted|confirmed|denied|admitted|asserted)"
)
_NAME = (
    r"(?P<{0}>(?:(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Gov)\.\s|(?:President|Senator|Minister|Mayor|Judge"
    r"|Professor|Doctor|Chairman|Governor)\s)?[A-Z][\w'’\-]+(?:\s(?:(?:de|van|von|al|bin)\s)?"
    r"[A-Z][\w'’\-]+){{0,3}})"
)
_QUOTED = re.compile(r"“(?P<curly>[^“”]+)”|\"(?P<straight>[^\"]+)\"")
_BEFORE = re.compile(
    rf"(?:{_NAME.format('who')}\s{_SAID}(?:\s[^.!?\"“”]{{0,60}})?|[Aa]ccording to "
    rf"{_NAME.format('source')})\s?[:,]?\s*$"
)
_AFTER = re.compile(
    rf"^\s*,?\s*(?:{_SAID}\s{_NAME.format('who')}|{_NAME.format('first')}\s{_SAID})\b"
)
_THAT = re.compile(
    rf"^{_NAME.format('who')}\s{_SAID}(?:\s(?:the|a|an|his|her|its|their|[A-Z])[^,.!?]{{0,40}})?\s"
    r"that\s(?P<said>.+)$",
    re.DOTALL,
)
_ACCORDING = re.compile(rf"^According to {_NAME.format('who')},\s(?P<said>.+)$", re.DOTALL)
_ENDING = re.compile(rf"^(?P<said>.+),\saccording to {_NAME.format('who')}[.!]?$", re.DOTALL)
_NEAR = 120
"""Characters beside a quotation in which its source is looked for."""
_NOT_NAMES = frozenset(("He", "She", "They", "It", "We", "I", "You", "The", "This", "That", "Who",
                        "Officials", "Police", "Experts", "Sources", "Critics"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Credited:
    """Speech that is somebody's, and where its words stand."""

    who: str
    span: Span


def quotations(text: str) -> tuple[Credited, ...]:
    """The quotations of `text` whose source is named beside them, in order."""
    found: list[Credited] = []
    for match in _QUOTED.finditer(text):
        group = "curly" if match["curly"] is not None else "straight"
        if len(match[group].split()) < SHORTEST:
            continue
        who = _source(text, match)
        if who:
            start, end = match.span(group)
            found.append(Credited(who, Span(start=start, end=end)))
    return tuple(found)


def reported(sentence: str) -> Credited | None:
    """What a sentence reports of somebody named, without quoting; None where it reports nothing."""
    for form in (_THAT, _ACCORDING, _ENDING):
        match = form.match(sentence)
        if match is not None and _is_name(match["who"]):
            start, end = match.span("said")
            return Credited(match["who"], Span(start=start, end=end))
    return None


def credit(place: Span, text: str, among: Sequence[Credited]) -> Credited | None:
    """The speech that the sentence at `place` gives, and no more than its words that stand there;
    None where it gives nobody's.

    The sentence lies in the speech for the most part, or says beside it whose it is.
    """
    for one in among:
        start, end = max(place.start, one.span.start), min(place.end, one.span.end)
        if len(text[start:end].split()) < SHORTEST:
            continue
        beside = f"{text[place.start : start]} {text[end : place.end]}"
        if 2 * (end - start) > place.end - place.start or one.who in beside:
            return Credited(one.who, Span(start=start, end=end))
    return None


def _source(text: str, quotation: re.Match[str]) -> str:
    """Who is named beside a quotation, in its own line; empty where nobody is."""
    before = text[max(0, quotation.start() - _NEAR) : quotation.start()].rpartition("\n")[2]
    after = text[quotation.end() : quotation.end() + _NEAR].partition("\n")[0]
    for found, names in ((_AFTER.match(after), ("who", "first")),
                         (_BEFORE.search(before), ("who", "source"))):  # fmt: skip
        named = next((found[name] for name in names if found is not None and found[name]), "")
        if named and _is_name(named):
            return named
    return ""


def _is_name(named: str) -> bool:
    return named.split()[0] not in _NOT_NAMES
