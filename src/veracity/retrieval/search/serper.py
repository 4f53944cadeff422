"""Serper, which gives the results of Google Search. https://serper.dev

Sites go into the query as operators, the last day into Google's own parameter `tbs`.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from veracity.domain.page import Hit, Hits
from veracity.retrieval.search.backend import Backend, Sent
from veracity.retrieval.search.wanted import Call, Wanted
from veracity.retrieval.search.written import plain_words, written_date

_CHARACTERS = 2000
_OPERATORS = 12
"""Sites in one query: Google reads 32 words of it."""


class _Result(Sent):
    link: str
    title: str | None = None
    snippet: str | None = None
    date: str | None = None


class _Reply(Sent):
    organic: tuple[_Result, ...]


def _ask(wanted: Wanted, until: date | None) -> Call:
    body: dict[str, Any] = {
        "q": wanted.restricted(_CHARACTERS, _OPERATORS),
        "num": max(wanted.top_k, 10),
    }
    if wanted.primary_language:
        body["hl"] = wanted.primary_language
    if until is not None:
        body["tbs"] = f"cdr:1,cd_max:{until.month}/{until.day}/{until.year}"
    return Call(method="POST", body=body)


def _read(payload: Any) -> Hits:
    return Hits(
        results=tuple(
            Hit(
                url=result.link,
                title=plain_words(result.title),
                snippet=plain_words(result.snippet),
                published=written_date(result.date),
            )
            for result in _Reply.model_validate(payload).organic
        )
    )


BACKEND = Backend(
    name="serper",
    title="Serper (Google Search)",
    url="https://google.serper.dev/search",
    ask=_ask,
    read=_read,
    key="SERPER_API_KEY",
    header=("X-API-KEY", "{key}"),
)
