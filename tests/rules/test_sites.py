"""Where a page lies: labels and segments, never parts of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.sites import Place, lies_on, place


def on(url: str, site: str) -> bool:
    page, wanted = place(url), place(site)
    assert wanted is not None
    return page is not None and lies_on(page, wanted)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.census.gov/construction/nrc/", "census.gov/construction"),
        ("https://www2.census.gov/", "census.gov"),
        ("HTTP://CENSUS.GOV:80/Construction?x=1#y", "census.gov/construction"),
        ("census.gov", "census.gov"),
        ("https://census.gov./a", "census.gov"),
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
        ("https://news.example.com/a", "example.com"),
        ("https://news.example.co.uk/a", "example.co.uk"),
        ("https://www.health.gov.lk/", "health.gov.lk"),
        ("https://www.gov.uk/a", "gov.uk"),
        ("https://127.0.0.1/a", "127.0.0.1"),
    ],
)
def test_the_domain_that_somebody_registered(url: str, domain: str) -> None:
    found = place(url)
    assert found is not None
    assert found.domain == domain


@given(st.text() | st.text(alphabet="htps:/.@\\[]%w0a-"))
def test_reading_a_place_never_raises(url: str) -> None:
    found = place(url)
    assert found is None or (isinstance(found, Place) and found.domain)
