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

_PATHS = (
    (
        re.compile(r"^(?P<before>.*)/pdf/(?P<rest>[^/]*\d[^/]*?)(?:\.pdf)?$"),
        r"\g<before>/abs/\g<rest>",
    ),
    (
        re.compile(r"^(?P<before>.*/doi)/e?pdf(?:direct|plus)?/(?P<rest>10\..+)$"),
        r"\g<before>/\g<rest>",
    ),
    (
        re.compile(r"^(?P<before>.*)/content/pdf/(?P<rest>10\..+?)(?:\.pdf)?$"),
        r"\g<before>/article/\g<rest>",
    ),
    (re.compile(r"^(?P<before>.*\d[^/]*)/pdf/?$"), r"\g<before>"),
    (re.compile(r"^(?P<before>.*\d[^/]*)\.full\.pdf$"), r"\g<before>"),
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
        pattern.sub(to, address.path) for pattern, to in _PATHS if pattern.match(address.path)
    ]
    own = {address.path, target(address)}
    return tuple(dict.fromkeys(one for one in (*linked, *guessed) if one not in own))[:MOST]


def _relations(parameters: str) -> list[str]:
    match = _RELATION.search(parameters)
    return ((match["quoted"] or match["plain"] or "").lower().split()) if match else []
