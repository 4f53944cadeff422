"""What was asked of the world, and what came back."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from veracity.domain.base import Frozen
from veracity.domain.canonical import digest

Kind = Literal["ask", "search", "fetch", "review", "clock", "draw", "state"]


def _is_none(value: object) -> bool:
    return value is None


class PromptRef(Frozen):
    """Which prompt was used, down to its bytes."""

    id: str
    version: int
    digest: str


class Request(Frozen):
    """One question to the world, named by its content and never by its position.

    Two requests with equal fields are the same request: it is asked once, and its answer serves
    both. So everything that may change the answer is a field: for an archive its generation, for a
    sampled reply the sample's number.
    """

    # Beside the fields, so that no copy takes it along and nothing compares or writes it.
    __slots__ = ("_key",)

    kind: Kind
    provider: str
    """Who answers: `archive`, `given`, `local`, a hosted model's provider, `clock`."""
    model: str | None = None
    prompt: PromptRef | None = None
    inputs: dict[str, Any] = Field(default_factory=dict)
    """JSON values only."""
    output_schema: dict[str, Any] | None = None
    settings: dict[str, Any] = Field(default_factory=dict)
    sample: int = Field(default=0, ge=0)
    generation: str | None = None
    """Which state of an archive was searched."""

    @property
    def key(self) -> str:
        """Digest of the canonical request, as it was when the key was first wanted."""
        key: str | None = getattr(self, "_key", None)
        if key is None:
            key = digest(self)
            self.remember_key(key)
        return key

    def remember_key(self, key: str) -> None:
        """Spare the request the digest, which whoever calls this has made."""
        object.__setattr__(self, "_key", key)


class FailureKind(StrEnum):
    """Why there is no reply."""

    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    QUOTA = "quota"
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    MALFORMED = "malformed"
    TRUNCATED = "truncated"
    BUDGET = "budget"
    UNAVAILABLE = "unavailable"
    """The provider is not set up here, or its weights are not installed."""
    INTERNAL = "internal"


class Usage(Frozen):
    """What an answer took."""

    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    cost: Decimal = Field(default=Decimal(0), ge=0)
    """In US dollars. A local answer costs 0."""


class Failure(Frozen):
    """A fault of infrastructure, as a value. It is never a vote, a stance or a document."""

    kind: FailureKind
    message: str
    retry_after: float | None = None
    """Seconds that the provider asked to wait."""
    usage: Usage = Usage()
    """A refusal or a malformed answer is paid for like any other."""


class Reply(Frozen):
    """An answer."""

    value: Any
    """JSON values only."""
    usage: Usage = Usage()
    model: str | None = Field(default=None, exclude_if=_is_none)
    """Who answered, as `provider:model`, when it was not the model that the request names: that one
    failed, and this is its fallback."""


class Exchange(Frozen):
    """A request with what came of it, as a case keeps it."""

    request: Request
    reply: Reply | None = None
    failure: Failure | None = None
    asked_at: datetime
    seconds: float = Field(ge=0)
    """How long the answer took when it was first given."""
    reused: bool = False
    """Taken from the journal or from an equal request of this run: nothing was asked."""

    @model_validator(mode="after")
    def _one_outcome(self) -> Self:
        if (self.reply is None) == (self.failure is None):
            raise ValueError("an exchange has either a reply or a failure")
        return self

    @property
    def key(self) -> str:
        """The request's key."""
        return self.request.key

    @property
    def outcome(self) -> Reply | Failure:
        """The reply, or the failure in its place."""
        outcome = self.reply if self.reply is not None else self.failure
        assert outcome is not None
        return outcome
