"""What a comparison in code may conclude."""

from __future__ import annotations

from enum import StrEnum

from veracity.domain.base import Frozen


class Outcome(StrEnum):
    """How a found value relates to the claimed one."""

    AGREES = "agrees"
    CONTRADICTS = "contradicts"
    INCOMPARABLE = "incomparable"
    """Not the same kind of thing, or too near or too coarse to be decided in code."""


class Comparison(Frozen):
    """The outcome of one comparison, with the rule that gave it and the sentence that says so."""

    outcome: Outcome
    rule: str
    """Name of the row of the rule table, for the trail and for counting."""
    why: str
