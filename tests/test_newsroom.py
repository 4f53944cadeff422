from __future__ import annotations

import asyncio
import os
from datetime import date
from pathlib import Path

import pytest

import veracity
from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput, DialRefused, StorageError
from veracity.domain.evidence import Document, Source, Tier
from veracity.newsroom import How, Judged, News, Newsroom, Notice, Order
from veracity.newsroom.providers import UNREACHED
from veracity.publish.row import calls
from veracity.settings import Settings

CLAIM = "The village of Brakka has more than 120 inhabitants."


def document(
    text: str = "The village of Brakka has 125 inhabitants.", published: date | None = None
) -> Document:
    source = Source(
        url="brakka.txt", title="Brakka", publisher="", tier=Tier.GIVEN, published=published
    )
    return Document(text=text, source=source)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", model="none", lock_wait=1)


def test_a_claim_becomes_a_case_that_replays(settings: Settings) -> None:
    async def judge() -> None:
        case = await veracity.check(CLAIM, evidence=[document()], settings=settings)
        assert case.claim.text == CLAIM
        assert case.verdict.label == "True"
        assert case.verify() == ()
        replayed = await veracity.replay(case, from_exchanges=True)
        assert replayed.same
        (kept,) = settings.cases_folder.iterdir()
        assert veracity.load(kept) == case

    asyncio.run(judge())


def test_the_case_goes_where_it_is_wanted(settings: Settings, tmp_path: Path) -> None:
    async def judge() -> None:
        async with Newsroom(settings) as newsroom:
            await newsroom.check(CLAIM, evidence=[document()], place=tmp_path / "here.json")

    asyncio.run(judge())
    assert (tmp_path / "here.json").is_file()
    assert not settings.cases_folder.exists()


def test_what_was_published_later_is_no_evidence(settings: Settings) -> None:
    async def judge(as_of: date) -> str:
        async with Newsroom(settings) as newsroom:
            given = [document(published=date(2026, 5, 1))]
            return (await newsroom.check(CLAIM, evidence=given, as_of=as_of)).verdict.label

    assert asyncio.run(judge(date(2026, 5, 2))) == "True"
    assert asyncio.run(judge(date(2026, 4, 30))) == "Unverified"


def test_no_evidence_at_all_is_unverified(settings: Settings) -> None:
    async def judge() -> str:
        async with Newsroom(settings) as newsroom:
            return (await newsroom.check(CLAIM, evidence=[])).verdict.label

    assert asyncio.run(judge()) == "Unverified"


def test_fresh_asks_again_and_otherwise_the_journal_answers(settings: Settings) -> None:
    async def judge(fresh: bool) -> int:
        async with Newsroom(settings) as newsroom:
            return calls(await newsroom.check(CLAIM, evidence=[document()], fresh=fresh))

    assert [asyncio.run(judge(fresh)) for fresh in (False, False, True, False)] == [1, 0, 1, 0]


def test_verdicts_come_in_the_order_of_the_claims(settings: Settings) -> None:
    texts = [f"The village of Brakka has more than {n} inhabitants." for n in range(100, 150)]

    async def judge() -> list[str]:
        orders = [Order(submission=Submission(text=text)) for text in texts]
        async with Newsroom(settings) as newsroom:
            verdicts = newsroom.check_many(orders, How(evidence=(document(),)))
            return [v.case.claim.text async for v in verdicts if isinstance(v, Judged)]

    assert asyncio.run(judge()) == texts


def test_a_case_that_cannot_be_kept_ends_the_run(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    order = Order(submission=Submission(text=CLAIM), place=tmp_path / "file" / "case.json")

    async def judge() -> None:
        async with Newsroom(settings) as newsroom:
            async for _ in newsroom.check_many([order], How(evidence=(document(),))):
                pass

    with pytest.raises(StorageError, match="cannot be written"):
        asyncio.run(judge())


@pytest.mark.parametrize(
    ("model", "dials", "fault"),
    [("none", {"top_k": 0}, DialRefused), ("oracle", {}, BadInput)],
)
def test_what_the_caller_got_wrong_is_an_error(
    settings: Settings, model: str, dials: dict[str, object], fault: type[Exception]
) -> None:
    async def judge() -> None:
        async with Newsroom(Settings(home=settings.home, model=model)) as newsroom:
            await newsroom.check(CLAIM, dials=dials, evidence=[document()])

    with pytest.raises(fault):
        asyncio.run(judge())
    assert not settings.cases_folder.exists()


def test_a_model_that_was_not_to_be_had_is_an_abstention_and_one_notice(
    settings: Settings,
) -> None:
    settings = Settings(home=settings.home)
    settings.models_folder.mkdir(parents=True)
    (settings.models_folder / UNREACHED).touch()
    told: list[News] = []

    async def judge() -> None:
        async with Newsroom(settings, told.append) as newsroom:
            given = [document("Brakka lies on the river Orrin.")]
            for claim in ("Brakka lies near some water.", "Brakka is a dry place."):
                case = await newsroom.check(claim, evidence=given)
                assert case.verdict.label == "Unverified"
                (abstention,) = case.verdict.abstentions
                assert abstention.failure == "unavailable"

    asyncio.run(judge())
    (notice,) = (news for news in told if isinstance(news, Notice))
    assert "veracity models install" in notice.text


def test_a_mark_that_is_old_does_not_keep_from_trying(settings: Settings) -> None:
    from veracity.newsroom.providers import RETRY_SECONDS, seconds_since

    settings.models_folder.mkdir(parents=True)
    mark = settings.models_folder / UNREACHED
    assert seconds_since(mark) == float("inf")
    mark.touch()
    assert seconds_since(mark) < RETRY_SECONDS
    os.utime(mark, (0, 0))
    assert seconds_since(mark) > RETRY_SECONDS


def test_the_public_names_are_there() -> None:
    assert veracity.Case.__name__ == "Case"
    assert set(veracity.__all__) == set(dir(veracity))
    for name in veracity.__all__:
        assert getattr(veracity, name) is not None
    with pytest.raises(AttributeError, match="guess"):
        veracity.guess  # noqa: B018
