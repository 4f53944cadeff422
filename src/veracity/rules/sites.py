"""Where a page lies, and whether it lies on a site: by labels of the host and segments of the path.

A site is a host with or without a path: `census.gov`, `census.gov/construction`. A page lies on it
when the host is the site's or below it, and the path is the site's or below it. Whole labels and
whole segments count, never parts of them: `notcensus.gov` and `census.gov.example` are elsewhere.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ARCHIVED = re.compile(r"/web/\d{4,14}[a-z_]*/(?P<page>.+)", re.IGNORECASE | re.DOTALL)
_ARCHIVES = frozenset({("org", "archive", "web"), ("org", "archive")})
_SECOND_LEVEL = frozenset(
    {"ac", "co", "com", "edu", "go", "gob", "gouv", "gov", "mil", "ne", "net", "nhs", "or", "org"}
)
"""Labels under a country's top level below which names are given out, as in `example.co.uk`."""


class Address(NamedTuple):
    """A place on the web. Letter case, `www`, scheme, port, query and fragment do not count."""

    host: tuple[str, ...]
    """Labels from the top level down: `("gov", "census")`."""
    path: tuple[str, ...] = ()

    @property
    def domain(self) -> tuple[str, ...]:
        """The labels that somebody registered: `("uk", "co", "example")` of any page below it.

        By the usual second levels of countries, not by the list of public suffixes, so that an
        unusual one counts as one owner's.
        """
        deep = len(self.host) > 2 and len(self.host[0]) == 2 and self.host[1] in _SECOND_LEVEL
        return self.host[: 3 if deep else 2]


@lru_cache(maxsize=4096)
def address(url: str) -> Address | None:
    """Where `url` leads, None when it is no address of the web. Never raises.

    A copy kept by the Internet Archive lies where the page lay.
    """
    # A browser reads "\" as "/", so "https://one.example\@two.example" leads to the first host.
    written = url.strip().replace("\\", "/")
    if not _SCHEME.match(written) or re.match(r"[^/:]+:\d+(?:/|$)", written):
        written = f"https://{written.lstrip('/')}"
    try:
        parts = urlsplit(written)
        host = (parts.hostname or "").rstrip(".").encode("idna").decode("ascii").lower()
    except ValueError:
        return None
    labels = tuple(reversed(host.split(".")))
    if parts.scheme not in ("http", "https") or len(labels) < 2 or not all(labels):
        return None
    if labels in _ARCHIVES and (kept := _ARCHIVED.fullmatch(parts.path)):
        return address(kept["page"])
    return Address(labels[:-1] if labels[-1] == "www" else labels, _segments(parts.path))


def lies_on(page: Address, site: Address) -> bool:
    """Whether a page lies on a site."""
    return page.host[: len(site.host)] == site.host and page.path[: len(site.path)] == site.path


def _segments(path: str) -> tuple[str, ...]:
    kept: list[str] = []
    for segment in unquote(path).casefold().split("/"):
        if segment == "..":
            del kept[-1:]
        elif segment not in ("", "."):
            kept.append(segment)
    return tuple(kept)
