"""What a page says of itself in linked data (JSON-LD, with the words of schema.org)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias, cast

from veracity.retrieval.pages.tree import Node

Thing: TypeAlias = dict[str, Any]
"""One thing that linked data speaks of."""

_WORKS = re.compile(
    r"(?:Article|Posting|Report|Review|Book|Legislation|Dataset|Recipe|HowTo|QAPage|MedicalWebPage)$"
)
_PAGES = re.compile(r"(?:Web|About|FAQ|Item|Profile)Page$")
_WRAPPED = re.compile(r"(?://)?\s{0,9}(?:<!--|<!x?CDATA\[)(.*?)(?://)?(?:-->|\]\]>)?", re.DOTALL)
"""Content between the marks by which old browsers were kept from showing it."""
_MOST = 500
"""Things that are looked at."""


def works(tree: Node, addresses: Iterable[str]) -> tuple[Thing, ...]:
    """The works that the page at `addresses` holds; the page itself where it names no work.

    Those count that name its address, if any do: a page that lists other works names theirs.
    Several works without an address are a list too.
    """
    things = _things(tree)
    named = [thing for thing in things if _is(thing, _WORKS)]
    known = {_bare(one) for one in addresses}
    here = [thing for thing in named if _addresses(thing) & known]
    if here:
        return tuple(here)
    unnamed = [thing for thing in named if not _addresses(thing)]
    if len(unnamed) == 1 or (not unnamed and len(named) == 1):
        return tuple(unnamed or named)
    return () if named else tuple(thing for thing in things if _is(thing, _PAGES))


def called(one: object) -> str | None:
    """The name of what linked data speaks of; several are joined."""
    if isinstance(one, str):
        return one
    if isinstance(one, dict):
        return called(cast(Thing, one).get("name"))
    if isinstance(one, list):
        return "; ".join(name for each in cast("list[object]", one) if (name := called(each)))
    return None


def _things(tree: Node) -> list[Thing]:
    found: list[Thing] = []
    for script in tree.iter("script"):
        if "ld+json" not in (script.get("type") or "").lower():
            continue
        try:
            # Not strict: many pages have line breaks inside of strings.
            written = (script.text or "").strip()
            wrapped = _WRAPPED.fullmatch(written)
            content = json.loads(wrapped[1] if wrapped else written, strict=False)
            found += _flat(content)
        except (ValueError, RecursionError):
            continue
    return found[:_MOST]


def _flat(content: object) -> Iterator[Thing]:
    if isinstance(content, list):
        for one in cast("list[object]", content):
            yield from _flat(one)
    elif isinstance(content, dict):
        thing = cast(Thing, content)
        yield thing
        yield from _flat(thing.get("@graph"))
        yield from _flat(thing.get("mainEntity"))


def _is(thing: Thing, kinds: re.Pattern[str]) -> bool:
    kind = thing.get("@type")
    listed = cast("list[object]", kind) if isinstance(kind, list) else [kind]
    return any(isinstance(one, str) and kinds.search(one) for one in listed)


def _addresses(thing: Thing) -> set[str]:
    named = [thing.get("url"), thing.get("@id"), thing.get("mainEntityOfPage")]
    flat = [
        cast(Thing, one).get("@id") or cast(Thing, one).get("url") if isinstance(one, dict) else one
        for one in named
    ]
    return {_bare(one) for one in flat if isinstance(one, str) and one.startswith("http")}


def _bare(address: str) -> str:
    """An address for comparison: without scheme, `www.`, query, fragment and a last slash."""
    bare = re.sub(r"^https?://(?:www\.)?", "", address.strip(), flags=re.IGNORECASE)
    return re.split(r"[?#]", bare)[0].rstrip("/").lower()
