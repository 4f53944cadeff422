"""Every way in which providers fail: what is tried again, what is not, and what comes of it.

The cases are kinds of fault that providers were reported to have. `test_faults_and_cases.py` shows
that none of them is cached or counts as evidence.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from tests.models.hosted.bench import GOOD, KEY, MODEL, VALUE, Clock, asked, provider
from tests.models.hosted.dialects import DIALECTS, Reply
from tests.models.hosted.loopback import (
    Answer,
    Script,
    Sent,
    failing,
    in_turn,
    loopback,
)
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.exchange import Reply as Given
from veracity.models.hosted.keys import Key
from veracity.models.hosted.provider import HostedProvider
from veracity.models.hosted.table import hosts

WIRES = ["openrouter", "openai", "anthropic", "google"]
"""One provider for each wire format."""


def said(name: str, **changes: Any) -> Answer:
    return DIALECTS[hosts()[name].wire](Reply(**{"text": GOOD, **changes}))


class Tried:
    """What came of one request to a server that follows a script."""

    def __init__(self, script: Script, name: str = "openai", **changes: Any) -> None:
        self.clock = Clock()
        settings = changes.pop("settings", {})

        async def run() -> tuple[Given | Failure, list[Sent]]:
            async with loopback(script) as server:
                made = provider(server, name, clock=self.clock, **changes)
                return await made.answer(asked(name, **settings)), server.sent

        self.outcome, self.sent = asyncio.run(run())

    @property
    def value(self) -> Any:
        assert isinstance(self.outcome, Given), self.outcome
        return self.outcome.value

    @property
    def failure(self) -> Failure:
        assert isinstance(self.outcome, Failure), self.outcome
        return self.outcome


RATE = {"error": {"type": "rate_limit_error", "message": "Slow down."}}


def test_a_wait_that_the_provider_names_is_kept() -> None:
    limited = failing(429, RATE, retry_after="3")
    tried = Tried(in_turn(limited, limited, said("openai")))
    assert tried.value == VALUE
    assert len(tried.sent) == 3
    # 3 seconds and half of the jitter's quarter, each time.
    assert tried.clock.slept == [3.375, 3.375]
    assert len({sent.headers["idempotency-key"] for sent in tried.sent}) == 1


def test_a_long_wait_is_left_to_whoever_runs_the_claims() -> None:
    tried = Tried(in_turn(failing(429, RATE, retry_after="600")))
    assert tried.failure.kind is FailureKind.RATE_LIMITED
    assert tried.failure.retry_after == pytest.approx(602)  # 600 and half of the jitter's 4.
    assert tried.clock.slept == []
    assert len(tried.sent) == 1


RETRY_INFO = {
    "error": {
        "code": 429,
        "status": "RESOURCE_EXHAUSTED",
        "message": "Quota exceeded for requests per minute.",
        "details": [
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "45.83s"},
        ],
    }
}


def test_a_wait_in_the_body_is_read() -> None:
    tried = Tried(in_turn(failing(429, RETRY_INFO), said("google")), "google")
    assert tried.value == VALUE
    assert tried.clock.slept == [pytest.approx(45.83 + 0.5 * 4)]


def test_without_a_named_wait_the_waits_double() -> None:
    limited = failing(429, RATE)
    tried = Tried(in_turn(limited, limited, limited, said("openai")))
    assert tried.value == VALUE
    # 4, 8 and 16 seconds, and of each half of a quarter.
    assert tried.clock.slept == [4.5, 9.0, 18.0]


@pytest.mark.parametrize("wait", ["-5", "abc", "Mon, 01 Jan 2024 00:00:00 GMT", "nan", "0", ""])
def test_a_wait_that_makes_no_sense_is_none(wait: str) -> None:
    tried = Tried(in_turn(failing(429, RATE, retry_after=wait), said("openai")))
    assert tried.value == VALUE
    assert tried.clock.slept == [4.5]


SPENT = [
    ("openai", 429, {"error": {"code": "insufficient_quota", "message": "You are out of money."}}),
    ("openrouter", 402, {"error": {"code": 402, "message": "Insufficient credits"}}),
    (
        "anthropic",
        400,
        {"error": {"type": "invalid_request_error", "message": "Your credit balance is too low"}},
    ),
    (
        "google",
        429,
        {
            "error": {
                "code": 429,
                "status": "RESOURCE_EXHAUSTED",
                "details": [{"violations": [{"quotaId": "GenerateRequestsPerDayPerProject"}]}],
            }
        },
    ),
    (
        "groq",
        429,
        {"error": {"message": "Limit reached on tokens per day (TPD)", "type": "tokens"}},
    ),
]


@pytest.mark.parametrize(("name", "status", "body"), SPENT)
def test_a_spent_quota_ends_it_for_every_later_call(name: str, status: int, body: Any) -> None:
    async def run() -> tuple[list[Given | Failure], int]:
        async with loopback(in_turn(failing(status, body, retry_after="1"))) as server:
            made = provider(server, name)
            outcomes = [await made.answer(asked(name, claim)) for claim in ("One.", "Two.")]
            return outcomes, len(server.sent)

    outcomes, sent = asyncio.run(run())
    assert [getattr(outcome, "kind", None) for outcome in outcomes] == [FailureKind.QUOTA] * 2
    assert sent == 1


@pytest.mark.parametrize("status", [500, 502, 503, 529])
def test_a_fault_of_the_server_is_tried_again_a_few_times(status: int) -> None:
    body = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    again = Tried(in_turn(failing(status, body), said("anthropic")), "anthropic")
    assert again.value == VALUE
    never = Tried(in_turn(failing(status, body)), "anthropic")
    assert never.failure.kind is FailureKind.UNREACHABLE
    # Pauses of half of 1, 2 and 4 seconds between four calls.
    assert never.clock.slept == [0.5, 1.0, 2.0]
    assert len(never.sent) == 4


OVERLOADED: dict[str, Any] = {
    "openrouter": {"error": {"code": 502, "message": "Provider returned error"}},
    "openai": {"type": "error", "code": "server_error", "message": "The server had an error"},
    "anthropic": {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
    "google": {"error": {"code": 503, "status": "UNAVAILABLE", "message": "Overloaded"}},
}


@pytest.mark.parametrize("name", WIRES)
def test_an_error_in_the_midst_of_a_stream_discards_what_came_before(name: str) -> None:
    broken = said(name, error=OVERLOADED[name])
    tried = Tried(in_turn(broken, said(name)), name)
    assert tried.value == VALUE
    assert len(tried.sent) == 2
    never = Tried(in_turn(broken), name)
    assert never.failure.kind is FailureKind.UNREACHABLE


def test_a_limit_that_is_told_in_the_midst_of_a_stream_is_a_limit() -> None:
    tried = Tried(in_turn(said("anthropic", error=RATE | {"type": "error"})), "anthropic")
    assert tried.failure.kind is FailureKind.RATE_LIMITED


@pytest.mark.parametrize("name", WIRES)
@pytest.mark.parametrize("how", [{"ending": "cut"}, {"last": False}])
def test_a_stream_that_breaks_off_is_no_answer_and_may_have_been_charged(
    name: str, how: dict[str, Any]
) -> None:
    broken = said(name, **how)
    tried = Tried(in_turn(broken, said(name)), name)
    assert tried.value == VALUE
    assert len(tried.sent) == 2
    whole = Tried(in_turn(said(name)), name)
    assert tried.outcome.usage.cost > 2 * whole.outcome.usage.cost
    never = Tried(in_turn(broken), name)
    assert never.failure.kind in (FailureKind.UNREACHABLE, FailureKind.BUDGET)
    assert len(never.sent) in (2, 3)


@pytest.mark.parametrize("name", WIRES)
@pytest.mark.parametrize("text", [GOOD, GOOD[:20]], ids=["still valid", "cut"])
def test_a_truncated_reply_is_rejected_even_if_it_parses(name: str, text: str) -> None:
    cut = said(name, text=text, finish="length")
    tried = Tried(in_turn(cut, said(name)), name)
    assert tried.value == VALUE
    first, second = (json.dumps(sent.body) for sent in tried.sent)
    assert "3000" in first
    assert "6000" in second
    never = Tried(in_turn(cut), name)
    assert never.failure.kind is FailureKind.TRUNCATED
    assert len(never.sent) == 2
    assert never.failure.usage.output_tokens == 40  # Both are paid for.


@pytest.mark.parametrize("name", ["openrouter", "openai", "anthropic"])
def test_a_refusal_is_final(name: str) -> None:
    tried = Tried(in_turn(said(name, text="", finish="refused"), said(name)), name)
    assert tried.failure.kind is FailureKind.REFUSED
    assert "declined" in tried.failure.message
    assert len(tried.sent) == 1


FILTERED = [
    ("openai", failing(400, {"error": {"code": "content_filter", "message": "Filtered"}})),
    (
        "openai_compatible",
        failing(400, {"error": {"message": "Violates our content management policy."}}),
    ),
    ("openrouter", failing(403, {"error": {"code": 403, "message": "Flagged by moderation"}})),
    ("google", said("google", text="", finish="refused")),
    ("google", said("google", text="", finish="filtered")),
    ("openai", said("openai", text="", finish="filtered")),
    ("openrouter", said("openrouter", text="", finish="filtered")),
]


@pytest.mark.parametrize(("name", "answer"), FILTERED)
def test_a_content_filter_is_a_refusal_and_no_rate_limit(name: str, answer: Answer) -> None:
    tried = Tried(in_turn(answer, said(name)), name)
    assert tried.failure.kind is FailureKind.REFUSED
    assert len(tried.sent) == 1


def test_a_prompt_that_google_blocks_is_a_refusal() -> None:
    blocked = Answer(body=json.dumps({"promptFeedback": {"blockReason": "SAFETY"}}))
    assert Tried(in_turn(blocked), "google").failure.kind is FailureKind.REFUSED


EMPTY = {
    "openrouter": [{"object": "chat.completion", "choices": []}],
    "openai": [{"object": "response", "status": "completed", "output": []}],
}


@pytest.mark.parametrize("name", sorted(EMPTY))
def test_a_reply_without_a_choice_is_asked_for_once_more(name: str) -> None:
    none = Answer(body=json.dumps(EMPTY[name][0]))
    assert Tried(in_turn(none, said(name)), name).value == VALUE
    never = Tried(in_turn(none), name)
    assert never.failure.kind is FailureKind.MALFORMED
    assert "no message" in never.failure.message
    assert len(never.sent) == 2


@pytest.mark.parametrize("name", WIRES)
def test_an_empty_reply_is_no_answer(name: str) -> None:
    empty = said(name, text="")
    assert Tried(in_turn(empty, said(name)), name).value == VALUE
    never = Tried(in_turn(empty), name)
    assert never.failure.kind is FailureKind.MALFORMED
    assert len(never.sent) == 2


WRONG = {
    "an unknown choice": ('{"label": "Maybe", "sure": 90}', "must be one of"),
    "out of range": ('{"label": "True", "sure": 900}', "at most 100"),
    "one too many": ('{"label": "True", "sure": 9, "why": ["a", "b", "c"]}', "at most 2"),
    "an unknown property": ('{"label": "True", "sure": 9, "more": 1}', "unknown property"),
    "a missing property": ('{"label": "True"}', "lacks the property"),
    "another type": ('{"label": "True", "sure": "9"}', "of type integer"),
    "no object": ('["True", 9]', "of type object"),
    "prose around it": (f"Sure! {GOOD}", "not JSON"),
    "a fence around it": (f"```json\n{GOOD}\n```", "not JSON"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_another_shape_is_asked_for_once_more_with_what_is_wrong(wrong: str) -> None:
    text, why = WRONG[wrong]
    bad = said("openai", text=text)
    tried = Tried(in_turn(bad, said("openai")))
    assert tried.value == VALUE
    mended = tried.sent[1].body["input"]
    assert mended[:-2] == tried.sent[0].body["input"]
    assert mended[-2] == {"role": "assistant", "content": text}
    assert why in mended[-1]["content"]
    never = Tried(in_turn(bad))
    assert never.failure.kind is FailureKind.MALFORMED
    assert len(never.sent) == 2


GONE = [
    ("openai", {"error": {"code": "model_not_found", "message": "No such model"}}),
    ("anthropic", {"type": "error", "error": {"type": "not_found_error", "message": "model: x"}}),
    ("google", {"error": {"code": 404, "status": "NOT_FOUND", "message": "is not found"}}),
    ("openrouter", {"error": {"code": 404, "message": "No endpoints found"}}),
]


@pytest.mark.parametrize(("name", "body"), GONE)
def test_a_model_that_is_gone_is_gone_and_the_others_are_not(name: str, body: Any) -> None:
    def script(sent: Sent) -> Answer:
        gone = MODEL in sent.target + json.dumps(sent.body)
        return failing(404, body) if gone else said(name)

    async def run() -> tuple[list[Given | Failure], int]:
        async with loopback(script) as server:
            made = provider(server, name)
            other = asked(name).model_copy(update={"model": "another"})
            requests = [asked(name), asked(name, "Two."), other]
            return [await made.answer(one) for one in requests], len(server.sent)

    outcomes, sent = asyncio.run(run())
    assert [getattr(one, "kind", None) for one in outcomes[:2]] == [FailureKind.UNAVAILABLE] * 2
    assert isinstance(outcomes[2], Given)
    assert sent == 2


def test_a_server_that_hangs_is_given_up_within_the_deadline() -> None:
    """On the real clock: the deadline of .8 s leaves .4 s, of which the first call takes .2 s."""
    hanging = replace(said("openai", ending="hang"), body="data: {")
    tried = Tried(in_turn(hanging), deadline=0.8)
    assert tried.failure.kind in (FailureKind.TIMEOUT, FailureKind.BUDGET)
    assert 1 <= len(tried.sent) <= 2
    assert tried.failure.usage.cost > 0  # Nobody says that it is not billed.


def test_nothing_that_listens_is_unreachable() -> None:
    async def run() -> Given | Failure:
        async with loopback(in_turn(said("openai"))) as server:
            pass
        return await provider(server).answer(asked())

    outcome = asyncio.run(run())
    assert isinstance(outcome, Failure)
    assert outcome.kind is FailureKind.UNREACHABLE


BAD_KEYS = [
    ("openai", 401, {"error": {"code": "invalid_api_key", "message": f"Incorrect key: {KEY}"}}),
    ("anthropic", 401, {"error": {"type": "authentication_error", "message": "invalid x-api-key"}}),
    ("anthropic", 403, {"error": {"type": "permission_error", "message": "not allowed"}}),
    (
        "google",
        400,
        {"error": {"status": "INVALID_ARGUMENT", "details": [{"reason": "API_KEY_INVALID"}]}},
    ),
]


@pytest.mark.parametrize(("name", "status", "body"), BAD_KEYS)
def test_a_wrong_key_is_tried_once(name: str, status: int, body: Any) -> None:
    tried = Tried(in_turn(failing(status, body)), name)
    assert tried.failure.kind is FailureKind.UNAVAILABLE
    assert len(tried.sent) == 1
    assert KEY not in tried.failure.model_dump_json()


@pytest.mark.parametrize(
    "message",
    [
        f"Bad request to /v1?key={KEY}&alt=sse",
        f"Header x-api-key: {KEY} is wrong",
        f"Authorization: Bearer {KEY}",
        f"You sent {KEY}.",
        "Another's key: sk-other-9876543210",
    ],
)
def test_no_key_is_in_a_failure(message: str) -> None:
    tried = Tried(in_turn(failing(400, {"error": {"message": message}})))
    dumped = tried.failure.model_dump_json()
    assert KEY not in dumped
    assert "sk-other-9876543210" not in dumped
    assert "[key]" in dumped


def test_a_redirect_is_not_followed() -> None:
    tried = Tried(in_turn(Answer(307, headers={"Location": "http://127.0.0.1:1/"})))
    assert tried.failure.kind is FailureKind.INTERNAL
    assert len(tried.sent) == 1


def test_without_a_key_nothing_is_sent() -> None:
    outcome = asyncio.run(HostedProvider(hosts()["openai"], Key("")).answer(asked()))
    assert isinstance(outcome, Failure)
    assert "OPENAI_API_KEY" in outcome.message


def test_a_key_does_not_show_itself() -> None:
    assert KEY not in f"{Key(KEY)!r} {Key(KEY)} {[Key(KEY)]}"


@pytest.mark.parametrize("key", ["…", "sk-seeded\nand-more"])
def test_a_key_that_no_header_can_hold_is_a_failure_without_it(key: str) -> None:
    outcome = asyncio.run(HostedProvider(hosts()["openai"], Key(key)).answer(asked()))
    assert isinstance(outcome, Failure)
    assert outcome.kind is FailureKind.UNAVAILABLE
    assert key not in outcome.message
