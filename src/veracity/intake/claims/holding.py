"""Holds the claims that a model wrote to the text. What a model says counts only where it holds.

Its quote has to stand in the text, within one speaker's turn; its claim may bring no figure, name
or denial of its own (`rules/grounding`). Who says it, when and how much it calls for a check come
from code. What a statement is, code and the model both say: see `nature_of`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from veracity.domain.claim import Claim, Nature, Span, Submission
from veracity.domain.extraction import Extraction
from veracity.intake.claims.chunks import Chunk
from veracity.intake.claims.shapes import Kind, WrittenClaim
from veracity.models.untrusted import clean
from veracity.rules.grounding import ungrounded
from veracity.rules.quotes import find

Fault: TypeAlias = Literal["anchor", "claim"]
"""A quote that does not stand in the text; a claim that says what the text does not."""

SURE = 0.5
"""Worth from which code's word that a sentence states a fact stands against the model's. A model
that could call a fact an opinion could keep it from being judged."""

_NEVER: frozenset[Nature] = frozenset({"question", "greeting", "instruction"})
"""What makes no claim, whatever a model draws from it."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A claim that a model wrote and that does not hold."""

    fault: Fault
    why: str


class Ground:
    """A submission with what code found in it, against which claims are held."""

    def __init__(
        self, submission: Submission, sentences: Sequence[Span], by_code: Extraction
    ) -> None:
        self._submission = submission
        self._sentences = sentences
        self._claims = by_code.claims
        self._skipped = by_code.skipped

    def held(self, written: WrittenClaim, chunk: Chunk, model: str) -> Claim | Refused:
        """What `model` wrote of `chunk`, as a claim at its place; or why it does not hold."""
        text = self._submission.text
        span = anchored(written.quote, chunk, text)
        if span is None:
            return Refused("anchor", "the quote does not stand in the text")
        if self._crosses(span):
            return Refused("anchor", "the quote goes from one speaker's turn into another's")
        said, within = clean(written.claim), self.within(span)
        wrong = ungrounded(
            said,
            anchor=span.of(text),
            sentence=" ".join(sentence.of(text) for sentence in within),
            around=self._around(chunk, span),
        )
        if wrong:
            return Refused("claim", wrong)
        base = self._by_code(within)
        if base.nature in _NEVER:
            return Refused("claim", f"its sentence is a {base.nature}")
        nature = nature_of(base, written.kind)
        kept = tuple(word for word in base.unresolved if word.casefold() in said.casefold())
        return base.model_copy(
            update={
                "text": said,
                "span": span,
                "places": (),
                "nature": nature,
                "unresolved": kept,
                "english": None,
                "found_by": model,
            }
        )

    def within(self, span: Span) -> tuple[Span, ...]:
        """The sentences that `span` touches."""
        return tuple(one for one in self._sentences if touch(one, span))

    def speaker(self, span: Span) -> str | None:
        """Who says what stands at `span`."""
        turn = next((turn for turn in self._submission.turns if touch(turn.span, span)), None)
        return self._submission.speaker if turn is None else turn.speaker

    def _crosses(self, span: Span) -> bool:
        """Whether `span` leaves the turn that it begins in."""
        touched = [turn.span for turn in self._submission.turns if touch(turn.span, span)]
        return bool(touched) and not (touched[0].start <= span.start and span.end <= touched[0].end)

    def _around(self, chunk: Chunk, span: Span) -> str:
        """What the claim may take names from: its part of the text, what stands before it, who
        speaks and what the text is called."""
        text, given = self._submission.text, self._submission
        parts = [one.of(text) for one in chunk.before]
        parts += [chunk.span.of(text), self.speaker(span) or "", given.title or ""]
        return " ".join(parts)

    def _by_code(self, within: Sequence[Span]) -> Claim:
        """What code knows of the sentences: its claim there, else a claim of what it skipped."""
        for claim in self._claims:
            if any(touch(place, one) for place in (claim.span, *claim.places) for one in within):
                return claim
        passed = (one for one in self._skipped if any(touch(one.span, place) for place in within))
        skipped = next(passed, None)
        nature: Nature = "other" if skipped is None else skipped.nature
        whole = Claim.whole(self._submission)
        return whole.model_copy(
            update={"speaker": self.speaker(within[0]), "nature": nature, "worth": None}
        )


def anchored(quote: str, chunk: Chunk, text: str) -> Span | None:
    """Where `quote` stands in `chunk`, word for word; None where it does not.

    A quote that is too short to be told from others may be a whole sentence.
    """
    match = find(quote, chunk.span.of(text))
    if match.verified and match.span is not None:
        start = chunk.span.start
        return Span(start=match.span.start + start, end=match.span.end + start)
    wanted = _bare(quote)
    return next((one for one in chunk.sentences if wanted and _bare(one.of(text)) == wanted), None)


def _bare(sentence: str) -> str:
    """A sentence without the marks at its ends."""
    return clean(sentence).strip(" .!?…\"'“”‘’")


def nature_of(by_code: Claim, kind: Kind) -> Nature:
    """What a statement is. Code's word stands where it is `SURE` that it is a fact, and where it
    sees a prediction; elsewhere the model's does."""
    sure = by_code.nature == "fact" and (by_code.worth or 0.0) >= SURE
    return by_code.nature if sure or by_code.nature == "prediction" else kind


def touch(one: Span, other: Span) -> bool:
    """Whether two spans have a character in common."""
    return one.start < other.end and other.start < one.end
