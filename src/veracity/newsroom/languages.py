"""What the language of a claim means for its check: who may read it, and who is told in what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from veracity.domain.claim import Claim, Submission
from veracity.domain.explanation import Tongue
from veracity.intake.language import identify
from veracity.methods.base import Method, roles
from veracity.newsroom.casting import Cast
from veracity.newsroom.orders import Order
from veracity.newsroom.plans import FALLBACKS
from veracity.publish.explain import tongue_of
from veracity.rules.readable import language_of, reads

TRANSLATOR = "translator"
"""The role that turns claims into English and verdicts into other languages."""


def identified(order: Order) -> Order:
    """The order with the language of its submission, where neither says it and all of it is the
    claim. A claim that was found in a text names that text by its digest, and stays as it is."""
    if order.claim is not None or order.submission.language is not None:
        return order
    return replace(order, submission=with_language(order.submission))


def with_language(submission: Submission) -> Submission:
    """The submission with its language and how mixed it is, where nobody said them."""
    if submission.language is not None:
        return submission
    found = identify(submission.text)
    if found.tag is None:
        return submission
    mixing = round(found.mixing, 3)
    return submission.model_copy(update={"language": found.tag, "mixing": mixing})


def readers_only(method: Method[Any, Any], dials: Any, claim: Claim) -> Any:
    """`dials` without the models that cannot be relied on in the claim's own language. A method
    abstains for want of a model, as it does where none is set."""
    language = language_of(claim)
    kept: dict[str, Any] = {}
    for name in roles(method.dials):
        played: str | tuple[str, ...] | None = getattr(dials, name)
        if isinstance(played, tuple):
            kept[name] = tuple(model for model in played if reads(model, language))
        elif played is not None and not reads(played, language):
            kept[name] = None
    if FALLBACKS in method.dials.model_fields:
        kept[FALLBACKS] = tuple(
            (asked, other) for asked, other in getattr(dials, FALLBACKS) if reads(other, language)
        )
    changed = {name: value for name, value in kept.items() if value != getattr(dials, name)}
    return method.with_dials(dials, changed, live=True) if changed else dials


def stand_ins(fallbacks: Mapping[str, str], claim: Claim) -> Mapping[str, str]:
    """Those of `fallbacks` that can be relied on in the claim's own language."""
    language = language_of(claim)
    return {asked: other for asked, other in fallbacks.items() if reads(other, language)}


def translator(cast: Cast) -> str | None:
    """The model that translates."""
    played = cast.get(TRANSLATOR)
    return played if isinstance(played, str) else None


def explains(submission: Submission, wanted: Tongue | None) -> bool:
    """Whether the case is explained in every language: somebody asks for one, or the submission is
    in one that the verdict's own words are not in."""
    return wanted is not None or tongue_of(submission.language) in ("si", "ta")
