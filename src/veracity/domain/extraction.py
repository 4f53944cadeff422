"""What was found in a submission: its claims, and what became of every other sentence."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from veracity.domain.base import Frozen
from veracity.domain.claim import Claim, ClaimTree, Nature, Span
from veracity.domain.exchange import Exchange
from veracity.domain.verdict import Step


class Skipped(Frozen):
    """A sentence that makes no claim of its own, and why it was passed over."""

    span: Span
    nature: Nature
    why: str
    """As a reader is told: "a question", "said before, at another place"."""


class Extraction(Frozen):
    """The claims of a submission. Every sentence of it is in a claim or is skipped, and says so."""

    submission: str
    """Digest of the submission."""
    mode: Literal["whole", "main", "all"]
    """`whole`: the text is one statement. `main`: the single claim a post makes. `all`: each."""
    claims: tuple[Claim, ...] = ()
    """In the order of their spans. Only those of nature `fact` are judged."""
    skipped: tuple[Skipped, ...] = ()
    trees: dict[str, ClaimTree] = Field(default_factory=dict)
    """Of compound claims: digest of the claim to its tree."""
    found_by: str = "code"
    """`code`, or `provider:model`."""
    trail: tuple[Step, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    """What models were asked for it, in the order of their keys."""

    @model_validator(mode="after")
    def _of_one_submission(self) -> Self:
        if any(claim.submission != self.submission for claim in self.claims):
            raise ValueError("a claim is of another submission")
        return self

    def judged(self) -> tuple[Claim, ...]:
        """The claims that evidence can settle."""
        return tuple(claim for claim in self.claims if claim.nature == "fact")
