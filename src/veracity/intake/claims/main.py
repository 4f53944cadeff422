"""The single claim that a post makes."""

from __future__ import annotations

from veracity.domain.claim import Claim
from veracity.domain.extraction import Extraction, Skipped

NOT_MAIN = "not the main claim of the post"


def main_of(found: Extraction) -> Extraction:
    """`found` with the one claim that is most worth a check; the others are passed over.

    A claim that evidence can settle goes before any other; of equals the first is taken.
    """
    if not found.claims:
        return found.model_copy(update={"mode": "main"})
    return only(max(found.claims, key=_worth), found)


def only(main: Claim, found: Extraction) -> Extraction:
    """`found` with `main` as its one claim."""
    others = tuple(
        Skipped(span=span, nature=claim.nature, why=NOT_MAIN)
        for claim in found.claims
        for span in (claim.span, *claim.places)
        if claim is not main and not _covers(main, span.start, span.end)
    )
    skipped = sorted((*found.skipped, *others), key=lambda one: (one.span.start, one.span.end))
    return found.model_copy(update={"mode": "main", "claims": (main,), "skipped": tuple(skipped)})


def _covers(claim: Claim, start: int, end: int) -> bool:
    return claim.span.start <= start and end <= claim.span.end


def _worth(claim: Claim) -> tuple[bool, float, int]:
    return claim.nature == "fact", claim.worth or 0.0, -claim.span.start
