"""Each provider is asked in its own wire format, and its reply is read whatever the format."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from tests.models.hosted.bench import GOOD, KEY, MODEL, VALUE, asked, provider
from tests.models.hosted.dialects import DIALECTS, Reply
from tests.models.hosted.loopback import Answer, Loopback, Sent, failing, in_turn, loopback
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.domain.exchange import Reply as Given
from veracity.models.asking import WEB_SEARCH
from veracity.models.hosted.parts import MOST_COUNTED
from veracity.models.hosted.table import hosts
from veracity.models.untrusted import mark

NAMES = sorted(hosts())


def good(name: str, **more: Any) -> Answer:
    host = hosts()[name]
    return DIALECTS[host.wire](Reply(GOOD, tool=host.takes_tool_only(MODEL), **more))


def ask(request: Request, *answers: Answer, **changes: Any) -> tuple[Given | Failure, list[Sent]]:
    async def run() -> tuple[Given | Failure, list[Sent]]:
        async with loopback(in_turn(*answers)) as server:
            made = provider(server, request.provider, **changes)
            return await made.answer(request), server.sent

    return asyncio.run(run())


@pytest.mark.parametrize("name", NAMES)
def test_a_streamed_reply_is_read(name: str) -> None:
    outcome, sent = ask(asked(name), good(name))
    assert isinstance(outcome, Given), outcome
    assert outcome.value == VALUE
    assert (outcome.usage.input_tokens, outcome.usage.output_tokens) == (100, 20)
    assert len(sent) == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_prompt_is_filled_and_fenced_and_the_key_is_in_a_header_alone(name: str) -> None:
    request = asked(name)
    _, sent = ask(request, good(name))
    said = json.dumps(sent[0].body)
    assert f"<<{mark(request.key)}>>\\nWater boils.\\n<</{mark(request.key)}>>" in said
    assert KEY not in said + sent[0].target
    assert KEY in " ".join(sent[0].headers.values())


@pytest.mark.parametrize(
    ("name", "target", "where"),
    [
        ("openai", "/responses", ("text", "format", "schema")),
        ("xai", "/responses", ("text", "format", "schema")),
        ("anthropic", "/messages", ("output_config", "format", "schema")),
        ("mistral", "/chat/completions", ("response_format", "json_schema", "schema")),
        ("openai_compatible", "/chat/completions", ("response_format", "json_schema", "schema")),
        (
            "google",
            f"/models/{MODEL}:streamGenerateContent?alt=sse",
            ("generationConfig", "responseJsonSchema"),
        ),
    ],
)
def test_the_schema_goes_to_where_the_provider_wants_it(
    name: str, target: str, where: tuple[str, ...]
) -> None:
    _, sent = ask(asked(name), good(name))
    schema = sent[0].body
    for step in where:
        schema = schema[step]
    assert sent[0].target == target
    assert schema["properties"]["label"]["enum"] == ["True", "False"]
    dropped = "maximum" in hosts()[name].drop
    assert ("maximum" in schema["properties"]["sure"]) != dropped
    if hosts()[name].closed:
        assert schema["additionalProperties"] is False
        assert set(schema["required"]) == {"label", "sure", "why"}


@pytest.mark.parametrize(("name", "model"), [("groq", MODEL), ("anthropic", "claude-3-5-haiku")])
def test_a_model_without_a_native_schema_gets_a_tool_that_it_must_call(
    name: str, model: str
) -> None:
    request = asked(name).model_copy(update={"model": model})
    outcome, sent = ask(request, DIALECTS[hosts()[name].wire](Reply(GOOD, tool=True)))
    assert isinstance(outcome, Given)
    assert outcome.value == VALUE
    assert "answer" in json.dumps(sent[0].body["tool_choice"])
    assert "response_format" not in sent[0].body
    assert "output_config" not in sent[0].body


def test_a_server_that_does_not_stream_is_heard_as_well() -> None:
    whole = {
        "object": "chat.completion",
        "choices": [{"message": {"role": "assistant", "content": GOOD}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3},
    }
    outcome, _ = ask(asked("llamacpp"), Answer(body=json.dumps(whole)))
    assert isinstance(outcome, Given)
    assert outcome.value == VALUE
    assert outcome.usage.output_tokens == 3


PAGES = (("https://a.example/1", "One"), ("https://b.example/2", "Two"))


@pytest.mark.parametrize("name", ["anthropic", "openai", "xai"])
def test_what_the_search_returned_is_kept_apart_from_the_answer(name: str) -> None:
    """The answer names no page at all, so what is returned can only come from the tool."""
    searched = good(name, pages=PAGES, queries=("boiling water",))
    outcome, sent = ask(asked(name, **{WEB_SEARCH: True}), searched, good(name))
    assert isinstance(outcome, Given), outcome
    assert outcome.value["output"] == VALUE
    assert [page["url"] for page in outcome.value["returned"]] == [url for url, _ in PAGES]
    assert outcome.value["queries"] == ["boiling water"]
    assert "web_search" in json.dumps(sent[0].body["tools"])
    # Anthropic and Google search in a turn of its own, before the one that has the schema.
    assert len(sent) == (2 if hosts()[name].search == "before" else 1)


def test_an_address_that_only_redirects_is_resolved_or_left_out() -> None:
    def script(sent: Sent) -> Answer:
        if sent.method == "HEAD":
            target = {"/r/1": "https://a.example/1"}.get(sent.target)
            return Answer(302, headers={"Location": target}) if target else Answer(404)
        grounded = not server_sent(sent)
        if not grounded:
            return good("google")
        url = f"http://{sent.headers['host']}/r/"
        pages = ((f"{url}1", "a.example"), (f"{url}2", "b.example"))
        return good("google", pages=pages, queries=("boiling water",))

    def server_sent(sent: Sent) -> bool:
        return "responseJsonSchema" in sent.body["generationConfig"]

    async def run() -> tuple[Given | Failure, list[Sent]]:
        async with loopback(script) as server:
            made = provider(server, "google", host={"resolve": "127.0.0.1"})
            return await made.answer(asked("google", **{WEB_SEARCH: True})), server.sent

    outcome, sent = asyncio.run(run())
    assert isinstance(outcome, Given), outcome
    assert [page["url"] for page in outcome.value["returned"]] == ["https://a.example/1"]
    heads = [request for request in sent if request.method == "HEAD"]
    assert len(heads) == 2
    assert all(KEY not in " ".join(request.headers.values()) for request in heads)


@pytest.mark.parametrize("name", ["mistral", "groq", "ollama", "openrouter"])
def test_a_search_is_refused_where_there_is_none(name: str) -> None:
    outcome, sent = ask(asked(name, **{WEB_SEARCH: True}), good(name))
    assert isinstance(outcome, Failure)
    assert outcome.kind is FailureKind.UNAVAILABLE
    assert sent == []


def test_log_probabilities_are_not_asked_for() -> None:
    outcome, sent = ask(asked(logprobs=["True", "False"]), good("openai"))
    assert isinstance(outcome, Failure)
    assert outcome.kind is FailureKind.UNAVAILABLE
    assert "log-probabilities" in outcome.message
    assert sent == []


def test_a_temperature_that_a_model_does_not_take_is_left_to_it() -> None:
    untaken = {"error": {"message": "Unsupported parameter: 'temperature'", "type": "x"}}
    outcome, sent = ask(asked(temperature=0.7), failing(400, untaken), good("openai"))
    assert isinstance(outcome, Given)
    assert [request.body.get("temperature") for request in sent] == [0.7, None]


def test_a_known_price_is_charged_and_an_unknown_one_is_dear() -> None:
    # 100 tokens in, 20 out, at 2 and 10 dollars for a million: .0002 + .0002.
    prices = {f"openai:{MODEL}": (Decimal(2), Decimal(10))}
    known, _ = ask(asked(), good("openai"), prices=prices)
    assert known.usage.cost == Decimal("0.0004")
    # At the assumed 15 and 75 dollars: .0015 + .0015.
    unknown, _ = ask(asked("openai_compatible"), good("openai_compatible"))
    assert unknown.usage.cost == Decimal("0.003")
    free, _ = ask(asked("ollama"), good("ollama"))
    assert free.usage.cost == 0


def test_a_listed_model_has_the_listed_price() -> None:
    async def run() -> Decimal:
        async with loopback(in_turn(good("openai"))) as server:
            request = asked().model_copy(update={"model": "gpt-4o-mini"})
            return (await provider(server).answer(request)).usage.cost

    # 0.15 and 0.60 dollars for a million tokens: .000015 + .000012.
    assert asyncio.run(run()) == Decimal("0.000027")


def test_the_ceiling_is_above_what_any_way_of_answering_costs() -> None:
    prices = {f"openai:{MODEL}": (Decimal(2), Decimal(10))}

    async def run(server: Loopback) -> Decimal:
        return provider(server, prices=prices).ceiling(asked(max_tokens=100))

    ceiling = asyncio.run(run(Loopback(in_turn(good("openai")))))
    # Three replies of 100 tokens at 10 dollars a million are .003; what is read comes on top.
    assert Decimal("0.003") < ceiling < Decimal("0.01")


def test_a_reply_that_nobody_counts_is_paid_for_in_full() -> None:
    request = asked("mistral")
    event = {"object": "chat.completion", "choices": [choice(GOOD)]}
    outcome, _ = ask(request, whole(event))
    told, _ = ask(request, whole({**event, "usage": {"prompt_tokens": 1, "completion_tokens": 1}}))
    assert outcome.usage.cost > 1000 * told.usage.cost > 0


@pytest.mark.parametrize(
    ("tokens", "counted"), [(12.0, 12), (True, 0), (-3, 0), (10**30, MOST_COUNTED), ("7", 0)]
)
def test_a_count_is_a_whole_number_that_can_be_kept(tokens: Any, counted: int) -> None:
    used = {"prompt_tokens": tokens, "completion_tokens": 20}
    outcome, _ = ask(asked("mistral"), whole({"choices": [choice(GOOD)], "usage": used}))
    assert outcome.usage.input_tokens == counted


@pytest.mark.parametrize(
    "said",
    ["[" * 3_000, '{"label": "True", "sure": 90, "why": ["\\ud800"]}', "[" * 200 + "]" * 200],
    ids=["no end of brackets", "half a character", "too deep"],
)
def test_a_reply_that_cannot_be_kept_is_of_another_shape(said: str) -> None:
    outcome, sent = ask(asked("mistral"), whole({"choices": [choice(said)]}))
    assert isinstance(outcome, Failure)
    assert (outcome.kind, len(sent)) == (FailureKind.MALFORMED, 2)


@pytest.mark.parametrize(
    "body",
    ["[" * 30_000, '{"error":' * 500 + '"x"' + "}" * 500, json.dumps({"code": "9" * 6000})],
    ids=["no end of brackets", "too deep", "a code of 6,000 digits"],
)
def test_an_error_that_cannot_be_read_is_an_error(body: str) -> None:
    outcome, _ = ask(asked("mistral"), Answer(status=400, body=body))
    assert isinstance(outcome, Failure)
    assert "status 400" in outcome.message


def test_a_stream_may_begin_with_a_byte_order_mark_and_be_named_in_capitals() -> None:
    stream, named = good("mistral"), {"Content-Type": "Text/Event-Stream"}
    named = replace(
        stream, body="\ufeff" + stream.body, headers={"Content-Type": "Text/Event-Stream"}
    )
    outcome, _ = ask(asked("mistral"), named)
    assert isinstance(outcome, Given), outcome


def test_a_page_at_no_address_was_not_returned() -> None:
    web = {"groundingChunks": [{"web": {"uri": "http://[", "title": "none"}}]}
    said = {"content": {"parts": [{"text": GOOD}]}, "finishReason": "STOP"}
    event = {"candidates": [{**said, "groundingMetadata": web}]}
    request = asked("google", "Water boils.", **{WEB_SEARCH: True})
    outcome, _ = ask(request, whole(event))
    assert isinstance(outcome, Given), outcome
    assert outcome.value["returned"] == []


def choice(said: str) -> dict[str, Any]:
    return {"message": {"content": said}, "finish_reason": "stop"}


def whole(event: dict[str, Any]) -> Answer:
    """A reply that is not streamed."""
    return Answer(body=json.dumps({"object": "chat.completion", **event}))
