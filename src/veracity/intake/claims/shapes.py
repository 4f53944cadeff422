"""What a model writes when it is asked for claims. Their schemas become its grammar."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from veracity.domain.base import Frozen

MOST_CLAIMS = 24
"""Of one part of a text. A part has up to about 350 words."""

Words = Annotated[str, Field(max_length=400)]
Kind: TypeAlias = Literal["fact", "opinion", "prediction", "other"]


class WrittenClaim(Frozen):
    """One claim as a model wrote it. Nothing of it holds before code has looked at it."""

    quote: Words
    """The words that the claim was drawn from."""
    claim: Words
    kind: Kind


class WrittenClaims(Frozen):
    """The claims of one part of a text."""

    claims: tuple[WrittenClaim, ...] = Field(max_length=MOST_CLAIMS)
