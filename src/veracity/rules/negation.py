"""The negation of a claim, to see whether a reading of evidence turns around with it."""

from __future__ import annotations


def negated(claim: str) -> str:
    """The claim denied as a whole, which is right for every sentence whatever its grammar."""
    return f"It is not so that {claim[:1].lower() if _opens_small(claim) else claim[:1]}{claim[1:]}"


def _opens_small(claim: str) -> bool:
    """Whether the first word is an article or another word that is no name."""
    first = claim.split(maxsplit=1)[0] if claim.strip() else ""
    return first in {"A", "An", "The", "There", "It", "This", "These", "In", "On", "At", "No"}
