"""Which addresses name the same page, and which citations a search returned."""

from __future__ import annotations

import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from veracity.rules.citations import canonical_url, followed, intersect, same_page
from veracity.rules.citations.table import table

PAGE = "https://www.harbor.example/tides/2031"
VIDEO = "aB3_dE-gH1k"
SNAPSHOT = "https://web.archive.org/web/20310102030405/" + PAGE


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (PAGE, "HTTPS://www.HARBOR.example/tides/2031"),
        (PAGE, "http://www.harbor.example/tides/2031"),
        (PAGE, "http://www.harbor.example:80/tides/2031"),
        (PAGE, "https://www.harbor.example:443/tides/2031"),
        (PAGE, "https://www.harbor.example:/tides/2031"),
        (PAGE, "https://www.harbor.example:00443/tides/2031"),
        (PAGE, "https://www.harbor.example./tides/2031"),
        (PAGE, "https://harbor.example/tides/2031"),
        (PAGE, f"  {PAGE}\n"),
        (PAGE, f"{PAGE}/"),
        (PAGE, f"{PAGE}?"),
        (PAGE, f"{PAGE}?&&"),
        (PAGE, f"{PAGE}#low-water"),
        (PAGE, f"{PAGE}#:~:text=low%20water"),
        (PAGE, f"{PAGE}#"),
        (PAGE, f"{PAGE}#!"),
        (PAGE, "https://www.harbor.example/a/../tides/./2031"),
        (PAGE, "https://www.harbor.example/a/%2e%2E/tides/2031"),
        (PAGE, "https://www.harbor.example/../tides/2031"),
        (PAGE, "https://www.harbor.example/%74ides/2031"),
        (PAGE, f"{PAGE}?utm_source=x&UTM_Medium=y&fbclid=1"),
        (PAGE, f"{PAGE}?utm%5Fsource=x&gclid=1&msclkid=2"),
        (PAGE, f"{PAGE}?ref=front-page"),
        (PAGE, f"{PAGE};jsessionid=0A1B2C"),
        (PAGE, "https://www.harbor.example/tides;JSESSIONID=0A.node1/2031?PHPSESSID=ab1"),
        (PAGE, "https://www.harbor.example/(S(abcdefghij0123456789klmn))/tides/2031"),
        ("https://harbor.example", "https://harbor.example/"),
        ("https://harbor.example?a=1", "https://harbor.example/?a=1"),
        (f"{PAGE}?a=1&b=2", f"{PAGE}?b=2&a=1"),
        (f"{PAGE}?a[]=1", f"{PAGE}?a%5b%5D=1"),
        ("https://harbor.example/caf%c3%a9", "https://harbor.example/caf%C3%A9"),
        ("https://harbor.example/café", "https://harbor.example/caf%C3%A9"),
        ("https://harbor.example/low water", "https://harbor.example/low%20water"),
        ("https://harbor.example/100%", "https://harbor.example/100%25"),
        ("https://hafen-größe.example/", "https://HAFEN-GRÖSSE.example/".replace("SS", "ẞ")),
        ("https://bücher.example/a", "https://xn--bcher-kva.example/a"),
        ("https://BÜCHER.example/a", "https://bu\u0308cher.example/a"),
        ("https://[2001:DB8:0:0::1]/a", "https://[2001:db8::1]:443/a"),
        ("http://192.0.2.7/a", "https://192.0.2.7/a"),
        (f"https://www.youtube.com/watch?v={VIDEO}&t=7s", f"https://youtu.be/{VIDEO}?si=x"),
        (f"https://m.youtube.com/watch?list=L&v={VIDEO}", f"https://youtube.com/shorts/{VIDEO}"),
        ("https://doi.org/10.9999/AbC(1)", "http://dx.doi.org/10.9999/aBc%281%29"),
        ("https://doi.org/10.9999/abc", "https://www.doi.org/10.9999%2FABC"),
        ("https://arxiv.org/pdf/3101.00001", "https://export.arxiv.org/pdf/3101.00001.pdf"),
        ("https://en.wikipedia.org/wiki/Low_tide", "https://en.m.wikipedia.org/wiki/low%20tide"),
        (
            "https://en.wikipedia.org/wiki/Tide_(sea)",
            "https://en.wikipedia.org/wiki/Tide_%28sea%29",
        ),
        ("https://en.wikipedia.org/wiki/Tide", "https://en.wikipedia.org/w/index.php?title=Tide"),
        (
            "https://en.wikipedia.org/w/index.php?title=Tide&oldid=12",
            "https://en.wikipedia.org/wiki/Special:PermanentLink/12",
        ),
        ("https://twitter.com/a/status/1?s=20", "https://mobile.twitter.com/a/status/1"),
    ],
)
def test_the_same_page(a: str, b: str) -> None:
    assert same_page(a, b)
    assert same_page(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (PAGE, "https://tides.harbor.example/tides/2031"),
        (PAGE, "https://www2.harbor.example/tides/2031"),
        (PAGE, "https://m.harbor.example/tides/2031"),
        (PAGE, "https://www.www.harbor.example/tides/2031"),
        (PAGE, "https://www.harbor.example.net/tides/2031"),
        (PAGE, "https://www-harbor.example/tides/2031"),
        (PAGE, "https://www.harbor.example:8443/tides/2031"),
        (PAGE, "http://www.harbor.example:443/tides/2031"),
        (PAGE, "https://www.harbor.example:80/tides/2031"),
        (PAGE, "https://www.harbor.example/Tides/2031"),
        (PAGE, "https://www.harbor.example/tides//2031"),
        (PAGE, "https://www.harbor.example//tides/2031"),
        (PAGE, "https://www.harbor.example/tides%2F2031"),
        (PAGE, "https://www.harbor.example/tides/2031/index.html"),
        (PAGE, f"{PAGE}.html"),
        (PAGE, f"{PAGE}?page=2"),
        (PAGE, f"{PAGE}?print=1"),
        (PAGE, f"{PAGE}?lang=ta"),
        (PAGE, f"{PAGE};v=2"),
        (PAGE, f"{PAGE}#!/low-water"),
        (PAGE, f"{PAGE}#/low-water"),
        (PAGE, f"{PAGE}?ref=HC-2031-7"),
        (PAGE, "https://www.harbor.example/print/tides/2031"),
        (PAGE, SNAPSHOT),
        (SNAPSHOT, SNAPSHOT.replace("20310102", "20300102")),
        (PAGE, "https://www.google.com/amp/s/www.harbor.example/tides/2031"),
        (PAGE, "https://www-harbor-example.cdn.ampproject.org/c/s/www.harbor.example/tides/2031"),
        (PAGE, f"https://www.google.com/url?q={PAGE}"),
        (PAGE, "https://vertexaisearch.cloud.google.com/grounding-api-redirect/XyZ"),
        (PAGE, "https://www-harbor-example.translate.goog/tides/2031"),
        ("https://www.co.uk/", "https://co.uk/"),
        ("https://harbor.example/", "https://harbor.example/index.html"),
        (f"{PAGE}?id=7", f"{PAGE}?id=8"),
        (f"{PAGE}?a=1&a=2", f"{PAGE}?a=2&a=1"),
        (f"{PAGE}?q=low+water", f"{PAGE}?q=low%20water"),
        (f"{PAGE}?q=a%26b", f"{PAGE}?q=a&b"),
        ("https://harbor.example/caf%C3%A9", "https://harbor.example/cafe%CC%81"),
        ("https://github.com/a/b?ref=main", "https://github.com/a/b"),
        ("https://harbor.example/", "https://h\u0430rbor.example/"),
        ("https://\u0430\u0435\u043e.example/", "https://aeo.example/"),
        ("https://bücher.example/", "https://bucher.example/"),
        ("https://[2001:db8::1]/", "https://[2001:db8::2]/"),
        (f"https://youtu.be/{VIDEO}", f"https://youtu.be/{VIDEO.lower()}"),
        ("https://arxiv.org/abs/3101.00001", "https://arxiv.org/pdf/3101.00001"),
        ("https://arxiv.org/abs/3101.00001v1", "https://arxiv.org/abs/3101.00001v2"),
        ("https://arxiv.org/abs/3101.00001", "https://arxiv.org/abs/3101.00001v1"),
        ("https://en.wikipedia.org/wiki/Tide", "https://ta.wikipedia.org/wiki/Tide"),
        (
            "https://en.wikipedia.org/wiki/Tide",
            "https://en.wikipedia.org/w/index.php?title=Tide&oldid=12",
        ),
        (
            "https://en.wikipedia.org/wiki/Tide",
            "https://en.wikipedia.org/w/index.php?title=Tide&action=history",
        ),
        ("https://en.wikipedia.org/wiki/Tide", "https://en.wikipedia.org/wiki/Talk:Tide"),
    ],
)
def test_different_pages(a: str, b: str) -> None:
    assert canonical_url(a) is not None
    assert not same_page(a, b)
    assert not same_page(b, a)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "harbor.example/tides",
        "//harbor.example/tides",
        "https:harbor.example",
        "https:/harbor.example",
        "https:///harbor.example",
        "ftp://harbor.example/",
        "javascript://harbor.example/%0aalert(1)",
        "https://harbor.example@evil.example/",
        "https://user:word@harbor.example/",
        "https://@harbor.example/",
        "https://evil.example\\@harbor.example/",
        "https://harbor.example\\tides",
        "https://harbor.example/a\\b",
        "https://harbor%2eexample/",
        "https://harbor.ex%61mple/",
        "https://har\u200bbor.example/",
        "https://harbor\u202eexample/",
        "https://har\u00adbor.example/",
        "https://\u0dc1\u0dca\u200d\u0dbb\u0dd3.example/",
        "https://harbor.example/a\tb",
        "https://har\nbor.example/",
        "https://har bor.example/",
        "https://harbor.example:443:80/",
        "https://harbor.example:x/",
        "https://harbor.example:\u0664\u0664\u0663/",
        "https://harbor.example:0/",
        "https://harbor.example:65536/",
        "https://harbor..example/",
        "https://.harbor.example/",
        "https://harbor.example../",
        "https://harbor.example;tides/",
        "https://harbor\uff0eexample/",
        "https://harbor\u3002example/",
        "https://ｈarbor.example/",
        "https://\u212aelvin.example/",
        "https://h\u0430rbor.example/",
        "https://xn--hrbor-3ve.example/",  # the line before, encoded
        "https://xn--99999999999.example/",
        "https://☃.example/",
        "https://" + "a" * 64 + ".example/",
        "https://" + "abcdefghi." * 26 + "example/",
        "https://0x7f.1/",
        "https://2130706433/",
        "https://127.1/",
        "https://0177.0.0.1/",
        "https://[::1/",
        "https://[::1]x/",
        "https://[fe80::1%25eth0]/",
        "https://[]/",
        "https://harbor.example/\ud800",
    ],
)
def test_refused(url: str) -> None:
    assert canonical_url(url) is None
    assert not same_page(url, url)


def test_letters_of_one_language_are_not_refused() -> None:
    # Japanese writes three scripts in one word, Sinhala and Tamil have signs beside letters.
    for label in ("日本のカメラ", "ලංකාව", "இலங்கை", "중앙일보", "правда1", "ex-café"):
        assert canonical_url(f"https://{label}.example/") is not None


# Redirects -----------------------------------------------------------------------------------

SHORT = "https://short.example/t1"


@pytest.mark.parametrize(
    "seen",
    [
        PAGE,
        [PAGE],
        ["https://hop.example/1", PAGE],
        {SHORT: PAGE},
        {SHORT: ["https://hop.example/1", f"{PAGE}?utm_source=short"]},
        {SHORT: "https://hop.example/1", "https://hop.example/1": PAGE},
        {f"{SHORT}#top": PAGE},
    ],
)
def test_an_address_is_where_our_own_fetch_ended(seen: str | list[str] | dict[str, str]) -> None:
    assert not same_page(SHORT, PAGE)
    assert same_page(SHORT, PAGE, redirects=seen)
    assert same_page(SHORT, SHORT, redirects=seen)
    assert not same_page(SHORT, "https://hop.example/2", redirects=seen)


def test_redirects_of_one_page_say_nothing_of_another() -> None:
    assert not same_page("https://short.example/t2", PAGE, redirects={SHORT: PAGE})


def test_a_hop_on_the_way_is_the_page_too() -> None:
    seen = {SHORT: ["https://hop.example/1", PAGE]}
    assert same_page("https://hop.example/1", PAGE, redirects=seen)


def test_a_circle_leads_back_to_where_it_began() -> None:
    seen = {PAGE: ["https://login.example/", PAGE]}
    assert same_page(PAGE, PAGE, redirects=seen)
    assert not same_page(PAGE, "https://login.example/", redirects=seen)
    assert followed(PAGE, seen) == (PAGE,)


def test_an_address_that_ended_at_a_refused_one_names_no_page() -> None:
    seen = {SHORT: "https://harbor.example@evil.example/"}
    assert not same_page(SHORT, PAGE, redirects=seen)
    assert not same_page(SHORT, SHORT, redirects=seen)


# Views that name their page --------------------------------------------------------------------


@pytest.mark.parametrize(
    "view",
    [
        "https://www.harbor.example/amp/tides/2031",
        "https://www.harbor.example/tides/2031/amp",
        "https://www.harbor.example/tides/2031.amp",
        "https://www.harbor.example/tides/2031?amp=1",
        "https://amp.harbor.example/tides/2031",
        "https://m.harbor.example/tides/2031",
        "https://www.harbor.example/print/tides/2031",
    ],
)
def test_a_view_is_the_page_that_it_names(view: str) -> None:
    assert not same_page(view, PAGE)
    assert same_page(view, PAGE, canonicals={view: PAGE})
    assert same_page(PAGE, view, canonicals={view: PAGE})
    other = "https://www.harbor.example/tides/2030"
    assert not same_page(view, PAGE, canonicals={view: other})
    assert not same_page(view, other, canonicals={view: other})


@pytest.mark.parametrize(
    "page",
    [
        "https://www.harbor.example/visitors/note-7",
        "https://www.harbor.example/tides/2031?page=2",
        "https://www.harbor.example/tides",
        "https://mirror.example/amp/tides/2031",
        "https://tides.harbor.example/tides/2031",
        "https://www-harbor-example.cdn.ampproject.org/c/s/www.harbor.example/tides/2031",
        "https://www.google.com/amp/s/www.harbor.example/tides/2031",
    ],
)
def test_another_page_does_not_become_the_one_that_it_names(page: str) -> None:
    assert not same_page(page, PAGE, canonicals={page: PAGE})


# Citations -------------------------------------------------------------------------------------


def test_citations_are_held_against_what_was_returned() -> None:
    returned = [f"{PAGE}?utm_source=search", "https://b.example/", SHORT, "not an address"]
    cited = [
        "https://b.example",
        "https://made-up.example/tides",
        PAGE,
        f"{PAGE}#low",
        "https://c.example/x",
        "https://made-up.example/tides/",
        "not an address",
    ]
    kept, fabricated = intersect(cited, returned, redirects={SHORT: "https://c.example/x"})
    assert kept == ("https://b.example/", f"{PAGE}?utm_source=search", SHORT)
    assert fabricated == ("https://made-up.example/tides", "not an address")


def test_the_fabrication_rate() -> None:
    assert intersect([], [PAGE]).rate == 0
    assert intersect([PAGE], []).rate == 1
    # One of four.
    cited = [PAGE, f"{PAGE}?id=1", f"{PAGE}?id=2", f"{PAGE}?id=3"]
    assert intersect(cited, cited[1:]).rate == 0.25


def test_a_hundred_by_a_hundred_is_no_work() -> None:
    urls = [f"https://site{n}.example/page?id={n}&utm_source=x" for n in range(100)]
    began = time.perf_counter()
    kept, fabricated = intersect(urls, urls[50:])
    assert time.perf_counter() - began < 0.5
    assert (len(kept), len(fabricated)) == (50, 50)


# Properties ------------------------------------------------------------------------------------

HOSTS = st.sampled_from(
    [
        "harbor.example", "www.harbor.example", "WWW.Harbor.Example.", "bücher.example:443",
        "[2001:DB8::1]", "192.0.2.1:8080", "en.m.wikipedia.org", "doi.org", "youtu.be",
        "www.youtube.com", "arxiv.org", "twitter.com", "github.com", "www.co.uk",
        "www.www.a.example",
    ]
)  # fmt: skip
PIECES = st.sampled_from(
    [
        "/", "//", ".", "..", "%2e", "%2F", "%", "%4", "%25", "%41", "a", "B", "é", "e\u0301", "(",
        "%28", " ", "+", "wiki/", "Tide", "10.9999/X", "abs/", "watch?v=aB3_dE-gH1k", ";",
        ";jsessionid=1", ";v=1", "?", "&", "=", "ref=", "utm_source=1", "x=1", "oldid=7", "title=t",
        "amp", ".pdf", "#", "#!", ":~:", "@", "[", "\\", "\u200d", "~", "'", "*",
    ]
)  # fmt: skip
URLS = st.builds(
    lambda scheme, host, pieces: f"{scheme}://{host}/{''.join(pieces)}",
    st.sampled_from(["http", "https", "HTTPS"]),
    HOSTS,
    st.lists(PIECES, max_size=10),
)


@given(URLS)
def test_an_identity_is_its_own_identity(url: str) -> None:
    identity = canonical_url(url)
    assume(identity is not None)
    assert identity is not None
    assert identity.isascii()
    assert canonical_url(identity) == identity
    assert same_page(url, url)
    assert same_page(url, identity)


@given(URLS, URLS, st.dictionaries(URLS, URLS | st.lists(URLS, max_size=3), max_size=3))
def test_same_page_is_symmetric(a: str, b: str, seen: dict[str, str | list[str]]) -> None:
    assert same_page(a, b) == same_page(b, a)
    assert same_page(a, b, redirects=seen) == same_page(b, a, redirects=seen)
    declared = {a: b}
    assert same_page(a, b, canonicals=declared) == same_page(b, a, canonicals=declared)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for url in (text, f"https://{text}", f"https://harbor.example/{text}"):
        identity = canonical_url(url)
        assert identity is None or canonical_url(identity) == identity


@given(st.lists(URLS, max_size=8), st.lists(URLS, max_size=8))
def test_every_citation_is_kept_or_fabricated(cited: list[str], returned: list[str]) -> None:
    kept, fabricated = intersect(cited, returned)
    assert set(kept) <= set(returned)
    assert set(fabricated) <= set(cited)
    for url in cited:
        known = any(same_page(url, one) for one in returned)
        assert known == any(same_page(url, one) for one in kept)
        assert known != any(url == one or same_page(url, one) for one in fabricated)


# The table -------------------------------------------------------------------------------------


def test_the_table_is_in_order() -> None:
    known = table()
    for site in known.sites:
        assert site.keep or site.drop
    for names in (known.tracking, known.words, known.sessions, *(s.drop for s in known.sites)):
        assert all(name == name.lower() for name in names)
    assert known.tracking.isdisjoint(known.words)
    for rule in known.pages:
        assert rule.to.startswith("https://")
        assert rule.fold in ("", "doi", "title")
