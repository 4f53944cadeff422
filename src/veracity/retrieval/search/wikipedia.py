"""Wikipedia, through the search of MediaWiki's Action API, in the language of the claim.

https://www.mediawiki.org/wiki/API:Search. The search demands every word of a query, which the
sentence of a claim would seldom find, so its content words are joined by OR and the best match
comes first.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from veracity.domain.exchange import FailureKind
from veracity.domain.page import Hit, Hits
from veracity.retrieval.search.backend import Backend, NoAnswer, Sent
from veracity.retrieval.search.wanted import Call, Wanted, cut
from veracity.rules.words import stop, words

_CHARACTERS = 300
"""Of a query (CirrusSearch refuses longer ones)."""
_TOO_FAST = frozenset({"maxlag", "ratelimited"})


class _Page(Sent):
    index: int
    title: str
    fullurl: str
    pagelanguage: str | None = None


class _Query(Sent):
    pages: tuple[_Page, ...] = ()


class _Error(Sent):
    code: str


class _Reply(Sent):
    error: _Error | None = None
    query: _Query = _Query()


def _ask(wanted: Wanted, until: date | None) -> Call:
    return Call(
        params={
            "action": "query",
            "format": "json",
            "formatversion": "2",
            "generator": "search",
            "gsrsearch": content_query(wanted.query),
            "gsrlimit": str(wanted.top_k),
            "gsrnamespace": "0",
            "prop": "info",
            "inprop": "url",
            "maxlag": "5",
        },
        language=wanted.primary_language or "en",
    )


def content_query(claim: str) -> str:
    """The words of a claim that carry content, each once, joined by OR; all words where none do."""
    said = [word for word in words(claim) if word.text.strip("_")]
    telling = [word.text for word in said if word.stem not in stop()]
    chosen = dict.fromkeys(telling or [word.text for word in said])
    return cut(" OR ".join(chosen), _CHARACTERS).removesuffix(" OR") or cut(claim, _CHARACTERS)


def _read(payload: Any) -> Hits:
    reply = _Reply.model_validate(payload)
    if reply.error is not None:
        kind = FailureKind.RATE_LIMITED if reply.error.code in _TOO_FAST else FailureKind.REFUSED
        raise NoAnswer(kind, f"it answers with the error '{reply.error.code[:40]}'")
    ordered = sorted(reply.query.pages, key=lambda page: page.index)
    return Hits(
        results=tuple(
            Hit(url=page.fullurl, title=page.title, language=page.pagelanguage) for page in ordered
        )
    )


BACKEND = Backend(
    name="wikipedia",
    title="Wikipedia",
    url="https://{language}.wikipedia.org/w/api.php",
    ask=_ask,
    read=_read,
    home="wikipedia.org",
)
