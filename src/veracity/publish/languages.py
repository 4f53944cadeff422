"""A case in the language of whoever asked, and what models translated for it.

All of it is read off the case: what templates say follows from the verdict, and what a model was
asked from the exchanges, so that it is the same for every method.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from veracity.domain.case import Case
from veracity.domain.exchange import Exchange
from veracity.domain.explanation import TONGUES, Explanation, Tongue
from veracity.domain.verdict import Step
from veracity.publish import explain
from veracity.publish.explain import summaries
from veracity.rules import translation


@dataclass(frozen=True, slots=True)
class Told:
    """What a card says in a language."""

    tongue: Tongue
    label: str
    bucket: str
    explanation: str

    def caveat(self, said: str) -> str:
        """A caveat that code wrote in English, in this language."""
        return said if self.tongue == "en" else explain.in_tongue(said, self.tongue)


def told(case: Case, tongue: Tongue | None = None) -> Told:
    """The case in `tongue`, or in the language of its submission, or in English."""
    verdict = case.verdict
    tongue = tongue or explain.tongue_of(case.submission.language) or "en"
    written = {one.language: one.text for one in case.explanations if one.exchange is not None}
    if tongue == "en":
        said = written.get("en", verdict.explanation)
        return Told("en", verdict.label, verdict.bucket.value, said)
    return Told(
        tongue,
        explain.label(verdict, tongue),
        explain.bucket(verdict, tongue),
        written.get(tongue) or explain.explain(verdict, tongue),
    )


def explanations(case: Case) -> tuple[Explanation, ...]:
    """The explanations that the case holds, else what the templates say of its verdict."""
    return case.explanations or tuple(
        Explanation(language=tongue, text=explain.explain(case.verdict, tongue))
        for tongue in TONGUES
    )


def steps(case: Case) -> tuple[Step, ...]:
    """What models translated for the case, and what of it code refused."""
    return (*_translations(case), *_summaries(case))


def _asked(case: Case, prompt: str) -> Iterator[Exchange]:
    for exchange in case.exchanges:
        if exchange.request.prompt is not None and exchange.request.prompt.id == prompt:
            yield exchange


def _translations(case: Case) -> Iterator[Step]:
    for exchange in _asked(case, translation.PROMPT):
        if exchange.reply is None:
            yield _step("translate", "failed", exchange, _why(exchange))
            continue
        english = translation.english_of(exchange.reply.value)
        wrong = translation.faults(case.claim.text, english, "en")
        if wrong:
            yield _step("translate", "failed", exchange, f"refused, because {'; '.join(wrong)}")
        else:
            yield _step("translate", "ok", exchange, f"“{english}”")


def _summaries(case: Case) -> Iterator[Step]:
    for exchange in _asked(case, summaries.PROMPT):
        if exchange.reply is None:
            yield _step("summarize", "failed", exchange, f"{_why(exchange)}; templates were used")
            continue
        refused = summaries.refused(exchange.reply.value, case.claim, case.verdict)
        detail = "; ".join(
            f"{tongue}: by template, because {refused[tongue]}" if tongue in refused else tongue
            for tongue in TONGUES
        )
        yield _step("summarize", "failed" if refused else "ok", exchange, detail)


def _step(name: str, status: Literal["ok", "failed"], exchange: Exchange, detail: str) -> Step:
    asked = exchange.request
    return Step(
        name=name,
        status=status,
        detail=f"{asked.provider}:{asked.model}: {detail}",
        exchanges=(exchange.key,),
    )


def _why(exchange: Exchange) -> str:
    return exchange.failure.message if exchange.failure is not None else "no answer"
