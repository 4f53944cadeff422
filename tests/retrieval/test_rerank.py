"""Re-rankers: what they score, what they keep, and what a missing model is."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.case import Case
from veracity.domain.errors import NotInstalled
from veracity.domain.evidence import Document, Source, Tier
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.newsroom import Newsroom
from veracity.retrieval.rerank import (
    CrossEncoder,
    RerankProvider,
    StanceReranker,
    best,
    rerank_request,
    scores_of,
)
from veracity.rules.calibration import StanceProbabilities
from veracity.settings import Settings

PASSAGES = ("about a harbor", "about a mill", "about a road")
NOWHERE = Path("nowhere")
REQUEST = rerank_request("Who built the mill?", PASSAGES)


def said(supports: float, refutes: float) -> StanceProbabilities:
    insufficient = 1 - supports - refutes
    return StanceProbabilities(supports=supports, refutes=refutes, insufficient=insufficient)


def shared_words(query: str, passages: Sequence[str]) -> Iterable[float]:
    """A stand-in for the model: how many words a passage shares with the query."""
    return (len(set(query.strip("?").split()) & set(passage.split())) for passage in passages)


def test_stances_rank_by_how_much_they_settle_and_never_by_which_way() -> None:
    stances = StanceReranker({"a": said(0.2, 0.1), "b": said(0.1, 0.8), "c": said(0.7, 0.1)})
    # 1 - p(insufficient); "d" was not read.
    scores = stances.score("any claim", ["a", "b", "c", "d"])
    assert scores == pytest.approx([0.3, 0.9, 0.8, 0.0])
    assert best("abcd", scores, 3) == ("b", "c", "a")


@given(st.lists(st.integers(0, 3), max_size=8), st.integers(0, 9))
def test_the_best_are_in_order_and_equals_stay_as_they_were(scores: list[int], count: int) -> None:
    kept = best(range(len(scores)), scores, count)
    assert len(kept) == min(count, len(scores))
    assert list(kept) == sorted(kept, key=lambda item: (-scores[item], item))
    left = set(range(len(scores))) - set(kept)
    assert all(scores[out] <= scores[one] for out in left for one in kept)


def test_a_cross_encoder_is_loaded_once_and_when_it_is_first_asked() -> None:
    loads: list[int] = []

    def load() -> Any:
        loads.append(1)
        return shared_words

    encoder = CrossEncoder(NOWHERE, load=load)
    assert loads == []
    for _ in range(2):
        assert encoder.score("Who built the mill?", PASSAGES) == [0.0, 1.0, 0.0]
    assert loads == [1]


def test_the_provider_gives_a_score_for_each_passage() -> None:
    provider = RerankProvider(CrossEncoder(NOWHERE, load=lambda: shared_words))
    reply = asyncio.run(provider.answer(REQUEST))
    assert isinstance(reply, Reply)
    assert scores_of(reply, 3) == (0.0, 1.0, 0.0)


def test_a_model_that_cannot_be_had_is_a_failure_that_says_what_to_do() -> None:
    def load() -> Any:
        raise NotInstalled("It is not here.", "Fetch it.")

    outcome = asyncio.run(RerankProvider(CrossEncoder(NOWHERE, load=load)).answer(REQUEST))
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.message) == (
        FailureKind.UNAVAILABLE,
        "It is not here. Fetch it.",
    )


@pytest.mark.parametrize("change", [{"kind": "search"}, {"model": "another"}])
def test_the_provider_answers_for_its_model_alone(change: dict[str, str]) -> None:
    other = Request.model_validate(REQUEST.model_dump() | change)
    outcome = asyncio.run(
        RerankProvider(CrossEncoder(NOWHERE, load=lambda: shared_words)).answer(other)
    )
    assert isinstance(outcome, Failure)


WITHOUT_EXTRA = pytest.mark.skipif(
    importlib.util.find_spec("fastembed") is not None, reason="the extra is installed"
)


@WITHOUT_EXTRA
def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(NotInstalled) as missing:
        CrossEncoder(tmp_path).score("a", ["b"])
    assert missing.value.fix == "pip install 'veracity[rerank]'"


@WITHOUT_EXTRA
def test_a_check_goes_on_without_it_and_says_so(tmp_path: Path) -> None:
    text = "The village of Brakka has 125 inhabitants."
    given = Document(text=text, source=Source(url="a", title="", publisher="", tier=Tier.GIVEN))

    async def check() -> Case:
        async with Newsroom(Settings(home=tmp_path, model="none")) as newsroom:
            return await newsroom.check(text, evidence=[given], dials={"rerank": "cross-encoder"})

    verdict = asyncio.run(check()).verdict
    assert verdict.label == "True"
    assert [(one.who, one.failure) for one in verdict.abstentions] == [("re-ranker", "unavailable")]


@pytest.mark.parametrize(
    "value",
    [None, {}, {"scores": "high"}, {"scores": [1.0, 2.0]}, {"scores": [1.0, 2.0, float("nan")]}],
)
def test_a_reply_without_a_number_for_each_passage_is_malformed(value: Any) -> None:
    outcome = scores_of(Reply(value=value), 3)
    assert isinstance(outcome, Failure)
    assert outcome.kind is FailureKind.MALFORMED


def test_a_failure_stays_the_failure_it_is() -> None:
    failure = Failure(kind=FailureKind.TIMEOUT, message="too slow")
    assert scores_of(failure, 3) is failure
