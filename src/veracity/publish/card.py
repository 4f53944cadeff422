"""A case as what a person reads: the parts of a verdict card, in words, without any layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from veracity.domain.case import Case
from veracity.domain.evidence import Stance, Tier
from veracity.domain.explanation import Tongue
from veracity.domain.verdict import Abstention, Bucket, Finding, Step
from veracity.publish import languages
from veracity.publish.looked_up import FactCheckLine, SearchLine, fact_checks, searches
from veracity.publish.place import is_whole, open_words, place_in_words
from veracity.publish.row import shown
from veracity.publish.stood_in import stood_in
from veracity.publish.visible import visible

Tone: TypeAlias = Literal["supported", "leaning", "unknown", "doubtful", "contested"]

_TONES: dict[Bucket, Tone] = {
    Bucket.TRUE: "supported",
    Bucket.TRUTHY: "leaning",
    Bucket.UNVERIFIABLE: "unknown",
    Bucket.SPLIT: "unknown",
    Bucket.FALSEY: "doubtful",
    Bucket.FALSE: "contested",
}
_SAYS_THE_SAME = {"Unverified": Bucket.UNVERIFIABLE.value}
"""Labels that name their bucket in another word."""
_TIERS: dict[Tier, str] = {
    Tier.GOVERNMENT: "government",
    Tier.WIRE: "news agency",
    Tier.ESTABLISHED: "established publisher",
    Tier.ACADEMIC: "academic",
    Tier.FACT_CHECK: "fact-checker",
    Tier.OTHER: "other source",
    Tier.GIVEN: "given by you",
}
_STANCES: dict[Stance, str] = {
    Stance.SUPPORTS: "supports",
    Stance.REFUTES: "refutes",
    Stance.INSUFFICIENT: "does not settle it",
}


@dataclass(frozen=True, slots=True)
class QuoteLine:
    """One verified quote, as it is shown."""

    stance: str
    tone: Tone
    text: str
    source: str
    """Title and publisher, once each."""
    standing: str
    """Tier and date."""
    url: str
    decisive: bool
    reason: str

    @property
    def origin(self) -> tuple[str, str, str]:
        """What quotes of the same document have in common."""
        return self.source, self.standing, self.url


@dataclass(frozen=True, slots=True)
class Card:
    """The parts of a verdict card, top to bottom."""

    claim: str
    label: str
    tone: Tone
    confidence: int
    """Per cent."""
    bucket: str | None
    """The label on the common scale, None when it says no more than the label."""
    lens: str
    explanation: str
    quotes: tuple[QuoteLine, ...]
    """What the verdict rests on comes first."""
    abstentions: tuple[str, ...]
    caveats: tuple[str, ...]
    """What a reader has to know beside the label."""
    trail: tuple[str, ...]
    prompts: tuple[str, ...]
    """What models were asked with, each with its digest."""
    path: str
    fact_checks: tuple[FactCheckLine, ...] = ()
    """What others concluded of the same claim before. No evidence for the verdict."""
    searches: tuple[SearchLine, ...] = ()
    """The searches of the web, and what came of each."""
    place: str = ""
    """Where the claim stands in a text that says more, and who says it; empty where it is all."""


def card(case: Case, tongue: Tongue | None = None) -> Card:
    """The card of a case, its explanation in `tongue` or else in the language of the submission."""
    verdict, claim = case.verdict, case.claim
    told = languages.told(case, tongue)
    whole = is_whole(claim, case.submission)
    same = _SAYS_THE_SAME.get(verdict.label, verdict.label) == verdict.bucket.value
    return Card(
        claim=visible(claim.text),
        label=told.label,
        tone=_TONES[verdict.bucket],
        confidence=round(verdict.confidence * 100),
        bucket=None if same else told.bucket,
        lens=verdict.lens.value,
        explanation=visible(told.explanation),
        quotes=tuple(_quote(finding) for finding in shown(case)),
        abstentions=tuple(_abstention(abstention) for abstention in verdict.abstentions),
        caveats=tuple(visible(told.caveat(caveat)) for caveat in _caveats(case)),
        trail=tuple(_step(step) for step in (*verdict.trail, *languages.steps(case))),
        prompts=tuple(f"{one.id} version {one.version}, {one.digest}" for one in case.prompts),
        path=verdict.path,
        fact_checks=tuple(check for check in fact_checks(case) if check.same_claim),
        searches=tuple(search for search in searches(case) if search.of_the_web),
        place="" if whole else place_in_words(claim, case.submission),
    )


def _caveats(case: Case) -> tuple[str, ...]:
    opened = open_words(case.claim)
    return (*case.verdict.caveats, *stood_in(case), *([opened] if opened else ()))


def _quote(finding: Finding) -> QuoteLine:
    source = finding.source
    names = dict.fromkeys(name for name in (source.title, source.publisher) if name)
    tone: dict[Stance, Tone] = {Stance.SUPPORTS: "supported", Stance.REFUTES: "contested"}
    dated = "undated" if source.published is None else source.published.isoformat()
    return QuoteLine(
        stance=_STANCES[finding.stance],
        tone=tone.get(finding.stance, "unknown"),
        text=visible(finding.quote.text),
        source=visible(", ".join(names)),
        standing=f"{_TIERS[source.tier]}, {dated}",
        url=visible(source.url),
        reason=visible(finding.reason),
        decisive=finding.decisive,
    )


def _abstention(abstention: Abstention) -> str:
    failure = f" ({abstention.failure})" if abstention.failure else ""
    return visible(f"{abstention.who}: {abstention.why}{failure}")


def _step(step: Step) -> str:
    status = "" if step.status == "ok" else f" ({step.status})"
    return visible(f"{step.name}{status}: {step.detail}")
