"""What a page says of itself in its head and in linked data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

from veracity.retrieval.pages.linked_data import Thing, works
from veracity.retrieval.pages.tree import Node


@dataclass(frozen=True, slots=True)
class Statements:
    """What is said, by name."""

    meta: dict[str, str]
    """Content of the `meta` elements, by name in lower case; the first of several counts."""
    works: tuple[Thing, ...]
    """What linked data says of the works that the page holds."""
    canonical: str | None
    """What the page names as its own address."""

    def said(self, *names: str) -> str | None:
        """The first of these `meta` elements that is there."""
        return next((self.meta[name] for name in names if name in self.meta), None)

    def each(self, names: str) -> Iterator[str]:
        """What those of these `meta` elements say that are there; names parted by white space."""
        return (self.meta[name] for name in names.split() if name in self.meta)

    def linked(self, *names: str) -> Iterator[Any]:
        """What the works say under these names."""
        for name in names:
            for work in self.works:
                if work.get(name) not in (None, "", [], {}):
                    yield work[name]

    @property
    def free(self) -> bool | None:
        """Whether the works are free to read; None where nothing is said."""
        said = [str(one).rpartition("/")[2].lower() for one in self.linked("isAccessibleForFree")]
        return None if not said else "false" not in said


def read(tree: Node, url: str) -> Statements:
    """Read what a page that was fetched from `url` says of itself."""
    canonical = _canonical(tree, url)
    return Statements(
        meta=_meta(tree), works=works(tree, {url, canonical or url}), canonical=canonical
    )


def _meta(tree: Node) -> dict[str, str]:
    found: dict[str, str] = {}
    for element in tree.iter("meta"):
        content = " ".join((element.get("content") or "").split())
        for attribute in ("property", "name", "itemprop", "http-equiv"):
            name = (element.get(attribute) or "").strip().lower()
            if name and content:
                found.setdefault(name, content)
    return found


def _canonical(tree: Node, url: str) -> str | None:
    """The address that the page's head names, None if it names several or none on the web."""
    head = tree.find("head")
    links = [] if head is None else list(head.iter("link"))
    named = {
        (one.get("href") or "").strip()
        for one in links
        if "canonical" in (one.get("rel") or "").lower().split()
    } - {""}
    if len(named) != 1:
        return None
    try:
        address = urljoin(url, named.pop())
        parts = urlsplit(address)
    except ValueError:
        return None
    return address if parts.scheme in ("http", "https") and parts.hostname else None
