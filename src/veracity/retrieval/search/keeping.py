"""What is kept of the results: those on the wanted sites, in time, each page once.

A backend may not be able to restrict its search, or may not do it well, so code does it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from veracity.domain.fact_check import FactCheck, FactChecks
from veracity.domain.page import Hit, Hits
from veracity.retrieval.search.wanted import Wanted
from veracity.rules.sites import lies_on, place


def reaches(home: str, sites: Sequence[str]) -> bool:
    """Whether a backend that searches only the site `home` can find anything on `sites`."""
    return (
        not home
        or not sites
        or any(on_sites(home, [site]) or on_sites(site, [home]) for site in sites)
    )


def on_sites(url: str, sites: Sequence[str]) -> bool:
    """Whether a page lies on one of `sites`, hosts with or without a path; on any where there is
    none. An address that cannot be read lies nowhere."""
    page = place(url)
    if page is None:
        return False
    return not sites or any(site is not None and lies_on(page, site) for site in map(place, sites))


def keep_hits(found: Hits, wanted: Wanted) -> Hits:
    """The first `top_k` pages that may be shown for `wanted`."""
    kept: dict[str, Hit] = {}
    for hit in found.results:
        if on_sites(hit.url, wanted.sites) and _in_time(hit.published, wanted.as_of):
            kept.setdefault(hit.url, hit)
    return Hits(results=tuple(kept.values())[: wanted.top_k])


def keep_checks(found: FactChecks, wanted: Wanted) -> FactChecks:
    """The first `top_k` fact-checks that may be shown for `wanted`."""
    kept: dict[str, FactCheck] = {}
    for check in found.results:
        if on_sites(check.url, wanted.sites) and _in_time(check.reviewed_on, wanted.as_of):
            kept.setdefault(check.url, check)
    return FactChecks(results=tuple(kept.values())[: wanted.top_k])


def _in_time(published: date | None, as_of: date | None) -> bool:
    return published is None or as_of is None or published <= as_of
