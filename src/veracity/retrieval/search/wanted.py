"""What a search asks for, and the HTTP request that a backend makes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from pydantic import Field, ValidationError

from veracity.domain.base import Frozen
from veracity.domain.exchange import Request

_PRIMARY_LANGUAGE = re.compile(r"[a-z]{2,3}")
MOST_RESULTS = 50


class Wanted(Frozen):
    """The inputs of a search request."""

    query: str = Field(min_length=1)
    top_k: int = Field(ge=1, le=MOST_RESULTS)
    as_of: date | None = None
    """What was published later is left out."""
    sites: tuple[str, ...] = ()
    """Hosts, with or without a path; empty for the whole web."""
    language: str | None = None
    """BCP 47 tag."""

    @classmethod
    def of(cls, request: Request) -> Wanted | None:
        """The inputs of `request`, None when it is no search that a backend can answer."""
        if request.kind != "search":
            return None
        try:
            return cls.model_validate(request.inputs)
        except ValidationError:
            return None

    @property
    def primary_language(self) -> str | None:
        """The language without script and region, None where the tag is none."""
        found = _PRIMARY_LANGUAGE.fullmatch((self.language or "").lower().partition("-")[0])
        return found.group() if found else None

    def until(self, today: date) -> date | None:
        """The day up to which a backend has to be told to search, None where it needs no limit:
        limits on dates leave out pages whose date the backend does not know."""
        return self.as_of if self.as_of is not None and self.as_of < today else None

    def words(self, characters: int) -> str:
        """The query on one line, cut at a word where it is longer than a backend takes."""
        return cut(" ".join(self.query.split()), characters)

    def restricted(self, characters: int, most: int = 16) -> str:
        """The query with `site:` operators for as many of the sites as there is room for.

        `most` is the number of operators that the backend minds. What comes from elsewhere all the
        same is left out when the reply is read.
        """
        if not self.sites:
            return self.words(characters)
        query = self.words(characters // 2)
        named = ""
        for site in self.sites[:most]:
            longer = f"{named} OR site:{site}" if named else f"site:{site}"
            if len(query) + len(longer) + 3 > characters:
                break
            named = longer
        return f"{query} ({named})" if " OR " in named else f"{query} {named}".strip()


@dataclass(frozen=True, slots=True)
class Call:
    """An HTTP request, without the key that the provider adds to its headers."""

    method: Literal["GET", "POST"] = "GET"
    params: Mapping[str, str] = field(default_factory=dict[str, str])
    body: Mapping[str, Any] | None = None
    """JSON."""
    language: str = "en"
    """For an address that has a place for it."""


def cut(text: str, characters: int) -> str:
    """`text`, or as many of its words as fit into `characters`."""
    if len(text) <= characters:
        return text
    return text[: characters + 1].rpartition(" ")[0] or text[:characters]


def hosts_of(sites: Sequence[str]) -> list[str]:
    """The hosts of `sites`, for a backend that takes no paths."""
    return list(dict.fromkeys(site.partition("/")[0] for site in sites))
