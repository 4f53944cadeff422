"""Exa, through its search endpoint. https://docs.exa.ai/reference/search"""

from __future__ import annotations

from datetime import date
from typing import Any

from veracity.domain.page import Hit, Hits
from veracity.retrieval.search.backend import Backend, Sent
from veracity.retrieval.search.wanted import Call, Wanted, hosts_of
from veracity.retrieval.search.written import plain_words, written_date

_CHARACTERS = 1000


class _Result(Sent):
    url: str
    title: str | None = None
    publishedDate: str | None = None  # noqa: N815 - the format's own name


class _Reply(Sent):
    results: tuple[_Result, ...]


def _ask(wanted: Wanted, until: date | None) -> Call:
    body: dict[str, Any] = {
        "query": wanted.words(_CHARACTERS),
        "numResults": wanted.top_k,
        "type": "auto",
    }
    if wanted.sites:
        body["includeDomains"] = hosts_of(wanted.sites)
    if until is not None:
        body["endPublishedDate"] = f"{until.isoformat()}T23:59:59.999Z"
    return Call(method="POST", body=body)


def _read(payload: Any) -> Hits:
    return Hits(
        results=tuple(
            Hit(
                url=result.url,
                title=plain_words(result.title),
                published=written_date(result.publishedDate),
            )
            for result in _Reply.model_validate(payload).results
        )
    )


BACKEND = Backend(
    name="exa",
    title="Exa",
    url="https://api.exa.ai/search",
    ask=_ask,
    read=_read,
    key="EXA_API_KEY",
    header=("x-api-key", "{key}"),
)
