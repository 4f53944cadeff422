"""Where our own fetches were sent. What a link says of its target is no evidence of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from veracity.rules.citations.canonical import canonical_url

Redirects = Mapping[str, str | Sequence[str]] | Sequence[str]
"""An address and where a fetch of it ended or the hops up to there; or the hops of one address."""


class Hops:
    """The redirects that were seen, to be followed from any address on the way."""

    def __init__(self, redirects: Redirects | None, start: str = "") -> None:
        """Hops without an address of their own are those of `start`."""
        self._next: dict[str, str] = {}
        for url, hops in _chains(redirects, start):
            for here, there in pairwise((url, *hops)):
                identity = canonical_url(here)
                if identity is not None and identity != canonical_url(there):
                    self._next[identity] = there

    def follow(self, url: str) -> tuple[str, ...]:
        """`url` and the addresses that it led to; `url` alone where they lead in a circle.

        A page that sends a visitor away and takes them back, to set a cookie, is such a circle.
        """
        passed = {canonical_url(url): url}
        while (here := canonical_url(url)) is not None and here in self._next:
            url = self._next[here]
            if canonical_url(url) in passed:
                return (next(iter(passed.values())),)
            passed[canonical_url(url)] = url
        return tuple(passed.values())


def followed(url: str, redirects: Redirects | None) -> tuple[str, ...]:
    """`url` and every address that our fetch of it was sent to, the last one being the page."""
    return Hops(redirects, url).follow(url)


def _chains(redirects: Redirects | None, start: str) -> list[tuple[str, tuple[str, ...]]]:
    if redirects is None:
        return []
    if isinstance(redirects, Mapping):
        return [(url, _hops(hops)) for url, hops in redirects.items()]
    return [(start, _hops(redirects))]


def _hops(hops: str | Sequence[str]) -> tuple[str, ...]:
    return (hops,) if isinstance(hops, str) else tuple(hops)
