"""A search that fails is a failure, says whose it is and why, and never holds the key."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import httpx2
import pytest

from tests.retrieval.search.engines import Answer, Asked, Engines, reply, saying
from tests.retrieval.search.test_backends import CLAIM, KEY, NAMES, TODAY, hits
from veracity.domain.canonical import canonical
from veracity.domain.exchange import Failure, FailureKind, Reply
from veracity.retrieval.search import search_request
from veracity.retrieval.search.backends import BACKENDS
from veracity.retrieval.search.provider import MOST_BYTES, SearchProvider


def provider(name: str, **changes: Any) -> SearchProvider:
    return SearchProvider(BACKENDS[name], **{"key": KEY, "today": lambda: TODAY, **changes})


def ask(asked: SearchProvider, times: int = 1) -> list[Reply | Failure]:
    async def run() -> list[Reply | Failure]:
        try:
            request = search_request(asked.name, CLAIM, 5)
            return [await asked.answer(request) for _ in range(times)]
        finally:
            await asked.aclose()

    return asyncio.run(run())


def failed(outcome: Reply | Failure) -> Failure:
    assert isinstance(outcome, Failure), outcome
    return outcome


STATUSES = [
    (301, FailureKind.REFUSED),
    (400, FailureKind.REFUSED),
    (401, FailureKind.UNAVAILABLE),
    (402, FailureKind.QUOTA),
    (403, FailureKind.UNAVAILABLE),
    (404, FailureKind.REFUSED),
    (429, FailureKind.RATE_LIMITED),
    (500, FailureKind.UNREACHABLE),
    (503, FailureKind.UNREACHABLE),
]


@pytest.mark.parametrize(("status", "kind"), STATUSES)
@pytest.mark.parametrize("name", NAMES)
def test_a_status_is_a_failure_of_its_kind(name: str, status: int, kind: FailureKind) -> None:
    body = {"results": [], "organic": [], "message": f"the key {KEY} is wrong"}
    with Engines(lambda _: saying(body, status, Location="https://elsewhere.example/")) as engines:
        (outcome,) = ask(provider(name, url=engines.url(name)))
    failure = failed(outcome)
    assert failure.kind is kind
    assert failure.message.startswith(BACKENDS[name].title)
    assert KEY not in failure.message
    assert len(engines.asked) == 1


@pytest.mark.parametrize("status", [432, 433])
def test_a_plan_that_is_used_up_is_told_apart(status: int) -> None:
    with Engines(lambda _: saying({}, status)) as engines:
        assert failed(ask(provider("tavily", url=engines.url("tavily")))[0]).kind is (
            FailureKind.QUOTA
        )


@pytest.mark.parametrize(
    "body", [b"", b"<html>busy</html>", b"[]", b"3", b"\xff{}", b"null", b"[" * 5000]
)
@pytest.mark.parametrize("name", NAMES)
def test_a_reply_of_another_shape_is_malformed(name: str, body: bytes) -> None:
    with Engines(lambda _: Answer(body)) as engines:
        failure = failed(ask(provider(name, url=engines.url(name)))[0])
    assert failure.kind is FailureKind.MALFORMED


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("wikipedia", {"query": {"pages": [{"title": "without an address", "index": 1}]}}),
        ("searxng", {"results": [{"title": "without an address"}]}),
        ("brave", {"web": {"results": []}}),  # Not even the type that every reply has.
        ("tavily", {"answer": None}),
        ("serper", {"searchParameters": {}}),
        ("exa", {"error": "something"}),
        ("factcheck", {"claims": [{"claimReview": [{"title": "without an address"}]}]}),
        ("crossref", {"status": "failed"}),
    ],
)
def test_a_reply_without_what_it_must_have_is_not_taken_for_nothing_found(
    name: str, body: Any
) -> None:
    with Engines(lambda _: saying(body)) as engines:
        failure = failed(ask(provider(name, url=engines.url(name)))[0])
    assert failure.kind is FailureKind.MALFORMED


def test_an_error_of_mediawiki_comes_with_status_200() -> None:
    for code, kind in (("maxlag", FailureKind.RATE_LIMITED), ("badvalue", FailureKind.REFUSED)):
        error = {"error": {"code": code, "info": "in words"}, "servedby": "mw1"}
        with Engines(lambda _, error=error: saying(error)) as engines:
            failure = failed(ask(provider("wikipedia", url=engines.url("wikipedia")))[0])
        assert failure.kind is kind
        assert code in failure.message


def test_a_metasearch_whose_engines_all_fail_has_not_searched() -> None:
    silent = {"results": [], "unresponsive_engines": [["brave", "timeout"], ["qwant", "CAPTCHA"]]}
    with Engines(lambda _: saying(silent)) as engines:
        failure = failed(ask(provider("searxng", url=engines.url("searxng")))[0])
    assert (failure.kind, failure.message) == (
        FailureKind.UNREACHABLE,
        "SearXNG: none of its engines answered.",
    )


def test_a_metasearch_that_gives_no_json_says_what_to_set() -> None:
    with Engines(lambda _: saying({}, 403)) as engines:
        failure = failed(ask(provider("searxng", url=engines.url("searxng")))[0])
    assert failure.message.endswith("Its settings have to list json under search.formats.")


class Waits:
    """Sleeps without taking time."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waited.append(seconds)


def test_a_short_wait_is_waited_once() -> None:
    waits, answers = Waits(), [saying({}, 429, Retry_After="2"), reply("exa")]
    with Engines(lambda _: answers.pop(0)) as engines:
        (outcome,) = ask(provider("exa", url=engines.url("exa"), sleep=waits))
    assert len(hits(outcome)) == 2
    assert waits.waited == [2.0]


def test_a_backend_that_asks_twice_is_left_alone() -> None:
    waits = Waits()
    with Engines(lambda _: saying({}, 429, Retry_After="2")) as engines:
        first, second = ask(provider("exa", url=engines.url("exa"), sleep=waits), 2)
    assert failed(first).retry_after == 2.0
    assert failed(second).kind is FailureKind.RATE_LIMITED
    assert len(engines.asked) == 2  # The second search was not sent.


@pytest.mark.parametrize("status", [429, 503])
def test_a_long_wait_is_a_failure_at_once_that_says_how_long(status: int) -> None:
    waits = Waits()
    with Engines(lambda _: saying({}, status, Retry_After="120")) as engines:
        first, second = ask(provider("exa", url=engines.url("exa"), sleep=waits), 2)
    assert (failed(first).kind, failed(first).retry_after) == (FailureKind.RATE_LIMITED, 120.0)
    assert 0 < (failed(second).retry_after or 0) <= 120
    assert len(engines.asked) == 1
    assert waits.waited == []


def test_a_server_that_is_not_there_cannot_be_reached() -> None:
    with Engines() as engines:
        url = engines.url("exa")
    failure = failed(ask(provider("exa", url=url))[0])
    assert failure.kind is FailureKind.UNREACHABLE
    assert url not in failure.message


def test_a_server_that_says_nothing_is_a_timeout() -> None:
    def late(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ReadTimeout("late", request=request)

    failure = failed(ask(provider("exa", transport=httpx2.MockTransport(late)))[0])
    assert failure.kind is FailureKind.TIMEOUT


def test_a_reply_without_end_is_given_up() -> None:
    with Engines(lambda _: Answer(b" " * (MOST_BYTES + 1))) as engines:
        failure = failed(ask(provider("exa", url=engines.url("exa")))[0])
    assert failure.kind is FailureKind.TRUNCATED


@pytest.mark.parametrize("name", sorted(n for n, backend in BACKENDS.items() if backend.key))
def test_without_a_key_nothing_is_sent_and_the_fix_is_told(name: str) -> None:
    with Engines() as engines:
        failure = failed(ask(provider(name, key="", url=engines.url(name)))[0])
    assert engines.asked == []
    assert failure.kind is FailureKind.UNAVAILABLE
    assert f"Set {BACKENDS[name].key}," in failure.message


def test_without_an_address_the_fix_is_told() -> None:
    failure = failed(ask(provider("searxng"))[0])
    assert failure.kind is FailureKind.UNAVAILABLE
    assert "[urls] in settings.toml" in failure.message


@pytest.mark.parametrize("key", ["two\nlines", "schlüssel-ä", "nul\0"])
def test_a_key_that_no_header_can_hold_is_a_failure_without_it(key: str) -> None:
    with Engines() as engines:
        failure = failed(ask(provider("exa", key=key, url=engines.url("exa")))[0])
    assert engines.asked == []
    assert key not in failure.message


@pytest.mark.parametrize("name", sorted(n for n, backend in BACKENDS.items() if backend.key))
def test_the_key_is_in_one_header_and_nowhere_else(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Not in the address, the body, the log or the reply, even when the backend repeats it."""

    def echo(asked: Asked) -> Answer:
        found = reply(name)
        return Answer(found.body.replace(b"Coast of", f"{KEY} Coast of".encode()))

    caplog.set_level(logging.DEBUG)
    with Engines(echo) as engines:
        (outcome,) = ask(provider(name, url=engines.url(name)))
    assert isinstance(outcome, Reply)
    (asked,) = engines.asked
    assert [header for header, value in asked.headers.items() if KEY in value] == [
        BACKENDS[name].header[0].lower()
    ]
    elsewhere = f"{asked.path}{asked.params}{asked.body}"
    assert KEY not in elsewhere
    assert KEY not in canonical(outcome).decode()
    assert KEY not in caplog.text


def test_a_key_in_another_spelling_of_json_is_taken_out() -> None:
    key = "seeded/key+4711"
    spelled = key.replace("/", "\\/").encode()

    def echo(asked: Asked) -> Answer:
        return Answer(reply("exa").body.replace(b"Coast of", spelled + b" Coast of"))

    with Engines(echo) as engines:
        (outcome,) = ask(provider("exa", key=key, url=engines.url("exa")))
    assert isinstance(outcome, Reply)
    assert "Coast of" in canonical(outcome).decode()
    assert key not in canonical(outcome).decode()


def test_half_a_character_in_a_title_costs_no_search() -> None:
    def cut(asked: Asked) -> Answer:
        return Answer(reply("exa").body.replace(b"Coast of", b"Coast\\ud83d of"))

    with Engines(cut) as engines:
        (outcome,) = ask(provider("exa", url=engines.url("exa")))
    assert isinstance(outcome, Reply)
    assert "Coast? of" in canonical(outcome).decode()
