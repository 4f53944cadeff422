"""Puts what a model found into what code found, so that nothing is lost and nothing is twice.

A sentence has the claims that the model drew from it when together they say all that it says of
figures, names and denials, else the claims that code drew from it. Where the model said nothing,
code's claims stand. So a model makes claims better and never makes them fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veracity.domain.claim import Claim, Span
from veracity.domain.extraction import Skipped
from veracity.intake.claims.by_code import once_each
from veracity.intake.claims.holding import touch
from veracity.rules.grounding import passed_over


@dataclass(frozen=True, slots=True)
class Merged:
    """The claims and passed-over sentences of both, in order."""

    claims: tuple[Claim, ...]
    skipped: tuple[Skipped, ...]
    incomplete: int
    """Claims of the model that gave way to code's: they left out what their sentence says."""


def merged(
    by_model: Sequence[Claim],
    by_code: Sequence[Claim],
    skipped: Sequence[Skipped],
    sentences: Sequence[Span],
    text: str,
) -> Merged:
    """`by_model` and, where it has nothing or not all, `by_code` and `skipped`."""
    kept = list(by_model)
    while lacking := _lacking(kept, sentences, text):
        kept = [claim for claim in kept if not any(touch(claim.span, one) for one in lacking)]
    taken = [one for one in sentences if any(touch(one, claim.span) for claim in kept)]
    rest = [
        claim
        for claim in apart(by_code)
        if not any(touch(claim.span, one) for one in taken) or not _covered(claim, taken, sentences)
    ]
    left = [one for one in skipped if not any(touch(one.span, place) for place in taken)]
    return Merged(
        claims=tuple(once_each(sorted((*kept, *rest), key=_place))),
        skipped=tuple(left),
        incomplete=len(by_model) - len(kept),
    )


def apart(claims: Iterable[Claim]) -> list[Claim]:
    """Each claim once for each of its places."""
    return [
        claim.model_copy(update={"span": span, "places": ()})
        for claim in claims
        for span in (claim.span, *claim.places)
    ]


def _place(claim: Claim) -> tuple[int, int]:
    return claim.span.start, claim.span.end


def _lacking(claims: Sequence[Claim], sentences: Sequence[Span], text: str) -> list[Span]:
    """The sentences of which the claims drawn from them do not say all."""
    found: list[Span] = []
    for sentence in sentences:
        drawn = [claim for claim in claims if touch(claim.span, sentence)]
        told = (f"{claim.text} {claim.span.of(text)}" for claim in drawn)
        if drawn and passed_over(sentence.of(text), told):
            found.append(sentence)
    return found


def _covered(claim: Claim, taken: Sequence[Span], sentences: Sequence[Span]) -> bool:
    """Whether every sentence of the claim is among those taken."""
    return all(one in taken for one in sentences if touch(one, claim.span))
