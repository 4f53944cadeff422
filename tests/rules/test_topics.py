"""Topics and their primary sites: what a claim touches, and where it is sent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.sites import place
from veracity.rules.topics import (
    all_topics,
    on_primary_site,
    sites_line,
    sites_of,
    topics_of,
)

US_SITES = """
bls.gov bls.gov/cpi bls.gov/jlt bls.gov/cew bls.gov/iif bea.gov apps.bea.gov cbo.gov treasury.gov
fiscaldata.treasury.gov fiscal.treasury.gov ofac.treasury.gov ssa.gov ssa.gov/oact cms.gov
data.cms.gov cms.gov/marketplace cdc.gov hhs.gov census.gov census.gov/economic-indicators
census.gov/construction eia.gov eia.gov/petroleum eia.gov/electricity nces.ed.gov ed.gov/data
collegescorecard.ed.gov bjs.ojp.gov fbi.gov dhs.gov cbp.gov cbp.gov/newsroom/stats ice.gov
uscis.gov/tools/reports-and-studies egov.uscis.gov/processing-times travel.state.gov noaa.gov
climate.gov fisheries.noaa.gov nhc.noaa.gov droughtmonitor.unl.edu usgs.gov earthquake.usgs.gov
ftc.gov fcc.gov broadbandmap.fcc.gov ntia.doc.gov ntsb.gov fhwa.dot.gov transit.dot.gov bts.gov
transtats.bts.gov dot.gov frs.dot.gov phmsa.dot.gov maritime.dot.gov nhtsa.gov nhtsa.gov/recalls
crashstats.nhtsa.dot.gov faa.gov/data tsa.gov tsa.gov/travel/passenger-volumes usda.gov fda.gov
accessdata.fda.gov fda.gov/safety/recalls-market-withdrawals-safety-alerts fdc.nal.usda.gov
nass.usda.gov fsis.usda.gov/recalls fs.usda.gov epa.gov echo.epa.gov epa.gov/enforcement opm.gov
osha.gov enforcedata.dol.gov msha.gov arlweb.msha.gov hud.gov huduser.gov sec.gov sec.gov/edgar
va.gov data.va.gov state.gov state.gov/reports usaid.gov data.usaid.gov defense.gov dod.mil sba.gov
uspto.gov courtlistener.com uscourts.gov irs.gov irs.gov/statistics/soi-tax-stats usaspending.gov
sam.gov nasa.gov odni.gov nrc.gov federalreserve.gov stlouisfed.org fred.stlouisfed.org fdic.gov
ncua.gov grants.gov regulations.gov federalregister.gov congress.gov gao.gov whitehouse.gov/omb
omb.gov cftc.gov fincen.gov fincen.gov/resources bis.doc.gov trade.gov nps.gov blm.gov fema.gov
atf.gov dea.gov samhsa.gov reporter.nih.gov nsf.gov ncses.nsf.gov energy.gov nist.gov usitc.gov
exim.gov dfc.gov peacecorps.gov si.edu loc.gov archives.gov hrsa.gov ahrq.gov ustr.gov usmint.gov
bep.gov usps.com/household/service-performance cpsc.gov/Recalls
"""
"""All national sites that the published method of the panel names."""
INTERNATIONAL_SITES = """
data.worldbank.org imf.org/en/data oecd.org population.un.org who.int/data iea.org/data-statistics
"""


def ids(claim: str, jurisdiction: str | None = None) -> list[str]:
    found = topics_of(claim, jurisdiction=jurisdiction)
    return [f"{topic.jurisdiction}:{topic.id}" for topic in found]


def countries(claim: str, jurisdiction: str | None = None) -> set[str]:
    return {topic.jurisdiction for topic in topics_of(claim, jurisdiction=jurisdiction)}


def sites_in(code: str) -> tuple[str, ...]:
    return sites_of(topic for topic in all_topics() if topic.jurisdiction == code)


def test_every_site_that_the_method_names_is_in_the_tables() -> None:
    # 150 different sites: 144 of the country and 6 of international bodies.
    assert len(set(US_SITES.split())) == 144
    assert set(sites_in("US")) == set(US_SITES.split())
    assert set(sites_in("INT")) == set(INTERNATIONAL_SITES.split())


CODES = {topic.jurisdiction for topic in all_topics()}


def test_there_are_tables_of_further_countries() -> None:
    assert {"US", "GB", "LK", "INT"} <= CODES


def test_a_topic_of_the_tables_can_be_told_by_its_id_and_has_sites_that_are_addresses() -> None:
    topics = all_topics()
    assert len({(topic.jurisdiction, topic.id) for topic in topics}) == len(topics)
    assert [s for s in sites_of(topics) if place(s) is None] == []
    assert [topic.id for topic in topics if not (topic.terms and topic.sites)] == []


def test_each_term_reaches_its_own_topic() -> None:
    """In the country's own jurisdiction, a claim of that term alone touches the topic, unless the
    term itself names a country."""
    missed = [
        (topic.id, term)
        for topic in all_topics()
        for term in topic.terms
        if topic not in topics_of(term, jurisdiction=topic.jurisdiction)
    ]
    assert missed == []


@pytest.mark.parametrize(
    ("claim", "topic"),
    [
        ("The unemployment rate fell to 4%.", "US:work"),
        ("Unemployed people gave up.", "US:work"),
        ("ICE holds 40,000 people.", "US:detention"),
        ("The U.S. Mint lost money.", "US:coins"),
        ("NASA's budget grew.", "US:space"),
        ("The Medicare trust fund is empty.", "US:retirement"),
        ("Building permits fell in Ohio.", "US:building"),
        ("Tropical storms are more frequent.", "US:hurricanes"),
    ],
)
def test_a_claim_touches_a_topic(claim: str, topic: str) -> None:
    assert topic in ids(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "The film won three awards.",
        "He fed the dog with ice.",
        "The keeper recalled the match.",
        "The country made a transition to democracy.",
        "Her album sold a million copies.",
        "They who know us can swap seats.",
        "",
    ],
)
def test_a_claim_touches_no_topic(claim: str) -> None:
    assert ids(claim) == []


@pytest.mark.parametrize(
    ("claim", "given", "wanted"),
    [
        ("Unemployment fell.", None, {"US", "INT"}),
        ("Unemployment fell.", "LK", {"LK", "INT"}),
        ("Unemployment fell.", "lk", {"LK", "INT"}),
        ("Unemployment fell.", "FR", {"INT"}),
        ("Unemployment fell in Sri Lanka.", None, {"LK", "INT"}),
        ("Sri Lanka's unemployment fell.", "US", {"LK", "INT"}),
        ("ශ්‍රී ලංකාවේ ජනගහනය වැඩි විය", None, {"LK"}),
        ("US unemployment is below Sri Lankan unemployment.", None, {"LK", "US", "INT"}),
        ("Unemployment among us fell.", "LK", {"LK", "INT"}),
        ("Unemployment fell in France.", None, {"INT"}),
        ("Unemployment fell in Latin America.", None, {"INT"}),
        ("Unemployment fell in New South Wales.", None, {"INT"}),
        ("Unemployment in Wales fell.", None, {"GB", "INT"}),
        ("Unemployment fell worldwide.", None, {"INT"}),
        ("The world's unemployment fell.", None, {"INT"}),
        ("Unemployment fell in the United States and around the world.", None, {"US", "INT"}),
    ],
)
def test_whose_tables_are_read(claim: str, given: str | None, wanted: set[str]) -> None:
    assert countries(claim, given) == wanted


def test_the_longest_term_comes_first_and_international_bodies_last() -> None:
    # "price index" (2 words) outreaches "unemployment" and "GDP" (1 word each).
    found = ids("The price index, unemployment and GDP rose.")
    assert found[0] == "US:price-index-methods"
    international = [one.startswith("INT:") for one in found]
    assert True in international
    assert international == sorted(international)


def test_a_prompt_gets_one_line_a_topic_and_not_too_many() -> None:
    topics = topics_of("The federal budget deficit grew.")
    assert sites_line(topics).splitlines()[0] == (
        "The federal budget, deficit and debt: site:cbo.gov OR site:treasury.gov"
    )
    assert len(sites_line(all_topics()).splitlines()) == 8
    assert len(sites_line(all_topics(), most=3).splitlines()) == 3
    assert sites_line(()) == ""


def test_a_page_of_a_primary_site() -> None:
    topics = topics_of("Building permits fell.")
    assert on_primary_site("https://www.census.gov/construction/bps/index.html", topics)
    assert not on_primary_site("https://www.census.gov/people", topics)
    assert not on_primary_site("https://census.gov.example/construction", topics)
    assert not on_primary_site("no address", topics)
    assert not on_primary_site("https://www.census.gov/construction", ())


@given(st.text(), st.none() | st.text(max_size=3))
def test_matching_never_raises(claim: str, jurisdiction: str | None) -> None:
    found = topics_of(claim, jurisdiction=jurisdiction)
    assert len(set(found)) == len(found)
    assert sites_line(found).count("\n") < 8


@given(st.text(), st.text())
def test_a_page_of_any_kind_can_be_asked_about(claim: str, url: str) -> None:
    if on_primary_site(url, all_topics()):
        assert place(url) is not None
