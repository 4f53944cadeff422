"""The turns of a request's prompt, filled and fenced, as every model is shown them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from veracity.domain.errors import VeracityError
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.models.untrusted import clean, mark
from veracity.prompts import Turn, load


def turns_of(request: Request) -> tuple[Turn, ...] | Failure:
    """The turns of the locked prompt that `request` names, with its inputs and its mark.

    A failure says that the prompt is not here in the version that was asked for, or that an input
    is missing.
    """
    if request.prompt is None:
        return Failure(kind=FailureKind.UNAVAILABLE, message="The request names no prompt.")
    try:
        prompt = load(request.prompt.id)
    except VeracityError as error:
        return Failure(kind=FailureKind.UNAVAILABLE, message=str(error))
    if prompt.ref != request.prompt:
        return Failure(
            kind=FailureKind.UNAVAILABLE,
            message=f"The prompt {prompt.id} is here in version {prompt.version}, not in the "
            f"version {request.prompt.version} that was asked for.",
        )
    try:
        return prompt.filled({**_values(request.inputs), "mark": mark(request.key)})
    except KeyError as error:
        message = f"The request gives no value for {error}."
        return Failure(kind=FailureKind.INTERNAL, message=message)


def _values(inputs: Mapping[str, Any]) -> dict[str, str]:
    """Inputs as text that cannot imitate a turn or end a fence. Lines stay lines."""
    return {
        name: "\n".join(clean(line) for line in str(value).splitlines())
        for name, value in inputs.items()
    }
