"""Several methods on one claim, side by side: what each concluded and what it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from veracity.domain.canonical import Json, plain
from veracity.domain.case import Case
from veracity.domain.verdict import Polarity
from veracity.publish.row import calls, cost
from veracity.rules.scales import polarity


@dataclass(frozen=True, slots=True)
class Line:
    """One method's verdict and its price."""

    method: str
    label: str
    bucket: str
    polarity: Polarity
    confidence: float
    probability: float | None
    path: str
    calls: int
    """What was asked for this case and nothing before had answered."""
    questions: int
    """What a model was asked, answered from the journal or not."""
    tokens: int
    """Of prompts and replies, those that the journal answered among them."""
    cost: float
    """US dollars."""
    seconds: float
    caveats: tuple[str, ...]
    case: Path | None


def line(case: Case, *, place: Path | None, seconds: float, reused: bool = False) -> Line:
    """The line of one case. `seconds` is how long this run took for it; `reused` is one of before,
    which took its calls when it was made."""
    verdict = case.verdict
    asked = [exchange for exchange in case.exchanges if exchange.request.kind == "ask"]
    usages = [exchange.outcome.usage for exchange in asked]
    return Line(
        method=case.method,
        label=verdict.label,
        bucket=verdict.bucket.value,
        polarity=polarity(verdict.bucket),
        confidence=verdict.confidence,
        probability=verdict.probability,
        path=verdict.path,
        calls=0 if reused else calls(case),
        questions=len(asked),
        tokens=sum(usage.input_tokens + usage.output_tokens for usage in usages),
        cost=0.0 if reused else float(cost(case)),
        seconds=round(seconds, 3),
        caveats=verdict.caveats,
        case=place,
    )


def agreement(lines: Sequence[Line]) -> str:
    """One sentence: which way the methods point. Those that abstain point nowhere."""
    count = Counter(line.polarity for line in lines)
    supported, contested = count[Polarity.SUPPORTED], count[Polarity.CONTESTED]
    silent = f"{count[Polarity.UNKNOWN]} leave it open"
    if supported and contested:
        return f"The methods disagree: {supported} support it, {contested} contest it, {silent}."
    if supported:
        return f"{supported} of {len(lines)} methods support the claim, none contests it, {silent}."
    if contested:
        return f"{contested} of {len(lines)} methods contest the claim, none supports it, {silent}."
    return f"None of {len(lines)} methods takes a side."


def as_json(
    claim: str, pool: Json, lines: Sequence[Line], failed: Sequence[tuple[str, str]]
) -> dict[str, Json]:
    """What `compare --json` prints. `failed` are methods that could not judge, and why."""
    return {
        "claim": claim,
        "pool": pool,
        "agreement": agreement(lines),
        "methods": [_object(one) for one in lines],
        "failed": [{"method": name, "why": why} for name, why in failed],
    }


def _object(one: Line) -> dict[str, Json]:
    fields = {name: getattr(one, name) for name in Line.__dataclass_fields__ if name != "case"}
    return {**{name: plain(value) for name, value in fields.items()}, "case": _path(one.case)}


def _path(place: Path | None) -> str | None:
    return None if place is None else str(place)
