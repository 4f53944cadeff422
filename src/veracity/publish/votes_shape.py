"""A case of `refute` as the JSON object that `check --input` answers with.

    claim, verdict, votes, refute_count, confirm_count, abstentions, dispute,
    vote_breakdown [voter, refuted, confidence, evidence, contradicting_urls],
    recommended_confidence, recommended_tags_addition

in this order. What that shape leaves open:

- a voter that abstained stands in the breakdown with `refuted` and `confidence` null, and its
  evidence says why, with the raw reply where there was one;
- `explanation` follows the other keys where the verdict is inconclusive, and only there;
- a claim to which refutation does not apply is inconclusive with no votes.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, ValidationError

from veracity.domain.base import Frozen
from veracity.domain.canonical import Json, canonical, plain
from veracity.domain.case import Case
from veracity.domain.errors import BadInput

RAW_AT_MOST = 500
"""Characters of a raw reply that are shown."""


def _is_none(value: Any) -> bool:
    return value is None


class VoteLine(Frozen):
    """One voter of the breakdown."""

    voter: str
    refuted: bool | None
    """None for an abstention."""
    confidence: int | None = Field(ge=1, le=3)
    evidence: str
    """What the voter said of the evidence, or why it abstained."""
    contradicting_urls: tuple[str, ...] = ()
    """Of the passages that it named, in its order: never an address that it wrote itself."""


class VotesShape(Frozen):
    """The object, with its keys in their order."""

    claim: str
    verdict: Literal["survived", "killed", "inconclusive"]
    votes: int
    refute_count: int
    confirm_count: int
    abstentions: int
    dispute: bool
    vote_breakdown: tuple[VoteLine, ...]
    recommended_confidence: int = Field(ge=1, le=3)
    recommended_tags_addition: tuple[str, ...]
    explanation: str | None = Field(default=None, exclude_if=_is_none)


def output_shape(case: Case) -> dict[str, Json]:
    """The object for `case`. Raises `BadInput` for a case of another method."""
    account = case.verdict.account
    try:
        shape = VotesShape.model_validate(account.get("output"))
        voters: list[dict[str, Any]] = account["voters"]
    except (ValidationError, KeyError):
        raise BadInput(
            f"A case of {case.method} has no votes of refuters.", "Give one of `refute`."
        ) from None
    told = {exchange.key: exchange.reply for exchange in case.exchanges}
    lines: list[VoteLine] = []
    for line, voter in zip(shape.vote_breakdown, voters, strict=True):
        reply = told.get(voter["key"])
        if line.refuted is None and reply is not None:
            raw = canonical(reply.value).decode("utf-8")[:RAW_AT_MOST]
            line = line.model_copy(update={"evidence": f"{line.evidence} Raw reply: {raw}"})
        lines.append(line)
    whole = plain(shape.model_copy(update={"vote_breakdown": tuple(lines)}))
    assert isinstance(whole, dict), "a model is an object"
    return whole
