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

Words put into the wrong mouth are worse than words that are nobody's. Nothing is credited where two
names claim a quotation, where another verb of saying or "the claim that" stands between, where the
name belongs to another noun ("a spokesman for Marn said"), where the quotation is what a sentence
judges ("..." is false), or where somebody denies what follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from veracity.domain.claim import Span
from veracity.rules.words import stop

SHORTEST: Final = 3
"""Words of a quotation. Fewer are a phrase that somebody else's sentence borrows."""

_SAID = (
    r"(?:said|says|added|adds|claimed|claims|stated|states|announced|told|declared|argued|insisted"
    r"|replied|wrote|tweeted|posted|warned|explained|noted|confirmed|admitted|asserted)"
)
_NAME = (
    r"(?P<{0}>(?:(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Gov)\.\s|(?:President|Senator|Minister|Mayor|Judge"
    r"|Professor|Doctor|Chairman|Governor)\s)?[A-Z][\w'’\-]+(?:\s(?:(?:de|van|von|al|bin)\s)?"
    r"[A-Z][\w'’\-]+){{0,3}})"
)
_QUOTED = re.compile(
    r"“(?P<curly>[^“”]+)”|(?<![\w\"])\"(?=\S)(?P<straight>[^\"]+)(?<=\S)\"(?![\w\"])"
)
"""A straight mark opens before a word and closes after one, so that the mark of an inch is none."""
_BEFORE = re.compile(
    rf"(?:{_NAME.format('who')}\s{_SAID}(?P<between>\s[^.!?\"“”]{{0,60}})?|[Aa]ccording to "
    rf"{_NAME.format('source')})\s?[:,]?\s*$"
)
_AFTER = re.compile(
    rf"^\s*,?\s*(?:{_SAID}\s{_NAME.format('who')}(?=\s*(?:[,.;:!?)]|$)|\s(?:after|as|at|before"
    rf"|during|in|last|of|on|this|to|today|when|while|who|yesterday)\b)"
    rf"|{_NAME.format('first')}\s{_SAID}\b(?P<ended>\s*(?:[,.;]|$))?)"
)
_THAT = re.compile(
    rf"^{_NAME.format('who')}\s(?:{_SAID}|(?:told|warned)\s(?:the|a|an|his|her|its|their|[A-Z])"
    r"(?P<between>[^,.!?]{0,40}))\sthat\s(?P<said>.+)$",
    re.DOTALL,
)
_ACCORDING = re.compile(rf"^According to {_NAME.format('who')},\s(?P<said>.+)$", re.DOTALL)
_ENDING = re.compile(rf"^(?P<said>.+),\saccording to {_NAME.format('who')}[.!]?$", re.DOTALL)
_NEAR = 120
"""Characters beside a quotation in which its source is looked for."""
_ANOTHERS = re.compile(
    rf"\b(?:{_SAID}|claim|statement|allegation|accusation|rumou?r|suggestion|idea)\b"
)
"""What tells that the words after it are not those of the name before it."""
_OTHER_VOICE = re.compile(rf"\b(?:but|and|while|although|though|whereas)\b.*\b{_SAID}\b", re.DOTALL)
_JUDGED = re.compile(r"^\s(?:is|was|are|were|has|had|isn't|wasn't)\b")
_BELONGS = re.compile(r"\b(?:of|for|by|from|at|with|to|against|about|and|or|than|near)\s$")
# fmt: off
_NOT_NAMES = frozenset((
    "analysts", "critics", "everybody", "everyone", "experts", "many", "media", "nobody", "none",
    "officials", "opponents", "others", "people", "police", "reports", "residents", "several",
    "some", "somebody", "someone", "sources", "studies", "supporters", "witnesses",
))
_LEADS = frozenset((
    "also", "but", "earlier", "later", "meanwhile", "so", "then", "today", "when", "while", "yet",
    "yesterday",
))
"""Words that open a sentence before a name; any other function word there leaves no name."""
# fmt: on


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
        if match is None or _OTHER_VOICE.search(match["said"]):
            continue
        who = _name(match["who"])
        if who and not _ANOTHERS.search(match.groupdict().get("between") or ""):
            start, end = match.span("said")
            return Credited(who, Span(start=start, end=end))
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
    """Who is named beside a quotation, in its own line; empty where nobody is, or two are."""
    before = text[max(0, quotation.start() - _NEAR) : quotation.start()].rpartition("\n")[2]
    after = text[quotation.end() : quotation.end() + _NEAR].partition("\n")[0]
    if _JUDGED.match(after):
        return ""
    named = {_named_after(quotation.group()[-2], after), _named_before(before)} - {""}
    return named.pop() if len(named) == 1 else ""


def _named_before(before: str) -> str:
    found = _BEFORE.search(before)
    if found is None or _ANOTHERS.search(found["between"] or ""):
        return ""
    if found["source"]:
        return _name(found["source"])
    return "" if _BELONGS.search(before[: found.start("who")]) else _name(found["who"])


def _named_after(last: str, after: str) -> str:
    """Who is named in `after`, beside a quotation whose last character is `last`. After a stop, a
    name and its verb may open a sentence of their own."""
    found = _AFTER.match(after)
    if found is None:
        return ""
    if found["who"]:
        return _name(found["who"])
    if last == "." or (last in "!?…" and found["ended"] is None):
        return ""
    return _name(found["first"])


def _name(found: str) -> str:
    """The name without what leads up to it; empty where it is none, or owns what comes after."""
    written = found.split()
    while written and written[0].casefold() in _LEADS:
        written = written[1:]
    if not written or written[-1].endswith(("'s", "’s", "s'", "s’")):
        return ""
    first = written[0].casefold()
    return "" if first in _NOT_NAMES or first in stop() else " ".join(written)
