"""What a source is to a speaker: one rule for everyone. The people of these tests do not exist; who
held an office is taken from the table."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.offices import Office, Term, table
from veracity.rules.self_sourcing import decides, relation

ELSEWHERE = "https://news.example/story"


def kind(
    url: str,
    speaker: str | None,
    said_on: date | None = None,
    publisher: str | None = None,
    checked: str | None = None,
) -> str:
    found = relation(url, publisher, speaker, said_on, checked)
    assert found.why
    assert decides(found) == (found.kind == "none")
    return found.kind


@pytest.mark.parametrize(
    ("speaker", "url"),
    [
        ("Jane Roe", "https://janeroe.example/news"),
        ("Jane Roe", "https://www.jane-roe.example/"),
        ("Dr. Jane Roe", "https://blog.janeroe.example/"),
        ("jané ROE", "https://janeroe.example/"),
        ("Senator Jane Roe", "https://roe.senate.gov/speech"),
        ("Jane Roe", "https://x.com/JaneRoe/status/1"),
        ("Jane Roe", "https://twitter.com/realJaneRoe"),
        ("Jane Roe", "https://m.facebook.com/jane.roe/posts/1"),
        ("Jane Roe", "https://www.linkedin.com/in/jane-roe/"),
        ("Jane Roe", "https://www.youtube.com/@janeroe"),
        ("Jane Roe", "https://bsky.app/profile/janeroe.bsky.social/post/1"),
        ("Jane Roe", "https://janeroe.substack.com/p/a"),
        ("Jane Roe", "https://janeroe.github.io/a"),
        ("@janeroe", "https://x.com/janeroe/status/1"),
        ("Acme Corp", "https://acme.com/changelog"),
        ("Acme Corp.", "https://docs.acme.co.uk/"),
        ("The Acme Company", "https://acme.example/"),
        ("Harbor Tools Ltd", "https://harbortools.example/"),
        ("Bureau of Harbor Statistics", "https://bhs.example/tables"),
        ("Acme Corp", "https://web.archive.org/web/2020/https://acme.com/a"),
    ],
)
def test_the_speakers_own_pages(speaker: str, url: str) -> None:
    assert kind(url, speaker) == "speaker"


@pytest.mark.parametrize(
    ("speaker", "url"),
    [
        ("Jane Roe", "https://janeroebuck.example/"),
        ("Jane Roe", "https://roe.example/"),
        ("Jane Roe", "https://janeroe.example.org/"),
        ("Jane Roe", "https://news.example/janeroe"),
        ("Jane Roe", "https://x.com/roefan/status/1?ref=janeroe"),
        ("Jane Roe", "https://x.com/other/janeroe"),
        ("Jane Roe", "https://x.com/janeroefan"),
        ("Jane Roe", "https://other.substack.com/p/jane-roe"),
        ("Jane Roe", "https://poe.senate.gov/"),
        ("Acme Corp", "https://notacme.com/"),
        ("Acme Corp", "https://acme.com.example/"),
        ("Acme Corp", "https://acme.com@elsewhere.example/"),
        ("Ann Bell Carter", "https://abc.example/"),
        ("Jane Roe", "no address"),
    ],
)
def test_pages_of_others(speaker: str, url: str) -> None:
    assert kind(url, speaker) == "none"


@pytest.mark.parametrize(
    ("speaker", "publisher", "wanted"),
    [
        ("Acme Corp", "Acme Corporation", "speaker"),
        ("Acme Corp", "ACME", "speaker"),
        ("Acme Corp", "Acme Weekly", "none"),
        ("Jane Roe", "Office of Senator Jane Roe", "speaker"),
        ("Jane Roe", "Jane Roe for Mayor", "speaker"),
        ("Jane Roe", "Jané Roe", "speaker"),
        ("Jane Roe", "Jane Roebuck", "none"),
        ("Jane Roe", "Friends and Enemies of Jane Roe", "none"),
        ("Jane Roe", "Roe", "none"),
        ("Jane Roe", "", "none"),
    ],
)
def test_the_publishers_name(speaker: str, publisher: str, wanted: str) -> None:
    assert kind(ELSEWHERE, speaker, publisher=publisher) == wanted


@pytest.mark.parametrize(
    ("url", "checked", "wanted"),
    [
        ("https://news.example/story", "https://news.example/story", "checked_page"),
        ("https://news.example/other", "https://news.example/story", "checked_page"),
        ("http://m.paper.example/a", "https://www.paper.example/b", "checked_page"),
        (
            "https://web.archive.org/web/2020/http://paper.example/a",
            "paper.example",
            "checked_page",
        ),
        ("https://x.com/janeroe/status/1", "https://x.com/JaneRoe/status/2", "checked_page"),
        ("https://x.com/other/status/1", "https://x.com/janeroe/status/2", "none"),
        ("https://one.github.io/a", "https://two.github.io/a", "none"),
        ("https://paper.example/a", "https://notpaper.example/a", "none"),
        ("https://one.gov.lk/a", "https://two.gov.lk/a", "none"),
        ("https://paper.example/a", None, "none"),
        ("https://paper.example/a", "no address", "none"),
    ],
)
def test_the_checked_page_needs_no_speaker(url: str, checked: str | None, wanted: str) -> None:
    assert kind(url, None, checked=checked, publisher="Jane Roe") == wanted


def name(holder: tuple[str, ...]) -> str:
    return " ".join(word.title() for word in holder)


OFFICES = {office.id: office for office in table().offices}
TERMS = [(office, term) for office in table().offices for term in office.terms]


def page_of(office: Office) -> str:
    site = office.sites[0]
    return f"https://www.{site.host}/{'/'.join(site.path)}/some-page"


@pytest.mark.parametrize(("office", "term"), TERMS)
def test_an_offices_page_speaks_for_whoever_holds_it_on_the_day(office: Office, term: Term) -> None:
    held = term.since + timedelta(days=30)
    assert kind(page_of(office), name(term.holders[0]), held) == "office"
    found = relation(page_of(office), None, f"{office.title} {name(term.surname)}", held)
    assert (found.kind, found.uncertain) == ("office", False)


@pytest.mark.parametrize(("office", "term"), TERMS)
def test_it_does_not_on_a_day_on_which_another_holds_it(office: Office, term: Term) -> None:
    days = [one.since - timedelta(days=1) for one in office.terms if one.holders == term.holders]
    first = min(days)
    assert kind(page_of(office), name(term.holders[0]), first) == "none"
    assert kind(page_of(office), name(term.holders[0]), first + timedelta(days=1)) == "office"


def test_a_surname_or_a_relatives_name_is_not_the_holder() -> None:
    office = OFFICES["us-president"]
    term = office.terms[3]
    day = term.since + timedelta(days=30)
    assert kind(page_of(office), name(term.surname), day) == "none"
    assert kind(page_of(office), f"Jane {name(term.surname)}", day) == "none"
    assert kind(page_of(office), f"Friends of {name(term.holders[0])}", day) == "none"


@pytest.mark.parametrize(
    ("speaker", "office"),
    [
        ("the Prime Minister of the UK", "uk-prime-minister"),
        ("Prime Minister", "lk-prime-minister"),
        ("The White House", "us-president"),
        ("President of Sri Lanka", "lk-president"),
        ("UN Secretary-General", "un-secretary-general"),
    ],
)
def test_an_office_is_named_by_its_title_on_any_day(speaker: str, office: str) -> None:
    for day in (None, date(2008, 1, 1), date(2040, 1, 1)):
        assert kind(page_of(OFFICES[office]), speaker, day) == "office"


def test_the_publisher_may_be_the_office() -> None:
    speaker, day = name(OFFICES["us-president"].terms[3].holders[0]), date(2022, 1, 1)
    assert kind(ELSEWHERE, speaker, day, publisher="The White House") == "office"
    assert kind(ELSEWHERE, speaker, date(2019, 1, 1), publisher="The White House") == "none"


def test_other_bodies_of_the_same_government_are_not_the_office() -> None:
    speaker, day = name(OFFICES["us-president"].terms[3].holders[0]), date(2022, 1, 1)
    for url in (
        "https://www.bls.gov/a",
        "https://www.supremecourt.gov/a",
        "https://archives.gov/a",
    ):
        assert kind(url, speaker, day) == "none"
    assert kind("https://ec.europa.eu/eurostat/a", "European Commission") == "none"
    assert kind("https://www.ons.gov.uk/a", "the Prime Minister of the UK") == "none"
    assert kind("https://www.gov.uk/government/statistics/a", "UK Prime Minister") == "none"


def test_an_open_term_is_believed_until_the_table_was_read_and_then_marked() -> None:
    office, term = next((o, t) for o, t in TERMS if t.until is None)
    speaker, read_on = name(term.holders[0]), table().read_on
    known = relation(page_of(office), None, speaker, read_on)
    later = relation(page_of(office), None, speaker, read_on + timedelta(days=1))
    assert (known.kind, known.uncertain) == ("office", False)
    assert (later.kind, later.uncertain) == ("office", True)
    assert "as far as is known" in later.why


def test_an_office_once_held_counts_on_an_unknown_day_and_is_marked() -> None:
    office, term = TERMS[0]
    found = relation(page_of(office), None, name(term.holders[0]), None)
    assert (found.kind, found.uncertain) == ("office", True)


@pytest.mark.parametrize("office", table().offices, ids=lambda office: office.id)
def test_the_terms_of_an_office_are_in_order_and_leave_no_gap_without_a_holder(
    office: Office,
) -> None:
    starts = [term.since for term in office.terms]
    assert starts == sorted(starts)
    assert all(term.until is None or term.since <= term.until for term in office.terms)
    assert [term for term in office.terms if term.until is None] == [office.terms[-1]]
    assert office.terms[-1].since <= table().read_on


@given(st.text(), st.none() | st.text(), st.none() | st.text(), st.none() | st.dates(), st.text())
def test_any_source_has_a_relation(
    url: str, publisher: str | None, speaker: str | None, day: date | None, checked: str
) -> None:
    found = relation(url, publisher, speaker, day, checked)
    if not (speaker or "").strip():
        assert found.kind in ("none", "checked_page")


@given(st.sampled_from(["Jane Roe", "Acme Corp", "Harbor Bureau of Tools"]), st.dates())
def test_the_day_matters_only_to_offices(speaker: str, day: date) -> None:
    for url in ("https://janeroe.example/", "https://acme.com/", "https://bls.gov/"):
        assert relation(url, None, speaker, day) == relation(url, None, speaker, None)
