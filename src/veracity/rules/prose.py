"""Holding a claim against a sentence, where the sentence says the same but for one value.

Prose seldom lines up as an entry's line does, and what else a sentence says may change whose figure
it is, of what, or whether it is meant at all. So this decides only when the sentence (with the
heading above it) and the claim have the same topic words, every one, and neither is a negation or a
question; for a figure also the same tense. Then

| the claim has        | the sentence has                      | outcome                          |
|----------------------|---------------------------------------|----------------------------------|
| one figure           | exactly one figure that compares      | as that figure compares          |
| one date, no figure  | a date that agrees                    | agrees                           |

A date that differs contradicts nothing here, because what a sentence dates may happen more than
once; nor does a figure of a time that the claim does not name.
"""

from __future__ import annotations

from collections.abc import Sequence

from veracity.domain.claim import Span
from veracity.domain.evidence import Passage
from veracity.rules import dates, quantities
from veracity.rules.comparison_outcome import Comparison, Outcome
from veracity.rules.reading import Reading, read
from veracity.rules.sentences import sentences
from veracity.rules.words import stems, stop, words


def compare_prose(claim: Reading, passage: Passage) -> tuple[Span, Comparison] | None:
    """The first sentence of `passage` that decides by the table above, with what it decides."""
    wanted = _topic(claim.text, [q.span for q in claim.quantities], [d.span for d in claim.dates])
    if not wanted or len(claim.quantities) > 1 or len(claim.dates) > 1 or "?" in claim.text:
        return None
    heading = stems(passage.subject or "")
    for span in sentences(passage.text):
        sentence = read(span.of(passage.text))
        said = _topic(
            sentence.text, [q.span for q in sentence.quantities], [d.span for d in sentence.dates]
        )
        same = wanted <= said | heading and said <= wanted | heading
        if not same or sentence.scoped or "?" in sentence.text:
            continue
        comparison = _compare(claim, sentence)
        if comparison is not None:
            return span, comparison
    return None


def _topic(text: str, *values: Sequence[Span]) -> frozenset[str]:
    """The stems of the words of `text` that are neither function words nor part of a value."""
    taken = [span for spans in values for span in spans]
    return frozenset(
        word.stem
        for word in words(text)
        if word.stem not in stop()
        and not any(span.start <= word.start and word.end <= span.end for span in taken)
    )


def _compare(claim: Reading, sentence: Reading) -> Comparison | None:
    if claim.quantities and sentence.past != claim.past:
        return None
    for claimed in claim.quantities:
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
