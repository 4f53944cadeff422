"""Google's generateContent."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from veracity.models.hosted.parts import Part, count, part, parts, text, texts
from veracity.models.hosted.schemas import shaped
from veracity.models.hosted.speech import Ask, Finish, Heard, Wire

_FINISHES: dict[str, Finish] = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    "SAFETY": "filtered",
    "RECITATION": "filtered",
    "BLOCKLIST": "filtered",
    "PROHIBITED_CONTENT": "filtered",
    "SPII": "filtered",
}
_ROLES = {"user": "user", "assistant": "model"}


def _body(ask: Ask) -> dict[str, Any]:
    config: dict[str, Any] = {"maxOutputTokens": ask.max_tokens}
    if ask.temperature is not None:
        config["temperature"] = ask.temperature
    if ask.seed is not None:
        config["seed"] = ask.seed
    if ask.schema is not None:
        config["responseMimeType"] = "application/json"
        config["responseJsonSchema"] = shaped(ask.schema, ask.host)
    body: dict[str, Any] = {
        "contents": [
            {"role": _ROLES[turn.role], "parts": [{"text": turn.text}]}
            for turn in ask.turns
            if turn.role != "system"
        ],
        "generationConfig": config,
    }
    system = [{"text": turn.text} for turn in ask.turns if turn.role == "system"]
    if system:
        body["systemInstruction"] = {"parts": system}
    if ask.search:
        body["tools"] = [{"google_search": {}}]
    return body


def _hear(heard: Heard, event: Part) -> None:
    if event.get("error") is not None:
        heard.error = event
        return
    if used := part(event, "usageMetadata"):
        heard.input_tokens = count(used, "promptTokenCount")
        thoughts = count(used, "thoughtsTokenCount")
        heard.output_tokens = count(used, "candidatesTokenCount") + thoughts
    if part(event, "promptFeedback").get("blockReason"):
        heard.spoke = heard.ended = True
        heard.finish = "filtered"
        return
    for candidate in parts(event, "candidates")[:1]:
        _hear_candidate(heard, candidate)


def _hear_candidate(heard: Heard, candidate: Part) -> None:
    heard.spoke = True
    for said in parts(part(candidate, "content"), "parts"):
        if not said.get("thought"):
            heard.text += text(said, "text")
    grounding = part(candidate, "groundingMetadata")
    heard.queries.extend(texts(grounding, "webSearchQueries"))
    for chunk in parts(grounding, "groundingChunks"):
        page = part(chunk, "web")
        heard.found(text(page, "uri"), text(page, "title"))
    if reason := text(candidate, "finishReason"):
        heard.finish = _FINISHES.get(reason, "other")
        heard.ended = True


WIRE = Wire(
    path=lambda model: f"/models/{quote(model, safe='')}:streamGenerateContent?alt=sse",
    headers=lambda key: {"x-goog-api-key": key},
    body=_body,
    hear=_hear,
)
