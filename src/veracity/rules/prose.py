"""Holding a claim against a sentence, where the sentence says the same but for one value.

Prose seldom lines up as an entry's line does, and what else a sentence says may change whose figure
it is, of what, or whether it is meant at all. So this decides only when the sentence (with the
heading above it) and the claim have the same topic words, every one, in the same order if several
are names, and neither is a negation or a question; for a figure also the same tense. Then

| the claim has        | the sentence has                      | outcome                          |
|----------------------|---------------------------------------|----------------------------------|
| one figure           | exactly one figure that compares      | as that figure compares          |
| one date, no figure  | a date that agrees                    | agrees                           |

A date that differs contradicts nothing here, because what a sentence dates may happen more than
once; nor does a figure of a time that the claim does not name.
"""

from __future__ import annotations

import re

from veracity.domain.claim import Span
from veracity.domain.evidence import Passage
from veracity.rules import dates, quantities
from veracity.rules.comparison_outcome import Comparison, Outcome
from veracity.rules.quantities import Quantity
from veracity.rules.reading import Reading, read
from veracity.rules.sentences import sentences
from veracity.rules.words import stems

_END = re.compile(r"\b(?:to|from)\s+$", re.IGNORECASE)


def compare_prose(claim: Reading, passage: Passage) -> tuple[Span, Comparison] | None:
    """The first sentence of `passage` that decides by the table above, with what it decides."""
    plain = read(claim.text)
    if not plain.topic or len(plain.quantities) > 1 or len(plain.dates) > 1 or "?" in claim.text:
        return None
    heading = stems(passage.subject or "")
    for span in sentences(passage.text):
        sentence = read(span.of(passage.text))
        if sentence.scoped or "?" in sentence.text or not _says_the_same(plain, sentence, heading):
            continue
        comparison = _compare(plain, sentence)
        if comparison is not None:
            return span, comparison
    return None


def _says_the_same(claim: Reading, sentence: Reading, heading: frozenset[str]) -> bool:
    """Whether the topic words are the same, and in the same order where there are several names:
    who did what to whom is in the order."""
    wanted = [word.stem for word in claim.topic]
    said = [word.stem for word in sentence.topic]
    if sum(word.capital for word in claim.topic) > 1:
        return wanted == said
    return set(wanted) <= {*said, *heading} and set(said) <= {*wanted, *heading}


def _compare(claim: Reading, sentence: Reading) -> Comparison | None:
    if claim.quantities and sentence.past != claim.past:
        return None
    for claimed in claim.quantities:
        if any(_is_an_end(claim, claimed) != _is_an_end(sentence, f) for f in sentence.quantities):
            return None
        held = [quantities.compare(claimed, figure) for figure in sentence.quantities]
        decided = [c for c in held if c.outcome is not Outcome.INCOMPARABLE]
        if len(decided) != 1:
            return None
        undated = not sentence.dates or bool(claim.dates)
        return decided[0] if decided[0].outcome is Outcome.AGREES or undated else None
    for day in claim.dates:
        held = [dates.compare(day, found) for found in sentence.dates]
        return next((c for c in held if c.outcome is Outcome.AGREES), None)
    return None


def _is_an_end(of: Reading, figure: Quantity) -> bool:
    """Whether a change ended or began at the figure: "fell to 5%" is not "fell 5%"."""
    return bool(_END.search(of.text[: figure.span.start]))
