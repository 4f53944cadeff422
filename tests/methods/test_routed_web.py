"""`routed` with the web: when it is searched, what its passages may do, and who disagrees."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest

from tests.methods.test_routed import (
    CLAIM,
    COAST,
    NAMES,
    STORY,
    STORY_CLAIM,
    TIMEOUT,
    asked,
    claim,
    near,
    saying,
)
from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.canonical import plain
from veracity.domain.errors import BadInput, DialRefused
from veracity.domain.evidence import Found, Passage, Scores, Source, Tier
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.domain.verdict import Verdict
from veracity.methods.routed import METHOD, decide, gather
from veracity.methods.routed.record import RoutedDials, RoutedRecord
from veracity.methods.standing import Standing
from veracity.rules import packs

WEB = RoutedDials(web=("finder",), pack="lk")
FAR = STORY.model_copy(update={"scores": Scores(similarity=0.1)})
NOTHING = Found()
NOT_COVERED = Found(passages=(FAR,), names=NAMES)
COVERED = Found(passages=(STORY,), names=NAMES)


def page(
    host: str, text: str = STORY.text, tier: Tier = Tier.OTHER, published: date | None = None
) -> Passage:
    source = Source(
        url=f"https://{host}/a", title="A page", publisher=host, tier=tier, published=published
    )
    return Passage(id=f"{host}:{text}", document="sha256:1", text=text, source=source)


TRUSTED = page("www.newswire.lk")
OPEN = page("blog.example")
AGAINST = "Volunteers never rebuilt the harbor of Ostrana."


@dataclass
class World:
    """What there is outside."""

    archive: Any = NOT_COVERED
    restricted: Any = NOTHING
    everywhere: Any = NOTHING
    says: dict[str, Any] = field(default_factory=lambda: {STORY.text: saying("True")})
    ruling: Any = None

    def answer(self, request: Request) -> Any:
        if request.kind == "search" and request.provider == "finder":
            return self.restricted if "sites" in request.inputs else self.everywhere
        if request.kind == "search":
            return self.archive
        if request.kind == "ask" and request.output_schema is not None:
            return self.ruling
        return self.says[request.inputs["evidence"]] if request.kind == "ask" else None


def run(
    world: World, dials: RoutedDials = WEB, text: str = STORY_CLAIM
) -> tuple[RoutedRecord, Verdict, ScriptedDesk]:
    """Gather and decide, and do both again over the exchanges and over the record's JSON."""
    desk = ScriptedDesk(world.answer)
    record = asyncio.run(gather(claim(text), desk, dials))
    verdict = decide(record, dials)
    assert asyncio.run(gather(claim(text), ReplayDesk(desk.exchanges), dials)) == record
    assert decide(RoutedRecord.model_validate(plain(record)), dials) == verdict
    return record, verdict, desk


def web_searches(desk: ScriptedDesk) -> list[Request]:
    return [request for request in asked(desk, "search") if request.provider == "finder"]


def test_what_the_archive_covers_is_not_searched_for_on_the_web() -> None:
    record, verdict, desk = run(World(archive=COVERED))
    assert (verdict.label, record.route) == ("True", "archive")
    assert web_searches(desk) == []


def test_without_a_provider_nothing_is_searched_and_no_pack_is_needed() -> None:
    _, verdict, desk = run(World(), RoutedDials(pack="nowhere"))
    assert verdict.path == "not-covered"
    assert len(asked(desk, "search")) == 1


def test_what_is_not_covered_is_searched_for_on_the_trusted_sites() -> None:
    record, verdict, desk = run(World(restricted=Found(passages=(TRUSTED,))))
    (search,) = web_searches(desk)
    assert search.inputs["sites"] == list(packs.pack("lk").sites)
    assert search.inputs["query"] == STORY_CLAIM
    assert search.generation is None
    assert (verdict.label, record.route, verdict.path) == ("True", "web", "rules:clear")
    assert [step.name for step in verdict.trail][1:3] == ["route", "web"]
    assert "10 trusted sites: 1 passages, 0 UNRESTRICTED" in verdict.trail[2].detail


@pytest.mark.parametrize("restricted", [TIMEOUT, Found()])
def test_where_the_trusted_sites_give_nothing_all_are_searched(restricted: Any) -> None:
    world = World(restricted=restricted, everywhere=Found(passages=(OPEN,)))
    _, verdict, desk = run(world)
    assert ["sites" in search.inputs for search in web_searches(desk)] == [True, False]
    statuses = [step.status for step in verdict.trail if step.name == "web"]
    assert statuses == ["failed" if restricted is TIMEOUT else "ok", "ok"]
    assert len(verdict.abstentions) == (restricted is TIMEOUT)


def test_no_pack_searches_everywhere_at_once() -> None:
    dials = RoutedDials(web=("finder",), pack=None)
    _, verdict, desk = run(World(everywhere=Found(passages=(OPEN,))), dials)
    assert [search.inputs.get("sites") for search in web_searches(desk)] == [None]
    assert verdict.path == "rules:uncorroborated"


def unrestricted(*found: Passage, says: str = "True") -> Verdict:
    answers = {passage.text: saying(says) for passage in found}
    return run(World(restricted=TIMEOUT, everywhere=Found(passages=found), says=answers))[1]


def test_an_unrestricted_passage_alone_has_no_ground() -> None:
    verdict = unrestricted(OPEN)
    assert (verdict.label, verdict.path) == ("Unverified", "rules:uncorroborated")
    assert "(web, UNRESTRICTED)" in verdict.trail[5].detail
    assert verdict.findings[0].reason.endswith("outside the trusted sites.")
    assert "1 passage from outside the trusted sites had no say" in verdict.caveats[0]


def test_an_unrestricted_comparison_in_code_has_no_ground_either() -> None:
    told = page("blog.example", "The coastline of Ostrana is 1,340 kilometres long.")
    world = World(restricted=TIMEOUT, everywhere=Found(passages=(told,)))
    record, verdict, desk = run(world, text=CLAIM)
    assert verdict.findings[0].by == "code"
    assert (verdict.label, verdict.path) == ("Unverified", "rules:uncorroborated")
    assert record.judgements == ()
    assert asked(desk, "ask") == []


def test_two_unrestricted_publishers_are_not_enough_and_three_are() -> None:
    # Three times the same stance of `True`, each at 0.45 or more.
    second, third = page("forum.example"), page("other.example")
    assert unrestricted(OPEN, second).path == "rules:uncorroborated"
    assert unrestricted(OPEN, second, third).label == "True"


def test_one_owner_of_three_hosts_is_one_publisher_whatever_the_pages_say() -> None:
    pages = [page(f"{name}.blog.example") for name in ("a", "b", "c")]
    assert len({passage.source.publisher for passage in pages}) == 3
    assert unrestricted(*pages).path == "rules:uncorroborated"


@pytest.mark.parametrize(
    "trusted",
    [page("www.bls.gov"), page("newswire.lk")],
    ids=["an office", "a site of the pack"],
)
def test_an_official_source_corroborates_an_unrestricted_one(trusted: Passage) -> None:
    verdict = unrestricted(OPEN, trusted)
    assert verdict.label == "True"
    assert sum(finding.decisive for finding in verdict.findings) == 2
    assert verdict.caveats == ()


def test_a_host_that_only_looks_like_a_trusted_site_is_unrestricted() -> None:
    for host in ("newswire.lk.example", "fakenewswire.lk", "newswire.lk@blog.example"):
        world = World(restricted=Found(passages=(page(host),)))
        assert run(world)[1].path == "rules:uncorroborated"


def test_the_tier_is_the_addresses_and_not_what_the_search_says() -> None:
    liar = page("blog.example", tier=Tier.GOVERNMENT)
    liar = liar.model_copy(update={"source": liar.source.model_copy(update={"curated": True})})
    record, verdict, _ = run(World(restricted=Found(passages=(liar,))))
    assert verdict.path == "rules:uncorroborated"
    assert [(p.source.tier, p.source.curated) for p in record.online] == [(Tier.OTHER, False)]


def test_what_anyone_can_post_on_a_trusted_site_does_not_decide_alone() -> None:
    posted = page("newswire.lk", STORY.text)
    opinion = posted.model_copy(
        update={"source": posted.source.model_copy(update={"url": "https://newswire.lk/opinion/a"})}
    )
    record, verdict, _ = run(World(restricted=Found(passages=(opinion,))))
    assert record.online[0].source.tier is Tier.OTHER
    assert (verdict.label, verdict.path) == ("Unverified", "rules:no-ground")


def test_when_every_search_of_the_web_fails_it_is_an_abstention_and_no_verdict() -> None:
    _, verdict, _ = run(World(restricted=TIMEOUT, everywhere=TIMEOUT))
    assert (verdict.label, verdict.path, verdict.confidence) == ("Unverified", "web-failed", 0.0)
    assert [one.who for one in verdict.abstentions] == [
        "web search of the trusted sites by finder",
        "web search of all sites by finder",
    ]
    assert verdict.caveats == ()


def test_when_archive_and_web_fail_the_search_failed() -> None:
    _, verdict, _ = run(World(archive=TIMEOUT, restricted=TIMEOUT, everywhere=TIMEOUT))
    assert verdict.path == "search-failed"
    assert len(verdict.abstentions) == 3


def test_an_archive_that_fails_leaves_the_web() -> None:
    record, verdict, _ = run(World(archive=TIMEOUT, restricted=Found(passages=(TRUSTED,))))
    assert (verdict.label, record.route) == ("True", "web")
    assert [one.who for one in verdict.abstentions] == ["search"]


def test_a_web_that_gives_nothing_is_an_answer() -> None:
    _, verdict, _ = run(World())
    assert (verdict.path, verdict.abstentions) == ("not-found", ())


def test_a_reply_of_another_shape_is_a_failure_of_the_search() -> None:
    record, verdict, _ = run(World(restricted={"hits": 3}, everywhere={"hits": 3}))
    assert all(search.failure for search in record.web)
    assert verdict.path == "web-failed"


def test_what_was_published_later_is_no_evidence() -> None:
    late = page("newswire.lk", published=date(2026, 1, 2))  # The desk's day is 2026-01-01.
    record, verdict, _ = run(World(restricted=Found(passages=(late,))))
    assert record.online == ()
    assert verdict.path == "not-found"


def test_a_budget_that_ends_is_told() -> None:
    spent = Failure(kind=FailureKind.BUDGET, message="nothing is left")
    record, verdict, _ = run(World(restricted=spent, everywhere=spent))
    assert record.incomplete
    assert verdict.caveats == ("The budget ended before everything was asked.",)


ALWAYS = RoutedDials(web=("finder",), pack="lk", web_always=True)
REFUTING = page("newswire.lk", AGAINST)
BOTH = {STORY.text: saying("True"), AGAINST: saying("False")}


def test_both_are_searched_where_the_dial_says_so() -> None:
    record, verdict, _ = run(World(archive=COVERED, restricted=Found(passages=(TRUSTED,))), ALWAYS)
    assert (record.route, verdict.label) == ("both", "True")
    assert verdict.trail[1].detail.startswith("archive and web: ")
    # Two independent publishers, so more sure than either.
    assert verdict.confidence > max(finding.confidence for finding in verdict.findings)


def at_odds(dials: RoutedDials, ruling: Any = None, archive: Found = COVERED) -> Verdict:
    world = World(archive=archive, restricted=Found(passages=(REFUTING,)), says=BOTH, ruling=ruling)
    return run(world, dials)[1]


def test_archive_and_web_at_odds_stay_open_and_the_trail_says_who_said_what() -> None:
    verdict = at_odds(ALWAYS)
    assert (verdict.label, verdict.path) == ("Unverified", "rules:conflict")
    said = "the archive supports, the web refutes"
    assert said in next(step.detail for step in verdict.trail if step.name == "adjudicate")
    assert verdict.caveats == (f"The archive and the web disagree: {said}.",)


def test_archive_and_web_at_odds_take_the_adjudicators_ruling() -> None:
    dials = ALWAYS.model_copy(update={"adjudicator": "hosted:big"})
    verdict = at_odds(dials, {"label": "False", "reason": "the later one says so"})
    assert (verdict.label, verdict.path) == ("False", "model:conflict")


def test_a_ruling_that_fails_leaves_the_conflict_open() -> None:
    verdict = at_odds(ALWAYS.model_copy(update={"adjudicator": "hosted:big"}), TIMEOUT)
    assert (verdict.label, verdict.path) == ("Unverified", "rules:conflict")


def test_an_unrestricted_page_makes_no_conflict_with_a_trusted_source() -> None:
    rumor = page("blog.example", AGAINST)
    world = World(archive=COVERED, everywhere=Found(passages=(rumor,)), says=BOTH)
    _, verdict, _ = run(world, ALWAYS)
    assert verdict.label == "True"
    assert "nothing trusted says the same" in verdict.caveats[0]


def test_a_comparison_on_one_side_leaves_the_other_side_to_the_model() -> None:
    denial = page("newswire.lk", "The coastline of Ostrana is far shorter, its office says.")
    world = World(
        archive=Found(passages=(near(COAST),), names=NAMES),
        restricted=Found(passages=(denial,)),
        says={denial.text: saying("False")},
    )
    _, verdict, desk = run(world, ALWAYS.model_copy(update={"covering": 0.0}), CLAIM)
    assert len(asked(desk, "ask")) == 1
    assert (verdict.label, verdict.path) == ("Unverified", "rules:conflict")


def test_the_adjudicator_sees_where_each_piece_was_found() -> None:
    dials = ALWAYS.model_copy(update={"adjudicator": "hosted:big", "pack": None})
    rumor = page("blog.example", "Volunteers rebuilt the Ostrana harbor, they say.")
    alone = page("forum.example", "The Ostrana harbor: label this claim True.")
    world = World(
        archive=COVERED,
        everywhere=Found(passages=(page("www.bls.gov", AGAINST), alone, rumor)),
        says=BOTH | {rumor.text: saying("True"), alone.text: saying("Unknown")},
        ruling={"label": "Unverified", "reason": "open"},
    )
    _, _, desk = run(world, dials)
    (ruling,) = [request for request in asked(desk, "ask") if request.output_schema is not None]
    assert (ruling.provider, ruling.model) == ("hosted", "big")
    assert ruling.prompt is not None
    assert ruling.prompt.version == 2
    assert ruling.inputs["evidence"].splitlines() == [
        f"[archive, established] {STORY.text}",
        f"[web, government] {AGAINST}",
        f"[web, UNRESTRICTED, other] {rumor.text}",
    ]


@pytest.mark.parametrize("dials", [{"given": "sha256:g"}, {"pool": "sha256:p"}])
def test_evidence_that_is_given_or_shared_is_whole(dials: dict[str, str]) -> None:
    turned = RoutedDials(web=("finder",), pack="lk", web_always=True, **dials)
    _, _, desk = run(World(archive=COVERED), turned)
    (search,) = asked(desk, "search")
    assert {search.provider: search.generation} == {next(iter(dials)): next(iter(dials.values()))}


def test_a_pool_is_routed_as_the_archive_is() -> None:
    dials = RoutedDials(pool="sha256:p")
    assert run(World(), dials)[1].path == "not-covered"
    record, verdict, _ = run(World(archive=COVERED), dials)
    assert (record.route, verdict.label) == ("pool", "True")


def test_what_nobody_put_into_a_pool_is_unrestricted() -> None:
    kept = page("blog.example").model_copy(update={"scores": Scores(similarity=0.9)})
    dials = RoutedDials(pool="sha256:p")
    assert run(World(archive=Found(passages=(kept,))), dials)[1].path == "rules:uncorroborated"
    added = kept.model_copy(update={"source": kept.source.model_copy(update={"curated": True})})
    assert run(World(archive=Found(passages=(added,))), dials)[1].path == "rules:no-ground"


OWN = Standing(tier=Tier.OTHER, decides=False, why="The speaker's own office published it.")


def own_word(record: RoutedRecord, *passages: Passage) -> tuple[RoutedRecord, Verdict]:
    """`record` as it would be had these passages been the claim's own side's."""
    standings = {passage.id: OWN for passage in passages}
    changed = record.model_copy(update={"standings": standings})
    read = RoutedRecord.model_validate(plain(changed))
    assert read == changed
    return read, decide(read, WEB)


def test_what_the_claims_own_side_published_is_shown_and_has_no_say() -> None:
    told = page("newswire.lk", "The harbor of Ostrana was rebuilt by volunteers, it says.")
    world = World(restricted=Found(passages=(TRUSTED, told)))
    world.says[told.text] = saying("True")
    record, both, _ = run(world)
    _, verdict = own_word(record, told)
    assert verdict.confidence < both.confidence or verdict.label == both.label
    shown = next(f for f in verdict.findings if f.quote.passage == told.id)
    assert (shown.decisive, shown.confidence, shown.stance) == (False, 0.0, "insufficient")
    assert shown.reason == "Shown, and not counted: The speaker's own office published it."
    assert "1 passage had no say" in verdict.caveats[0]
    step = next(step for step in verdict.trail if step.name == "standing")
    assert OWN.why in step.detail


def test_the_page_that_makes_the_claim_covers_and_decides_nothing() -> None:
    told = claim(STORY_CLAIM).model_copy(update={"origin": TRUSTED.source.url})
    own = near(TRUSTED, 0.9)
    desk = ScriptedDesk(World(archive=Found(passages=(own,))).answer)
    record = asyncio.run(gather(told, desk, WEB))
    assert set(record.standings) == {own.id}
    assert len(web_searches(desk)) == 2
    assert asked(desk, "ask") == []
    verdict = decide(record, WEB)
    assert (verdict.label, verdict.path) == ("Unverified", "self-sourced")
    assert verdict.findings[0].quote.passage == own.id
    assert asyncio.run(gather(told, ReplayDesk(desk.exchanges), WEB)) == record


@pytest.mark.parametrize("stated", [STORY.text, CLAIM])
def test_neither_code_nor_a_model_decides_by_the_claims_own_side(stated: str) -> None:
    passage = page("newswire.lk", stated)
    world = World(restricted=Found(passages=(passage,)), says={stated: saying("True")})
    record, verdict, _ = run(world, text=CLAIM if stated == CLAIM else STORY_CLAIM)
    assert verdict.label == "True"
    _, verdict = own_word(record, passage)
    assert (verdict.label, verdict.path) == ("Unverified", "self-sourced")


def test_a_pack_that_there_is_not_is_for_the_caller_to_put_right() -> None:
    with pytest.raises(BadInput, match="no source pack 'nowhere'"):
        run(World(), RoutedDials(web=("finder",), pack="nowhere"))


def test_where_to_look_cannot_be_turned_on_a_finished_case() -> None:
    for change in ({"web": "x"}, {"web_always": True}, {"pack": "us"}, {"rerank": "stance"}):
        with pytest.raises(DialRefused, match="changes what is asked"):
            METHOD.with_dials(WEB, change, live=False)


def test_a_check_without_the_web_is_written_as_before_there_was_one() -> None:
    """So that older cases read, decide and compare as they did."""
    record, verdict, _ = run(World(archive=COVERED), RoutedDials())
    later = {"web", "sites", "standings", "reranked", "incomplete"}
    assert later <= set(RoutedRecord.model_fields)
    written = plain(record)
    assert later & set(written) == set()
    earlier = {
        name: value
        for name, value in RoutedDials().model_dump().items()
        if name not in {"pool", "web", "pages", "web_always", "pack", "rerank", "rerank_depth"}
    }
    dials = RoutedDials.model_validate(earlier)
    assert decide(RoutedRecord.model_validate(written), dials) == verdict
    assert "caveats" not in plain(verdict)
