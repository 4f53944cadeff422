"""What a span says of a claim and of an exchange.

Names are those of OpenTelemetry's conventions for generative models (`gen_ai.*`, 1.40) where there
is one, and `veracity.*` elsewhere. Words that were asked, found or concluded, and addresses, are
*content*: they are there only on request.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, TypeAlias

from veracity.domain.case import Case
from veracity.domain.claim import Claim
from veracity.domain.exchange import Exchange, Failure
from veracity.publish.row import calls, cost, shown

Attribute: TypeAlias = str | bool | int | float
Attributes: TypeAlias = dict[str, Attribute]

IN_PROCESS: Final = frozenset({"archive", "clock", "draw", "given", "local", "pool", "rerank"})
"""Providers that are no service elsewhere."""
CONTENT_CHARACTERS: Final = 16_000
"""Of one attribute. What is longer is cut."""

_PROVIDERS: Final[Mapping[str, str]] = {
    "google": "gcp.gemini",
    "mistral": "mistral_ai",
    "xai": "x_ai",
}
"""What the conventions call a provider that has another name here."""


def name_of(exchange: Exchange) -> str:
    """The span's name: what is done, and by whom."""
    request = exchange.request
    if request.kind == "ask":
        return f"chat {request.model or request.provider}"
    return f"{request.kind} {request.provider}"


def of_exchange(exchange: Exchange, *, content: bool) -> Attributes:
    """The attributes of an exchange. A reused reply has no usage: it was paid for before."""
    request, outcome = exchange.request, exchange.outcome
    said: Attributes = {
        "veracity.kind": request.kind,
        "veracity.provider": request.provider,
        "veracity.key": exchange.key,
        "veracity.reused": exchange.reused,
        "veracity.seconds": exchange.seconds,
    }
    if request.kind == "ask":
        said |= _of_question(exchange)
    if not exchange.reused:
        said |= {
            "gen_ai.usage.input_tokens": outcome.usage.input_tokens,
            "gen_ai.usage.output_tokens": outcome.usage.output_tokens,
            "gen_ai.usage.cost": float(outcome.usage.cost),
        }
    if isinstance(outcome, Failure):
        said |= {"error.type": outcome.kind.value, "veracity.failure": outcome.kind.value}
    if content:
        came = outcome.message if isinstance(outcome, Failure) else outcome.value
        said |= {"veracity.inputs": _text(request.inputs), "veracity.outcome": _text(came)}
    return said


def _of_question(exchange: Exchange) -> Attributes:
    request = exchange.request
    said: Attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": _PROVIDERS.get(request.provider, request.provider),
        "gen_ai.request.model": request.model or "",
    }
    if request.prompt is not None:
        said["gen_ai.prompt.name"] = f"{request.prompt.id}@{request.prompt.version}"
    if exchange.reply is not None and exchange.reply.model is not None:
        said["gen_ai.response.model"] = exchange.reply.model
    for name in ("temperature", "max_tokens"):
        if isinstance(value := request.settings.get(name), int | float):
            said[f"gen_ai.request.{name}"] = value
    return said


def of_claim(claim: Claim, method: str, *, content: bool) -> Attributes:
    """What is known of a claim before it is judged."""
    said: Attributes = {"veracity.claim": claim.digest, "veracity.method": method}
    if content:
        said["veracity.claim.text"] = _text(claim.text)
    return said


def of_case(case: Case, *, reused: bool, content: bool) -> Attributes:
    """What a case concludes, and what was used for it in this run. `reused` is an earlier case."""
    verdict = case.verdict
    usages = [one.outcome.usage for one in case.exchanges if not (reused or one.reused)]
    said: Attributes = {
        "veracity.case": case.seal,
        "veracity.method_version": case.method_version,
        "veracity.reused": reused,
        "veracity.label": verdict.label,
        "veracity.bucket": verdict.bucket.value,
        "veracity.confidence": verdict.confidence,
        "veracity.evidence": len(shown(case)),
        "veracity.abstentions": len(verdict.abstentions),
        "veracity.calls": 0 if reused else calls(case),
        "veracity.tokens": sum(one.input_tokens + one.output_tokens for one in usages),
        "veracity.cost": 0.0 if reused else float(cost(case)),
    }
    if content:
        said["veracity.explanation"] = _text(verdict.explanation)
        said["veracity.evidence.urls"] = _text([one.source.url for one in shown(case)])
    return said


def _text(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text[:CONTENT_CHARACTERS]
