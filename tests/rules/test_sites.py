"""Where a page lies: labels and segments, never parts of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.sites import Address, address, lies_on


def on(url: str, site: str) -> bool:
    page, place = address(url), address(site)
    assert place is not None
    return page is not None and lies_on(page, place)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.census.gov/construction/nrc/", "census.gov/construction"),
        ("https://www2.census.gov/", "census.gov"),
        ("HTTP://CENSUS.GOV:443/Construction?x=1#y", "census.gov/construction"),
        ("census.gov", "census.gov"),
        ("census.gov:443/a", "census.gov"),
        ("//census.gov./a", "census.gov"),
        ("https://web.archive.org/web/2020/https://www.census.gov/a", "census.gov"),
        ("https://web.archive.org/web/20200102030405id_/census.gov/a", "census.gov"),
        ("https://census.gov/other/../construction", "census.gov/construction"),
        ("https://census.gov/%63onstruction/", "census.gov/construction"),
    ],
)
def test_lies_on_the_site(url: str, site: str) -> None:
    assert on(url, site)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://notcensus.gov/", "census.gov"),
        ("https://census.gov.example/", "census.gov"),
        ("https://census.gov@elsewhere.example/", "census.gov"),
        ("https://elsewhere.example\\@census.gov/", "census.gov"),
        ("https://elsewhere.example/census.gov", "census.gov"),
        ("https://elsewhere.example/?u=https://census.gov/", "census.gov"),
        ("https://census.gov/constructions", "census.gov/construction"),
        ("https://census.gov/", "census.gov/construction"),
        ("https://census.gov/construction/../people", "census.gov/construction"),
        ("ftp://census.gov/", "census.gov"),
        ("javascript:census.gov", "census.gov"),
        ("https://cеnsus.gov/", "census.gov"),  # The first "е" is Cyrillic.
        ("", "census.gov"),
        ("census", "census.gov"),
    ],
)
def test_lies_elsewhere(url: str, site: str) -> None:
    assert not on(url, site)


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://news.example.com/a", ("com", "example")),
        ("https://news.example.co.uk/a", ("uk", "co", "example")),
        ("https://www.health.gov.lk/", ("lk", "gov", "health")),
        ("https://www.gov.uk/a", ("uk", "gov")),
        ("https://news.lk/", ("lk", "news")),
    ],
)
def test_the_domain_that_somebody_registered(url: str, domain: tuple[str, ...]) -> None:
    found = address(url)
    assert found is not None
    assert found.domain == domain


@given(st.text() | st.text(alphabet="htps:/.@\\[]%w0a-"))
def test_reading_an_address_never_raises(url: str) -> None:
    found = address(url)
    assert found is None or (isinstance(found, Address) and len(found.host) >= 1)
