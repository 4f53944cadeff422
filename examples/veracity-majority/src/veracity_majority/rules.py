"""The model `rules:figures`: what one passage says of a claim, compared in code.

A model is whoever answers requests of kind `ask`. This one knows only one question, the stance of a
passage, and answers it from figures and dates; to any other question it is not available.
"""

from __future__ import annotations

from veracity.domain.evidence import Passage, Source, Stance
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.rules.comparison import compare
from veracity.rules.reading import read
from veracity.settings import Settings


class Rules:
    """Answers from `veracity.rules`, without weights and without a network."""

    name = "rules"
    concurrency = 8

    async def answer(self, request: Request) -> Reply | Failure:
        """The stance of `inputs["evidence"]` on `inputs["claim"]`, with the quote that shows it."""
        asked = set((request.output_schema or {}).get("properties", ()))
        claim, evidence = request.inputs.get("claim"), request.inputs.get("evidence")
        if (
            request.kind != "ask"
            or request.model != "figures"
            or asked != {"stance", "quote"}
            or not (isinstance(claim, str) and isinstance(evidence, str))
        ):
            return Failure(
                kind=FailureKind.UNAVAILABLE,
                message="rules:figures answers only which stance a passage takes on a claim.",
            )
        unknown = Source(url="", title="", publisher="")
        passage = Passage(id="", document="", text=evidence, source=unknown)
        for line in compare(read(claim), [passage]):
            return Reply(value={"stance": line.stance.value, "quote": line.quote})
        return Reply(value={"stance": Stance.INSUFFICIENT.value, "quote": ""})


def open_rules(settings: Settings) -> Rules:
    """The provider. It needs nothing of the settings."""
    del settings
    return Rules()
