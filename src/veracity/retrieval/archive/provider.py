"""The archive as the desk asks it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date

from veracity.domain.canonical import plain
from veracity.domain.errors import BadInput, VeracityError
from veracity.domain.evidence import Found
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.retrieval.archive.archive import Archive

TOP_K = 4


class ArchiveProvider:
    """Answers `state` and `search` from an archive, in threads of its own."""

    name = "archive"
    concurrency = 2

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    async def answer(self, request: Request) -> Reply | Failure:
        """See `Provider.answer`.

        The archive answers from its state now: a document that came in after the request's
        generation was read is found as well, and the reply is recorded as it was given.
        """
        return await answered(request, self._archive.generation, self._search)

    def _search(self, request: Request) -> Found:
        query, top_k, as_of = inputs(request)
        return self._archive.search(query, top_k, as_of)


async def answered(
    request: Request, generation: Callable[[], str], search: Callable[[Request], Found]
) -> Reply | Failure:
    """Answer a request to something that has a state and can be searched."""
    try:
        if request.kind == "state":
            return Reply(value=await asyncio.to_thread(generation))
        if request.kind == "search":
            return Reply(value=plain(await asyncio.to_thread(search, request)))
    except BadInput as error:
        return Failure(kind=FailureKind.MALFORMED, message=str(error))
    except VeracityError as error:
        return Failure(kind=FailureKind.UNAVAILABLE, message=str(error))
    return Failure(
        kind=FailureKind.MALFORMED, message=f"{request.provider} does not answer {request.kind}."
    )


def inputs(request: Request) -> tuple[str, int, date | None]:
    """Query, number of passages and day of a search. Raises `BadInput`."""
    query = request.inputs.get("query")
    top_k = request.inputs.get("top_k", TOP_K)
    as_of = request.inputs.get("as_of")
    if not isinstance(query, str) or not isinstance(top_k, int) or top_k < 1:
        raise BadInput("A search needs `query`, a text, and `top_k`, at least 1.")
    try:
        return query, top_k, None if as_of is None else date.fromisoformat(as_of)
    except (TypeError, ValueError):
        raise BadInput(f"`as_of` is a day such as 2026-02-04, not {as_of!r}.") from None
