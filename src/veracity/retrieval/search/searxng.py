"""SearXNG, a metasearch server of one's own, through its JSON format.

https://docs.searxng.org/dev/search_api.html. The server's settings have to list `json` under
`search.formats`; else it answers with status 403.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from veracity.domain.exchange import FailureKind
from veracity.domain.page import Hit, Hits
from veracity.retrieval.search.backend import Backend, NoAnswer, Sent
from veracity.retrieval.search.wanted import Call, Wanted
from veracity.retrieval.search.written import plain_words, written_date

_CHARACTERS = 1000


class _Result(Sent):
    url: str
    title: str | None = None
    content: str | None = None
    publishedDate: str | None = None  # noqa: N815 - the format's own name


class _Reply(Sent):
    results: tuple[_Result, ...]
    unresponsive_engines: tuple[Any, ...] = ()


def _ask(wanted: Wanted, until: date | None) -> Call:
    params = {"q": wanted.restricted(_CHARACTERS), "format": "json", "categories": "general"}
    if wanted.primary_language:
        params["language"] = wanted.primary_language
    return Call(params=params)


def _read(payload: Any) -> Hits:
    reply = _Reply.model_validate(payload)
    if not reply.results and reply.unresponsive_engines:
        raise NoAnswer(FailureKind.UNREACHABLE, "none of its engines answered")
    return Hits(
        results=tuple(
            Hit(
                url=result.url,
                title=plain_words(result.title),
                snippet=plain_words(result.content),
                published=written_date(result.publishedDate),
            )
            for result in reply.results
        )
    )


BACKEND = Backend(
    name="searxng",
    title="SearXNG",
    url="",
    ask=_ask,
    read=_read,
    refusal="Its settings have to list json under search.formats.",
)
