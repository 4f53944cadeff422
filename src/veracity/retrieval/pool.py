"""A pool of passages that several methods share: `pool` answers every search with all of it.

So that methods are compared on one evidence, what was found once is named by its digest, and each
method's case holds it whole.
"""

from __future__ import annotations

from veracity.domain.canonical import digest, plain
from veracity.domain.evidence import Found
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.retrieval.archive.provider import inputs


class SharedPools:
    """Answers `search` from the pools that were registered."""

    name = "pool"
    concurrency = 16

    def __init__(self) -> None:
        self._pools: dict[str, Found] = {}

    def register(self, found: Found) -> str:
        """Make `found` searchable. Returns the generation that names it."""
        generation = digest(found)
        self._pools[generation] = found
        return generation

    async def answer(self, request: Request) -> Reply | Failure:
        """The passages of the pool that the request names, best first, at most `top_k`."""
        found = self._pools.get(request.generation or "")
        if request.kind != "search" or found is None:
            return Failure(kind=FailureKind.UNAVAILABLE, message="No such pool was gathered here.")
        _, top_k, _ = inputs(request)
        return Reply(value=plain(found.model_copy(update={"passages": found.passages[:top_k]})))
