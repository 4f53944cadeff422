"""Whether two addresses name the same page, and which citations a search really returned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from veracity.rules.citations.canonical import canonical_url
from veracity.rules.citations.redirects import Hops, Redirects
from veracity.rules.citations.variants import is_view_of


def same_page(
    a: str,
    b: str,
    redirects: Redirects | None = None,
    canonicals: Mapping[str, str] | None = None,
) -> bool:
    """Whether `a` and `b` name the same page. Never raises; a refused address names none.

    `redirects` is what our own fetches saw: for an address where it ended or its hops up to there,
    or, as a sequence, the hops of `a`. `canonicals` has for a fetched page the rel=canonical that
    it declares; it counts only for another view of the page that it names (see `variants`).
    """
    hops = Hops(redirects, a)
    declared = _identities(canonicals)
    one, other = (_identity(hops.follow(url)[-1], declared) for url in (a, b))
    return one is not None and one == other


class Intersection(NamedTuple):
    """What a model cited, held against what its searches returned."""

    kept: tuple[str, ...]
    """As they were returned, in the order of citing."""
    fabricated: tuple[str, ...]
    """As they were cited: addresses that no search returned."""

    @property
    def rate(self) -> float:
        """Fabricated citations of all, 0 to 1; 0 where nothing was cited."""
        cited = len(self.kept) + len(self.fabricated)
        return len(self.fabricated) / cited if cited else 0.0


def intersect(
    cited: Sequence[str], returned: Sequence[str], redirects: Redirects | None = None
) -> Intersection:
    """Tell cited addresses that name a returned page from those that do not.

    A page that is cited or returned twice counts once, under its first spelling. Takes one look at
    each address. `redirects` is a mapping here; see `same_page`.
    """
    hops = Hops(redirects)
    spelled: dict[str, str] = {}
    for url in returned:
        if (identity := canonical_url(hops.follow(url)[-1])) is not None:
            spelled.setdefault(identity, url)
    kept: dict[str, None] = {}
    fabricated: dict[str, str] = {}
    for url in cited:
        identity = canonical_url(hops.follow(url)[-1])
        if identity in spelled:
            kept[spelled[identity]] = None
        else:
            fabricated.setdefault(identity or url, url)
    return Intersection(tuple(kept), tuple(fabricated.values()))


def _identities(canonicals: Mapping[str, str] | None) -> dict[str, str]:
    """For each view the page that it names, where it is believed."""
    believed: dict[str, str] = {}
    for url, declared in (canonicals or {}).items():
        view, page = canonical_url(url), canonical_url(declared)
        if view is not None and page is not None and is_view_of(view, page):
            believed[view] = page
    return believed


def _identity(url: str, declared: Mapping[str, str]) -> str | None:
    identity = canonical_url(url)
    return None if identity is None else declared.get(identity, identity)
