"""Brave Search, through its web search API.

https://api-dashboard.search.brave.com/app/documentation/web-search. Sites go into the query as
operators, a range of days into `freshness`.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from veracity.domain.page import Hit, Hits
from veracity.retrieval.search.backend import Backend, Sent
from veracity.retrieval.search.wanted import Call, Wanted
from veracity.retrieval.search.written import plain_words, written_date

_CHARACTERS = 400
_MOST = 20
_OPERATORS = 8
"""Sites in one query, which may have 50 words."""
_FIRST_DAY = "1990-01-01"


class _Result(Sent):
    url: str
    title: str | None = None
    description: str | None = None
    page_age: str | None = None
    language: str | None = None


class _Web(Sent):
    results: tuple[_Result, ...] = ()


class _Reply(Sent):
    type: str
    web: _Web = _Web()


def _ask(wanted: Wanted, until: date | None) -> Call:
    params = {
        "q": wanted.restricted(_CHARACTERS, _OPERATORS),
        "count": str(min(wanted.top_k, _MOST)),
        "result_filter": "web",
        "text_decorations": "false",
    }
    if wanted.primary_language:
        params["search_lang"] = wanted.primary_language
    if until is not None:
        params["freshness"] = f"{_FIRST_DAY}to{until.isoformat()}"
    return Call(params=params)


def _read(payload: Any) -> Hits:
    return Hits(
        results=tuple(
            Hit(
                url=result.url,
                title=plain_words(result.title),
                snippet=plain_words(result.description),
                published=written_date(result.page_age),
                language=result.language,
            )
            for result in _Reply.model_validate(payload).web.results
        )
    )


BACKEND = Backend(
    name="brave",
    title="Brave Search",
    url="https://api.search.brave.com/res/v1/web/search",
    ask=_ask,
    read=_read,
    key="BRAVE_API_KEY",
    header=("X-Subscription-Token", "{key}"),
    delay=1.0,
)
