"""Whether the quote that an argument rests on stands in the evidence, and whether it may decide.

An argument names a piece of the evidence by its number and quotes it. The quote is held against the
whole text of that passage by `rules/quotes`, word for word; the excerpt that a model was shown is a
part of it.

| the number      | the quote stands in                        | outcome                          |
|-----------------|--------------------------------------------|----------------------------------|
| was not shown   | (not looked for)                           | `no_such_evidence`, dropped      |
| was shown       | the passage of that number                 | `verified`                       |
| was shown       | another passage that was shown             | `credited` to that passage: first|
|                 |                                            | of those that may decide, else   |
|                 |                                            | the first of all                 |
| was shown       | none                                       | `not_in_evidence`, dropped       |

A slip in the number is put right because what is shown to a reader, the words and whose they are,
was found by code and not taken from the model. A number that names nothing is not a slip: nothing
was cited.

A quote that stands may carry a ruling only if its passage may decide the claim. One from the
speaker's own words is shown and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from veracity.domain.base import Frozen
from veracity.domain.claim import Span
from veracity.domain.evidence import Passage, Quote
from veracity.rules.quotes import find


class Outcome(StrEnum):
    """What the check of one quote came to."""

    VERIFIED = "verified"
    CREDITED = "credited"
    """It stands in another piece of the evidence than the argument named."""
    NOT_IN_EVIDENCE = "not_in_evidence"
    NO_SUCH_EVIDENCE = "no_such_evidence"


class Shown(Frozen):
    """A piece of evidence as it was numbered for those who argue."""

    passage: Passage
    decides: bool = True
    """Whether it may count for or against the claim."""


class Checked(Frozen):
    """A quote, with what the check made of it."""

    outcome: Outcome
    quote: Quote
    """The passage's own words where it stands; the model's, without a span, where it does not."""
    decides: bool = False
    """Whether it may carry a ruling. Never for a quote that does not stand."""
    why: str = ""
    """Why it does not stand, or why its number was changed."""

    @property
    def stands(self) -> bool:
        """Whether the words were found in the evidence."""
        return self.quote.verified


def check(evidence: int, quote: str, shown: Sequence[Shown]) -> Checked:
    """Hold `quote` against the piece of evidence with the number `evidence`, which counts from 1.

    `shown` is the evidence in the order in which it was numbered.
    """
    if not 1 <= evidence <= len(shown):
        return Checked(
            outcome=Outcome.NO_SUCH_EVIDENCE,
            quote=Quote(text=quote, passage=""),
            why=f"there is no evidence {evidence}",
        )
    named = shown[evidence - 1]
    match = find(quote, named.passage.text)
    if match.verified:
        return _found(Outcome.VERIFIED, quote, named)
    others = [one for one in shown if one.passage.id != named.passage.id]
    for other in sorted(others, key=lambda one: not one.decides):
        if find(quote, other.passage.text).verified:
            return _found(Outcome.CREDITED, quote, other)
    return Checked(
        outcome=Outcome.NOT_IN_EVIDENCE,
        quote=Quote(text=quote, passage=named.passage.id),
        why=match.why or match.reason.value,
    )


def grounding(checked: Iterable[Checked]) -> float | None:
    """The share of quotes that stand in the evidence, 0 to 1; None when nothing was quoted."""
    stands = [one.stands for one in checked]
    return sum(stands) / len(stands) if stands else None


def _found(outcome: Outcome, quote: str, where: Shown) -> Checked:
    span = find(quote, where.passage.text).span
    assert span is not None, "a verified quote has a place"
    span = _lines(where.passage, span)
    moved = "the argument named another piece of evidence" if outcome is Outcome.CREDITED else ""
    return Checked(
        outcome=outcome,
        quote=Quote(text=span.of(where.passage.text), passage=where.passage.id, span=span),
        decides=where.decides,
        why=moved,
    )


def _lines(passage: Passage, span: Span) -> Span:
    """Without the heading that a quote of whole lines of an entry took along."""
    held = [f.span for f in passage.fields if span.start <= f.span.start and f.span.end <= span.end]
    return Span(start=min(one.start for one in held), end=span.end) if held else span
