"""Claims on their way to be judged: each at its place in a submission, or as it came back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from veracity.domain.claim import Claim, ClaimTree, Submission
from veracity.domain.errors import BadInput

if TYPE_CHECKING:
    from veracity.intake.claim_input import ClaimInput


@dataclass(frozen=True, slots=True)
class Placed:
    """A claim at its place, ready to be judged."""

    submission: Submission
    claim: Claim
    tree: ClaimTree | None = None
    """None when the claim was not taken apart."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list of claims, or why it cannot be read."""

    line: int
    given: ClaimInput | BadInput


@dataclass(frozen=True, slots=True)
class Listed:
    """Claims that were found before, as they were handed back."""

    rows: tuple[Row, ...]
    origin: str
    """Name of the file."""
