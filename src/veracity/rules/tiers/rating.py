"""What is known of a source from its address."""

from __future__ import annotations

from typing import Literal

from veracity.domain.base import Frozen
from veracity.domain.evidence import Tier

Function = Literal[
    "statistics",
    "court",
    "science",
    "records",
    "legislature",
    "regulator",
    "press",
    "agency",
    "unknown",
]
"""What a government's office is for."""

PRIMARY: frozenset[Function] = frozenset({"statistics", "court", "science", "records"})
"""Whose pages are primary evidence. A choice: of parliaments and regulators only what they keep on
record (votes, bills, dockets, recalls), which the tables list as records; their other pages argue,
as an agency's do."""


class Rating(Frozen):
    """The tier of a page's host, and what decided."""

    url: str
    """The address that decided: where our fetch ended, or what was given. Without a user's name."""
    host: str | None = None
    """In its one spelling, A-labels for letters beyond ASCII. None when refused."""
    tier: Tier | None = None
    """None when refused."""
    own: bool = False
    """Whether the host speaks for itself, as far as the tables know. False for copies, redirects,
    what anyone can post, what others wrote or filed, and what is refused."""
    official: bool = False
    """Whether a government, or a body of governments, speaks here."""
    jurisdiction: str | None = None
    """Whose: ISO 3166-1 alpha-2, "EU", or "INT" for bodies of many governments."""
    function: Function | None = None
    """Of the office; "unknown" where no table lists it, None where no government speaks."""
    primary: bool = False
    """Official, and of an office that keeps facts rather than speaks for somebody (`PRIMARY`)."""
    refused: str | None = None
    """Why the address is not rated at all."""
    why: str
    """Which line of which table decided, or why it was refused."""
