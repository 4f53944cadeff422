"""Crossref, the register of scholarly works, through its REST API. https://api.crossref.org

A hit is the work's DOI, whose page is the publisher's. The abstract is a snippet, not evidence.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from pydantic import Field

from veracity.domain.page import Hit, Hits
from veracity.retrieval.search.backend import Backend, Sent
from veracity.retrieval.search.wanted import Call, Wanted
from veracity.retrieval.search.written import plain_words, whole_date

_CHARACTERS = 500


class _Published(Sent):
    date_parts: tuple[tuple[int | None, ...], ...] = Field(default=(), alias="date-parts")


class _Work(Sent):
    doi: str = Field(alias="DOI")
    title: tuple[str, ...] = ()
    abstract: str | None = None
    published: _Published = _Published()


class _Message(Sent):
    items: tuple[_Work, ...]


class _Reply(Sent):
    message: _Message


def _ask(wanted: Wanted, until: date | None) -> Call:
    params = {
        "query.bibliographic": wanted.words(_CHARACTERS),
        "rows": str(wanted.top_k),
        "select": "DOI,title,abstract,published",
    }
    if until is not None:
        params["filter"] = f"until-pub-date:{until.isoformat()}"
    return Call(params=params)


def _read(payload: Any) -> Hits:
    return Hits(results=tuple(map(_hit, _Reply.model_validate(payload).message.items)))


def _hit(work: _Work) -> Hit:
    parts = work.published.date_parts
    return Hit(
        url=f"https://doi.org/{work.doi}",
        title=plain_words(" ".join(work.title[:1])),
        snippet=plain_words(work.abstract),
        published=whole_date(parts[0]) if parts else None,
    )


BACKEND = Backend(
    name="crossref",
    title="Crossref",
    url="https://api.crossref.org/works",
    ask=_ask,
    read=_read,
    home="doi.org",
)
