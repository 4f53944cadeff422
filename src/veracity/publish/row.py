"""A case as one JSON object: the line that `check --json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from veracity.domain.canonical import Json, plain
from veracity.domain.case import Case
from veracity.domain.exchange import Exchange, FailureKind
from veracity.domain.verdict import Finding
from veracity.publish import languages
from veracity.publish.before import Before
from veracity.publish.looked_up import fact_checks, searches
from veracity.publish.place import is_whole
from veracity.publish.place import place as stands_at

CALLS = frozenset({"ask", "search", "fetch"})
"""The kinds of exchange that cost time or money. Reading a clock is not one."""


_NOT_MADE = frozenset({FailureKind.UNAVAILABLE, FailureKind.BUDGET})
"""Failures that say why there was no call."""


def calls(case: Case) -> int:
    """How many calls were made for this case: what the journal answered is not one."""
    return sum(
        exchange.request.kind in CALLS and not exchange.reused and _made(exchange)
        for exchange in case.exchanges
    )


def cost(case: Case) -> Decimal:
    """US dollars that the calls of this case cost, those that failed too."""
    paid = (e.outcome.usage.cost for e in case.exchanges if not e.reused)
    return sum(paid, Decimal(0))


def shown(case: Case) -> tuple[Finding, ...]:
    """The findings that may be shown: those whose quote stands in the stored text.

    What the verdict rests on comes first; the method's order is kept otherwise.
    """
    verified = [finding for finding in case.verdict.findings if finding.quote.verified]
    return tuple(sorted(verified, key=lambda finding: not finding.decisive))


def row(
    case: Case,
    *,
    place: Path | None,
    seconds: float,
    reused: bool = False,
    explained: bool = False,
    before: Sequence[Before] = (),
) -> dict[str, Json]:
    """The object for one claim. Its keys and their meaning stay stable.

    `place` is where the case file lies and `seconds` how long this run took for the claim. A case
    that is `reused` took its calls when it was made, and none now. A claim that is not all of its
    submission has its place in it besides. `explained` adds the explanations in English, Sinhala
    and Tamil, which any case that holds them shows. `before` is what earlier cases concluded.
    """
    verdict = case.verdict
    line: dict[str, Json] = {
        "claim": case.claim.text,
        "label": verdict.label,
        "bucket": verdict.bucket.value,
        "lens": verdict.lens.value,
        "confidence": verdict.confidence,
        "probability": verdict.probability,
        "method": case.method,
        "explanation": verdict.explanation,
        "evidence": [_evidence(finding) for finding in shown(case)],
        "abstentions": plain(verdict.abstentions),
        "trail": plain((*verdict.trail, *languages.steps(case))),
        "caveats": plain(verdict.caveats),
        "prompts": plain(case.prompts),
        "earlier_cases": [earlier.row() for earlier in before],
        "fact_checks": [check.row() for check in fact_checks(case)],
        "searches": [search.row() for search in searches(case)],
        "account": plain(verdict.account),
        "cost": 0.0 if reused else float(cost(case)),
        "seconds": round(seconds, 3),
        "calls": 0 if reused else calls(case),
        "case": None if place is None else str(place),
    }
    if not is_whole(case.claim, case.submission):
        line["place"] = stands_at(case.claim, case.submission)
    if explained or case.explanations:
        line["explanations"] = plain(languages.explanations(case))
    return line


def _made(exchange: Exchange) -> bool:
    return exchange.failure is None or exchange.failure.kind not in _NOT_MADE


def _evidence(finding: Finding) -> dict[str, Json]:
    source = finding.source
    return {
        "url": source.url,
        "title": source.title,
        "publisher": source.publisher,
        "tier": source.tier.value,
        "published": None if source.published is None else source.published.isoformat(),
        "quote": finding.quote.text,
        "stance": finding.stance.value,
        "scores": plain(finding.scores),
    }
