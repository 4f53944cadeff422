"""The search backends that Veracity knows, in the order in which they are offered."""

from __future__ import annotations

from veracity.retrieval.search import (
    brave,
    crossref,
    exa,
    factcheck,
    searxng,
    serper,
    tavily,
    wikipedia,
)
from veracity.retrieval.search.backend import Backend

BACKENDS: dict[str, Backend] = {
    module.BACKEND.name: module.BACKEND
    for module in (wikipedia, searxng, brave, tavily, serper, exa, factcheck, crossref)
}
"""By name. `ddgs` is a library and no address, so it is not among them."""
