"""From a search of the web to passages: what is fetched, kept, ranked, and left out and why."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest

from tests.methods.test_routed import claim
from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.canonical import digest_bytes
from veracity.domain.claim import Claim
from veracity.domain.evidence import Found, Scores, Tier
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.domain.page import Extracted, Fetched, Hit, Hits, Obstacle
from veracity.methods.evidence import EvidenceDials, Pool, Query, gather_pool
from veracity.methods.routed import decide, gather
from veracity.methods.routed.record import RoutedDials
from veracity.methods.web.pages import FROM_ONE_PAGE

TEXT = "Volunteers rebuilt the harbor of Ostrana."
ABOUT = claim(TEXT)
DAY = date(2026, 1, 1)
"""The scripted desk's."""
TOLD = (
    "In the spring of last year volunteers from three villages rebuilt the harbor of Ostrana after "
    "the storm, the port office said on Monday, and fishing boats came back in June."
)
OTHER = "The bakery on the square sells bread."
GONE = Failure(kind=FailureKind.UNREACHABLE, message="https://gone.example/ cannot be reached.")


def fetched(url: str, text: str = TOLD, *, status: int = 200, **said: Any) -> Fetched:
    to = said.pop("to", url)
    return Fetched(
        url=url,
        final_url=to,
        redirects=() if to == url else (to,),
        status=status,
        media_type="text/html",
        digest=digest_bytes(text.encode()),
        size=len(text),
        page=Extracted(text=text, title="The harbor", **said),
    )


@dataclass
class Internet:
    """Backends by name with what they find, and pages by address."""

    finds: Mapping[str, Any]
    pages: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def answer(self, request: Request) -> Any:
        if request.kind == "fetch":
            return self.pages[request.inputs["url"]]
        if request.kind == "search":
            return self.finds.get(request.provider, Found())
        return None


def hits(*urls: str) -> Hits:
    return Hits(results=tuple(Hit(url=url, title="A hit", snippet=TOLD) for url in urls))


def serving(*pages: Fetched, backend: str = "brave") -> Internet:
    """One backend that finds these pages, in this order."""
    return Internet(
        {backend: hits(*(page.url for page in pages))}, {page.url: page for page in pages}
    )


def pool_of(
    internet: Internet,
    *queries: Query,
    about: Claim = ABOUT,
    web: tuple[str, ...] = ("brave",),
    **dials: Any,
) -> tuple[Pool, ScriptedDesk]:
    """The pool, which a run over the recorded exchanges has to gather again."""
    desk = ScriptedDesk(internet.answer)
    turned = EvidenceDials(web=web, **dials)
    wanted = queries or (Query(text=about.text),)
    pool = asyncio.run(gather_pool(about, desk, turned, wanted))
    assert asyncio.run(gather_pool(about, ReplayDesk(desk.exchanges), turned, wanted)) == pool
    return pool, desk


def left_out(pool: Pool) -> dict[str, str]:
    return {page.url: page.why for search in pool.searches for page in search.left_out}


def asked(desk: ScriptedDesk, kind: str) -> list[Request]:
    return [request for request in desk.asked if request.kind == kind]


A, B, C = "https://a.example/1", "https://b.example/2", "https://c.example/3"


def test_a_passage_is_words_of_the_page_with_the_source_that_our_fetch_saw() -> None:
    page = fetched(
        A,
        f"{OTHER}\n\n# Harbor\n\n{TOLD}",
        to="https://www.bls.gov/harbor",
        published=date(2025, 5, 1),
        publisher="The Daily Something",
    )
    pool, _ = pool_of(serving(page))
    (passage,) = pool.passages
    assert (passage.text, passage.subject) == (TOLD, "Harbor")
    assert passage.span is not None
    assert passage.span.of(page.page.text) == TOLD
    source = passage.source
    assert (source.url, source.title) == ("https://www.bls.gov/harbor", "The harbor")
    # By its host, and not by the name that it gives itself.
    assert (source.publisher, source.tier) == ("bls.gov", Tier.GOVERNMENT)
    assert (source.published, source.curated) == (date(2025, 5, 1), False)


def test_the_words_of_the_search_are_no_evidence() -> None:
    pool, _ = pool_of(Internet({"brave": hits(A)}, {A: GONE}))
    assert pool.passages == ()
    assert left_out(pool) == {A: GONE.message}
    assert pool.answered
    assert pool.failures == ()


@pytest.mark.parametrize("obstacle", list(Obstacle))
def test_a_wall_with_status_200_is_never_quoted(obstacle: Obstacle) -> None:
    pool, _ = pool_of(serving(fetched(A, obstacle=obstacle), fetched(B)))
    assert {passage.source.url for passage in pool.passages} == {B}
    assert left_out(pool)[A] == f"In its place came: {obstacle.value.replace('_', ' ')}."


@pytest.mark.parametrize(
    ("page", "why"),
    [
        (fetched(A, ""), "It has no text."),
        (fetched(A, OTHER), "Nothing on it is about the claim."),
        (fetched(A, published=date(2026, 1, 2)), "It was published on 2026-01-02, after"),
    ],
)
def test_what_is_no_evidence_is_left_out_and_told(page: Fetched, why: str) -> None:
    pool, _ = pool_of(serving(page))
    assert pool.passages == ()
    assert left_out(pool)[A].startswith(why)


def test_a_reply_of_another_shape_is_no_page() -> None:
    pool, _ = pool_of(Internet({"brave": hits(A)}, {A: {"text": TOLD}}))
    assert left_out(pool) == {A: "The fetch's reply has another shape."}


PAST = date(2025, 6, 30)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"published": date(2025, 6, 30)}, None),
        ({"published": date(2025, 7, 1)}, "It was published on 2025-07-01, after 2025-06-30."),
        ({}, "It has no date that shows that it is not later than 2025-06-30."),
        (
            {"published": date(2025, 6, 1), "modified": date(2025, 7, 1)},
            "It was changed on 2025-07-01, after 2025-06-30.",
        ),
        ({"published": date(2025, 6, 1), "modified": date(2025, 6, 30)}, None),
    ],
)
def test_for_a_past_day_a_page_has_to_show_that_its_words_were_there(
    said: dict[str, date], why: str | None
) -> None:
    pool, desk = pool_of(serving(fetched(A, **said)), as_of=PAST)
    assert left_out(pool).get(A) == why
    assert len(pool.passages) == (why is None)
    assert {search.inputs["as_of"] for search in asked(desk, "search")} == {"2025-06-30"}


def test_the_day_that_the_search_knows_serves_where_the_page_says_none() -> None:
    internet = serving(fetched(A))
    hit = Hit(url=A, published=date(2026, 2, 1))
    pool, _ = pool_of(Internet({"brave": Hits(results=(hit,))}, internet.pages))
    assert left_out(pool)[A].startswith("It was published on 2026-02-01")


def test_only_the_first_pages_are_fetched_each_once() -> None:
    pages = [fetched(f"https://s{n}.example/") for n in range(8)]
    internet = serving(*pages)
    two = Internet({**internet.finds, "exa": internet.finds["brave"]}, internet.pages)
    _, desk = pool_of(two, web=("brave", "exa"), pages=3)
    assert {request.inputs["url"] for request in asked(desk, "fetch")} == {
        page.url for page in pages[:3]
    }
    assert len([one for one in desk.exchanges if one.request.kind == "fetch"]) == 3


def test_one_page_gives_its_nearest_passages_and_not_all() -> None:
    paragraphs = [f"{TOLD} {'And so on it went. ' * 20}" for _ in range(9)]
    pool, _ = pool_of(serving(fetched(A, "\n\n".join(paragraphs))), top_k=20)
    assert len(pool.passages) == FROM_ONE_PAGE


def test_every_backend_is_searched_for_every_query_and_none_hides_the_others_failure() -> None:
    internet = Internet({"brave": GONE, "exa": hits(A), "serper": Hits()}, {A: fetched(A)})
    queries = (Query(text=TEXT), Query(text="harbor storm", purpose="refute"))
    pool, _ = pool_of(internet, *queries, web=("brave", "exa", "serper"))
    said = {
        (search.provider, search.query, search.failure is not None, bool(search.found))
        for search in pool.searches
        if search.provider != "archive"
    }
    assert said == {
        (name, query.text, name == "brave", name == "exa")
        for name in ("brave", "exa", "serper")
        for query in queries
    }


def test_ten_copies_of_one_story_are_there_once() -> None:
    copies = [
        fetched(f"https://site{n}.example/story", f"{TOLD} Site {n}.", published=date(2025, 5, n))
        for n in range(2, 11)
    ]
    wire = fetched("https://site1.example/story", f"{TOLD} Site 1.", published=date(2025, 5, 1))
    pool, _ = pool_of(serving(*copies, wire), pages=20, top_k=20)
    assert {passage.source.url for passage in pool.passages} == {wire.url}
    assert set(left_out(pool).values()) == {f"It is a copy of {wire.url}."}
    assert len(left_out(pool)) == 9


def test_copies_are_told_over_several_searches_and_the_trusted_host_stands_for_all() -> None:
    trusted = fetched("https://www.bls.gov/a", published=date(2025, 9, 9))
    early = fetched(A, published=date(2025, 5, 1))
    internet = Internet(
        {"brave": hits(early.url), "exa": hits(trusted.url)},
        {page.url: page for page in (trusted, early)},
    )
    pool, _ = pool_of(internet, web=("brave", "exa"))
    assert {passage.source.url for passage in pool.passages} == {trusted.url}
    assert left_out(pool) == {A: f"It is a copy of {trusted.url}."}


def test_two_addresses_of_one_page_are_one() -> None:
    pool, _ = pool_of(serving(fetched(A, to=C), fetched(B, to=C)))
    assert [passage.source.url for passage in pool.passages] == [C]


def test_of_equally_near_pages_the_trusted_host_comes_first() -> None:
    other = fetched(A, f"{TEXT} {'It was a long day for everybody there. ' * 3}")
    office = fetched("https://www.bls.gov/a", f"{TEXT} {'The count is kept by the office. ' * 4}")
    pool, _ = pool_of(serving(other, office))
    assert [passage.source.tier for passage in pool.passages] == [Tier.GOVERNMENT, Tier.OTHER]
    first = pool.passages[0].scores
    # The claim's four content words all stand in both; the office's page is second by rank.
    assert (first.keyword, first.keyword_rank) == (1.0, 2)
    assert first.final == pytest.approx(first.fused * 1.0 * 0.55)  # Undated, as half a year old.


def test_a_query_for_some_sites_goes_to_the_web_alone() -> None:
    pool, desk = pool_of(serving(fetched(A)), Query(text=TEXT, sites=("a.example",)))
    (search,) = asked(desk, "search")
    assert (search.provider, search.inputs["sites"]) == ("brave", ["a.example"])
    assert len(pool.passages) == 1


def test_without_backends_nothing_is_fetched_and_old_names_are_read() -> None:
    _, desk = pool_of(serving(fetched(A)), web=())
    assert {request.provider for request in asked(desk, "search")} == {"archive"}
    for given, read in ((None, ()), ("brave", ("brave",)), (["brave", "exa"], ("brave", "exa"))):
        assert EvidenceDials.model_validate({"web": given}).web == read
        assert RoutedDials.model_validate({"web": given}).web == read


@pytest.mark.parametrize("closed", [{"given": "sha256:g"}, {"pool": "sha256:p"}])
def test_evidence_that_is_given_or_shared_keeps_the_web_out(closed: dict[str, str]) -> None:
    _, desk = pool_of(serving(fetched(A)), web=("brave", "factcheck"), **closed)
    assert {request.provider for request in asked(desk, "search")} == set(closed)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (TEXT, None),
        ("ඔස්ට්‍රානාහි වරාය යළි ගොඩනැගුවේ ස්වේච්ඡා සේවකයන් විසිනි.", "si"),
        ("ஒஸ்த்ரானா துறைமுகத்தை தன்னார்வலர்கள் மீண்டும் கட்டினர்.", "ta"),
    ],
)
def test_the_claims_script_tells_its_language_to_the_search(
    text: str, language: str | None
) -> None:
    _, desk = pool_of(Internet({"brave": Hits()}), about=claim(text))
    (search,) = [request for request in asked(desk, "search") if request.provider == "brave"]
    assert search.inputs.get("language") == language


def test_earlier_fact_checks_are_looked_up_once_and_are_no_evidence() -> None:
    checks = {
        "results": [
            {
                "claim": TEXT,
                "rating": "False",
                "publisher": "Checks",
                "url": "https://checks.example/1",
            }
        ]
    }
    internet = Internet({"factcheck": checks, "brave": hits(A)}, {A: fetched(A)})
    queries = (Query(text=TEXT), Query(text="harbor", purpose="refute"))
    pool, desk = pool_of(internet, *queries, web=("factcheck", "brave"))
    made = [one for one in desk.exchanges if one.request.provider == "factcheck"]
    assert len(made) == 1
    assert {passage.source.url for passage in pool.passages} == {A}
    assert "factcheck" not in {search.provider for search in pool.searches}


def run_routed(internet: Internet, **dials: Any) -> Any:
    turned = RoutedDials(pack=None, model=None, **dials)
    desk = ScriptedDesk(internet.answer)
    record = asyncio.run(gather(ABOUT, desk, turned))
    assert asyncio.run(gather(ABOUT, ReplayDesk(desk.exchanges), turned)) == record
    return record, decide(record, turned)


def test_routed_tells_every_backend_and_what_it_left_out() -> None:
    internet = Internet(
        {"brave": hits(A, B), "exa": GONE},
        {A: fetched(A), B: fetched(B, obstacle=Obstacle.PAYWALL)},
    )
    record, verdict = run_routed(internet, web=("brave", "exa", "factcheck"))
    assert [search.backend for search in record.web] == ["brave", "exa"]
    assert [passage.source.url for passage in record.online] == [A]
    brave, exa = (step.detail for step in verdict.trail if step.name == "web")
    assert brave.startswith("brave, all sites: 1 passages, 1 UNRESTRICTED; not ")
    assert brave.endswith(f"{B}: In its place came: paywall.")
    assert exa == f"web search of all sites by exa: {GONE.message}"
    assert [one.who for one in verdict.abstentions] == ["web search of all sites by exa"]


def test_routed_says_not_found_where_one_backend_answered() -> None:
    _, verdict = run_routed(Internet({"brave": Hits(), "exa": GONE}), web=("brave", "exa"))
    assert (verdict.label, verdict.path) == ("Unverified", "not-found")
    _, verdict = run_routed(Internet({"brave": GONE, "exa": GONE}), web=("brave", "exa"))
    assert (verdict.label, verdict.path) == ("Unverified", "web-failed")


def kept(page: Fetched, similarity: float = 0.9) -> Found:
    """What an archive gives that kept a page for an earlier claim."""
    pool, _ = pool_of(serving(page))
    scores = Scores(similarity=similarity)
    return Found(passages=tuple(one.model_copy(update={"scores": scores}) for one in pool.passages))


def test_what_the_archive_kept_of_the_web_covers_no_claim() -> None:
    internet = Internet({"archive": kept(fetched(A)), "brave": hits(B)}, {B: fetched(B, TEXT)})
    record, verdict = run_routed(internet, web=("brave",))
    assert [search.backend for search in record.web] == ["brave"]
    assert record.route == "web"
    record, verdict = run_routed(internet)
    assert (record.route, verdict.path) == ("none", "not-covered")


def test_what_the_archive_kept_of_the_web_stands_as_the_web_does() -> None:
    curated = kept(fetched("https://c.example/")).passages[0]
    curated = curated.model_copy(
        update={"source": curated.source.model_copy(update={"curated": True}), "text": f"{TEXT} C"}
    )
    found = Found(
        passages=(curated.model_copy(update={"id": "sha256:c"}), *kept(fetched(A)).passages)
    )
    record, _ = run_routed(Internet({"archive": found}))
    assert record.route == "archive"
    first, second = record.archived
    assert (record.unrestricted(first), record.unrestricted(second)) == (False, True)
    assert record.publisher(second) == "a.example"
