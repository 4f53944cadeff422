"""One test for every field that must, or must not, change a digest.

Each table is checked to be complete, so a new field cannot be added without deciding.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from veracity.domain.base import Frozen
from veracity.domain.claim import Claim, Span, Submission, Turn
from veracity.domain.evidence import Document, Source
from veracity.domain.exchange import (
    Exchange,
    Failure,
    FailureKind,
    PromptRef,
    Reply,
    Request,
    Usage,
)

PROMPT = PromptRef(id="stance", version=1, digest="sha256:aa")
REQUEST = Request(
    kind="search",
    provider="archive",
    model="m",
    prompt=PROMPT,
    inputs={"query": "q", "top_k": 4},
    output_schema={"type": "object"},
    settings={"temperature": 0.0},
    sample=0,
    generation="g1",
)
REQUEST_CHANGES: dict[str, list[Any]] = {
    "kind": ["ask", "fetch", "review", "clock", "draw", "state"],
    "provider": ["given"],
    "model": [None, "n"],
    "prompt": [
        None,
        PROMPT.model_copy(update={"id": "other"}),
        PROMPT.model_copy(update={"version": 2}),
        PROMPT.model_copy(update={"digest": "sha256:ab"}),
    ],
    "inputs": [
        {},
        {"query": "Q", "top_k": 4},
        {"query": "q", "top_k": 5},
        {"query": "q", "top_k": 4.0},
        {"query": "q", "top_k": "4"},
        {"query": "q", "top_k": 4, "as_of": None},
        {"query": "q ", "top_k": 4},
    ],
    "output_schema": [None, {}, {"type": "string"}],
    "settings": [{}, {"temperature": 0.5}, {"temperature": 0}, {"seed": 1, "temperature": 0.0}],
    "sample": [1],
    "generation": [None, "g2"],
}

SUBMISSION = Submission(text="Foo has 12 bars.")
SUBMISSION_CHANGES: dict[str, list[Any]] = {
    "text": ["Foo has 12 bars", "Foo has 12  bars."],
    "origin": ["stdin"],
    "language": ["en"],
    "speaker": ["The mayor"],
    "published": [date(2026, 1, 1)],
    "mixing": [0.0, 0.25],
    "title": ["The bars of Foo"],
    "media_type": ["text/markdown"],
    "turns": [(Turn(span=Span(start=0, end=16)),)],
    "notes": [("The encoding was guessed.",)],
}

CLAIM = Claim.whole(SUBMISSION)
CLAIM_CHANGES: dict[str, list[Any]] = {
    "text": ["Foo has 13 bars."],
    "submission": ["sha256:00"],
    "span": [Span(start=0, end=3), Span(start=1, end=16)],
    "language": ["en"],
    "speaker": ["The mayor"],
    "claimed_on": [date(2026, 1, 1)],
    "origin": ["https://daily.example/ferry"],
    "topics": [("economy",)],
    "nature": ["opinion"],
    "places": [(Span(start=0, end=3),)],
    "english": ["Foo has twelve bars."],
    "place": ["Foo"],
    "reported_by": ["The reporter"],
    "unresolved": [("they",)],
    "entities": [("Foo",)],
    "worth": [0.0, 0.5],
    "found_by": ["code"],
}

DOCUMENT = Document(
    text="Bars: 12", source=Source(url="https://example.org", title="T", publisher="P")
)
DOCUMENT_KEEPS: dict[str, list[Any]] = {
    "source": [Source(url="https://example.org/2", title="U", publisher="Q")],
    "media_type": ["text/html"],
}

MOMENT = datetime(2026, 3, 1, tzinfo=UTC)
EXCHANGE = Exchange(request=REQUEST, reply=Reply(value={"a": 1}), asked_at=MOMENT, seconds=0.5)
EXCHANGE_KEEPS: dict[str, list[Any]] = {
    "reply": [Reply(value={"a": 2}), Reply(value={"a": 1}, usage=Usage(cost=Decimal(1)))],
    "failure": [Failure(kind=FailureKind.TIMEOUT, message="slow")],
    "asked_at": [MOMENT.replace(year=2027)],
    "seconds": [0.25],
    "reused": [True],
}


def _pairs(changes: dict[str, list[Any]]) -> list[Any]:
    return [
        pytest.param(name, value, id=f"{name}-{number}")
        for name, values in changes.items()
        for number, value in enumerate(values)
    ]


def _changed(model: Any, name: str, value: Any) -> Any:
    return type(model).model_validate({**dict(model), name: value})


@pytest.mark.parametrize(
    ("model", "tables"),
    [
        (Request, [REQUEST_CHANGES]),
        (Submission, [SUBMISSION_CHANGES]),
        (Claim, [CLAIM_CHANGES]),
        (Document, [DOCUMENT_KEEPS, {"text": []}]),
        (Exchange, [EXCHANGE_KEEPS, {"request": []}]),
    ],
)
def test_every_field_is_decided(model: type[Frozen], tables: list[dict[str, Any]]) -> None:
    assert {name for table in tables for name in table} == set(model.model_fields)


@pytest.mark.parametrize(("name", "value"), _pairs(REQUEST_CHANGES))
def test_every_field_of_a_request_changes_its_key(name: str, value: Any) -> None:
    assert _changed(REQUEST, name, value).key != REQUEST.key


@pytest.mark.parametrize(("name", "value"), _pairs(SUBMISSION_CHANGES))
def test_every_field_of_a_submission_changes_its_digest(name: str, value: Any) -> None:
    assert _changed(SUBMISSION, name, value).digest != SUBMISSION.digest


@pytest.mark.parametrize(("name", "value"), _pairs(CLAIM_CHANGES))
def test_every_field_of_a_claim_changes_its_digest(name: str, value: Any) -> None:
    assert _changed(CLAIM, name, value).digest != CLAIM.digest


def test_the_text_of_a_document_changes_its_digest() -> None:
    assert _changed(DOCUMENT, "text", "Bars: 13").digest != DOCUMENT.digest


@pytest.mark.parametrize(("name", "value"), _pairs(DOCUMENT_KEEPS))
def test_where_a_document_came_from_does_not_change_its_digest(name: str, value: Any) -> None:
    assert _changed(DOCUMENT, name, value).digest == DOCUMENT.digest


@pytest.mark.parametrize(("name", "value"), _pairs(EXCHANGE_KEEPS))
def test_what_came_of_a_request_does_not_change_its_key(name: str, value: Any) -> None:
    parts = {**dict(EXCHANGE), name: value}
    if name == "failure":
        parts["reply"] = None
    assert Exchange.model_validate(parts).key == REQUEST.key


@pytest.mark.parametrize(
    "same",
    [
        {"inputs": {"top_k": 4, "query": "q"}},
        {"settings": {"temperature": 0.0}, "sample": 0},
        {"inputs": {"query": "q", "top_k": 4}, "prompt": dict(PROMPT)},
    ],
    ids=["order of keys", "defaults written out", "a prompt as a mapping"],
)
def test_how_a_request_is_written_does_not_change_its_key(same: dict[str, Any]) -> None:
    assert Request.model_validate({**dict(REQUEST), **same}).key == REQUEST.key


def test_a_list_and_a_tuple_are_the_same_input() -> None:
    assert (
        _changed(REQUEST, "inputs", {"q": ("a", "b")}).key
        == _changed(REQUEST, "inputs", {"q": ["a", "b"]}).key
    )


def test_a_stored_request_has_the_key_that_it_always_had() -> None:
    # A change of this value makes every journal and every case unreadable: it needs a new format.
    plainest = Request(kind="state", provider="archive")
    assert plainest.key == (
        "sha256:900e641c2690af8b074d04c718f2f53555b835a2670e77fc949184a6173b597d"
    )


def test_a_key_that_is_remembered_is_no_part_of_the_request() -> None:
    request, same = Request(kind="ask", provider="a"), Request(kind="ask", provider="a")
    key = request.key
    assert request == same
    assert repr(request) == repr(same)
    assert request.model_dump() == same.model_dump()
    assert dict(request) == dict(same)
    changed = request.model_copy(update={"sample": 1})
    assert changed.key == Request(kind="ask", provider="a", sample=1).key != key
