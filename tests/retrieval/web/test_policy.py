from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.errors import BadInput
from veracity.retrieval.web.policy import (
    MOST_CHARACTERS,
    Allowed,
    check,
    check_hop,
    shown,
    spelled,
    target,
)
from veracity.rules.urls import Address, Refused

KEY = "sk-test-0f9d8c7b6a5e4d3c"


def read(url: str) -> Address:
    address = check(url)
    assert isinstance(address, Address), address
    return address


@pytest.mark.parametrize(
    ("url", "fetched"),
    [
        ("https://Records.Example.net", "https://records.example.net/"),
        ("http://records.example.net:80/a#part", "http://records.example.net/a"),
        ("https://records.example.net:80/a", "https://records.example.net:80/a"),
        (
            "https://records.example.net/a b?q=ä&r=[1]",
            "https://records.example.net/a%20b?q=%C3%A4&r=[1]",
        ),
        ("https://records.example.net/%0d%0aX:1", "https://records.example.net/%0d%0aX:1"),
        ("https://bücher.example.net/", "https://xn--bcher-kva.example.net/"),
    ],
)
def test_an_address_has_one_spelling(url: str, fetched: str) -> None:
    assert spelled(read(url)) == fetched


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://records.example.net:8080/", "port 8080"),
        ("http://intranet/", "one label"),
        ("http://printer.local/", "under .local"),
        ("http://a.home.arpa/", "under .home.arpa"),
        ("http://10.0.0.1/", "not public: a private network"),
        ("https://records.example.net/" + "a" * MOST_CHARACTERS, "more than 4096 characters"),
    ],
)
def test_an_address_where_no_public_page_is(url: str, why: str) -> None:
    refused = check(url)
    assert isinstance(refused, Refused)
    assert why in refused.why


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_request_line_is_plain_whatever_the_address_holds(path: str, query: str) -> None:
    address = check(f"https://records.example.net/{path}?{query}")
    if isinstance(address, Address):
        assert re.fullmatch(r"/[!-~]*", target(address))


def test_a_place_of_ones_own_is_allowed_by_host_and_port() -> None:
    allowed = Allowed.read(["127.0.0.1:8080", "search.internal:443"])
    assert isinstance(check("http://127.0.0.1:8080/a", allowed), Address)
    assert isinstance(check("https://search.internal/", allowed), Address)
    assert isinstance(check("http://127.0.0.1:8081/", allowed), Refused)
    assert isinstance(check("http://search.internal/", allowed), Refused)


@pytest.mark.parametrize(
    "place", ["127.0.0.1", "a.example.net:80=b", "a b:80", "http://a.example.net:80", ":80", "a:0"]
)
def test_a_place_that_is_none_is_an_error(place: str) -> None:
    with pytest.raises(BadInput, match="not a host and a port"):
        Allowed.read([place])


@pytest.mark.parametrize(
    ("location", "to"),
    [
        ("/b", "https://records.example.net/b"),
        ("../b?c", "https://records.example.net/b?c"),
        ("//other.example.net/b", "https://other.example.net/b"),
        ("https://other.example.net", "https://other.example.net/"),
    ],
)
def test_a_redirect_is_read_against_its_page(location: str, to: str) -> None:
    following = check_hop(read("https://records.example.net/a/x"), location)
    assert isinstance(following, Address)
    assert spelled(following) == to


@pytest.mark.parametrize(
    "location",
    [
        "http://records.example.net/",
        "//127.0.0.1/",
        "\\\\127.0.0.1\\",
        "javascript:alert(1)",
        "https://records.example.net/\r\nHost: a",
        "https://someone:word@records.example.net/",
        "https://[",
        "//[1",
    ],
)
def test_a_redirect_that_is_not_followed(location: str) -> None:
    assert isinstance(check_hop(read("https://records.example.net/a"), location), Refused)


def test_from_http_a_redirect_may_lead_to_https() -> None:
    following = check_hop(read("http://records.example.net/"), "https://records.example.net/")
    assert isinstance(following, Address)


@pytest.mark.parametrize(
    "url",
    [
        f"https://someone:{KEY}@records.example.net/",
        f"https://{KEY}@records.example.net/",
        f"https://records.example.net/?api_key={KEY}",
        f"https://records.example.net/?q=1&apiKey={KEY}&r=2",
        f"https://records.example.net/?X-Subscription-Token={KEY}",
        f"https://records.example.net/?X-Amz-Signature={KEY}",
        f"https://records.example.net/?access%5Ftoken={KEY}",
        f"https://records.example.net/a;jsessionid={KEY}?b=c",
        f"https://records.example.net/?key={KEY}",
        f"https://records.example.net/?KEY={KEY}",
        f"https://records.example.net/?PASSWORD={KEY}#top",
        f"https://records.example.net/#access_token={KEY}",
        f"https:/someone:{KEY}@records.example.net/",
        f"http:\\\\someone:{KEY}@records.example.net/",
    ],
)
def test_a_key_is_not_shown(url: str) -> None:
    assert KEY not in shown(url)
    assert "records.example.net" in shown(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://records.example.net/a?q=monkey&turkey=1&design=2&page=3",
        "https://records.example.net/keys/token?sort=key",
    ],
)
def test_what_is_no_key_is_shown(url: str) -> None:
    assert shown(url) == url
