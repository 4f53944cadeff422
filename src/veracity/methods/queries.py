"""Words to search with: the claim's own, and those that a model writes for either side."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from veracity.desk.base import Desk
from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.methods.evidence import Query
from veracity.models.asking import Asked, ask_for, question
from veracity.models.untrusted import clean

PROMPT = "queries"


Words = Annotated[str, Field(max_length=120)]


class Sides(Frozen):
    """Searches that would find what speaks for a claim, and what speaks against it."""

    support: tuple[Words, ...] = Field(max_length=3)
    refute: tuple[Words, ...] = Field(max_length=3)


async def write_queries(claim: Claim, desk: Desk, model: str) -> Asked[Sides]:
    """Have `model` write searches for both sides of the claim."""
    request = question(model, PROMPT, {"claim": clean(claim.in_english)}, Sides)
    return await ask_for(desk, request, Sides)


def both_sides(claim: Claim, written: Sides | None) -> tuple[Query, ...]:
    """The claim itself first, in English too where it was translated, then each side's searches. A
    model that failed leaves the claim."""
    own = tuple(Query(text=text) for text in dict.fromkeys((claim.text, claim.in_english)))
    if written is None:
        return own
    sides = [("support", text) for text in written.support]
    sides += [("refute", text) for text in written.refute]
    said = [Query(text=clean(text), purpose=side) for side, text in sides if clean(text)]
    known = {query.text for query in own}
    return (*own, *(query for query in dict.fromkeys(said) if query.text not in known))
