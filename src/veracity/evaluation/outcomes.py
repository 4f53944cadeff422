"""What came of one row: the answer to score, or the fault because of which there is none."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.domain.case import Case
from veracity.evaluation.answers import Answer, answer
from veracity.evaluation.dataset import Row
from veracity.evaluation.forced import forced_choice
from veracity.publish.casefile import name_of
from veracity.publish.row import calls, cost
from veracity.rules.scales import polarity


@dataclass(frozen=True, slots=True)
class Outcome:
    """One row, judged or not."""

    dataset: str
    row: Row
    seconds: float
    """How long this run took for it."""
    predicted: Answer | None = None
    """None when a fault of infrastructure stood in the way. Such a row is not scored."""
    fault: str | None = None
    """The kind of the fault."""
    why: str | None = None
    """What the fault said."""
    label: str | None = None
    """The method's own label."""
    path: str | None = None
    """Which rule or model decided."""
    in_code: bool = False
    """Whether a comparison in code is what the verdict rests on."""
    resumed: bool = False
    """Whether every call was answered by the journal, so that `seconds` says little."""
    usd: float = 0.0
    """What the calls of this run cost for it."""
    calls: int = 0
    """How many calls this run made for it."""
    confidence: float | None = None
    """The verdict's own, 0 to 1."""
    probability: float | None = None
    """That the claim is true, for methods that give one."""
    forced: Answer | None = None
    """The answer without abstention, for methods that have one."""
    case: str | None = None
    """Name of the case file."""


def judged(dataset: str, row: Row, case: Case, seconds: float, *, reused: bool = False) -> Outcome:
    """What the case says of the row. One that is `reused` was made by an earlier run, and took
    nothing in this one.

    A verdict in neither direction, where a voice is missing because a model or a search failed, is
    a fault: nobody knows what that voice would have said. A verdict that was reached in spite of a
    fault is scored.
    """
    verdict = case.verdict
    usd, made = (0.0, 0) if reused else (float(cost(case)), calls(case))
    predicted = answer(polarity(verdict.bucket))
    missing = [voice for voice in verdict.abstentions if voice.failure is not None]
    if predicted is Answer.NOT_ENOUGH_INFO and missing:
        first = missing[0]
        return Outcome(
            dataset=dataset,
            row=row,
            seconds=seconds,
            fault=first.failure,
            why=f"{first.who}: {first.why}",
            label=verdict.label,
            path=verdict.path,
            usd=usd,
            calls=made,
            case=name_of(case),
        )
    return Outcome(
        dataset=dataset,
        row=row,
        seconds=seconds,
        predicted=predicted,
        label=verdict.label,
        path=verdict.path,
        in_code=any(finding.decisive and finding.by == "code" for finding in verdict.findings),
        resumed=made == 0,
        usd=usd,
        calls=made,
        confidence=verdict.confidence,
        probability=verdict.probability,
        forced=forced_choice(case),
        case=name_of(case),
    )


def broken(dataset: str, row: Row, fault: Exception, seconds: float) -> Outcome:
    """A row at which the program itself failed."""
    return Outcome(
        dataset=dataset,
        row=row,
        seconds=seconds,
        fault="internal",
        why=f"{type(fault).__name__}: {fault}",
    )
