"""Tiers of sources: who speaks at an address, for whom, and who only seems to."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path

import publicsuffixlist
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.evidence import Tier
from veracity.rules.tiers import rate, trust
from veracity.rules.tiers.rating import PRIMARY
from veracity.rules.tiers.table import tables
from veracity.rules.urls.domains import let_by, registrable


@pytest.mark.parametrize(
    ("url", "jurisdiction", "function"),
    [
        ("https://data.bls.gov/timeseries/X", "US", "statistics"),
        ("http://WWW.CENSUS.GOV.:80/data", "US", "statistics"),
        ("https://www.supremecourt.gov/opinions/slipopinions.aspx", "US", "court"),
        ("https://www.cdc.gov/flu/", "US", "science"),
        ("https://www.federalregister.gov/documents/2031/01/02/1", "US", "records"),
        ("https://clerk.house.gov/Votes", "US", "records"),
        ("https://someone.house.gov/about", "US", "press"),
        ("https://www.whitehouse.gov/briefing-room/", "US", "press"),
        ("https://www.whitehouse.gov/omb/budget/", "US", "agency"),
        ("https://obamawhitehouse.archives.gov/the-press-office", "US", "press"),
        ("https://www.archives.gov/founding-docs", "US", "records"),
        ("https://www.cbp.gov/newsroom/stats/x", "US", "statistics"),
        ("https://www.cbp.gov/newsroom/national-media-release/x", "US", "press"),
        ("https://www.fda.gov/drugs/x", "US", "regulator"),
        ("https://www.sec.gov/edgar/search", "US", "regulator"),
        ("https://www.army.mil/", "US", "agency"),
        ("https://www.townof.example-county.gov/", "US", "unknown"),
        ("https://www.leg.state.mn.us/", "US", "unknown"),
        ("https://fred.stlouisfed.org/series/X", "US", "statistics"),
        ("https://www.usps.com/", "US", "agency"),
        ("https://www.gov.uk/government/speeches/x", "GB", "press"),
        ("https://www.gov.uk/government/statistics/x", "GB", "statistics"),
        ("https://find-x.service.gov.uk/", "GB", "unknown"),
        ("https://www.legislation.gov.uk/ukpga/2031/1", "GB", "records"),
        ("https://hansard.parliament.uk/x", "GB", "records"),
        ("https://www.kent.police.uk/", "GB", "agency"),
        ("https://www.parliament.lk/en/members", "LK", "legislature"),
        ("https://www.cbsl.gov.lk/en/statistics/x", "LK", "statistics"),
        ("https://www.cbsl.gov.lk/en/press/x", "LK", "press"),
        ("https://pib.gov.in/x", "IN", "press"),
        ("https://censusindia.gov.in/", "IN", "statistics"),
        ("https://ec.europa.eu/eurostat/web/main", "EU", "statistics"),
        ("https://ec.europa.eu/commission/presscorner/detail/x", "EU", "press"),
        ("https://ec.europa.eu/eurostat/news/x", "EU", "press"),
        ("https://curia.europa.eu/juris/x", "EU", "court"),
        ("https://www.noaa.gov/news/x", "US", "press"),
        ("https://www.bls.gov/news.release/x.htm", "US", "statistics"),
        ("https://laws.justice.gc.ca/", "CA", "unknown"),
        ("https://www.inegi.org.mx/", "MX", "statistics"),
        ("https://www.salud.gob.mx/", "MX", "unknown"),
        ("https://www.insee.fr/fr/statistiques", "FR", "statistics"),
        ("https://www.interieur.gouv.fr/", "FR", "unknown"),
        ("https://www.mhlw.go.jp/", "JP", "unknown"),
        ("https://www.moef.go.kr/", "KR", "unknown"),
        ("https://www.bmi.bund.de/", "DE", "unknown"),
        ("https://www.gov.np.gov.np/", "NP", "unknown"),
        ("https://www.health.gov.au/", "AU", "unknown"),
        ("https://www.example.rs.gov.br/", "BR", "unknown"),
        ("https://x.รัฐบาล.ไทย/", "TH", "unknown"),
        ("https://www.who.int/data/gho", "INT", "statistics"),
        ("https://www.un.org/press/en/x", "INT", "press"),
        ("https://new-treaty.int/", "INT", "unknown"),
    ],
)
def test_a_government_speaks(url: str, jurisdiction: str, function: str) -> None:
    rating = rate(url)
    assert rating.official
    assert rating.own
    assert rating.tier is Tier.GOVERNMENT
    assert (rating.jurisdiction, rating.function) == (jurisdiction, function)
    assert rating.primary == (function in {"statistics", "court", "science", "records"})
    assert rating.refused is None


@pytest.mark.parametrize(
    ("url", "tier"),
    [
        # Lookalikes: the name is left of, beside, or behind the domain that was registered.
        ("https://census.gov.evil.example/", Tier.OTHER),
        ("https://census-gov.example/", Tier.OTHER),
        ("https://censusgov/", None),
        ("https://census.gov.com/", Tier.OTHER),
        ("https://gov.lk.example/", Tier.OTHER),
        ("https://statistics-gov.lk/", Tier.OTHER),
        ("https://mygov.lk/", Tier.OTHER),
        ("https://notparliament.uk/", Tier.OTHER),
        ("https://www.gov.fr/", Tier.OTHER),
        ("https://www.gov.eu/", Tier.OTHER),
        ("https://europa.eu.example/", Tier.OTHER),
        ("https://eceuropa.eu/", Tier.OTHER),
        ("https://ac-lk.example/", Tier.OTHER),
        ("https://evil.example/www.census.gov/data", Tier.OTHER),
        ("https://evil.example/#@www.census.gov", Tier.OTHER),
        ("https://evil.example?@www.census.gov/", Tier.OTHER),
        # Names under a company's domain.
        ("https://gov.uk.com/", Tier.OTHER),
        ("https://www.gov.us.com/", Tier.OTHER),
        ("https://nytimes.co.com/", Tier.OTHER),
        ("https://census-gov.blogspot.com/", Tier.OTHER),
        ("https://census-gov.pages.dev/", Tier.OTHER),
        ("https://someone.medium.com/", Tier.OTHER),
        ("https://www.espn.go.com/", Tier.OTHER),
        # What others wrote on a government's host.
        ("https://www.regulations.gov/comment/X-2031-1", Tier.OTHER),
        ("https://www.regulations.gov//comment/X-2031-1", Tier.OTHER),
        ("https://www.regulations.gov/a/../%43omment/X-2031-1", Tier.OTHER),
        ("https://www.regulations.gov/comment;v=1/X-2031-1", Tier.OTHER),
        ("https://petition.parliament.uk/petitions/1", Tier.OTHER),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1/", Tier.ACADEMIC),
        ("https://pubmed.ncbi.nlm.nih.gov/1/", Tier.ACADEMIC),
        ("https://clinicaltrials.gov/study/NCT1", Tier.OTHER),
        ("https://www.sec.gov/Archives/edgar/data/1/x.htm", Tier.OTHER),
        # Copies and addresses that stand for others.
        ("https://web.archive.org/web/20310102030405/https://www.census.gov/", Tier.OTHER),
        ("https://webarchive.nationalarchives.gov.uk/20310102/https://x.gov.uk/", Tier.OTHER),
        ("https://webcache.googleusercontent.com/search?q=cache:census.gov", Tier.OTHER),
        ("https://www-census-gov.translate.goog/", Tier.OTHER),
        ("https://www.google.com/amp/s/www.census.gov/", Tier.OTHER),
        ("https://www.google.com/url?q=https://www.census.gov/", Tier.OTHER),
        ("https://go.usa.gov/x1", Tier.OTHER),
        # Letters of one other script under a plain zone.
        ("https://\u0441\u0435\u043d.gov/", Tier.OTHER),
        # Outlets, and what is not their reporting.
        ("https://apnews.com/article/x", Tier.WIRE),
        ("https://apnews.com/press-release/x", Tier.OTHER),
        ("https://apnews.com/hub/ap-fact-check", Tier.FACT_CHECK),
        ("https://www.reuters.com/world/", Tier.WIRE),
        ("https://abcnews.go.com/US/x", Tier.ESTABLISHED),
        ("https://www.bbc.co.uk/news/x", Tier.ESTABLISHED),
        ("https://www.nytimes.com/2031/01/02/opinion/x.html", Tier.OTHER),
        ("https://www.theguardian.com/commentisfree/x", Tier.OTHER),
        ("https://www.dailymirror.lk/x", Tier.ESTABLISHED),
        ("https://www.politifact.com/x", Tier.FACT_CHECK),
        ("https://www.channel4.com/news/factcheck/x", Tier.FACT_CHECK),
        ("https://www.channel4.com/programmes/x", Tier.OTHER),
        ("https://www.nature.com/articles/x", Tier.ACADEMIC),
        ("https://arxiv.org/abs/3101.00001", Tier.OTHER),
        ("https://www.example.edu/", Tier.ACADEMIC),
        ("https://www.academia.edu/1/x", Tier.OTHER),
        ("https://dept.example.ac.uk/", Tier.ACADEMIC),
        ("https://www.example.ac.lk/", Tier.ACADEMIC),
        ("https://en.wikipedia.org/wiki/Tide", Tier.OTHER),
        ("https://xn--bcher-kva.example/", Tier.OTHER),
    ],
)
def test_no_government_speaks(url: str, tier: Tier | None) -> None:
    rating = rate(url)
    assert rating.tier is tier
    assert not rating.official
    assert not rating.primary
    assert (rating.jurisdiction, rating.function) == (None, None)


@pytest.mark.parametrize(
    "url",
    [
        "//www.census.gov/",
        "www.census.gov",
        "https://www.census.gov@evil.example/",
        "https://evil.example\\@www.census.gov/",
        "https://www.census%2egov/",
        "https://www.cen\u200bsus.gov/",
        "https://www.cen\u0455us.gov/",
        "https://xn--cenus-n4e.gov/",
        "https://www.census.gov:8443/",
        "https://192.0.2.1/",
        "https://[2001:db8::1]/",
        "https://2130706433/",
        "https://localhost/",
        "http://census.localhost:80/",
        "https://intranet/",
        "https://printer.local/",
        "ftp://www.census.gov/",
        "data:text/html,x",
        "https://www.census.gov/\ud800",
    ],
)
def test_refused(url: str) -> None:
    rating = rate(url)
    assert rating.refused
    assert (rating.tier, rating.host, rating.official, rating.primary) == (None, None, False, False)


def test_a_user_and_a_password_are_not_kept() -> None:
    rating = rate("https://someone:secret@www.census.gov/data")
    assert rating.refused
    assert "secret" not in rating.model_dump_json()


def test_the_host_has_one_spelling() -> None:
    assert rate("HTTPS://WWW.BLS.GOV.:443/cps").host == "www.bls.gov"
    assert rate("https://BÜCHER.example/").host == "xn--bcher-kva.example"


@pytest.mark.parametrize(
    ("url", "own"),
    [
        ("https://www.regulations.gov/comment/X-1", False),
        ("https://www.regulations.gov/document/X-1", True),
        ("https://pubmed.ncbi.nlm.nih.gov/1/", False),
        ("https://web.archive.org/web/2031/https://www.census.gov/", False),
        ("https://someone.github.io/", False),
        ("https://www.nature.com/articles/x", True),
        ("https://harbor.example/", True),
        ("https://harbor.example:8443/", False),
    ],
)
def test_a_host_speaks_for_itself_or_keeps_what_others_wrote(url: str, own: bool) -> None:
    assert rate(url).own is own


# Redirects -------------------------------------------------------------------------------------


def test_where_our_fetch_ended_decides() -> None:
    short = "https://bit.ly/x"
    assert not rate(short).official
    there = rate(short, redirects=["https://hop.example/", "https://www.census.gov/data"])
    assert (there.official, there.host, there.url) == (
        True,
        "www.census.gov",
        "https://www.census.gov/data",
    )
    assert rate(short, redirects={short: "https://www.census.gov/data"}) == there
    away = rate("https://www.census.gov/leave?to=x", redirects=["https://evil.example/"])
    assert (away.official, away.host) == (False, "evil.example")


@pytest.mark.parametrize(
    "hop", ["https://u@b.example/", "https://192.0.2.1/", "https://b.example:8080/"]
)
def test_a_refused_address_on_the_way_refuses_all(hop: str) -> None:
    assert rate("https://bit.ly/x", redirects=[hop, "https://www.census.gov/"]).refused


# Weights ---------------------------------------------------------------------------------------


def test_trust_follows_the_order_of_the_tiers() -> None:
    weights = [
        trust(tier)
        for tier in (Tier.GOVERNMENT, Tier.WIRE, Tier.ESTABLISHED, Tier.FACT_CHECK, Tier.OTHER)
    ]
    assert weights == sorted(set(weights), reverse=True)
    assert trust(Tier.ACADEMIC) == trust(Tier.ESTABLISHED)
    assert all(0 < trust(tier) <= 1 for tier in Tier)


# Properties ------------------------------------------------------------------------------------

ZONES = ["gov", "gov.uk", "gov.lk", "europa.eu", "go.jp", "gc.ca", "admin.ch", "int"]
LABELS = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=12)


@given(LABELS, st.sampled_from(ZONES), LABELS)
def test_a_zone_is_official_at_the_end_of_a_host_and_nowhere_else(
    label: str, zone: str, evil: str
) -> None:
    unlisted = f"x{label}x{evil}"
    assert rate(f"https://{unlisted}.{zone}/").official
    assert not rate(f"https://{unlisted}.{zone}.{evil}.example/").official
    assert not rate(f"https://{unlisted}-{zone}.example/").official
    assert not rate(f"https://{evil}.example/{unlisted}.{zone}/").official


@given(st.text())
def test_any_text_is_rated_or_refused(text: str) -> None:
    for url in (text, f"https://{text}", f"https://www.census.gov/{text}"):
        rating = rate(url)
        assert (rating.tier is None) == (rating.refused is not None)
        assert rating.why
        if rating.primary:
            assert rating.official
            assert rating.function in PRIMARY


# The tables ------------------------------------------------------------------------------------

PAGES = [(host, line) for host, lines in tables().pages.items() for line in lines]


def test_every_office_lies_in_a_government_s_domain() -> None:
    functions = [(host, line) for host, line in PAGES if line.kind == "function"]
    assert len(functions) > 500
    assert [line.name for host, line in functions if tables().domain(host) is None] == []
    assert {line.value for _, line in functions} < {
        *("statistics", "court", "science", "records", "legislature", "regulator", "press"),
        *("agency", "unknown"),
    }


def test_names_are_written_as_they_are_looked_up() -> None:
    for _, line in PAGES:
        assert line.name == line.name.lower().rstrip("/"), line
        assert not line.name.startswith("www."), line


def test_no_outlet_is_a_domain_that_others_have_names_under() -> None:
    outlets = [host for host, line in PAGES if line.kind == "outlet"]
    assert len(outlets) > 150
    assert [host for host in outlets if registrable(host) is None] == []


def test_a_government_s_domain_is_let_to_nobody_else() -> None:
    # Registries enter these in the private part of the list though a government holds them.
    held = {"gov.ru", "mil.ru", "gov.scot"}
    assert {domain for domain in tables().domains if let_by(domain)} == held


def test_the_zones_of_the_public_suffix_list_are_there() -> None:
    text = (Path(publicsuffixlist.__file__).parent / "public_suffix_list.dat").read_text("utf-8")
    registries = text.partition("===END ICANN DOMAINS===")[0]
    zones = set(re.findall(r"^(?:gov|gob|gouv|govt|gub|mil)(?:\.[a-z]{2})?$", registries, re.M))
    assert len(zones) > 200
    assert zones <= set(tables().domains)
    schools = set(re.findall(r"^(?:edu|ac\.(?:uk|lk|in|jp|nz|za))$", registries, re.M))
    assert all(tables().page(zone, "/") for zone in schools)


def test_no_site_of_a_topic_is_refused_a_press_office_or_what_others_wrote() -> None:
    folder = resources.files("veracity.sources")
    topics = [
        topic
        for file in folder.iterdir()
        if file.name.endswith(".toml")
        for topic in tomllib.loads(file.read_text("utf-8")).get("topic", ())
    ]
    sites = {site for topic in topics for site in topic["sites"]}
    assert len(sites) > 100
    ratings = {site: rate(f"https://{site}") for site in sites}
    assert [
        site for site, found in ratings.items() if not found.own or found.function == "press"
    ] == []


def test_jurisdictions_are_codes() -> None:
    codes = {line.value for line in tables().domains.values()}
    assert {"US", "GB", "LK", "IN", "EU", "INT"} <= codes
    assert all(re.fullmatch(r"[A-Z]{2}|INT", code) for code in codes)
    assert "UK" not in codes


def test_every_table_of_governments_is_read() -> None:
    folder = resources.files("veracity.sources").joinpath("government")
    files = {f"government/{file.name}" for file in folder.iterdir() if file.name.endswith(".toml")}
    assert {line.file for line in tables().domains.values()} == files
