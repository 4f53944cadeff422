"""`ddgs`, a library that reads the result pages of search engines: the last resort.

It needs no key and takes no transport, engines change their pages often, and they turn programs
away. It is an extra: `pip install 'veracity[ddgs]'`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, cast

from veracity.domain.canonical import plain
from veracity.domain.errors import NotInstalled
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.domain.page import Hit, Hits
from veracity.retrieval.search import DDGS as NAME
from veracity.retrieval.search.keeping import keep_hits
from veracity.retrieval.search.wanted import Wanted
from veracity.retrieval.search.written import plain_words

_CHARACTERS = 500
_NOTHING = "No results found."
"""What the library raises when the engines answered and found nothing."""
_KINDS = {
    "RatelimitException": FailureKind.RATE_LIMITED,
    "TimeoutException": FailureKind.TIMEOUT,
}

Text: TypeAlias = Callable[[str, int], Sequence[Mapping[str, str]]]
"""Searches for words: results with `title`, `href` and `body`, at most as many as are asked for."""


class DdgsProvider:
    """Answers `search` through the library."""

    name = NAME
    concurrency = 1

    def __init__(self, text: Text | None = None) -> None:
        """`text` searches; None is the library. Raises `NotInstalled` where that is missing."""
        self._text = text if text is not None else _library()

    async def answer(self, request: Request) -> Reply | Failure:
        """Search for what `request` asks for: a reply with `Hits`."""
        wanted = Wanted.of(request)
        if wanted is None:
            message = "ddgs answers searches, with a query and top_k."
            return Failure(kind=FailureKind.INTERNAL, message=message)
        try:
            results = await asyncio.to_thread(
                self._text, wanted.restricted(_CHARACTERS, 8), wanted.top_k
            )
        except Exception as fault:  # The library's engines may raise anything.
            if str(fault) == _NOTHING:
                return Reply(value=plain(Hits()))
            name = type(fault).__name__
            kind = _KINDS.get(name, FailureKind.UNREACHABLE)
            return Failure(kind=kind, message=f"ddgs: no engine answered ({name}).")
        hits = Hits(
            results=tuple(
                Hit(
                    url=result["href"],
                    title=plain_words(result.get("title")),
                    snippet=plain_words(result.get("body")),
                )
                for result in results
                if result.get("href")
            )
        )
        return Reply(value=plain(keep_hits(hits, wanted)))


def _library() -> Text:
    try:
        from ddgs import (  # pyright: ignore[reportMissingImports] - an extra
            DDGS,  # pyright: ignore[reportUnknownVariableType]
        )
    except ImportError:
        raise NotInstalled(
            "The search backend 'ddgs' is not installed.", "pip install 'veracity[ddgs]'"
        ) from None

    def text(query: str, most: int) -> Sequence[Mapping[str, str]]:
        found = DDGS(timeout=15).text(query, max_results=most)  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        return cast("Sequence[Mapping[str, str]]", found)

    return text
