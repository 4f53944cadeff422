"""Running text out of lines that were broken to fit a page.

A line was broken where the next word did not fit any more. It is joined to the next one then,
unless it ends a sentence: a break between sentences does no harm, and may be meant.
"""

from __future__ import annotations

import re
from itertools import pairwise

from veracity.rules.speakers import labels

NARROWEST, WIDEST = 40, 120
"""Characters of the full lines of a text that was broken to fit."""
_FILLED = 0.85
"""Share of the full width that a line and the next word must reach: letters differ in width."""
_FULL = 0.9
"""Quantile of the lengths of lines that is taken for the full width; a few lines hang over."""
_ENDS = re.compile(r"[.!?:;…।෴][\"'”’)\]]*$")
_OPENS_ITEM = re.compile(r"\s*(?:[-*•·▪◦‣–—>]\s|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s|#|\|)")
_HYPHEN = re.compile(r"(\w+)-$")
_WORD = re.compile(r"\S+")


def unwrapped(text: str) -> str:
    """`text` with the lines of its paragraphs joined. A word that was cut is made whole."""
    lines = text.split("\n")
    width = _width([line.rstrip() for line in lines])
    opening = {label.start for label in labels(text)}  # Who speaks continues nobody's line.
    start = 0
    joined: list[str] = []
    for number, line in enumerate(lines):
        before = lines[number - 1].rstrip() if number else ""
        if start not in opening and _continues(before, line.rstrip(), width):
            joined[-1] = _together(joined[-1], line.strip(), text)
        else:
            joined.append(line.rstrip())
        start += len(line) + 1
    return "\n".join(joined)


def is_wrapped(text: str) -> bool:
    """Whether the lines of a text were broken to fit, rather than by whoever wrote them."""
    lines = [line.rstrip() for line in text.split("\n")]
    width = _width(lines)
    if not NARROWEST <= width <= WIDEST:
        return False
    pairs = [
        (before, line)
        for before, line in pairwise(lines)
        if before and line and not _ENDS.search(before)
    ]
    broken = sum(_continues(before, line, width) for before, line in pairs)
    return broken >= 3 and 2 * broken > len(pairs)


def _width(lines: list[str]) -> int:
    lengths = sorted(len(line) for line in lines if line)
    return lengths[int(_FULL * (len(lengths) - 1))] if lengths else 0


def _continues(before: str, line: str, width: int) -> bool:
    """Whether `line` goes on with the paragraph of the line before it."""
    word = _WORD.search(line)
    if not before or word is None or _ENDS.search(before) or _OPENS_ITEM.match(line):
        return False
    return len(before) + 1 + len(word[0]) > _FILLED * width


def _together(before: str, line: str, text: str) -> str:
    """Two lines as one. A hyphen at the end stays where the text has the word with it elsewhere."""
    cut = _HYPHEN.search(before)
    word = _WORD.search(line)
    if cut is None or word is None or not line[0].islower():
        return f"{before} {line}"
    whole = f"{cut[1]}-{word[0].rstrip('.,;:!?)”’')}"
    return f"{before}{line}" if whole in text else f"{before[:-1]}{line}"
