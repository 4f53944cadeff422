"""Holding a claim against a sentence, where the sentence says the same but for one value.

Prose seldom lines up as an entry's line does, so this decides only when every narrowing word of the
claim stands in one sentence (or in the heading above it) and neither is a negation. Then

| the claim has        | the sentence has                      | outcome                          |
|----------------------|---------------------------------------|----------------------------------|
| one figure           | exactly one figure that compares      | as that figure compares          |
| one date, no figure  | a date that agrees                    | agrees                           |

A date that differs contradicts nothing here: what a sentence dates may happen more than once.
"""

from __future__ import annotations

from veracity.domain.claim import Span
from veracity.domain.evidence import Passage
from veracity.rules import dates, quantities
from veracity.rules.comparison_outcome import Comparison, Outcome
from veracity.rules.reading import Reading
from veracity.rules.sentences import sentences
from veracity.rules.words import negation, neutral, stems, stop, words


def compare_prose(claim: Reading, passage: Passage) -> tuple[Span, Comparison] | None:
    """The first sentence of `passage` that decides by the table above, with what it decides."""
    wanted = _wanted(claim)
    if not wanted or len(claim.quantities) > 1 or len(claim.dates) > 1:
        return None
    heading = stems(passage.subject or "")
    for span in sentences(passage.text):
        sentence = span.of(passage.text)
        said = {word.stem for word in words(sentence)}
        if said & negation() or not wanted <= said | heading:
            continue
        comparison = _compare(claim, sentence)
        if comparison is not None:
            return span, comparison
    return None


def _wanted(claim: Reading) -> frozenset[str]:
    values = [quantity.span for quantity in claim.quantities]
    values += [date.span for date in claim.dates]
    return frozenset(
        word.stem
        for word in words(claim.text)
        if word.stem not in stop() | neutral()
        and not any(value.start <= word.start and word.end <= value.end for value in values)
    )


def _compare(claim: Reading, sentence: str) -> Comparison | None:
    for claimed in claim.quantities:
        held = [quantities.compare(claimed, figure) for figure in quantities.find(sentence)]
        decided = [c for c in held if c.outcome is not Outcome.INCOMPARABLE]
        return decided[0] if len(decided) == 1 else None
    for day in claim.dates:
        held = [dates.compare(day, found) for found in dates.find(sentence)]
        return next((c for c in held if c.outcome is Outcome.AGREES), None)
    return None
