"""Judges a post by the one claim that it makes, as `veracity check --claims main` does."""

from __future__ import annotations

from dataclasses import replace

from veracity.newsroom import How, Judged, Newsroom, Order


class MainClaims:
    """A judge who first finds the main claim of what is given."""

    def __init__(self, newsroom: Newsroom) -> None:
        self._newsroom = newsroom

    async def judge(self, order: Order, how: How) -> Judged:
        """See `Newsroom.judge`. A post in which nobody finds a claim is judged whole."""
        found = await self._newsroom.claims(order.submission, mode="main", fresh=how.fresh)
        claim = found.claims[0] if found.claims else None
        return await self._newsroom.judge(replace(order, claim=claim), how)
