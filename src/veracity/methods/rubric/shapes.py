"""The shapes in which the narrow questions of `rubric` are answered.

Numbers are whole, from 0 to 10 or to 100, because grammars hold a model to ranges of whole numbers
alone.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veracity.domain.base import Frozen

MOST_NAMES = 40
"""Names of roots whose spellings are put to a model at once."""

Tenths = Annotated[int, Field(ge=0, le=10)]
Name = Annotated[str, Field(max_length=80)]


class Quality(Frozen):
    """How far a source can be relied on."""

    quality: Tenths


class Directness(Frozen):
    """How directly a document bears on the claim."""

    directness: Tenths


class Pointing(Frozen):
    """Which way a document points, how hard, and what it rests on.

    Grammars write fields in the order of their names, so the direction is read first.
    """

    direction: Literal["supports", "refutes", "neither"]
    rests_on: Literal["record", "opinion", "both"]
    strength: Tenths


class Roots(Frozen):
    """What a document's facts rest on."""

    kind: Literal["dataset", "study", "author_group", "funder", "primary_source", "none"]
    names: tuple[Name, ...] = Field(max_length=2)


class SameRoots(Frozen):
    """Names, by number, that mean one source."""

    groups: tuple[
        Annotated[tuple[Annotated[int, Field(ge=1, le=MOST_NAMES)], ...], Field(max_length=8)], ...
    ] = Field(max_length=12)


class Likelihood(Frozen):
    """How likely a claim is without evidence."""

    probability: int = Field(ge=0, le=100)


class SideSearches(Frozen):
    """Searches for one side of a claim."""

    searches: tuple[Annotated[str, Field(max_length=120)], ...] = Field(max_length=2)
