"""What a page says of itself in its head, its elements and its linked data (JSON-LD)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urljoin, urlsplit

if TYPE_CHECKING:
    from lxml.html import HtmlElement

Node = dict[str, Any]
"""One thing that linked data speaks of."""

_WORKS = re.compile(
    r"(?:\w*Article|BlogPosting|LiveBlogPosting|SocialMediaPosting|Report|ClaimReview|Review|Book"
    r"|Legislation|Dataset|Recipe|HowTo|QAPage|MedicalWebPage)$"
)
_PAGES = re.compile(r"(?:Web|About|FAQ|Item|Profile)Page$")
_WRAPPED = re.compile(r"^\s*(?://)?\s*(?:<!--|<!x?CDATA\[)|(?://)?\s*(?:-->|\]\]>)\s*;?\s*$")
_MOST_NODES = 500


@dataclass(frozen=True, slots=True)
class Statements:
    """What is said, by name. Names are in lower case; the first of several values counts."""

    meta: dict[str, str]
    works: tuple[Node, ...]
    """The works that linked data says the page holds; the page itself where it names none."""
    canonical: str | None

    def said(self, *names: str) -> str | None:
        """The first of these `meta` elements that says something."""
        return next((self.meta[name] for name in names if self.meta.get(name)), None)

    def each(self, names: str) -> Iterator[str]:
        """What those of these `meta` elements say that are there; names parted by white space."""
        return (self.meta[name] for name in names.split() if name in self.meta)

    def linked(self, *names: str) -> Iterator[Any]:
        """What the works say under these names."""
        for name in names:
            for work in self.works:
                if work.get(name) not in (None, "", [], {}):
                    yield work[name]


def read(tree: HtmlElement, url: str) -> Statements:
    """Read what a page that was fetched from `url` says of itself."""
    canonical = _canonical(tree, url)
    return Statements(
        meta=_meta(tree), works=_about_page(_nodes(tree), {url, canonical}), canonical=canonical
    )


def _meta(tree: HtmlElement) -> dict[str, str]:
    found: dict[str, str] = {}
    for element in tree.iter("meta"):
        content = " ".join((element.get("content") or "").split())
        for attribute in ("property", "name", "itemprop", "http-equiv"):
            name = (element.get(attribute) or "").strip().lower()
            if name and content:
                found.setdefault(name, content)
    return found


def _canonical(tree: HtmlElement, url: str) -> str | None:
    """The address that the page's head names, None if it names several or none on the web."""
    head = tree.find("head")
    links = [] if head is None else head.iter("link")
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


def _nodes(tree: HtmlElement) -> tuple[Node, ...]:
    found: list[Node] = []
    for script in tree.iter("script"):
        if "ld+json" not in (script.get("type") or "").lower():
            continue
        try:
            # strict: line breaks inside of strings, which many pages have, are let through.
            content = json.loads(_WRAPPED.sub("", script.text or ""), strict=False)
        except (ValueError, RecursionError):
            continue
        found += _flat(content)
    return tuple(found[:_MOST_NODES])


def _flat(content: object) -> Iterator[Node]:
    if isinstance(content, list):
        for one in cast("list[object]", content):
            yield from _flat(one)
    elif isinstance(content, dict):
        node = cast(Node, content)
        yield node
        yield from _flat(node.get("@graph"))
        yield from _flat(node.get("mainEntity"))


def _about_page(nodes: tuple[Node, ...], addresses: set[str | None]) -> tuple[Node, ...]:
    """The works that the page holds: those that name its address if any do, else all of them.

    A page that lists other works names their addresses; several works without any are a list too.
    """
    works = [node for node in nodes if _is(node, _WORKS)]
    known = {_bare(one) for one in addresses if one}
    here = [node for node in works if _addresses(node) & known]
    if here:
        return tuple(here)
    unnamed = [node for node in works if not _addresses(node)]
    if len(unnamed) == 1 or (not unnamed and len(works) == 1):
        return tuple(unnamed or works)
    return () if works else tuple(node for node in nodes if _is(node, _PAGES))


def _is(node: Node, kinds: re.Pattern[str]) -> bool:
    kind = node.get("@type")
    listed = cast("list[object]", kind) if isinstance(kind, list) else [kind]
    return any(isinstance(one, str) and kinds.search(one) for one in listed)


def _addresses(node: Node) -> set[str]:
    named = [node.get("url"), node.get("@id"), node.get("mainEntityOfPage")]
    flat = [one.get("@id") or one.get("url") if isinstance(one, dict) else one for one in named]
    return {_bare(one) for one in flat if isinstance(one, str) and one.startswith("http")}


def _bare(address: str) -> str:
    """An address for comparison: without scheme, `www.`, query, fragment and a last slash."""
    bare = re.sub(r"^https?://(?:www\.)?", "", address.strip(), flags=re.IGNORECASE)
    return re.split(r"[?#]", bare)[0].rstrip("/").lower()
