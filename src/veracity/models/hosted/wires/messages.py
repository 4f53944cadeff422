"""Anthropic's messages."""

from __future__ import annotations

from typing import Any

from veracity.models.hosted.parts import Part, count, part, parts, text, value_of
from veracity.models.hosted.schemas import shaped
from veracity.models.hosted.speech import ANSWER, Ask, Finish, Heard, Wire

VERSION = "2023-06-01"
SEARCH = "web_search_20250305"
MOST_SEARCHES = 5
"""Searches that one turn may make."""

_FINISHES: dict[str, Finish] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refused",
}


def _body(ask: Ask) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": ask.model,
        "max_tokens": ask.max_tokens,
        "messages": [
            {"role": turn.role, "content": turn.text} for turn in ask.turns if turn.role != "system"
        ],
        "stream": True,
    }
    system = "\n\n".join(turn.text for turn in ask.turns if turn.role == "system")
    if system:
        body["system"] = system
    if ask.temperature is not None:
        body["temperature"] = min(ask.temperature, 1.0)
    if ask.search:
        body["tools"] = [{"type": SEARCH, "name": "web_search", "max_uses": MOST_SEARCHES}]
    if ask.schema is None:
        return body
    schema = shaped(ask.schema, ask.host)
    if ask.by_tool:
        body["tools"] = [{"name": ANSWER, "input_schema": schema}]
        body["tool_choice"] = {"type": "tool", "name": ANSWER}
    else:
        body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
    return body


def _hear(heard: Heard, event: Part) -> None:
    index = count(event, "index")
    match text(event, "type"):
        case "error":
            heard.error = event
        case "message_start":
            heard.spoke = True
            _hear_usage(heard, part(part(event, "message"), "usage"))
        case "content_block_start":
            _hear_block(heard, index, part(event, "content_block"))
        case "content_block_delta":
            _hear_delta(heard, heard.blocks.get(index, {}), part(event, "delta"))
        case "content_block_stop":
            _hear_query(heard, heard.blocks.get(index, {}))
        case "message_delta":
            _hear_usage(heard, part(event, "usage"))
            if reason := text(part(event, "delta"), "stop_reason"):
                heard.finish = _FINISHES.get(reason, "other")
        case "message_stop":
            heard.ended = True
        case _:
            pass  # A ping, or an event that is newer than this.


def _hear_usage(heard: Heard, used: Part) -> None:
    heard.input_tokens = count(used, "input_tokens") or heard.input_tokens
    heard.output_tokens = count(used, "output_tokens") or heard.output_tokens


def _hear_block(heard: Heard, index: int, block: Part) -> None:
    heard.blocks[index] = {"type": block.get("type"), "name": block.get("name"), "json": ""}
    if block.get("type") == "text":
        heard.text += text(block, "text")
    elif block.get("type") == "web_search_tool_result":
        for result in parts(block, "content"):
            heard.found(text(result, "url"), text(result, "title"))


def _hear_delta(heard: Heard, block: Part, delta: Part) -> None:
    heard.text += text(delta, "text")
    written = text(delta, "partial_json")
    if block.get("type") == "tool_use" and block.get("name") == ANSWER:
        heard.arguments += written
    elif block:
        block["json"] += written


def _hear_query(heard: Heard, block: Part) -> None:
    """Note what was searched for, once the block that says it is whole."""
    if block.get("type") != "server_tool_use":
        return
    try:
        asked = value_of(block["json"])
    except ValueError:
        return  # The query is only for the trail.
    if query := text(part({"asked": asked}, "asked"), "query"):
        heard.queries.append(query)


WIRE = Wire(
    path=lambda model: "/messages",
    headers=lambda key: {"x-api-key": key, "anthropic-version": VERSION},
    body=_body,
    hear=_hear,
)
