"""Searching the web through those who index it, each spoken to in its own format.

`backends` says who there is, one module for each builds its request and reads its reply, and
`provider` sends it. A search that finds nothing is a reply; one that fails is a `Failure`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from veracity.domain.exchange import Request

DDGS = "ddgs"
"""The backend that is a library and no address."""


def search_request(
    backend: str,
    query: str,
    top_k: int,
    *,
    as_of: date | None = None,
    sites: Sequence[str] = (),
    language: str | None = None,
) -> Request:
    """The request for a search. Its reply is a `Hits`, of `factcheck` a `FactChecks`.

    `as_of` leaves out what was published later, `sites` are hosts with or without a path, and
    `language` is a BCP 47 tag.
    """
    inputs: dict[str, Any] = {"query": query, "top_k": top_k}
    if as_of is not None:
        inputs["as_of"] = as_of.isoformat()
    if sites:
        inputs["sites"] = list(sites)
    if language is not None:
        inputs["language"] = language
    return Request(kind="search", provider=backend, inputs=inputs)
