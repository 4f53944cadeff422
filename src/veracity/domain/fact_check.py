"""What others concluded of a claim before. Shown beside a verdict, and never evidence for one."""

from __future__ import annotations

from datetime import date

from veracity.domain.base import Frozen

FACT_CHECKS = "factcheck"
"""The search backend that gives fact-checks in place of pages."""


class FactCheck(Frozen):
    """One review of a claim by somebody who publishes such reviews."""

    claim: str
    """The claim that was reviewed, in the reviewer's words."""
    rating: str
    """The reviewer's verdict in the reviewer's words. It is on no scale of ours."""
    publisher: str
    url: str
    title: str = ""
    claimant: str = ""
    """Who made the claim, as the reviewer says."""
    claimed_on: date | None = None
    reviewed_on: date | None = None
    language: str | None = None


class FactChecks(Frozen):
    """The reply to a search for earlier fact-checks. None found is an answer."""

    results: tuple[FactCheck, ...] = ()
    """Best first."""
