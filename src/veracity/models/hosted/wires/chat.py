"""OpenAI's chat completions, which most servers speak in a dialect of their own."""

from __future__ import annotations

from typing import Any

from veracity.models.hosted.parts import Part, count, part, parts, text
from veracity.models.hosted.schemas import shaped
from veracity.models.hosted.speech import ANSWER, Ask, Finish, Heard, Wire

_FINISHES: dict[str, Finish] = {
    "stop": "stop",
    "tool_calls": "stop",
    "length": "length",
    "model_length": "length",
    "content_filter": "filtered",
}


def _body(ask: Ask) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": ask.model,
        "messages": [{"role": turn.role, "content": turn.text} for turn in ask.turns],
        "max_tokens": ask.max_tokens,
        "stream": True,
    }
    if ask.host.usage:
        body["stream_options"] = {"include_usage": True}
    if ask.temperature is not None:
        body["temperature"] = ask.temperature
    if ask.seed is not None:
        body["random_seed" if ask.host.name == "mistral" else "seed"] = ask.seed
    if ask.schema is None:
        return body
    schema = shaped(ask.schema, ask.host)
    if ask.by_tool:
        body["tools"] = [{"type": "function", "function": {"name": ANSWER, "parameters": schema}}]
        body["tool_choice"] = {"type": "function", "function": {"name": ANSWER}}
    else:
        named = {"name": ANSWER, "strict": True, "schema": schema}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    return body


def _hear(heard: Heard, event: Part) -> None:
    if event.get("error") is not None:
        heard.error = event
        return
    if used := part(event, "usage"):
        heard.input_tokens = count(used, "prompt_tokens")
        heard.output_tokens = count(used, "completion_tokens")
    for choice in parts(event, "choices")[:1]:
        heard.spoke = True
        _hear_part(heard, part(choice, "delta") or part(choice, "message"))
        if reason := text(choice, "finish_reason"):
            heard.finish = _FINISHES.get(reason, "other")
    if event.get("object") == "chat.completion":  # The whole of it, not streamed.
        heard.ended = True


def _hear_part(heard: Heard, said: Part) -> None:
    heard.text += text(said, "content")
    heard.declined += text(said, "refusal")
    for call in parts(said, "tool_calls"):
        heard.arguments += text(part(call, "function"), "arguments")


WIRE = Wire(
    path=lambda model: "/chat/completions",
    headers=lambda key: {"Authorization": f"Bearer {key}"},
    body=_body,
    hear=_hear,
    ends_with="[DONE]",
)
