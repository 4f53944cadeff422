"""Summaries of a verdict in English, Sinhala and Tamil, by a model where a hosted one is set.

What may not stand (`publish/explain/summaries`) and what a fault kept away is told by the templates
instead, each language by itself. A verdict never waits for a summary to be right.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from veracity.desk.base import Desk
from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.exchange import Exchange, Request
from veracity.domain.explanation import TONGUES, Explanation
from veracity.domain.verdict import Verdict
from veracity.models.asking import question
from veracity.models.untrusted import clean
from veracity.publish.explain import explain, label
from veracity.publish.explain.summaries import CHARACTERS, PROMPT, accepted
from veracity.rules.readable import LOCAL


class Summaries(Frozen):
    """What a model is asked for."""

    en: str = Field(max_length=CHARACTERS)
    si: str = Field(max_length=CHARACTERS)
    ta: str = Field(max_length=CHARACTERS)


def summaries_request(claim: Claim, verdict: Verdict, model: str) -> Request:
    """Ask `model` (`provider:model`) for a summary of the verdict in each language."""
    inputs = {
        "claim": clean(claim.text),
        "verdict": clean(explain(verdict, "en")),
        **{f"label_{tongue}": label(verdict, tongue) for tongue in TONGUES},
    }
    return question(model, PROMPT, inputs, Summaries)


async def explained(
    claim: Claim, verdict: Verdict, desk: Desk, model: str | None
) -> tuple[Explanation, ...]:
    """The verdict in each language, by `model` where it is a hosted one, else by templates."""
    if model is None or model.partition(":")[0] == LOCAL:
        return told(claim, verdict)
    desk.progress("explain", model)
    exchange = await desk.exchange(summaries_request(claim, verdict, model))
    return told(claim, verdict, exchange)


def retold(
    claim: Claim,
    verdict: Verdict,
    explanations: Iterable[Explanation],
    exchanges: Iterable[Exchange],
) -> tuple[Explanation, ...]:
    """What a case that holds `explanations` has to say of its verdict, from its exchanges."""
    if not tuple(explanations):
        return ()
    for exchange in exchanges:
        if exchange.request.prompt is not None and exchange.request.prompt.id == PROMPT:
            return told(claim, verdict, exchange)
    return told(claim, verdict)


def told(
    claim: Claim, verdict: Verdict, exchange: Exchange | None = None
) -> tuple[Explanation, ...]:
    """The same, from the exchange in which a model was asked."""
    reply = exchange.reply if exchange is not None else None
    written = accepted(reply.value, claim, verdict) if reply is not None else {}
    return tuple(
        Explanation(
            language=tongue,
            text=written[tongue],
            by=f"{exchange.request.provider}:{exchange.request.model}",
            exchange=exchange.key,
        )
        if exchange is not None and tongue in written
        else Explanation(language=tongue, text=explain(verdict, tongue))
        for tongue in TONGUES
    )
