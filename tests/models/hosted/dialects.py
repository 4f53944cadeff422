"""Replies in each wire format, as the providers send them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tests.models.hosted.loopback import Answer, Ending, streamed

HALF = 7
"""Characters at which a reply is parted into two events."""


@dataclass(frozen=True)
class Reply:
    """What a model says, in no format yet."""

    text: str = ""
    finish: str = "stop"
    """`stop`, `length`, `refused` or `filtered`."""
    error: Any = None
    """An error event after the first half of the text."""
    ending: Ending = "whole"
    last: bool = True
    """Whether the event comes that ends the stream."""
    tool: bool = False
    pages: tuple[tuple[str, str], ...] = ()
    """Addresses and titles that the provider's search returned."""
    queries: tuple[str, ...] = ()


def chat(reply: Reply) -> Answer:
    finish = {"stop": "stop", "length": "length", "filtered": "content_filter"}
    finish |= {"refused": "stop"}

    def chunk(delta: Any, reason: str | None = None) -> Any:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return {"id": "c1", "object": "chat.completion.chunk", "choices": [choice]}

    events: list[Any] = [chunk({"role": "assistant", "content": ""})]
    if reply.finish == "refused":
        events.append(chunk({"refusal": "I cannot help with that."}))
    for half in (reply.text[:HALF], reply.text[HALF:]):
        function = {"arguments": half}
        call = {"tool_calls": [{"index": 0, "function": function}]}
        events.append(chunk(call if reply.tool else {"content": half}))
    if reply.error is not None:
        return streamed(*events[:2], reply.error, ending=reply.ending)
    events.append(chunk({}, finish[reply.finish]))
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    events.append({"object": "chat.completion.chunk", "choices": [], "usage": usage})
    if reply.last:
        events.append("[DONE]")
    return streamed(*_kept(events, reply), ending=reply.ending)


def responses(reply: Reply) -> Answer:
    said: Any = {"type": "output_text", "text": reply.text, "annotations": []}
    if reply.finish == "refused":
        said = {"type": "refusal", "refusal": "I cannot help with that."}
    output: list[Any] = [{"type": "message", "role": "assistant", "content": [said]}]
    if reply.queries:
        sources = [{"type": "url", "url": url} for url, _ in reply.pages]
        action = {"type": "search", "query": reply.queries[0], "sources": sources}
        output.insert(0, {"type": "web_search_call", "status": "completed", "action": action})
    incomplete = {"length": "max_output_tokens", "filtered": "content_filter"}.get(reply.finish)
    response = {
        "id": "r1",
        "object": "response",
        "status": "incomplete" if incomplete else "completed",
        "incomplete_details": {"reason": incomplete} if incomplete else None,
        "error": None,
        "output": output,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }
    events: list[Any] = [
        {"type": "response.created", "response": {"id": "r1", "status": "in_progress"}},
        {"type": "response.output_text.delta", "delta": reply.text[:HALF]},
        {"type": "response.output_text.delta", "delta": reply.text[HALF:]},
    ]
    if reply.error is not None:
        return streamed(*events[:2], reply.error, ending=reply.ending)
    if reply.last:
        events.append({"type": f"response.{response['status']}", "response": response})
    return streamed(*_kept(events, reply), ending=reply.ending)


def messages(reply: Reply) -> Answer:
    reason = {"stop": "end_turn", "length": "max_tokens", "refused": "refusal"}
    reason |= {"filtered": "refusal"}
    message = {"id": "m1", "role": "assistant", "content": []}
    message |= {"usage": {"input_tokens": 100, "output_tokens": 1}}
    events: list[Any] = [{"type": "message_start", "message": message}, {"type": "ping"}]
    for query in reply.queries:
        events += _block(0, {"type": "server_tool_use", "name": "web_search", "input": {}}, query)
        found = [{"type": "web_search_result", "url": u, "title": t} for u, t in reply.pages]
        result = {"type": "web_search_tool_result", "content": found}
        events.append({"type": "content_block_start", "index": 1, "content_block": result})
        events.append({"type": "content_block_stop", "index": 1})
    kind = {"type": "tool_use", "name": "answer", "input": {}}
    block = kind if reply.tool else {"type": "text", "text": ""}
    events.append({"type": "content_block_start", "index": 2, "content_block": block})
    for half in (reply.text[:HALF], reply.text[HALF:]):
        delta: Any = {"type": "text_delta", "text": half}
        if reply.tool:
            delta = {"type": "input_json_delta", "partial_json": half}
        events.append({"type": "content_block_delta", "index": 2, "delta": delta})
    if reply.error is not None:
        return streamed(*events[:-1], reply.error, ending=reply.ending)
    events.append({"type": "content_block_stop", "index": 2})
    end = {"stop_reason": reason[reply.finish]}
    events.append({"type": "message_delta", "delta": end, "usage": {"output_tokens": 20}})
    if reply.last:
        events.append({"type": "message_stop"})
    return streamed(*_kept(events, reply), ending=reply.ending)


def _block(index: int, block: Any, query: str) -> list[Any]:
    written = {"type": "input_json_delta", "partial_json": json.dumps({"query": query})}
    return [
        {"type": "content_block_start", "index": index, "content_block": block},
        {"type": "content_block_delta", "index": index, "delta": written},
        {"type": "content_block_stop", "index": index},
    ]


def gemini(reply: Reply) -> Answer:
    reason = {"stop": "STOP", "length": "MAX_TOKENS", "refused": "SAFETY", "filtered": "RECITATION"}

    def chunk(text: str, **more: Any) -> Any:
        content = {"role": "model", "parts": [{"text": text}] if text else []}
        usage = {"promptTokenCount": 100, "candidatesTokenCount": 15, "thoughtsTokenCount": 5}
        return {"candidates": [{"content": content, "index": 0, **more}], "usageMetadata": usage}

    grounding: dict[str, Any] = {}
    if reply.queries:
        chunks = [{"web": {"uri": url, "title": title}} for url, title in reply.pages]
        grounding = {"webSearchQueries": list(reply.queries), "groundingChunks": chunks}
    first = chunk(reply.text[:HALF])
    if reply.error is not None:
        return streamed(first, reply.error, ending=reply.ending)
    end = {"finishReason": reason[reply.finish]} if reply.last else {}
    if grounding:
        end["groundingMetadata"] = grounding
    return streamed(*_kept([first, chunk(reply.text[HALF:], **end)], reply), ending=reply.ending)


def _kept(events: list[Any], reply: Reply) -> list[Any]:
    """Of a stream that breaks off, what comes before the break."""
    return events if reply.ending == "whole" else events[:-1]


DIALECTS = {"chat": chat, "responses": responses, "messages": messages, "gemini": gemini}
