"""Tavily, through its search endpoint. https://docs.tavily.com/documentation/api-reference"""

from __future__ import annotations

from datetime import date
from typing import Any

from veracity.domain.page import Hit, Hits
from veracity.retrieval.search.backend import Backend, Sent
from veracity.retrieval.search.wanted import Call, Wanted, hosts_of
from veracity.retrieval.search.written import plain_words, written_date

_CHARACTERS = 400
_MOST = 20


class _Result(Sent):
    url: str
    title: str | None = None
    content: str | None = None
    published_date: str | None = None


class _Reply(Sent):
    results: tuple[_Result, ...]


def _ask(wanted: Wanted, until: date | None) -> Call:
    body: dict[str, Any] = {
        "query": wanted.words(_CHARACTERS),
        "max_results": min(wanted.top_k, _MOST),
        "search_depth": "basic",
        "include_answer": False,
    }
    if wanted.sites:
        body["include_domains"] = hosts_of(wanted.sites)
    if until is not None:
        body["end_date"] = until.isoformat()
    return Call(method="POST", body=body)


def _read(payload: Any) -> Hits:
    return Hits(
        results=tuple(
            Hit(
                url=result.url,
                title=plain_words(result.title),
                snippet=plain_words(result.content),
                published=written_date(result.published_date),
            )
            for result in _Reply.model_validate(payload).results
        )
    )


BACKEND = Backend(
    name="tavily",
    title="Tavily",
    url="https://api.tavily.com/search",
    ask=_ask,
    read=_read,
    key="TAVILY_API_KEY",
    header=("Authorization", "Bearer {key}"),
    spent=frozenset({402, 432, 433}),
)
