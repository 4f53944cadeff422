"""The landing page of a file: what a site says openly of a PDF that it does not give away."""

from __future__ import annotations

import re
from collections.abc import Mapping

from veracity.retrieval.web.policy import target
from veracity.rules.urls import Address

MOST = 2
"""Landing pages that are tried for one file."""

_LINK = re.compile(r"<(?P<url>[^<>\s]{1,2000})>(?P<rest>[^<]{0,500})")
_RELATION = re.compile(r"\brel\s*=\s*(?:\"(?P<quoted>[^\"]*)\"|(?P<plain>[^\s;,\"]+))", re.I)
_LANDING = frozenset({"canonical", "cite-as", "collection", "describedby"})
"""Relations of a file to the page about it (RFC 6596, RFC 8574, RFC 6573, POWDER)."""

_PATHS = tuple(
    (re.compile(file), landing)
    for file, landing in (
        (r"(?P<at>.*)/pdf/(?=[^/]*\d)(?P<name>[^/]+?)(?:\.pdf)?", r"\g<at>/abs/\g<name>"),
        (r"(?P<at>.*/doi)/e?pdf(?:direct|plus)?/(?P<name>10\..+)", r"\g<at>/\g<name>"),
        (r"(?P<at>.*)/content/pdf/(?P<name>10\..+?)(?:\.pdf)?", r"\g<at>/article/\g<name>"),
        (r"(?P<at>.*/(?=[^/]*\d)[^/]*)/pdf/?", r"\g<at>"),
        (r"(?P<at>.*/(?=[^/]*\d)[^/]*)\.full\.pdf", r"\g<at>"),
    )
)
"""How repositories and journals name a file beside the page about it. Guesses: what is not there
answers so."""


def is_file(address: Address) -> bool:
    """Whether an address looks like a PDF's."""
    path = address.path.lower()
    return path.endswith(".pdf") or re.search(r"/e?pdf(?:direct|plus)?(?:/|$)", path) is not None


def landing_pages(address: Address, headers: Mapping[str, str]) -> tuple[str, ...]:
    """Where the page about a file may be, likeliest first: as the answer's `Link` header says, then
    by the file's own address. They may be relative to it, and no more than `MOST` are named."""
    linked = [
        match["url"]
        for match in _LINK.finditer(headers.get("link", ""))
        if _LANDING & set(_relations(match["rest"]))
    ]
    guessed = [
        match.expand(landing)
        for file, landing in _PATHS
        if (match := file.fullmatch(address.path)) is not None
    ]
    own = {address.path, target(address)}
    return tuple(dict.fromkeys(one for one in (*linked, *guessed) if one not in own))[:MOST]


def _relations(parameters: str) -> list[str]:
    match = _RELATION.search(parameters)
    return ((match["quoted"] or match["plain"] or "").lower().split()) if match else []
