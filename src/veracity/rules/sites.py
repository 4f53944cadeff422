"""Whether a page lies on a site: by labels of the host and segments of the path.

A site is a host with or without a path: `census.gov`, `census.gov/construction`. A page lies on it
when the host is the site's or below it, and the path is the site's or below it. Whole labels and
whole segments count, never parts of them: `notcensus.gov` and `census.gov.example` are elsewhere.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from veracity.rules import urls
from veracity.rules.urls import domains, hosts

_KEPT = re.compile(r"/web/\d{4,14}[a-z_]*/(?P<page>.+)", re.IGNORECASE | re.DOTALL)
_KEEPER = ("org", "archive", "web")


class Place(NamedTuple):
    """Where a page lies. Letter case, `www.`, scheme, port, query and fragment do not count."""

    labels: tuple[str, ...]
    """Of the host, from the top level down: `("gov", "census")`."""
    path: tuple[str, ...] = ()
    """Its segments, in lower case."""

    @property
    def host(self) -> str:
        """The host without `www.`."""
        return ".".join(reversed(self.labels))

    @property
    def domain(self) -> str:
        """The domain that somebody registered; the host itself where it is a public suffix."""
        return (
            self.host if hosts.is_number(self.host) else domains.registrable(self.host) or self.host
        )


@lru_cache(maxsize=4096)
def place(url: str) -> Place | None:
    """Where `url` leads, with or without its scheme; None for what `urls.parse` refuses.

    A copy kept by the Internet Archive lies where the page lay.
    """
    written = url.strip()
    address = urls.parse(written if "://" in written else f"https://{written}")
    if isinstance(address, urls.Refused):
        return None
    labels = tuple(reversed(address.host.split(".")))
    if labels == _KEEPER and (kept := _KEPT.fullmatch(address.path)):
        return place(kept["page"])
    if len(labels) > 2 and labels[-1] == "www":
        labels = labels[:-1]
    return Place(labels, _segments(address.path))


def lies_on(page: Place, site: Place) -> bool:
    """Whether a page lies on a site."""
    return (
        page.labels[: len(site.labels)] == site.labels and page.path[: len(site.path)] == site.path
    )


def _segments(path: str) -> tuple[str, ...]:
    kept: list[str] = []
    for segment in unquote(path).casefold().split("/"):
        if segment == "..":
            del kept[-1:]
        elif segment not in ("", "."):
            kept.append(segment)
    return tuple(kept)
