"""OpenAI's Responses, which xAI speaks too.

The last event of a stream holds the whole reply. What came before it is not read, so that a stream
that breaks leaves nothing behind.
"""

from __future__ import annotations

from typing import Any

from veracity.models.hosted.parts import Part, count, part, parts, text, texts
from veracity.models.hosted.schemas import shaped
from veracity.models.hosted.speech import ANSWER, Ask, Finish, Heard, Wire

_LAST = frozenset({"response.completed", "response.incomplete"})
_REASONS: dict[str, Finish] = {"max_output_tokens": "length", "content_filter": "filtered"}
_SOURCES = "web_search_call.action.sources"


def _body(ask: Ask) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": ask.model,
        "input": [{"role": turn.role, "content": turn.text} for turn in ask.turns],
        "max_output_tokens": ask.max_tokens,
        "store": False,
        "stream": True,
    }
    if ask.temperature is not None:
        body["temperature"] = ask.temperature
    if ask.schema is not None:
        schema = shaped(ask.schema, ask.host)
        named = {"type": "json_schema", "name": ANSWER, "strict": True, "schema": schema}
        body["text"] = {"format": named}
    if ask.search:
        body["tools"] = [{"type": "web_search"}]
        body["include"] = [_SOURCES]
    return body


def _hear(heard: Heard, event: Part) -> None:
    kind = text(event, "type")
    if kind == "error" or event.get("error") is not None:
        heard.error = event
    elif kind == "response.failed":
        heard.error = part(event, "response")
    elif kind in _LAST:
        _hear_reply(heard, part(event, "response"))
    elif event.get("object") == "response":  # The whole of it, not streamed.
        _hear_reply(heard, event)


def _hear_reply(heard: Heard, reply: Part) -> None:
    used = part(reply, "usage")
    heard.input_tokens = count(used, "input_tokens")
    heard.output_tokens = count(used, "output_tokens")
    for item in parts(reply, "output"):
        if item.get("type") == "message":
            heard.spoke = True
            _hear_message(heard, item)
        elif item.get("type") == "web_search_call":
            _hear_search(heard, part(item, "action"))
    heard.finish = _finish(reply)
    heard.ended = True


def _finish(reply: Part) -> Finish:
    if reply.get("status") == "completed":
        return "stop"
    why = text(part(reply, "incomplete_details"), "reason")
    return _REASONS.get(why, "other")


def _hear_message(heard: Heard, message: Part) -> None:
    for said in parts(message, "content"):
        heard.text += text(said, "text")
        heard.declined += text(said, "refusal")


def _hear_search(heard: Heard, action: Part) -> None:
    heard.queries.extend(texts(action, "queries") or filter(None, [text(action, "query")]))
    for source in parts(action, "sources"):
        heard.found(text(source, "url"), text(source, "title"))


WIRE = Wire(
    path=lambda model: "/responses",
    headers=lambda key: {"Authorization": f"Bearer {key}"},
    body=_body,
    hear=_hear,
)
