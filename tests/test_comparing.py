"""Several methods on one claim: one pool, one case each, and what each took."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

import veracity
from tests.cli.command import veracity as run_veracity
from veracity.domain.claim import Submission
from veracity.domain.evidence import Document, Source, Tier
from veracity.domain.verdict import Polarity
from veracity.methods import NAMES
from veracity.newsroom import How, Judged, Newsroom
from veracity.publish.comparison import Line, agreement, line
from veracity.settings import Settings

CLAIM = "The village of Brakka has more than 120 inhabitants."
TEXT = "The village of Brakka has 125 inhabitants."


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", model="none", lock_wait=1)


def handed_over() -> tuple[Document, ...]:
    source = Source(url="brakka.txt", title="Brakka", publisher="", tier=Tier.GIVEN)
    return (Document(text=TEXT, source=source),)


def one_line(method: str, polarity: Polarity) -> Line:
    return Line(method, "x", "x", polarity, 0.5, None, "x", 0, 0, 0, 0.0, 0.0, (), None)


def test_every_method_judges_the_same_evidence_and_keeps_a_case_that_replays(
    settings: Settings,
) -> None:
    async def judge() -> None:
        async with Newsroom(settings) as newsroom:
            shared, outcomes = await newsroom.compare(
                Submission(text=CLAIM), NAMES, How(evidence=handed_over())
            )
        assert [passage.text for passage in shared.pool.passages] == [TEXT]
        for name, outcome in zip(NAMES, outcomes, strict=True):
            assert isinstance(outcome, Judged), outcome
            assert outcome.case.method == name
            seen = {p["id"] for e in outcome.case.exchanges for p in _passages(e)}
            assert seen <= {passage.id for passage in shared.pool.passages}
            replayed = await veracity.replay(veracity.load(outcome.place), from_exchanges=True)
            assert replayed.same, replayed.differences

    asyncio.run(judge())


def test_the_pool_of_the_archive_is_one_search_for_all(settings: Settings) -> None:
    async def judge() -> None:
        claim = Submission(text="The coastline of Sri Lanka is 1,340 kilometres long.")
        async with Newsroom(settings) as newsroom:
            shared, outcomes = await newsroom.compare(claim, NAMES, How())
        assert len(shared.pool.searches) == 1
        for outcome in outcomes:
            assert isinstance(outcome, Judged), outcome
            searched = [e.request for e in outcome.case.exchanges if e.request.kind == "search"]
            assert {request.generation for request in searched} <= {shared.generation}
        routed = outcomes[NAMES.index("routed")]
        assert isinstance(routed, Judged)
        assert routed.case.verdict.label == "True", "an entry in a pool is compared in code"

    asyncio.run(judge())


def test_a_line_counts_what_the_case_took(settings: Settings) -> None:
    async def judge() -> None:
        case = await veracity.check(CLAIM, evidence=list(handed_over()), settings=settings)
        told = line(case, place=None, seconds=0.25)
        assert (told.method, told.label, told.polarity) == ("routed", "True", Polarity.SUPPORTED)
        assert (told.calls, told.questions, told.tokens) == (1, 0, 0), "one search, no model"
        assert (told.seconds, told.cost) == (0.25, 0.0)

    asyncio.run(judge())


@pytest.mark.parametrize(
    ("polarities", "says"),
    [
        ("ssu", "2 of 3 methods support the claim, none contests it, 1 leave it open."),
        ("cuu", "1 of 3 methods contest the claim, none supports it, 2 leave it open."),
        ("scc", "The methods disagree: 1 support it, 2 contest it, 0 leave it open."),
        ("uuu", "None of 3 methods takes a side."),
    ],
)
def test_agreement_is_told_without_making_any(polarities: str, says: str) -> None:
    ways = {"s": Polarity.SUPPORTED, "c": Polarity.CONTESTED, "u": Polarity.UNKNOWN}
    assert agreement([one_line("m", ways[letter]) for letter in polarities]) == says


def test_the_command_shows_the_methods_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "brakka.txt").write_text(TEXT)
    arguments = ("compare", CLAIM, "--evidence", tmp_path / "brakka.txt", "--model", "none")
    shown = run_veracity(*arguments, "--methods", "all", home=tmp_path / "home")
    assert shown.returncode == 0, shown.stderr
    for name in NAMES:
        assert any(row.split()[:1] == [name] for row in shown.stdout.splitlines()), name
    told = run_veracity(*arguments, "--methods", "routed,panel", "--json", home=tmp_path / "home")
    compared = json.loads(told.stdout)
    assert [one["method"] for one in compared["methods"]] == ["routed", "panel"]
    assert {"label", "polarity", "cost", "calls", "seconds"} <= compared["methods"][0].keys()
    assert len(compared["pool"]["sources"]) == 1


def test_a_method_that_does_not_exist_is_named(tmp_path: Path) -> None:
    ran = run_veracity("compare", CLAIM, "--methods", "routed,oracle", home=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "oracle" in ran.stderr
    assert "routed" in ran.stderr


def _passages(exchange: object) -> list[dict[str, str]]:
    reply = getattr(exchange, "reply", None)
    value = reply.value if reply is not None else None
    return value.get("passages", []) if isinstance(value, dict) else []
