"""Where in a submission a claim stands, for whoever reads its verdict."""

from __future__ import annotations

from veracity.domain.canonical import Json, plain
from veracity.domain.claim import Claim, Submission
from veracity.publish.visible import visible

SHOWN = 200
"""Characters of an anchor on a card."""


def is_whole(claim: Claim, submission: Submission) -> bool:
    """Whether the claim is all that the submission says."""
    return claim.span == Claim.whole(submission).span and not claim.places


def line_at(text: str, start: int) -> int:
    """The line of `text`, counted from 1, on which the character at `start` stands."""
    return text.count("\n", 0, start) + 1


def place(claim: Claim, submission: Submission) -> dict[str, Json]:
    """What a program is told of where the claim stands, and who says it there."""
    return {
        "origin": submission.origin,
        "line": line_at(submission.text, claim.span.start),
        "span": [claim.span.start, claim.span.end],
        "anchor": claim.span.of(submission.text),
        "speaker": claim.speaker,
        "reported_by": claim.reported_by,
        "said_on": plain(claim.claimed_on),
        "unresolved": list(claim.unresolved),
        "also": [[span.start, span.end] for span in claim.places],
    }


def place_in_words(claim: Claim, submission: Submission) -> str:
    """Where the claim stands, in one line."""
    line = line_at(submission.text, claim.span.start)
    parts = [f"{submission.origin}, line {line}"]
    if claim.speaker:
        parts.append(f"said by {claim.speaker}")
    if claim.reported_by:
        parts.append(f"reported by {claim.reported_by}")
    if claim.places:
        times = "1 more time" if len(claim.places) == 1 else f"{len(claim.places)} more times"
        parts.append(f"and {times}")
    said = ", ".join(parts)
    anchor = claim.span.of(submission.text)
    if " ".join(anchor.split()) != " ".join(claim.text.split()):
        cut = anchor if len(anchor) <= SHOWN else f"{anchor[:SHOWN].rstrip()} ..."
        said = f"{said}: “{cut}”"
    return visible(said)


def open_words(claim: Claim) -> str:
    """That words of the claim point to what its text does not say; empty for none."""
    if not claim.unresolved:
        return ""
    words = ", ".join(f"“{word}”" for word in claim.unresolved)
    return visible(f"The text does not say what is meant by {words}.")
