"""Asking a model to rule on a borderline or conflicting case, and reading what it ruled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from veracity.domain.evidence import Passage
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.models.excerpt import excerpt
from veracity.models.untrusted import clean
from veracity.prompts import load
from veracity.rules.adjudication import Ruling

PROMPT = "ruling"

WORDS = 60
"""Of each passage."""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "label": {"type": "string", "enum": ["True", "False", "Misleading", "Unverified"]},
        "reason": {"type": "string", "maxLength": 300},
    },
    "required": ["label", "reason"],
    "additionalProperties": False,
}


def ruling_request(claim: str, passages: Sequence[Passage], provider: str, model: str) -> Request:
    """Ask `model` to rule on `claim` over all passages, each with its tier and date."""
    return Request(
        kind="ask",
        provider=provider,
        model=model,
        prompt=load(PROMPT).ref,
        inputs={
            "claim": clean(claim),
            "evidence": "\n".join(_line(claim, passage) for passage in passages),
        },
        output_schema=SCHEMA,
    )


def ruling_of(outcome: Reply | Failure) -> Ruling | Failure:
    """The ruling, or why there is none. A reply of another shape is a failure, never repaired."""
    if isinstance(outcome, Failure):
        return outcome
    try:
        return Ruling.model_validate(outcome.value)
    except ValidationError as error:
        where = ".".join(str(step) for step in error.errors()[0]["loc"]) or "the top"
        return Failure(
            kind=FailureKind.MALFORMED, message=f"The ruling has another shape at {where}."
        )


def _line(claim: str, passage: Passage) -> str:
    dated = f", {passage.source.published}" if passage.source.published else ""
    return f"[{passage.source.tier}{dated}] {excerpt(claim, passage.text, WORDS)}"
