"""Where the sentences of a text stand, and which of them is closest to a claim.

A sentence ends at a stop (`.` `!` `?` `…`, the danda, the Sinhala kunddaliya, the stops of CJK),
with the closing quotes, brackets and emoji after it, before white space and something that can open
a sentence; at the end of a line; and at the border of a turn. A full stop does not end one

- after a title, an initial or another abbreviation (`sources/abbreviations.toml`);
- after the number of an item in a list ("1. ", "(a) ");
- before a small letter, but for texts that are written in small letters throughout.

`!` and `?` end one before a small letter too, unless a closing quote stands between ("Stop!" he
said). Why this is our own: `docs/decisions/0019-own-sentence-splitting.md`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources

from veracity.domain.claim import Span, Turn
from veracity.rules.words import stems

_EMOJI = "\u2190-\u2bff\u3030\ufe0f\U0001f000-\U0001faff"
_CLOSERS = "\"'”’»)\\]"
_OPENERS = "\"'“‘«(\\[¿¡#@-"
_BREAK = re.compile(
    rf"(?P<stop>[.!?…।෴]+)(?P<closed>[{_CLOSERS}]*)(?P<emoji>(?:\s*[{_EMOJI}]+)*)\s+(?=\S)"
    rf"|(?P<wide>[。！？]+[」』”’]*)\s*(?=\S)"
    r"|\s*\n\s*"
)
_NEXT = re.compile(rf"[{_OPENERS}]*(?P<first>\w)?")
_LAST_WORD = re.compile(r"(?:[^\W\d_]|[\u0b80-\u0bff\u0d80-\u0dff\u200d])+(?:\.[^\W\d_]+)*$")
_ITEM = re.compile(r"[(\[]?(?:\d{1,3}|[A-Za-z]|[ivxlcIVXLC]{1,5})[)\]]?$")
_WORD = re.compile(r"\w+")
_LONGEST_LABEL = 80
"""Characters of a line before a turn that may be a speaker's name with what stands beside it."""


def sentences(text: str, turns: Sequence[Turn] = ()) -> tuple[Span, ...]:
    """The spans of the sentences of `text`, in order, without the white space between them.

    With `turns` no sentence goes from one speaker's turn into another's, and the names before the
    turns are in none. Time is linear in the length of the text.
    """
    if not turns:
        return tuple(_split(text, 0, len(text)))
    found: list[Span] = []
    at = 0
    for turn in turns:
        found += _between(text, at, turn.span.start)
        found += _split(text, turn.span.start, turn.span.end)
        at = turn.span.end
    found += _split(text, at, len(text))
    return tuple(found)


def closest(claim: str, text: str, among: Sequence[Span] | None = None) -> Span | None:
    """The sentence of `text` that shares the most topic stems with `claim`, the first of equals.

    `among` names other spans than its sentences to choose from. None when there is none.
    """
    wanted = stems(claim)
    return max(
        sentences(text) if among is None else among,
        key=lambda span: (len(wanted & stems(span.of(text))), -span.start),
        default=None,
    )


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    """The sentences of one stretch of `text`."""
    small = text[start:end].islower()
    at = _past_space(text, start, end)
    for gap in _BREAK.finditer(text, at, end):
        stop = gap.end("emoji") if gap["stop"] else gap.end("wide") if gap["wide"] else gap.start()
        within = gap["stop"] and "\n" not in gap.group()
        if stop <= at or (within and not _ends(text, at, gap, small=small)):
            continue
        yield Span(start=at, end=stop)
        at = gap.end()
    last = len(text[at:end].rstrip())
    if last:
        yield Span(start=at, end=at + last)


def _past_space(text: str, start: int, end: int) -> int:
    return end - len(text[start:end].lstrip())


def _between(text: str, start: int, end: int) -> Iterator[Span]:
    """What stands between two turns: the name of the next speaker, and now and then a remark."""
    lines = text[start:end].rsplit("\n", 1)
    label = lines[-1] if lines[-1].strip() else ""
    if len(label) > _LONGEST_LABEL:
        label = ""
    yield from _split(text, start, end - len(label))


def _ends(text: str, start: int, gap: re.Match[str], *, small: bool) -> bool:
    """Whether a sentence that began at `start` ends at the stop of `gap`."""
    opened = _NEXT.match(text, gap.end())
    first = opened["first"] if opened is not None else None
    lower = first is not None and first.islower() and not gap["emoji"]
    if set(gap["stop"]) & set("!?"):
        return not (lower and gap["closed"])
    if lower and not small:
        return False
    if len(gap["stop"]) > 1 or gap["closed"] or gap["stop"] != ".":
        return True
    return not _abbreviated(text, start, gap, first)


def _abbreviated(text: str, start: int, gap: re.Match[str], first: str | None) -> bool:
    """Whether the full stop of `gap` belongs to an abbreviation or to the number of an item."""
    before = text[max(start, gap.start() - 24) : gap.start()]
    if _ITEM.match(text[start : gap.start()]):
        return True
    found = _LAST_WORD.search(before)
    if found is None:
        return False
    word, tables = found.group(), _tables()
    folded = word.casefold()
    if folded in tables["titles"] | tables["initials"] or _is_initial(word):
        return True
    if folded in tables["figures"]:
        return first is not None and first.isdigit()
    if folded in tables["either"]:
        following = _WORD.match(text, gap.end())
        return following is None or following.group().casefold() not in tables["openers"]
    return False


def _is_initial(word: str) -> bool:
    """A letter alone, of a script that has capitals or of one whose names are abbreviated so."""
    return len(word) == 1 and (word.isupper() or ord(word) > 0x0B00)


@cache
def _tables() -> dict[str, frozenset[str]]:
    content = resources.files("veracity.sources").joinpath("abbreviations.toml").read_text("utf-8")
    return {
        name: frozenset(word.casefold() for word in listed.split())
        for name, listed in tomllib.loads(content).items()
    }
