"""Check a quote against the plain text that it is said to come from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from veracity.domain.claim import Span
from veracity.rules.quotes import diagnosis, edges
from veracity.rules.quotes.context import WINDOW, hides_negation, taken_back
from veracity.rules.quotes.folding import BREAK, Folded, fold
from veracity.rules.quotes.model import Match, Reason

MOST_ELIDED = 200
"""Characters that an ellipsis may stand for: about two sentences."""
MOST_PLACES = 200
"""Places at which a quote is looked at; more say that it is a common phrase."""
_ELLIPSIS = re.compile(r"\s?[\[(]?\s?\.\s?\.\s?\.(?:\s?\.)?\s?[\])]?\s?")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_LINE_END = re.compile(r"\n")
_RECORD = re.compile(r"[^\s:.!?][^:.!?\n]{0,60}: ?\S")
"""A line of a record: "Coastline: 1,340 km"."""
_GOES_ON = re.compile(r"\w| [^-]")
_OUTER = re.compile(r"""["'](?P<inner>[^"]*)["']""")


def find(quote: str, text: str) -> Match:
    """Where `quote` stands in `text`, word for word, or why it does not hold. Never raises.

    The rules: both are folded (see `folding`) and compared character by character; only the case of
    the first letter and the mark at the end may differ, as they do when words are quoted. It must
    start and end on edges of words and numbers and be long enough (see `edges`). Parts around an
    ellipsis must follow each other within `MOST_ELIDED` characters of one paragraph. The words
    around it must not take it back (see `context`).
    """
    source = fold(text)
    wanted = fold(quote).text
    if not any(char.isalnum() for char in wanted):
        return Match(reason=Reason.TOO_SHORT, why="the quote has no words")
    rejected: Match | None = None
    for spelling in _spellings(wanted):
        whole = _whole(spelling, source, quote, text)
        if whole.verified:
            return whole
        if whole.reason is not Reason.NOT_FOUND:
            rejected = rejected or whole
    if rejected is not None:
        return rejected
    parts = [part for part in _ELLIPSIS.split(wanted.strip("\"' ")) if part]
    if len(parts) > 1:
        return _elided(parts, source, text)
    return Match(
        reason=diagnosis.why_not(wanted, source.text), why="these words do not stand in the text"
    )


class _Spelling(NamedTuple):
    text: str
    closes: bool = False
    """Whether a full stop was left out, so that the sentence must not go on in the source."""


def _spellings(wanted: str) -> Iterator[_Spelling]:
    """The quote as given, without the marks around it, and without what is left out at its ends."""
    yield _Spelling(wanted)
    bare = wanted
    if outer := _OUTER.fullmatch(bare):
        bare = outer["inner"].strip()
        yield _Spelling(bare)
    trimmed = _trim_ellipses(bare).rstrip(",;:")
    if trimmed and trimmed != bare:
        yield _Spelling(trimmed)
    if trimmed[:-1] and trimmed[-1] in ".!?":
        yield _Spelling(trimmed[:-1], closes=True)


def _trim_ellipses(quote: str) -> str:
    return re.sub(r"^[\[(]?\.{3,4}[\])]? ?| ?[\[(]?\.{3,4}[\])]?$", "", quote)


def _whole(wanted: _Spelling, source: Folded, quote: str, text: str) -> Match:
    best = Match(reason=Reason.NOT_FOUND)
    for start, end in _places(wanted.text, source.text):
        if wanted.closes and _GOES_ON.match(source.text, end):
            continue
        found = _judge(wanted.text, source, start, end, quote, text)
        if found.verified:
            return found
        if best.reason is Reason.NOT_FOUND:
            best = found
    return best


def _judge(wanted: str, source: Folded, start: int, end: int, quote: str, text: str) -> Match:
    span = source.span(start, end)
    reason = _fault(source.text, start, end)
    if reason is None and not (
        edges.long_enough(wanted, source.text, start, end)
        or edges.is_record_line(text, span.start, span.end)
    ):
        reason = Reason.TOO_SHORT
    reason = reason or _taken_back(source.text[start:end], span, text)
    if reason is not None:
        return Match(reason=reason, span=span, why=f"found, but {reason.value.replace('_', ' ')}")
    same = span.of(text) == quote
    return Match(
        reason=Reason.EXACT if same else Reason.NORMALIZED,
        span=span,
        parts=(span,),
        why="stands in the text",
    )


def _fault(text: str, start: int, end: int) -> Reason | None:
    if not edges.is_edge(text, start, end):
        return Reason.BOUNDARY
    return edges.number_fault(text, start, end)


def _taken_back(folded: str, span: Span, text: str) -> Reason | None:
    """Look at the words around a quote, within its paragraph and its line of a record."""
    before = text[max(0, span.start - WINDOW) : span.start]
    before = _PARAGRAPH.split(before)[-1]
    line = text[span.start - len(before.rpartition("\n")[2]) : span.start + WINDOW]
    if _RECORD.match(line):
        before = before.rpartition("\n")[2]
    after = text[span.end : span.end + WINDOW]
    for end in _LINE_END.finditer(after):
        if _RECORD.match(after, end.end()):
            after = after[: end.start()]
            break
    # Folding drops white space at the ends, which here sets the quote apart from its neighbors.
    return taken_back(fold(f"|{before}|").text[1:-1], folded, fold(f"|{after}|").text[1:-1])


def _places(
    wanted: str, text: str, begin: int = 0, stop: int | None = None
) -> Iterator[tuple[int, int]]:
    """Where `wanted` stands in `text`, a hyphen at a line's end read both ways."""
    end = len(text) if stop is None else min(stop, len(text))
    pattern = _pattern(wanted, breaks=BREAK in wanted or BREAK in text)
    for count, match in enumerate(pattern.finditer(text, begin, end)):
        if count == MOST_PLACES:
            return
        yield match.start(), match.end()


def _pattern(wanted: str, *, breaks: bool) -> re.Pattern[str]:
    pieces = [_first_letter(wanted[0])]
    pieces += [_char(char, breaks) for char in wanted[1:]]
    if breaks:
        for index in range(len(pieces) - 1):
            if wanted[index].isalpha() and wanted[index + 1].isalpha():
                pieces[index] += f"{BREAK}?"
        joined = "".join(pieces).replace(rf"{_HYPHEN}\ ", rf"(?:{_HYPHEN}\ |{BREAK})")
        return re.compile(joined)
    return re.compile("".join(pieces))


_HYPHEN = f"(?:\\-|{BREAK})"


def _char(char: str, breaks: bool) -> str:
    if breaks and char == "-":
        return _HYPHEN
    if char == BREAK:
        return rf"(?:\-\ ?|{BREAK})?"
    return re.escape(char)


def _first_letter(char: str) -> str:
    both = {char, char.lower(), char.upper()}
    plain = sorted(form for form in both if len(form) == 1)
    return f"(?:{'|'.join(re.escape(form) for form in plain)})"


def _elided(parts: list[str], source: Folded, text: str) -> Match:
    trimmed = [part.strip("\"' ").rstrip(",;:") for part in parts]
    if any(not part or not edges.part_long_enough(part) for part in trimmed):
        return Match(reason=Reason.TOO_SHORT, why="a part beside an ellipsis is too short")
    if not edges.long_enough(" ".join(trimmed), source.text, 0, 0):
        return Match(reason=Reason.TOO_SHORT, why="the parts together are too short")
    best: Match | None = None
    for start, end in _places(trimmed[0], source.text):
        found = _follow([(start, end)], trimmed[1:], source, text)
        if found.verified:
            return found
        best = best or found
    if best is None or best.reason is Reason.NOT_FOUND:
        return _scattered(trimmed, source)
    return best


def _follow(chain: list[tuple[int, int]], rest: list[str], source: Folded, text: str) -> Match:
    """Continue from the first part: each next one near, nothing that is left out a denial."""
    for part in rest:
        at = chain[-1][1]
        place = next(_places(part, source.text, at, at + MOST_ELIDED + 2 * len(part)), None)
        if (
            place is None
            or place[0] - at > MOST_ELIDED
            or _paragraph_between(source, text, at, place[0])
        ):
            return Match(reason=Reason.NOT_FOUND)
        chain = [*chain, place]
    spans = tuple(source.span(*place) for place in chain)
    whole = Span(start=spans[0].start, end=spans[-1].end)
    reason = next(
        (fault for place in chain if (fault := _fault(source.text, *place)) is not None), None
    )
    gaps = [source.text[one[1] : two[0]] for one, two in pairwise(chain)]
    if reason is None and any(hides_negation(gap) for gap in gaps):
        reason = Reason.ELIDED_NEGATION
    for place, span in zip(chain, spans, strict=True):
        reason = reason or _taken_back(source.text[slice(*place)], span, text)
    if reason is not None:
        return Match(
            reason=reason,
            span=whole,
            parts=spans,
            why=f"found, but {reason.value.replace('_', ' ')}",
        )
    return Match(
        reason=Reason.ELIDED,
        span=whole,
        parts=spans,
        why="its parts stand in the text, in order and near",
    )


def _paragraph_between(source: Folded, text: str, start: int, end: int) -> bool:
    if start >= end:
        return False
    between = text[source.starts[start] : source.ends[end - 1]]
    return bool(_PARAGRAPH.search(between))


def _scattered(parts: list[str], source: Folded) -> Match:
    """All parts are there, but not one after the other; or one is not there at all."""
    places = [next(_places(part, source.text), None) for part in parts]
    if any(place is None for place in places):
        missing = parts[places.index(None)]
        return Match(
            reason=diagnosis.why_not(missing, source.text),
            why=f"'{missing}' does not stand in the text",
        )
    last = [max(start for start, _ in _places(part, source.text)) for part in parts]
    first = [place[0] for place in places if place is not None]
    in_order = all(one < two for one, two in zip(first, last[1:], strict=False))
    if in_order:
        return Match(reason=Reason.ELIDED_FAR, why="its parts stand too far apart")
    return Match(reason=Reason.REORDERED, why="its parts stand in another order")
