from __future__ import annotations

import asyncio

import pytest

from tests.retrieval.conftest import document
from veracity.domain.evidence import Found
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.retrieval.archive import Archive, ArchiveProvider


def answer(archive: Archive, request: Request) -> Reply | Failure:
    return asyncio.run(ArchiveProvider(archive).answer(request))


def test_the_state_is_the_generation(archive: Archive) -> None:
    reply = answer(archive, Request(kind="state", provider="archive"))
    assert reply == Reply(value=archive.generation())


def test_a_search_is_answered_in_json_with_every_score(archive: Archive) -> None:
    archive.add([document("The river flooded the bridge.")])
    request = Request(
        kind="search",
        provider="archive",
        generation=archive.generation(),
        inputs={"query": "river bridge", "top_k": 4, "as_of": "2026-06-01"},
    )
    reply = answer(archive, request)
    assert isinstance(reply, Reply)
    found = Found.model_validate(reply.value)
    assert found == archive.search("river bridge", 4)
    scores = found.passages[0].scores.model_dump()
    # The embedder of these tests has no calibration, so its cosine has no meaning of its own.
    assert [name for name, value in scores.items() if value is None] == ["similarity"]


@pytest.mark.parametrize("kind", ["ask", "fetch", "clock"])
def test_anything_else_is_a_failure(archive: Archive, kind: str) -> None:
    request = Request.model_validate({"kind": kind, "provider": "archive"})
    reply = answer(archive, request)
    assert isinstance(reply, Failure)
    assert reply.kind is FailureKind.MALFORMED


def test_a_damaged_archive_is_a_failure_and_not_an_empty_answer(archive: Archive) -> None:
    archive.add([document("The river flooded the bridge.")])
    with archive.store.writing() as connection:
        connection.execute("DROP TABLE passages")
    request = Request(kind="search", provider="archive", inputs={"query": "river", "top_k": 1})
    reply = answer(archive, request)
    assert isinstance(reply, Failure)
    assert reply.kind is FailureKind.UNAVAILABLE
