"""Where the sentences of a text stand, and which of them is closest to a claim."""

from __future__ import annotations

import re
from collections.abc import Sequence

from veracity.domain.claim import Span
from veracity.rules.words import stems

# A sentence ends at a full stop, question or exclamation mark (with closing quotes or brackets)
# before white space and something that can open a sentence, or at a line's end. The danda and the
# Sinhala kunddaliya end one too.
_BREAK = re.compile(r"(?<=[.!?…।෴])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[^\W_a-z])|\s*\n\s*")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Gen|Sen|Rep|Gov|Lt|Col|Capt|Sgt|Jr|Sr|vs|etc|approx|est|No|Fig"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)|\b[A-Z]|\be\.g|\bi\.e)\.$"
)


def sentences(text: str) -> tuple[Span, ...]:
    """The spans of the sentences of `text`, in order, without the white space between them."""
    spans: list[Span] = []
    start = len(text) - len(text.lstrip())
    for gap in _BREAK.finditer(text):
        piece = text[start : gap.start()]
        if not piece or ("\n" not in gap.group() and _ABBREVIATION.search(piece[-12:])):
            continue
        closing = len(gap.group()) - len(gap.group().lstrip("\"'”’)]"))
        spans.append(Span(start=start, end=gap.start() + closing))
        start = gap.end()
    end = len(text.rstrip())
    if start < end:
        spans.append(Span(start=start, end=end))
    return tuple(spans)


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
