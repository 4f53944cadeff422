"""Where a quote stands in a text, or why it does not hold, for a person."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from veracity.domain.canonical import Json
from veracity.domain.claim import Span
from veracity.publish.visible import visible
from veracity.rules.quotes import Match, Reason, markup

AROUND = 120
"""Characters that are shown on each side of a quote."""

_SAYS = {
    Reason.EXACT: "word for word",
    Reason.NORMALIZED: "word for word, but for its typography",
    Reason.ELIDED: "in parts, in order and near to each other",
    Reason.TOO_SHORT: "It has too few words: they stand in many texts.",
    Reason.NOT_FOUND: "These words do not stand in the text.",
    Reason.BOUNDARY: "It starts or ends inside a word or a number of the text.",
    Reason.WRONG_NUMBER: "The text has another number, or a sign, unit or scale that is left out.",
    Reason.HOMOGLYPH: "The text has letters of another script that only look like these.",
    Reason.MARKS: "The text has other vowel signs or accents, which make other words.",
    Reason.STITCHED: "Its sentences stand apart in the text and are joined without a mark.",
    Reason.REORDERED: "Its parts stand in another order in the text.",
    Reason.ELIDED_FAR: "Its parts stand too far apart to belong together.",
    Reason.ELIDED_NEGATION: "What is left out at the ellipsis turns the sentence around.",
    Reason.CLIPPED_NEGATION: "The words beside it in the text deny it.",
    Reason.CLIPPED_CONDITION: "The text says it only under a condition.",
    Reason.CLIPPED_ATTRIBUTION: "The text reports it as an allegation and does not say it itself.",
    Reason.ECHO: "The page only repeats the words that were looked for.",
    Reason.HIDDEN_TEXT: "It stands only in what a reader of the page cannot see.",
}


class Position(NamedTuple):
    """A place in a text as an editor shows it, counted from 1."""

    line: int
    column: int


def position(text: str, at: int) -> Position:
    """The line and column of the character at `at`."""
    before = text[:at]
    return Position(before.count("\n") + 1, at - before.rfind("\n"))


def passage(text: str, span: Span) -> tuple[str, str, str]:
    """What a reader sees before, in and after a place; of hidden text the markup itself."""
    start, end = span.start, span.end
    if markup.is_markup(text):
        page = markup.read(text).seen
        first, last = bisect_left(page.starts, start), bisect_left(page.starts, end)
        if page.text[first:last].strip():
            text, start, end = page.text, first, last
    before = text[max(0, start - AROUND) : start]
    after = text[end : end + AROUND]
    return before, text[start:end], after


def lines(match: Match, text: str, name: str) -> tuple[str, ...]:
    """What became of a quote: one sentence, and the passage with the quote in brackets."""
    says = _SAYS[match.reason]
    if match.span is None:
        return (f"It does not hold in {name}. {says}",)
    line, column = position(text, match.span.start)
    place = f"line {line}, column {column}, characters {match.span.start} to {match.span.end}"
    verdict = f"It stands in {name} {says}" if match.verified else f"It does not hold. {says}"
    before, quoted, after = passage(text, match.span)
    shown = visible(f"{before}[[{quoted}]]{after}")
    return (verdict.removesuffix(".") + ".", f"{name}: {place}", f"... {shown} ...")


def as_json(match: Match, text: str, quote: str, name: str) -> dict[str, Json]:
    """The same for a program. Places count from 0 as spans, lines and columns from 1."""
    found: dict[str, Json] = {
        "quote": quote,
        "file": name,
        "stands": match.verified,
        "reason": match.reason.value,
        "why": _SAYS[match.reason],
        "span": None,
        "line": None,
        "column": None,
        "parts": [[part.start, part.end] for part in match.parts],
        "passage": None,
    }
    if match.span is not None:
        line, column = position(text, match.span.start)
        before, quoted, after = passage(text, match.span)
        found |= {"span": [match.span.start, match.span.end], "line": line, "column": column}
        found["passage"] = {"before": before, "quote": quoted, "after": after}
    return found
