"""Title, author and publisher of a page."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, cast

from veracity.retrieval.pages.linked_data import called
from veracity.retrieval.pages.statements import Statements
from veracity.retrieval.pages.text import uncover
from veracity.retrieval.pages.tree import Node

_NO_NAME = re.compile(
    r"https?:|www\.|[@{}<>]|^\W*$|^(?:admin|administrator|author|publisher|staff)$", re.I
)
_AUTHORS = "citation_author parsely-author author article:author dc.creator dcterms.creator"
_BY = re.compile(r"^(?:(?:written|geschrieben|ecrit|écrit|text)\s)?(?:by|von|par|por)\s+", re.I)
_LONGEST = 300
"""Characters of a name. What is longer is none."""


class Names(NamedTuple):
    """What a page and those who answer for it are called."""

    title: str
    author: str | None
    publisher: str | None


def names(tree: Node, statements: Statements) -> Names:
    """The names that a page gives. A host stands in for no publisher: it is in the address."""
    title = uncover(_title(tree, statements))
    publisher = _name(statements.said("og:site_name")) or next(
        (name for one in statements.linked("publisher") if (name := _name(called(one)))),
        _name(statements.said("citation_publisher", "dcterms.publisher", "dc.publisher")),
    )
    author = _author(tree, statements)
    return Names(title, author if author not in (publisher, title) else None, publisher)


def _title(tree: Node, statements: Statements) -> str:
    """The headline: the only `h1` if the `title` element has it too, else what the page says."""
    headings = [" ".join(one.text_content().split()) for one in tree.iter("h1")]
    whole = " ".join((tree.findtext(".//title") or "").split())
    if len(headings) == 1 and headings[0].casefold() in whole.casefold():
        return headings[0] or whole
    linked = [one for one in statements.linked("headline") if isinstance(one, str)]
    stated = [statements.said("og:title") or "", *linked[:1], whole, *headings]
    return next((one for one in stated if one), "")


def _author(tree: Node, statements: Statements) -> str | None:
    """Who is said to have written it; else who stands in its byline, if that is a full name."""
    from trafilatura.metadata import extract_author

    said = [*(called(one) for one in statements.linked("author")), *statements.each(_AUTHORS)]
    if name := next((name for one in said if (name := _name(one))), None):
        return name
    name = _name(extract_author(cast(Any, tree)))
    return name if name and " " in name else None


def _name(written: str | None) -> str | None:
    name = _BY.sub("", uncover(" ".join((written or "").split())))
    return name if name and len(name) <= _LONGEST and not _NO_NAME.search(name) else None
