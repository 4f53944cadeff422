"""What a member's label counts for, given the sources of its that survived.

A source survives when its address was returned to the member during its own exchange (see
`rules/citations`) and it may decide the claim. What the speaker's side published never does.

| sources that survived | words that came back | label                | confidence       |
|-----------------------|----------------------|----------------------|------------------|
| one or more           | (any)                | as said              | as said          |
| none                  | some                 | as said              | Low              |
| none                  | none                 | Unverifiable         | Low              |

A model that said Unverifiable keeps what it said: it needs no source to say that it found none.
"""

from __future__ import annotations

from typing import Literal

from veracity.domain.base import Frozen

UNVERIFIABLE = "Unverifiable"
LOW = "Low"


class Counted(Frozen):
    """A label as it counts, and why it may not be the one that was said."""

    label: str
    confidence: str
    why: Literal["as_said", "no_source", "no_evidence"]
    """`no_source`: no cited address was returned, so that it stands with Low confidence only.
    `no_evidence`: nothing was returned that could be read, so that nothing supports it."""


def counted(label: str, confidence: str, *, surviving: int, readable: bool) -> Counted:
    """Apply the table.

    `surviving` is the number of cited sources that survived; `readable` says whether any source
    that may decide the claim came back with its words.
    """
    if surviving or label == UNVERIFIABLE:
        return Counted(label=label, confidence=confidence, why="as_said")
    if readable:
        return Counted(label=label, confidence=LOW, why="no_source")
    return Counted(label=UNVERIFIABLE, confidence=LOW, why="no_evidence")
