"""Claims as lines of JSON: how they are handed to a person or a program, and taken back.

A line has the fields of a claim extractor (`intake/claim_input`) and, beside them, where the claim
stands in its submission, so that it can be judged at that place after a person has looked at it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast, get_args

from veracity.domain.canonical import Json
from veracity.domain.claim import Claim, ClaimTree, Nature, Span, Submission
from veracity.domain.errors import BadInput
from veracity.domain.evidence import Tier
from veracity.intake import reading
from veracity.intake.claim_input import ClaimInput, parse_claim_input
from veracity.intake.claims.placed import Listed, Placed, Row
from veracity.publish.place import line_at
from veracity.rules.quotes import find

MOST_ANCHOR = 4_000
MOST_ENTITIES = 50
MOST_NAME = 200

_TIERS: Mapping[Tier, int] = {
    Tier.GOVERNMENT: 1,
    Tier.WIRE: 2,
    Tier.ESTABLISHED: 3,
    Tier.ACADEMIC: 3,
    Tier.FACT_CHECK: 4,
    Tier.OTHER: 5,
}
_HINTS = ((0.7, 3), (0.4, 2), (0.0, 1))
"""From which worth on the hint is how high. A choice."""


def line_of(
    claim: Claim,
    submission: Submission,
    tree: ClaimTree | None = None,
    *,
    reviewed: bool = False,
) -> dict[str, Json]:
    """The line of one claim. It can be handed to `veracity check` as it is or edited."""
    anchor = claim.span.of(submission.text)
    return {
        "claim": claim.text,
        "quoted_anchor": anchor[:MOST_ANCHOR],
        "source_url": claim.origin,
        "source_tier": _tier(claim.origin),
        "claim_type": claim.nature,
        "entities": [name[:MOST_NAME] for name in claim.entities[:MOST_ENTITIES]],
        "confidence_hint": _hint(claim.worth),
        "submission": claim.submission,
        "span": _pair(claim.span),
        "line": line_at(submission.text, claim.span.start),
        "speaker": claim.speaker,
        "said_on": None if claim.claimed_on is None else claim.claimed_on.isoformat(),
        "language": claim.language,
        "reported_by": claim.reported_by,
        "place": claim.place,
        "english": claim.english,
        "unresolved": list(claim.unresolved),
        "places": [_pair(span) for span in claim.places],
        "worth": claim.worth,
        "found_by": claim.found_by,
        "tree": None if tree is None else as_given(tree),
        "reviewed": reviewed,
    }


def listed(path: Path) -> Listed | None:
    """The claims in the file at `path` when it lists claims that were found in a submission: lines
    of JSON, or one JSON list of them. None for any other file.

    Raises `BadInput` for a file that cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(reading.MAX_FILE + 1)
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}.", "Check its permissions."
        ) from None
    lines = _objects(content.removeprefix(b"\xef\xbb\xbf"))
    if not any(_is_found(line) for _, line in lines):
        return None
    return Listed(tuple(Row(number, _read(line)) for number, line in lines), path.name)


def put_back(given: ClaimInput, kept: Submission | None, origin: str) -> Placed:
    """The claim at its place in the submission it was found in, `kept` of this digest.

    Without the submission the claim is one of its own, which came from `origin`. Raises `BadInput`
    for an anchor that does not stand in the submission's text.
    """
    submission = given.alone(origin) if kept is None else kept
    whole = Claim.whole(submission)
    span, places = whole.span, ()
    if kept is not None:
        span = _anchored(given, kept.text)
        places = tuple(_span(pair, kept.text) for pair in given.places)
    claim = whole.model_copy(
        update={
            "text": given.claim.strip(),
            "span": span,
            "language": given.language,
            "speaker": given.speaker,
            "claimed_on": given.said_on,
            "origin": given.source_url,
            "nature": _nature(given.claim_type),
            "places": places,
            "english": given.english,
            "place": given.place,
            "reported_by": given.reported_by,
            "unresolved": given.unresolved,
            "entities": given.entities or (),
            "worth": given.worth,
            "found_by": given.found_by,
        }
    )
    tree = None if given.tree is None else given.tree.of(claim)
    if tree is not None and not given.reviewed:
        tree = _unreviewed(tree)
    return Placed(submission=submission, claim=claim, tree=tree)


def as_given(tree: ClaimTree) -> Json:
    """The tree as a person may write it (`methods/decompose.GivenTree`)."""
    excluded: dict[str, Json] = {"excluded": list(tree.excluded)} if tree.excluded else {}
    if tree.claim is not None:
        return {"claim": tree.claim.text, **excluded} if excluded else tree.claim.text
    return {tree.kind: [as_given(child) for child in tree.children], **excluded}


def _anchored(given: ClaimInput, text: str) -> Span:
    """Where the claim's anchor stands. A place that was handed over has to hold the very words."""
    anchor = given.quoted_anchor
    if given.span is not None:
        span = _span(given.span, text)
        if anchor is None or span.of(text)[:MOST_ANCHOR] == anchor:
            return span
    match = find(anchor or given.claim, text)
    if not match.verified or match.span is None:
        raise BadInput(
            "The claim's anchor does not stand in the text that it was found in.",
            "Leave quoted_anchor as it was, or quote the text word for word.",
        )
    return match.span


def _span(pair: tuple[int, int], text: str) -> Span:
    start, end = pair
    if not 0 <= start < end <= len(text):
        raise BadInput(f"There is no place {start} to {end} in the text.", "Leave span as it was.")
    return Span(start=start, end=end)


def _objects(content: bytes) -> list[tuple[int, bytes]]:
    """Each object with its line: of a JSON list each member, else each line."""
    if content.lstrip().startswith(b"["):
        try:
            members: Any = json.loads(content)
        except ValueError:
            members = None
        if isinstance(members, list):
            held = cast("list[object]", members)
            return [(at, json.dumps(one).encode()) for at, one in enumerate(held, start=1)]
    lines = enumerate(content.splitlines(), start=1)
    return [(number, line) for number, line in lines if line.strip()]


def _is_found(line: bytes) -> bool:
    try:
        row: Any = json.loads(line)
    except ValueError:
        return False
    return isinstance(row, dict) and "claim" in row and "submission" in row


def _read(line: bytes) -> ClaimInput | BadInput:
    try:
        return parse_claim_input(line)
    except BadInput as wrong:
        return wrong


def _unreviewed(tree: ClaimTree) -> ClaimTree:
    children = tuple(map(_unreviewed, tree.children))
    return tree.model_copy(update={"reviewed": False, "children": children})


def _nature(named: str | None) -> Nature:
    known: dict[str, Nature] = {nature: nature for nature in get_args(Nature)}
    return "fact" if named is None else known.get(named, "other")


def _tier(origin: str | None) -> int | None:
    if origin is None:
        return None
    from veracity.rules.tiers import rate

    tier = rate(origin).tier
    return None if tier is None else _TIERS.get(tier)


def _hint(worth: float | None) -> int | None:
    return None if worth is None else next(hint for least, hint in _HINTS if worth >= least)


def _pair(span: Span) -> Json:
    return [span.start, span.end]
