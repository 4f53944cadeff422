"""Whether an explanation says only what the claim and the verified quotes say.

Every figure and every name in it has to stand in the claim or in a verified quote. A figure is any
run of digits; a name is a capitalized word that does not open a sentence, or an acronym anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from veracity.rules.words import words

_FIGURE = re.compile(r"\d[\d.,:/]*\d|\d")
_OPENS_SENTENCE = re.compile(r"(?:^|[.!?:]\s+|[\"“”‘(]\s*)$")


def unsupported(explanation: str, claim: str, quotes: Iterable[str]) -> tuple[str, ...]:
    """The figures and names of `explanation` that stand neither in `claim` nor in a quote."""
    allowed = [claim, *quotes]
    figures = {figure for text in allowed for figure in _FIGURE.findall(text)}
    known = {word.stem for text in allowed for word in words(text)}
    missing = [figure for figure in _FIGURE.findall(explanation) if figure not in figures]
    missing += [
        word.text
        for word in words(explanation)
        if (word.acronym or (word.capital and not _opens(explanation, word.start)))
        and word.stem not in known
    ]
    return tuple(dict.fromkeys(missing))


def _opens(text: str, start: int) -> bool:
    return bool(_OPENS_SENTENCE.search(text[:start]))
