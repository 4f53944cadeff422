"""What a method concluded, and what it rests on."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.evidence import Quote, Scores, Source, Stance


def _is_empty(value: Any) -> bool:
    """A field that came later is left out where it is empty, so that older cases stay readable."""
    return not value


class Bucket(StrEnum):
    """The scale that all methods share."""

    TRUE = "True"
    TRUTHY = "Truthy"
    UNVERIFIABLE = "Unverifiable"
    FALSEY = "Falsey"
    FALSE = "False"
    SPLIT = "Split"


class Lens(StrEnum):
    """How labels are read onto the common scale."""

    LENIENT = "lenient"
    STRICT = "strict"


class Polarity(StrEnum):
    """The direction of a bucket."""

    SUPPORTED = "supported"
    CONTESTED = "contested"
    UNKNOWN = "unknown"


class Abstention(Frozen):
    """A voice that gave no judgement, and why. It is listed and never counted."""

    who: str
    """The model, or the step, that abstained."""
    why: str
    failure: str | None = None
    """The kind of failure when a fault of infrastructure was the cause."""


class Step(Frozen):
    """One line of the trail."""

    name: str
    """retrieve, route, compare, verify, adjudicate, explain, ..."""
    status: Literal["ok", "skipped", "abstained", "failed"]
    detail: str
    exchanges: tuple[str, ...] = ()
    """Keys of the exchanges that the step rests on."""


class Finding(Frozen):
    """One piece of evidence as it is shown: its source, the verified quote, what it says."""

    source: Source
    quote: Quote
    stance: Stance
    confidence: float = Field(ge=0, le=1)
    reason: str
    by: Literal["code", "model"]
    """Who read it: a comparison in `rules/`, or a model."""
    decisive: bool = False
    """Whether the verdict rests on it."""
    scores: Scores = Scores()


class Verdict(Frozen):
    """The answer of one method to one claim."""

    method: str
    label: str
    """On the method's own scale."""
    bucket: Bucket
    lens: Lens
    confidence: float = Field(ge=0, le=1)
    probability: float | None = Field(default=None, ge=0, le=1)
    """That the claim is true, for methods that give one."""
    path: str
    """Which rule or model decided."""
    explanation: str
    findings: tuple[Finding, ...] = ()
    abstentions: tuple[Abstention, ...] = ()
    trail: tuple[Step, ...] = ()
    caveats: tuple[str, ...] = Field(default=(), exclude_if=_is_empty)
    """What a reader has to know beside the label, as sentences that code wrote."""
    account: dict[str, Any] = Field(default_factory=dict, exclude_if=_is_empty)
    """What only this method has to show, in the shape that it documents (`Method.account`): a
    panel's voices, a rubric's tree, a tribunal's arguments, a refutation's votes."""
