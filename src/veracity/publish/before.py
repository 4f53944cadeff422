"""What earlier cases concluded of the same claim: shown beside a verdict, no evidence for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from veracity.domain.canonical import Json
from veracity.domain.case import Case
from veracity.rules.same_claim import figures, same_claim

MOST = 3
"""How many are shown."""


@dataclass(frozen=True, slots=True)
class Before:
    """The verdict of an earlier case."""

    claim: str
    """In its own words."""
    label: str
    bucket: str
    method: str
    made_on: str
    """Day in UTC, ISO 8601."""
    case: str
    """Where its file lies, or lay."""

    @property
    def said(self) -> str:
        """The verdict, by which method and when."""
        return f"{self.label}, by {self.method} on {self.made_on}"

    def row(self) -> dict[str, Json]:
        """As JSON."""
        return {
            "claim": self.claim,
            "label": self.label,
            "bucket": self.bucket,
            "method": self.method,
            "made_on": self.made_on,
            "case": self.case,
        }


def key(claim: str) -> str:
    """What two claims that may be the same have in common: their figures, dates among them."""
    return " ".join(sorted(figures(claim)))


def alike(claim: str, among: Iterable[Before]) -> tuple[Before, ...]:
    """Those of `among` that are about `claim`, in the order given: the first of each method's
    labels, at most `MOST`."""
    found: dict[tuple[str, str], Before] = {}
    for one in among:
        if (one.method, one.label) not in found and _same(claim, one.claim):
            found[one.method, one.label] = one
        if len(found) == MOST:
            break
    return tuple(found.values())


def news(case: Case, earlier: Iterable[Before]) -> tuple[Before, ...]:
    """Those of `earlier` that say something beside `case`: not the same label of the same words by
    the same method."""
    own = (case.claim.text, case.method, case.verdict.label)
    return tuple(one for one in earlier if (one.claim, one.method, one.label) != own)


def _same(one: str, other: str) -> bool:
    return one == other or same_claim(one, other)
