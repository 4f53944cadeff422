"""A claim in English, by a model, for searching and for models that read no other language.

A translation holds only where code can check it (`rules/translation`): one that loses a figure is
refused, and the claim is searched for in its own words alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from veracity.desk.base import Desk
from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.exchange import Exchange, Request
from veracity.models.asking import question
from veracity.models.untrusted import clean
from veracity.rules.readable import LOCAL, language_of
from veracity.rules.translation import PROMPT, english_of, faults

LANGUAGES = {
    "si": "Sinhala",
    "si-Latn": "Sinhala in Latin letters",
    "ta": "Tamil",
    "ta-Latn": "Tamil in Latin letters",
}
"""What a prompt calls a language; any other goes by its tag."""


class Translation(Frozen):
    """What a model is asked for."""

    english: str = Field(max_length=600)


def wanted(claim: Claim, model: str | None) -> bool:
    """Whether the claim is to be translated: it is known to be in another language than English,
    it has no translation yet, and a hosted model is set."""
    if model is None or claim.english is not None or model.partition(":")[0] == LOCAL:
        return False
    language = language_of(claim)
    return language is not None and language.partition("-")[0] != "en"


def translation_request(claim: Claim, model: str) -> Request:
    """Ask `model` (`provider:model`) for the claim in English."""
    language = language_of(claim) or "not known"
    inputs = {"claim": clean(claim.text), "language": LANGUAGES.get(language, language)}
    return question(model, PROMPT, inputs, Translation)


async def in_english(claim: Claim, desk: Desk, model: str | None) -> Claim:
    """The claim with its translation, or as it is where none is wanted or none holds."""
    if model is None or not wanted(claim, model):
        return claim
    desk.progress("translate", model)
    exchange = await desk.exchange(translation_request(claim, model))
    return claim.model_copy(update={"english": translated(claim, (exchange,))})


def was_asked(exchange: Exchange) -> bool:
    """Whether a model was asked for a translation of a claim."""
    return exchange.request.prompt is not None and exchange.request.prompt.id == PROMPT


def translated(claim: Claim, exchanges: Iterable[Exchange]) -> str | None:
    """The translation of `claim` that was made in one of `exchanges`, None where none holds."""
    for exchange in exchanges:
        if not was_asked(exchange) or exchange.reply is None:
            continue
        english = clean(english_of(exchange.reply.value))
        if exchange.request.inputs.get("claim") == clean(claim.text):
            return None if faults(claim.text, english, "en") else english
    return None
