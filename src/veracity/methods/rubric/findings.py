"""What moved a `rubric` verdict, as it is shown: source, quote, and how far it moved it."""

from __future__ import annotations

from collections.abc import Mapping

from veracity.domain.claim import Span
from veracity.domain.evidence import Passage, Quote, Stance
from veracity.domain.verdict import Finding
from veracity.methods.rubric.account import RubricAccount
from veracity.methods.rubric.record import MOST_READ, Direction, LeafEvidence, RubricRecord
from veracity.methods.rubric.wording import reason
from veracity.rules.logodds import CONTESTED, SUPPORTED, sigmoid
from veracity.rules.sentences import closest

QUOTE_AT_MOST = 400
"""Characters of a quote that is shown. A longer sentence is cut at a word."""

FLAT = 0.1
"""Log-odds below which a document moved nothing that a verdict could rest on."""

_STANCE: Mapping[int, Stance] = {
    1: Stance.SUPPORTS,
    -1: Stance.REFUTES,
    0: Stance.INSUFFICIENT,
}


def findings(record: RubricRecord, told: RubricAccount) -> tuple[Finding, ...]:
    """What moved the verdict, each with a quote, and what may not decide it, with why.

    A finding is decisive when its quote is verified and it pushes its leaf to the side on which
    leaf and verdict both are.
    """
    shown: list[Finding] = []
    for one in told.moved:
        if one.push == 0 and one.decides:
            continue
        evidence = record.leaves[one.leaf]
        passage = evidence.passage(one.passage)
        side, quote = _side(told.probability), _quote(evidence, passage)
        shown.append(
            Finding(
                source=passage.source,
                quote=quote,
                stance=_STANCE[one.direction],
                confidence=2 * sigmoid(abs(one.push)) - 1,
                reason=reason(evidence, one.passage, one.push, by_code=one.by_code),
                by="code" if one.by_code else "model",
                decisive=quote.verified
                and abs(one.push) >= FLAT
                and side != 0
                and one.direction == side
                and _side(told.leaves[one.leaf].probability) == side,
                scores=passage.scores,
            )
        )
    return tuple(sorted(shown, key=lambda finding: not finding.decisive))


def _side(probability: float | None) -> Direction:
    if probability is None or CONTESTED < probability < SUPPORTED:
        return 0
    return 1 if probability >= SUPPORTED else -1


def _quote(evidence: LeafEvidence, passage: Passage) -> Quote:
    """The line that code compared, or else the line or sentence closest to the leaf's claim."""
    line = next((one for one in evidence.compared if one.passage == passage.id), None)
    lines = tuple(field.span for field in passage.fields) or None
    span = line.span if line else closest(evidence.claim.text, passage.text[:MOST_READ], lines)
    if span is None:
        return Quote(text=passage.text, passage=passage.id)
    if span.end - span.start > QUOTE_AT_MOST:
        cut = passage.text.rfind(" ", span.start, span.start + QUOTE_AT_MOST)
        span = Span(start=span.start, end=cut if cut > span.start else span.start + QUOTE_AT_MOST)
    return Quote(text=span.of(passage.text), passage=passage.id, span=span)
