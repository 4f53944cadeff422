"""Running text out of the words of an image and their places, as Tesseract gives them.

Lines are broken to fit the screen, so those of a paragraph are joined. Tesseract ends a paragraph,
and even a block, at many a short line; lines that go on below each other in the middle of a
sentence are one paragraph all the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from statistics import median
from typing import Any, NamedTuple

APART = 1.4
"""Times the usual distance of two lines, above which a paragraph ends between them."""
_SENTENCE_END = re.compile(r"[.!?…।෴][\"'”’)\]]*$")
_NON_JOINER = "\u200c"
"""Which Tesseract writes after every letter of Sinhala and Tamil without a vowel."""


class _Line(NamedTuple):
    block: int
    paragraph: int
    left: int
    """In pixels from the left edge, as `top` from the upper."""
    top: int
    text: str


def paragraphs(words: Sequence[Mapping[str, Any]]) -> str:
    """The paragraphs of an image, a line each.

    A word has the fields of Tesseract's table: `text`, its `block_num`, `par_num` and `line_num`,
    and its `left` and `top` in pixels.
    """
    lines = [_line(list(line)) for _, line in groupby(words, key=_place)]
    step = _step(lines)
    text = ""
    for before, line in zip((None, *lines), lines, strict=False):
        if before is not None:
            text += "\n" if _parts(before, line, step) else " "
        text += line.text
    return text.replace(_NON_JOINER, "")


def _place(word: Mapping[str, Any]) -> tuple[int, int, int]:
    return int(word["block_num"]), int(word["par_num"]), int(word["line_num"])


def _line(words: Sequence[Mapping[str, Any]]) -> _Line:
    block, paragraph, _ = _place(words[0])
    return _Line(
        block=block,
        paragraph=paragraph,
        left=int(words[0]["left"]),
        top=min(int(word["top"]) for word in words),
        text=" ".join(str(word["text"]) for word in words),
    )


def _step(lines: Sequence[_Line]) -> float:
    """How far the lines of a paragraph are apart, in pixels; 0 when none has two."""
    steps = [
        line.top - before.top
        for before, line in pairwise(lines)
        if (before.block, before.paragraph) == (line.block, line.paragraph)
    ]
    return median(steps) if steps else 0.0


def _parts(before: _Line, line: _Line, step: float) -> bool:
    """Whether a paragraph ends between two lines."""
    if (before.block, before.paragraph) == (line.block, line.paragraph):
        return False
    is_below = 0 < line.top - before.top <= APART * step and abs(line.left - before.left) < step
    return not is_below or _SENTENCE_END.search(before.text) is not None
