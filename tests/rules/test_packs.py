"""Source packs: each is well made, and a page is on one by its host alone."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.errors import BadInput
from veracity.rules.fusion import TRUSTED
from veracity.rules.packs import names, on_pack, on_sites, pack
from veracity.rules.tiers import rate

LK = pack("lk")


def test_there_is_a_pack_for_each_of_these() -> None:
    assert names() == ("eu", "in", "int", "lk", "uk", "us")


@pytest.mark.parametrize("name", names())
def test_a_pack_is_hosts_in_order_each_once_and_none_below_another(name: str) -> None:
    one = pack(name)
    for hosts in (one.domains, one.zones):
        assert list(hosts) == sorted(set(hosts))
        assert all(re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*", host) for host in hosts)
    for site in one.sites:
        assert not any(site.endswith(f".{other}") for other in one.sites)
    assert one.title


@pytest.mark.parametrize("name", names())
def test_every_site_of_a_pack_has_a_trusted_tier(name: str) -> None:
    one = pack(name)
    pages = [
        *(f"https://{domain}/" for domain in one.domains),
        *(f"https://www.office.{zone}/" for zone in one.zones),
    ]
    assert [page for page in pages if rate(page).tier not in TRUSTED] == []


def test_the_pack_of_sri_lanka_has_ten_sites() -> None:
    assert len(LK.sites) == 10
    assert LK.zones == ("gov.lk",)


@pytest.mark.parametrize(
    "url",
    [
        "https://newswire.lk",
        "http://WWW.Newswire.LK/2026/a?b#c",
        "https://newswire.lk./a",
        "https://newswire.lk:8443/a",
        "https://www.health.gov.lk/notices",
    ],
)
def test_a_site_of_the_pack(url: str) -> None:
    assert on_pack(url, LK)


@pytest.mark.parametrize(
    "url",
    [
        "https://fakenewswire.lk/",
        "https://newswire.lk.example/",
        "https://example.org/newswire.lk",
        "https://newswire.lk@blog.example/",
        "https://blog.example@newswire.lk/",
        "https://blog.example\\@newswire.lk/",
        "https://blog.example\\.newswire.lk/",
        "https://nеwswire.lk/",  # The second letter is Cyrillic.
        "https://lk/",
        "ftp://newswire.lk/",
        "newswire.lk/a",
        "https://[newswire.lk/",
        "",
    ],
)
def test_no_site_of_the_pack(url: str) -> None:
    assert not on_pack(url, LK)


def test_the_zone_of_treaties_organizations_is_on_the_international_pack() -> None:
    assert on_pack("https://www.who.int/news", pack("int"))
    assert not on_pack("https://who.example/int", pack("int"))


@pytest.mark.parametrize("name", ["nowhere", "", "../units", "LK", "lk.toml"])
def test_a_pack_that_there_is_not(name: str) -> None:
    with pytest.raises(BadInput, match="no source pack"):
        pack(name)


@given(st.text(max_size=40))
def test_no_text_at_all_raises(text: str) -> None:
    assert not on_sites(text, ())
    on_sites(f"https://{text}/", LK.sites)
