"""Asking a model to rule on a borderline or conflicting case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.evidence import Passage
from veracity.domain.exchange import Request
from veracity.models.asking import question
from veracity.models.excerpt import excerpt
from veracity.models.untrusted import clean
from veracity.rules.adjudication import Ruling

PROMPT = "ruling"

WORDS = 60
"""Of each passage."""

UNRESTRICTED = "UNRESTRICTED"
"""Marks what was found on the web outside the trusted sites. The prompt says what it means."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A passage as the adjudicator sees it."""

    passage: Passage
    found: str
    """Where it was found: `archive`, `pool`, `web`, or `given`."""
    unrestricted: bool = False


class RulingAnswer(Frozen):
    """What a model is asked for."""

    label: Literal["True", "False", "Misleading", "Unverified"]
    reason: str = Field(max_length=300)
    """One sentence."""

    @property
    def ruling(self) -> Ruling:
        """The answer as adjudication takes it."""
        return Ruling(label=self.label, reason=self.reason)


def ruling_request(claim: str, exhibits: Sequence[Exhibit], model: str) -> Request:
    """Ask `model`, named `provider:model`, to rule on `claim` over all exhibits."""
    evidence = "\n".join(_line(claim, exhibit) for exhibit in exhibits)
    return question(model, PROMPT, {"claim": clean(claim), "evidence": evidence}, RulingAnswer)


def _line(claim: str, exhibit: Exhibit) -> str:
    source = exhibit.passage.source
    about = [
        exhibit.found,
        *([UNRESTRICTED] if exhibit.unrestricted else []),
        source.tier.value,
        *([source.published.isoformat()] if source.published else []),
    ]
    return f"[{', '.join(dict.fromkeys(about))}] {excerpt(claim, exhibit.passage.text, WORDS)}"
