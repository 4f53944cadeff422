"""Who is asked in place of a model that cannot answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from veracity.domain.exchange import Failure, FailureKind, Reply, Request

FALLS_BACK: Final = frozenset(
    {
        FailureKind.TIMEOUT,
        FailureKind.RATE_LIMITED,
        FailureKind.QUOTA,
        FailureKind.REFUSED,
        FailureKind.UNREACHABLE,
        FailureKind.UNAVAILABLE,
    }
)
"""Failures of a model after which its fallback is asked. One that answered in another shape is not
replaced, since that is what it answered; nor is a fault of our own or of the budget."""


def instead_of(
    request: Request, outcome: Reply | Failure, fallbacks: Mapping[str, str]
) -> Request | None:
    """The same question to the fallback of the model that failed; None when nobody is to be asked.

    `fallbacks` and what they name are `provider:model`.
    """
    if request.kind != "ask" or isinstance(outcome, Reply) or outcome.kind not in FALLS_BACK:
        return None
    named = fallbacks.get(f"{request.provider}:{request.model}")
    if named is None:
        return None
    provider, _, model = named.partition(":")
    return request.model_copy(update={"provider": provider, "model": model})
