"""The offline verifier: what one passage says of one claim, as probabilities.

Building the request and reading the reply are pure. The model sees an excerpt of the passage and
says one word; code turns how likely each word was into probabilities (`rules/calibration`).
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import ValidationError

from veracity.domain.base import Frozen
from veracity.domain.errors import BadInput
from veracity.domain.exchange import Failure, FailureKind, PromptRef, Reply, Request
from veracity.models.excerpt import excerpt, overlap
from veracity.models.untrusted import clean
from veracity.prompts import load
from veracity.rules.calibration import Calibration, StanceProbabilities, probabilities

PROMPT = "stance"


class _Logprobs(Frozen):
    logprobs: dict[str, float]


class CalibratedModel(Frozen):
    """The model that a calibration belongs to, down to its bytes."""

    id: str
    sha256: str


class CalibrationFile(Frozen):
    """A calibration with where it comes from."""

    model: CalibratedModel
    prompt: PromptRef
    parameters: Calibration
    provenance: dict[str, Any]
    """The sets, rows, seeds and date of the fit, and its cross-validated figures."""


@cache
def calibration(model_id: str) -> CalibrationFile:
    """The calibration of a local model for the stance prompt.

    Raises `BadInput` when there is none, or when it was fitted on another version of the prompt.
    """
    file = files("veracity.models").joinpath("calibration", f"{model_id}.json")
    if "/" in model_id or not file.is_file():
        raise BadInput(f"The model '{model_id}' is not calibrated for stances.")
    found = CalibrationFile.model_validate(json.loads(file.read_text(encoding="utf-8")))
    if found.prompt != load(PROMPT).ref:
        raise BadInput(f"The calibration of '{model_id}' belongs to another prompt.", "Refit it.")
    return found


def stance_request(claim: str, passage: str, calibrated: CalibrationFile) -> Request:
    """Ask what `passage` says of `claim`: at most 90 of its words, and one word back."""
    parameters = calibrated.parameters
    return Request(
        kind="ask",
        provider="local",
        model=calibrated.model.id,
        prompt=calibrated.prompt,
        inputs={"claim": clean(claim), "evidence": excerpt(claim, passage)},
        settings={"logprobs": sorted({*parameters.tokens, parameters.reference})},
    )


def logprobs_of(outcome: Reply | Failure) -> dict[str, float] | Failure:
    """The log-probabilities that a reply to a `stance_request` holds, or why there are none."""
    if isinstance(outcome, Failure):
        return outcome
    try:
        return _Logprobs.model_validate(outcome.value).logprobs
    except ValidationError:
        return Failure(kind=FailureKind.MALFORMED, message="The reply has no log-probabilities.")


def words_of(request: Request) -> int:
    """How many words of evidence a `stance_request` shows."""
    return len(request.inputs["evidence"].split())


def overlap_of(request: Request) -> float:
    """The share of the claim's content words that stand in the evidence of a `stance_request`."""
    return overlap(request.inputs["claim"], request.inputs["evidence"])


def stance_of(request: Request, reply: Reply, parameters: Calibration) -> StanceProbabilities:
    """What the reply to a `stance_request` means under these parameters."""
    shown = words_of(request), overlap_of(request)
    return probabilities(reply.value["logprobs"], *shown, parameters)
