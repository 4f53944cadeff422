from __future__ import annotations

import asyncio
from datetime import date

import pytest

from tests.retrieval.conftest import TODAY, document
from tests.retrieval.words_embedder import WordsEmbedder
from veracity.domain.evidence import Document, Found, Tier
from veracity.domain.exchange import Failure, Reply, Request
from veracity.retrieval.given import GivenEvidence

RIVER = document("The river flooded the bridge.", url="a", tier=Tier.GIVEN)
TRAIN = document("The night train was late.", url="b", tier=Tier.GIVEN)
RAIN = document("Rain fell on the bridge.", url="c", tier=Tier.GIVEN, published=date(2026, 5, 1))


@pytest.fixture
def given(embedder: WordsEmbedder) -> GivenEvidence:
    return GivenEvidence(embedder, today=lambda: TODAY)


def ask(given: GivenEvidence, generation: str, **inputs: object) -> Reply | Failure:
    request = Request(kind="search", provider="given", generation=generation, inputs=inputs)
    return asyncio.run(given.answer(request))


def found(reply: Reply | Failure) -> Found:
    assert isinstance(reply, Reply), reply
    return Found.model_validate(reply.value)


def test_few_passages_are_all_given_back_in_their_order_without_an_embedder(
    given: GivenEvidence, embedder: WordsEmbedder
) -> None:
    generation = given.register([TRAIN, RIVER])
    answer = found(ask(given, generation, query="bridge", top_k=4))
    assert [passage.text for passage in answer.passages] == [TRAIN.text, RIVER.text]
    assert answer.searched == 2
    assert embedder.asked == 0


def test_more_passages_than_asked_for_are_ranked(given: GivenEvidence) -> None:
    generation = given.register([TRAIN, RAIN, RIVER])
    answer = found(ask(given, generation, query="river flooded", top_k=1))
    assert [passage.text for passage in answer.passages] == [RIVER.text]
    assert answer.passages[0].scores.keyword_rank == 1


def test_the_generation_names_the_documents_in_their_order(given: GivenEvidence) -> None:
    one = given.register([TRAIN, RIVER])
    assert given.register([TRAIN, RIVER]) == one
    assert given.register([RIVER, TRAIN]) != one
    state = asyncio.run(given.answer(Request(kind="state", provider="given")))
    assert isinstance(state, Reply)
    assert state.value == given.register([RIVER, TRAIN])


def test_each_request_is_answered_from_its_own_documents(given: GivenEvidence) -> None:
    trains, rivers = given.register([TRAIN]), given.register([RIVER])
    assert found(ask(given, trains, query="x", top_k=2)).passages[0].text == TRAIN.text
    assert found(ask(given, rivers, query="x", top_k=2)).passages[0].text == RIVER.text


def test_later_evidence_is_left_out_and_undated_stays(given: GivenEvidence) -> None:
    generation = given.register([RAIN, RIVER])
    answer = found(ask(given, generation, query="bridge", top_k=4, as_of="2026-04-30"))
    assert [passage.text for passage in answer.passages] == [RIVER.text]


@pytest.mark.parametrize("documents", [[], [RIVER]])
def test_no_evidence_is_an_answer(given: GivenEvidence, documents: list[Document]) -> None:
    generation = given.register(documents)
    assert found(ask(given, generation, query="bridge", top_k=4)).searched == len(documents)


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"query": "x", "top_k": 0},
        {"query": 3, "top_k": 1},
        {"query": "x", "top_k": 1, "as_of": "soon"},
    ],
)
def test_a_request_that_is_not_one_is_a_failure(
    given: GivenEvidence, inputs: dict[str, object]
) -> None:
    assert isinstance(ask(given, given.register([RIVER]), **inputs), Failure)


def test_evidence_that_was_never_handed_over_is_a_failure(given: GivenEvidence) -> None:
    given.register([RIVER])
    assert isinstance(ask(given, "sha256:unknown", query="x", top_k=1), Failure)
