"""What a newsroom is asked for, and what it gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from veracity.domain.case import Case
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Document
from veracity.domain.explanation import Tongue
from veracity.methods.evidence import Pool
from veracity.publish.before import Before


@dataclass(frozen=True, slots=True)
class How:
    """How claims are to be judged."""

    method: str = "routed"
    dials: Mapping[str, Any] = field(default_factory=dict[str, Any])
    evidence: tuple[Document, ...] | None = None
    """The only evidence, or None for the archive."""
    as_of: date | None = None
    """What was published later is left out; None is today."""
    fresh: bool = False
    """Ask again what the journal could answer, and judge again what was judged lately."""
    reuse: timedelta | None = None
    """How old a case of the same claim, asked in the same way, may be to be the answer. None is
    the method's own (`newsroom/lately`)."""
    language: Tongue | None = None
    """In which language who asks reads; None for that of each submission. The case is explained in
    English, Sinhala and Tamil where one is named, or where a submission is in one of the latter."""


@dataclass(frozen=True, slots=True)
class Order:
    """One claim to judge."""

    submission: Submission
    place: Path | None = None
    """Where its case goes; None is a file in the home folder that is named by its content."""
    claim: Claim | None = None
    """The claim, which was found in the submission; None is all of it, as one claim."""
    dials: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Turned for this claim alone, over those of `How`. One that the method has not is left out."""

    def judged(self) -> Claim:
        """The claim that is to be judged."""
        return Claim.whole(self.submission) if self.claim is None else self.claim


@dataclass(frozen=True, slots=True)
class Judged:
    """One claim that was judged."""

    case: Case
    place: Path
    """Where the case file lies."""
    seconds: float
    """How long this run took for it."""
    reused: bool = False
    """Whether it is the case of an earlier check."""
    before: tuple[Before, ...] = ()
    """What earlier cases concluded of the same claim."""


@dataclass(frozen=True, slots=True)
class Shared:
    """The evidence on which several methods were compared."""

    pool: Pool
    generation: str
    """Names the pool; each method's case has it in its search."""
