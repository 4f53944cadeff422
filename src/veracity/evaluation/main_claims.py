"""Judges a post by the one claim that it makes, as `veracity check --claims main` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from veracity.domain.case import Case
from veracity.domain.claim import Submission
from veracity.domain.evidence import Document
from veracity.newsroom import How, Newsroom, Order


class MainClaims:
    """A judge who first finds the main claim of what is given."""

    def __init__(self, newsroom: Newsroom) -> None:
        self._newsroom = newsroom

    async def check(
        self,
        given: str | Submission,
        *,
        method: str = "routed",
        dials: Mapping[str, Any] | None = None,
        evidence: Sequence[Document] | None = None,
        as_of: date | None = None,
        fresh: bool = False,
        place: Path | None = None,
    ) -> Case:
        """See `Newsroom.check`. A post in which nobody finds a claim is judged whole."""
        submission = Submission(text=given) if isinstance(given, str) else given
        found = await self._newsroom.claims(submission, mode="main", fresh=fresh)
        claim = found.claims[0] if found.claims else None
        how = How(
            method=method,
            dials=dials or {},
            evidence=None if evidence is None else tuple(evidence),
            as_of=as_of,
            fresh=fresh,
        )
        order = Order(submission=submission, place=place, claim=claim)
        (judged,) = [one async for one in self._newsroom.check_many([order], how)]
        if isinstance(judged, Exception):
            raise judged
        return judged.case
