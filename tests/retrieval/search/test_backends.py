"""Each backend over HTTP: what it is asked, in its own format, and what is read off its reply."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

from tests.retrieval.search.engines import Engines, saying
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.domain.fact_check import FactCheck, FactChecks
from veracity.domain.page import Hit, Hits
from veracity.retrieval.search import search_request
from veracity.retrieval.search.backends import BACKENDS
from veracity.retrieval.search.provider import SearchProvider
from veracity.retrieval.search.written import written_date

CLAIM = "The coastline of Ostrana is 1,340 km long."
TODAY = date(2026, 11, 30)
KEY = "not-a-key-0123456789"
SURVEY = "https://survey.ostrana.example/coast"
NEWS = "https://harbornews.example/length"
SITES = ["survey.ostrana.example", "census.example/construction"]
NAMES = sorted(BACKENDS)


def search(name: str, engines: Engines, request: Request | None = None) -> Reply | Failure:
    async def run() -> Reply | Failure:
        provider = SearchProvider(
            BACKENDS[name],
            key=KEY if BACKENDS[name].key else "",
            url=engines.url(name),
            today=lambda: TODAY,
        )
        try:
            return await provider.answer(request or search_request(name, CLAIM, 5, as_of=TODAY))
        finally:
            await provider.aclose()

    return asyncio.run(run())


def hits(outcome: Reply | Failure) -> tuple[Hit, ...]:
    assert isinstance(outcome, Reply), outcome
    return Hits.model_validate(outcome.value).results


# What each backend is asked for a search of the whole web, up to today.
ASKED: dict[str, tuple[str, dict[str, str], dict[str, Any] | None]] = {
    "wikipedia": (
        "GET",
        {
            "action": "query",
            "format": "json",
            "formatversion": "2",
            "generator": "search",
            # Every content word; "The", "of" and "is" carry none.
            "gsrsearch": "coastline OR Ostrana OR 1 OR 340 OR km OR long",
            "gsrlimit": "5",
            "gsrnamespace": "0",
            "prop": "info",
            "inprop": "url",
            "maxlag": "5",
        },
        None,
    ),
    "searxng": ("GET", {"q": CLAIM, "format": "json", "categories": "general"}, None),
    "brave": (
        "GET",
        {"q": CLAIM, "count": "5", "result_filter": "web", "text_decorations": "false"},
        None,
    ),
    "tavily": (
        "POST",
        {},
        {"query": CLAIM, "max_results": 5, "search_depth": "basic", "include_answer": False},
    ),
    "serper": ("POST", {}, {"q": CLAIM, "num": 10}),
    "exa": ("POST", {}, {"query": CLAIM, "numResults": 5, "type": "auto"}),
    "factcheck": ("GET", {"query": CLAIM, "pageSize": "5"}, None),
    "crossref": (
        "GET",
        {"query.bibliographic": CLAIM, "rows": "5", "select": "DOI,title,abstract,published"},
        None,
    ),
}

KEPT_IN = {
    "brave": ("x-subscription-token", KEY),
    "tavily": ("authorization", f"Bearer {KEY}"),
    "serper": ("x-api-key", KEY),
    "exa": ("x-api-key", KEY),
    "factcheck": ("x-goog-api-key", KEY),
}


def test_every_backend_is_held_to_a_request() -> None:
    assert set(ASKED) == set(BACKENDS)
    assert set(KEPT_IN) == {name for name, backend in BACKENDS.items() if backend.key}


@pytest.mark.parametrize("name", NAMES)
def test_a_backend_is_asked_in_its_own_format(name: str) -> None:
    with Engines() as engines:
        search(name, engines)
    (asked,) = engines.asked
    assert (asked.method, dict(asked.params), asked.body) == ASKED[name]
    header, value = KEPT_IN.get(name, ("user-agent", "Veracity"))
    assert asked.headers[header] == value


@pytest.mark.parametrize("name", sorted(set(BACKENDS) - {"wikipedia", "factcheck", "crossref"}))
def test_web_results_are_read_in_their_order(name: str) -> None:
    with Engines() as engines:
        first, second = hits(search(name, engines))
    assert (first.url, first.published) == (SURVEY, date(2026, 3, 2))
    assert first.title.startswith("Coast of Ostrana")
    # "3 days ago" names no day that would be the same tomorrow.
    assert (second.url, second.published) == (NEWS, None)


def test_a_snippet_is_plain_words() -> None:
    with Engines() as engines:
        assert hits(search("brave", engines))[0].snippet == "The coastline as measured."
        assert hits(search("searxng", engines))[0].snippet.endswith("the coast & its islands.")


def test_a_day_that_no_calendar_has_is_left_open() -> None:
    assert written_date("Mon, 99999999999999999999 Jun 2026 12:01:30 GMT") is None


def test_wikipedia_pages_come_by_rank_and_not_as_listed() -> None:
    with Engines() as engines:
        found = hits(search("wikipedia", engines))
    assert [hit.url.rpartition("/")[2] for hit in found] == ["Ostrana", "Harbor_of_Ostrana"]
    assert {(hit.language, hit.published) for hit in found} == {("en", None)}


def test_a_work_is_found_under_its_doi_and_a_bare_year_is_no_day() -> None:
    with Engines() as engines:
        first, second = hits(search("crossref", engines))
    assert first == Hit(
        url="https://doi.org/10.5555/ostrana.2026.7",
        title="The coastline of Ostrana, measured",
        snippet="The survey measured the coast.",
        published=date(2026, 3, 2),
    )
    assert second.published is None


def test_an_earlier_fact_check_has_its_own_verdict_publisher_and_date() -> None:
    with Engines() as engines:
        outcome = search("factcheck", engines)
    assert isinstance(outcome, Reply)
    assert FactChecks.model_validate(outcome.value).results == (
        FactCheck(
            claim="The coastline of Ostrana is 5,000 km long.",
            rating="Mostly false",
            publisher="Ostrana Checks",
            url="https://checks.ostrana.example/coast",
            title="No, the coast is not 5,000 km long",
            claimant="Harbor Party",
            claimed_on=date(2026, 4, 1),
            reviewed_on=date(2026, 4, 3),
            language="en",
        ),
    )


@pytest.mark.parametrize(
    ("name", "empty"),
    [
        ("wikipedia", {"batchcomplete": True}),
        ("searxng", {"query": "x", "results": [], "unresponsive_engines": []}),
        ("brave", {"type": "search", "query": {"original": "x"}}),
        ("tavily", {"query": "x", "results": []}),
        ("serper", {"searchParameters": {"q": "x"}, "organic": []}),
        ("exa", {"results": []}),
        ("factcheck", {}),
        ("crossref", {"status": "ok", "message": {"items": []}}),
    ],
)
def test_finding_nothing_is_an_answer(name: str, empty: Any) -> None:
    with Engines(lambda _: saying(empty)) as engines:
        outcome = search(name, engines)
    assert isinstance(outcome, Reply)
    assert outcome.value == {"results": []}


@pytest.mark.parametrize(
    ("name", "restricted"),
    [
        ("searxng", f"{CLAIM} (site:{SITES[0]} OR site:{SITES[1]})"),
        ("brave", f"{CLAIM} (site:{SITES[0]} OR site:{SITES[1]})"),
        ("serper", f"{CLAIM} (site:{SITES[0]} OR site:{SITES[1]})"),
        ("tavily", ["survey.ostrana.example", "census.example"]),
        ("exa", ["survey.ostrana.example", "census.example"]),
    ],
)
def test_a_restriction_is_told_to_the_backend_and_kept_by_code(name: str, restricted: Any) -> None:
    with Engines() as engines:
        found = hits(search(name, engines, search_request(name, CLAIM, 5, sites=SITES)))
    (asked,) = engines.asked
    told = {**asked.params, **(asked.body or {})}
    assert restricted in (told.get("q"), told.get("include_domains"), told.get("includeDomains"))
    assert [hit.url for hit in found] == [SURVEY]


def test_a_single_site_needs_no_brackets() -> None:
    with Engines() as engines:
        search("brave", engines, search_request("brave", CLAIM, 5, sites=SITES[:1]))
    assert engines.asked[0].params["q"] == f"{CLAIM} site:{SITES[0]}"


@pytest.mark.parametrize("name", ["wikipedia", "crossref"])
def test_a_backend_of_one_site_is_not_asked_for_others(name: str) -> None:
    with Engines() as engines:
        assert hits(search(name, engines, search_request(name, CLAIM, 5, sites=SITES))) == ()
        assert engines.asked == []
        home = [BACKENDS[name].home]
        assert len(hits(search(name, engines, search_request(name, CLAIM, 5, sites=home)))) == 2


def test_a_host_that_only_looks_like_a_site_is_left_out() -> None:
    urls = [f"https://{SITES[0]}.example/a", f"https://not{SITES[0]}/a", "not an address", SURVEY]
    results = {"results": [{"url": url, "title": "a"} for url in urls]}
    with Engines(lambda _: saying(results)) as engines:
        found = hits(search("exa", engines, search_request("exa", CLAIM, 5, sites=SITES)))
    assert [hit.url for hit in found] == [SURVEY]


PAST = date(2026, 3, 1)


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("brave", "freshness", "1990-01-01to2026-03-01"),
        ("tavily", "end_date", "2026-03-01"),
        ("serper", "tbs", "cdr:1,cd_max:3/1/2026"),
        ("exa", "endPublishedDate", "2026-03-01T23:59:59.999Z"),
        ("crossref", "filter", "until-pub-date:2026-03-01"),
    ],
)
def test_a_past_day_is_told_where_there_is_a_way_to(name: str, key: str, value: str) -> None:
    with Engines() as engines:
        search(name, engines, search_request(name, CLAIM, 5, as_of=PAST))
    (asked,) = engines.asked
    assert {**asked.params, **(asked.body or {})}[key] == value


@pytest.mark.parametrize("name", ["searxng", "brave", "tavily", "serper", "exa"])
def test_what_was_published_later_is_left_out_by_code(name: str) -> None:
    with Engines() as engines:
        found = hits(search(name, engines, search_request(name, CLAIM, 5, as_of=PAST)))
    assert [hit.url for hit in found] == [NEWS]  # The survey's page is of 2026-03-02.


def test_a_later_fact_check_is_left_out() -> None:
    with Engines() as engines:
        request = search_request("factcheck", CLAIM, 5, as_of=PAST)
        outcome = search("factcheck", engines, request)
    assert isinstance(outcome, Reply)
    assert outcome.value == {"results": []}


def test_no_more_is_given_than_was_asked_for_and_each_page_once() -> None:
    urls = ["https://a.example/1", "https://a.example/2", "https://a.example/1"]
    results = {"results": [{"url": url} for url in urls]}
    with Engines(lambda _: saying(results)) as engines:
        assert [hit.url for hit in hits(search("exa", engines))] == urls[:2]
        request = search_request("exa", CLAIM, 1)
        assert [hit.url for hit in hits(search("exa", engines, request))] == urls[:1]


@pytest.mark.parametrize(
    ("language", "param"), [("si-LK", "si"), ("TA", "ta"), ("not a tag", None), (None, None)]
)
def test_the_language_of_the_claim_is_told(language: str | None, param: str | None) -> None:
    with Engines() as engines:
        search("brave", engines, search_request("brave", CLAIM, 5, language=language))
    assert engines.asked[0].params.get("search_lang") == param


@pytest.mark.parametrize(
    ("language", "host"), [("si-LK", "si"), ("ta", "ta"), (None, "en"), ("x/../", "en")]
)
def test_wikipedia_is_asked_in_the_language_of_the_claim(language: str | None, host: str) -> None:
    async def run(engines: Engines) -> None:
        url = f"http://{engines.place}/{{language}}"
        provider = SearchProvider(BACKENDS["wikipedia"], url=url, today=lambda: TODAY)
        await provider.answer(search_request("wikipedia", CLAIM, 5, language=language))
        await provider.aclose()

    with Engines(lambda _: saying({})) as engines:
        asyncio.run(run(engines))
    assert engines.asked[0].path == f"/{host}"


@pytest.mark.parametrize("name", NAMES)
def test_a_long_claim_is_cut_at_a_word(name: str) -> None:
    words = " ".join(f"word{number}" for number in range(600))
    with Engines() as engines:
        search(name, engines, search_request(name, words, 5, sites=()))
    (asked,) = engines.asked
    told = {**asked.params, **(asked.body or {})}
    names = {"q", "query", "gsrsearch", "query.bibliographic"} & told.keys()
    (said,) = (told[one] for one in names)
    assert len(said) <= 2000
    assert said.removeprefix("word").split("word")[-1].strip().isdecimal()
    assert said.rpartition(" ")[2] in words.split()


def test_a_request_of_another_kind_is_a_failure() -> None:
    with Engines() as engines:
        for request in (
            Request(kind="ask", provider="brave", inputs={"query": "x", "top_k": 1}),
            Request(kind="search", provider="brave", inputs={"query": "x", "top_k": 0}),
            Request(kind="search", provider="brave", inputs={"top_k": 3}),
        ):
            outcome = search("brave", engines, request)
            assert isinstance(outcome, Failure)
            assert outcome.kind is FailureKind.INTERNAL
        assert engines.asked == []
