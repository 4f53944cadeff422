"""The library `ddgs`, which takes no transport: what is asked of it, and what its faults become."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from veracity.domain.exchange import Failure, FailureKind, Reply
from veracity.domain.page import Hit, Hits
from veracity.retrieval.search import search_request
from veracity.retrieval.search.ddgs_library import DdgsProvider, Text

REQUEST = search_request("ddgs", "The harbor", 2, sites=["ostrana.example"])


class RatelimitException(Exception):
    """Named as the library names it."""


def answer(text: Text) -> Reply | Failure:
    return asyncio.run(DdgsProvider(text).answer(REQUEST))


def test_results_are_read_and_held_to_the_sites() -> None:
    def text(query: str, most: int) -> Sequence[Mapping[str, str]]:
        assert (query, most) == ("The harbor site:ostrana.example", 2)
        return [
            {"title": "Elsewhere", "href": "https://blog.example/a", "body": ""},
            {"title": "Harbor", "href": "https://ostrana.example/a", "body": "<b>Built</b> anew"},
            {"title": "An answer without a page", "href": "", "body": ""},
        ]

    outcome = answer(text)
    assert isinstance(outcome, Reply)
    assert Hits.model_validate(outcome.value).results == (
        Hit(url="https://ostrana.example/a", title="Harbor", snippet="Built anew"),
    )


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (RatelimitException("https://engine.example 202"), FailureKind.RATE_LIMITED),
        (RuntimeError("no engine"), FailureKind.UNREACHABLE),
    ],
)
def test_a_fault_is_a_failure(fault: Exception, kind: FailureKind) -> None:
    def text(query: str, most: int) -> Sequence[Mapping[str, str]]:
        raise fault

    outcome = answer(text)
    assert isinstance(outcome, Failure)
    assert outcome.kind is kind
    assert "engine.example" not in outcome.message


def test_finding_nothing_is_an_answer_though_the_library_raises_it() -> None:
    def text(query: str, most: int) -> Sequence[Mapping[str, str]]:
        raise RuntimeError("No results found.")

    outcome = answer(text)
    assert isinstance(outcome, Reply)
    assert outcome.value == {"results": []}
