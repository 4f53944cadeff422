"""What a search backend is: an address, a way to ask and a way to read what comes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict

from veracity.domain.exchange import FailureKind
from veracity.domain.fact_check import FactChecks
from veracity.domain.page import Hits
from veracity.retrieval.search.wanted import Call, Wanted

Ask: TypeAlias = Callable[[Wanted, date | None], Call]
"""Builds the request. The day is that up to which to search, None for no limit."""
Read: TypeAlias = Callable[[Any], Hits | FactChecks]
"""Reads the reply's JSON. Raises `NoAnswer`, or `ValidationError` for another shape."""


class NoAnswer(Exception):
    """The backend says, in a reply of status 200, that it did not search."""

    def __init__(self, kind: FailureKind, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why


class Sent(BaseModel):
    """A part of a backend's reply. What Veracity does not use of it is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


@dataclass(frozen=True, slots=True)
class Backend:
    """A search backend."""

    name: str
    title: str
    url: str
    """Where it is asked; `{language}` stands for the language's code. Empty for a server that
    whoever runs Veracity has to name."""
    ask: Ask
    read: Read
    key: str = ""
    """Environment variable of its key; empty where it takes none."""
    header: tuple[str, str] = ("", "")
    """Name and value of the header that carries the key, with `{key}` in its place."""
    home: str = ""
    """The only site that it searches; empty for the web."""
    delay: float = 0.0
    """Seconds between the starts of two requests."""
    spent: frozenset[int] = frozenset({402})
    """Statuses that say that the plan's searches are used up."""
    refusal: str = ""
    """What a status 403 of this backend means, where that is not a key that it does not know."""
