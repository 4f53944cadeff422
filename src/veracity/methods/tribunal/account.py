"""How a `tribunal` verdict accounts for itself: both columns of arguments, findings, the trail."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.canonical import plain
from veracity.domain.evidence import Quote, Source, Stance
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.verdict import Abstention, Finding
from veracity.methods.tribunal import wording
from veracity.methods.tribunal.hearing import (
    STANCES,
    TWISTED,
    Argued,
    By,
    Line,
    arguments,
    gaps,
    opinion_of,
)
from veracity.methods.tribunal.record import Hearing, TribunalDials, TribunalRecord
from veracity.models.untrusted import clean
from veracity.rules import explanation
from veracity.rules.quote_check import grounding
from veracity.rules.ruling import BEARING, Decision, Side

_VOICES: tuple[By, ...] = ("prosecution", "defense", "judge")


class ArgumentLine(Frozen):
    """An argument whose quote stands in the evidence."""

    point: str
    """In the model's words."""
    quote: str
    """In the passage's own words."""
    source: int = Field(ge=0)
    """Place in `sources`, from 0."""
    cited: bool
    """Whether the judge rests the ruling on it."""
    decides: bool
    """Whether its passage may decide the claim."""


class TribunalAccount(Frozen):
    """What a tribunal shows beside its verdict. Columns are those of the last hearing."""

    parts: tuple[str, ...]
    """What the claim was split into; empty when it was left whole."""
    sources: tuple[Source, ...]
    prosecution: tuple[ArgumentLine, ...]
    defense: tuple[ArgumentLine, ...]
    judge: tuple[ArgumentLine, ...]
    """What the judge quoted beside the arguments."""
    failed: dict[str, int]
    """Quotes that do not stand in the evidence, over all hearings, by who quoted them."""
    grounding: float | None = Field(ge=0, le=1)
    """The share of the advocates' quotes that stand, over all hearings; None without quotes."""
    hearings: int = Field(ge=0, le=2)
    sent_back: tuple[str, ...]
    """What the judge missed and had searched for."""
    ruling: str | None
    """What the judge ruled, which is not always the label."""
    reason: str
    """The judge's own words. No part of the explanation."""
    overruled: bool


def account(
    record: TribunalRecord, dials: TribunalDials, argued: Sequence[Argued], decided: Decision
) -> dict[str, Any]:
    """The `TribunalAccount` as plain values."""
    everything = [one for hearing in record.hearings for one in arguments(record, hearing, dials)]
    standing = [one for one in argued if one.checked.stands]
    places = tuple(dict.fromkeys(one.checked.quote.passage for one in standing))
    opinion = opinion_of(record.last)
    failed = [one.by for one in everything if not one.checked.stands]
    columns = {
        by: tuple(
            ArgumentLine(
                point=one.point,
                quote=one.checked.quote.text,
                source=places.index(one.checked.quote.passage),
                cited=one.cited,
                decides=one.checked.decides,
            )
            for one in standing
            if one.by == by
        )
        for by in _VOICES
    }
    shown = TribunalAccount(
        parts=record.parts,
        sources=tuple(record.pool.passage(place).source for place in places),
        prosecution=columns["prosecution"],
        defense=columns["defense"],
        judge=columns["judge"],
        failed={by: failed.count(by) for by in _VOICES},
        grounding=grounding(one.checked for one in everything if one.by != "judge"),
        hearings=len(record.hearings),
        sent_back=gaps(record),
        ruling=opinion.ruling if opinion else None,
        reason=clean(opinion.reason) if opinion else "",
        overruled=decided.overruled,
    )
    dumped = plain(shown)
    assert isinstance(dumped, dict)
    return dumped


def findings(
    record: TribunalRecord, argued: Sequence[Argued], lines: Sequence[Line], decided: Decision
) -> tuple[Finding, ...]:
    """The verified quotes, each once, what the verdict rests on first.

    What code compared is shown as code read it. A quote that both sides bring, and that the verdict
    does not rest on, settles nothing.
    """
    found = [_compared(record, line, decided) for line in lines]
    found += [
        _argued(record, one, decided)
        for one in argued
        if one.checked.stands and one.checked.why != TWISTED
    ]
    once: dict[tuple[str, str], Finding] = {}
    for finding in sorted(found, key=lambda finding: (not finding.decisive, finding.by)):
        place = (finding.quote.passage, finding.quote.text)
        first = once.setdefault(place, finding)
        if not first.decisive and first.by == "model" and first.stance is not finding.stance:
            update = {"stance": Stance.INSUFFICIENT, "reason": wording.BOTH_SIDES}
            once[place] = first.model_copy(update=update)
    return tuple(once.values())


def _argued(record: TribunalRecord, one: Argued, decided: Decision) -> Finding:
    bearing = BEARING[decided.label] if decided.path == "judge" else frozenset[Side]()
    decisive = one.cited and one.checked.decides and one.side in bearing
    passage = record.pool.passage(one.checked.quote.passage)
    return Finding(
        source=passage.source,
        quote=one.checked.quote,
        stance=STANCES[one.side],
        confidence=decided.confidence if decisive else 0.0,
        reason=wording.argument(one),
        by="model",
        decisive=decisive,
        scores=passage.scores,
    )


def _compared(record: TribunalRecord, line: Line, decided: Decision) -> Finding:
    held = line.compared
    whole = line.statement == record.claim.text
    decisive = whole and decided.path == "rules:comparison"
    passage = record.pool.passage(held.passage)
    return Finding(
        source=passage.source,
        quote=Quote(text=held.quote, passage=passage.id, span=held.span),
        stance=held.stance,
        confidence=decided.confidence if decisive else 0.0,
        reason=wording.compared(held, "" if whole else line.statement),
        by="code",
        decisive=decisive,
        scores=passage.scores,
    )


def explain(
    record: TribunalRecord, decided: Decision, shown: Sequence[Finding]
) -> tuple[str, tuple[str, ...]]:
    """The explanation, and the figures and names that kept quotes out of it."""
    quoted = [finding.quote.text for finding in shown]
    bearing = [finding.quote.text for finding in shown if finding.decisive]
    stances = {finding.stance for finding in shown if finding.decisive}
    opposed = [
        finding.quote.text
        for finding in shown
        if stances and finding.stance not in (*stances, Stance.INSUFFICIENT)
    ]
    text = wording.explain(decided, bearing, opposed)
    missing = explanation.unsupported(text, record.claim.text, quoted)
    return (wording.explain(decided, (), ()) if missing else text), missing


def abstentions(record: TribunalRecord, dials: TribunalDials) -> tuple[Abstention, ...]:
    """Who was asked and gave nothing, or was not there to be asked, and why."""
    silent = [
        Abstention(who=who, why="no model is set")
        for who, model in (("judge", dials.strong), ("advocates", dials.fast))
        if model is None
    ]
    silent += [
        Abstention(who=who, why=failure.message, failure=failure.kind.value)
        for who, failure in _failures(record)
    ]
    return tuple(dict.fromkeys(silent))


def _failures(record: TribunalRecord) -> Iterable[tuple[str, Failure]]:
    if record.decomposed.failure is not None:
        yield "decomposer", record.decomposed.failure
    for search in record.pool.failures:
        if search.failure is not None:
            yield f"search of {search.provider}", search.failure
    for hearing in record.hearings:
        bench = hearing.judge
        voices = (("prosecution", hearing.prosecution), ("defense", hearing.defense))
        for who, plea in voices:
            if plea.failure is not None:
                yield who, plea.failure
        if bench is not None and bench.failure is not None:
            yield "judge", bench.failure


def caveats(record: TribunalRecord, argued: Sequence[Argued], decided: Decision) -> tuple[str, ...]:
    """What a reader has to know beside the label."""
    opinion = opinion_of(record.last)
    failures = [failure for _, failure in _failures(record)]
    failed = len(record.pool.failures)
    said = [wording.UNHEARD[by] for by in _unheard(record.last)]
    if decided.path == "rules:comparison" and decided.overruled and opinion is not None:
        said.append(wording.overruled(opinion.ruling))
    if decided.label == "Misleading" and len({one.side for one in argued if _bears(one)}) == 1:
        said.append(wording.ONE_SIDED)
    if failed and record.pool.answered:
        said.append(wording.searches_failed(failed, len(record.pool.searches)))
    if any(failure.kind is FailureKind.BUDGET for failure in failures):
        said.append(wording.INCOMPLETE)
    return tuple(said)


def _bears(one: Argued) -> bool:
    return one.cited and one.checked.decides


def _unheard(hearing: Hearing | None) -> tuple[By, ...]:
    if hearing is None:
        return ()
    pleas: tuple[tuple[By, bool], ...] = (
        ("prosecution", hearing.prosecution.pleading is None),
        ("defense", hearing.defense.pleading is None),
        ("judge", hearing.judge is not None and hearing.judge.opinion is None),
    )
    return tuple(by for by, silent in pleas if silent)
