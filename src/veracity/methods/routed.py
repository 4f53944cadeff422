"""`routed`: find evidence, route by how close it is, have it read, decide by rules.

    retrieve -> route -> compare in code -> (only where that is silent) a model's stance on each
    passage -> adjudicate by rules -> explain from templates

Every number that decides is a dial (`routed_record`). What code can compare is never put to a
model, and a model's stance is a verdict on one passage, never on the claim: the table in
`rules/adjudication` makes a label of the stances.
"""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Literal

from pydantic import ValidationError

from veracity.desk.base import Desk
from veracity.domain.claim import Claim
from veracity.domain.evidence import Found, Passage, Stance
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.domain.verdict import Verdict
from veracity.methods import routed_account as account
from veracity.methods.base import Method
from veracity.methods.routed_record import Consulted, Judgement, RoutedDials, RoutedRecord
from veracity.models import stance
from veracity.models.ruling import ruling_of, ruling_request
from veracity.models.stance import CalibrationFile
from veracity.publish import wording
from veracity.rules import adjudication, comparison, explanation, reading, scales
from veracity.rules.adjudication import Opinion
from veracity.rules.alignment import align
from veracity.rules.calibration import Calibration, probabilities
from veracity.rules.comparison import Compared
from veracity.rules.fusion import TRUSTED


async def gather(claim: Claim, desk: Desk, dials: RoutedDials) -> RoutedRecord:
    """Search, and have read what code cannot compare."""
    as_of = dials.as_of or (await desk.now()).date()
    record = await _retrieve(claim, desk, dials, as_of)
    if record.found is None or record.route == "none" or _compared(record):
        return record
    if dials.model is None:
        return record
    desk.progress("verify", f"{len(record.found.passages)} passages, {dials.model}")
    calibrated = stance.calibration(dials.model)
    judgements = await asyncio.gather(
        *(_judge(claim, passage, desk, calibrated) for passage in record.found.passages)
    )
    record = record.model_copy(
        update={"judgements": tuple(judgements), "calibration": calibrated.parameters}
    )
    return await _consult(record, desk, dials)


async def _retrieve(claim: Claim, desk: Desk, dials: RoutedDials, as_of: date) -> RoutedRecord:
    provider = "given" if dials.given else "archive"
    desk.progress("retrieve", provider)
    generation = dials.given or await desk.generation(provider)
    if isinstance(generation, Failure):
        return RoutedRecord(claim=claim, as_of=as_of, failure=generation)
    request = Request(
        kind="search",
        provider=provider,
        inputs={"query": claim.text, "top_k": dials.top_k, "as_of": as_of.isoformat()},
        generation=generation,
    )
    outcome = await desk.search(request)
    if isinstance(outcome, Failure):
        return RoutedRecord(claim=claim, as_of=as_of, search=request.key, failure=outcome)
    try:
        found = Found.model_validate(outcome.value)
    except ValidationError:
        failure = Failure(
            kind=FailureKind.MALFORMED, message="The search's reply has another shape."
        )
        return RoutedRecord(claim=claim, as_of=as_of, search=request.key, failure=failure)
    return RoutedRecord(
        claim=claim, as_of=as_of, search=request.key, found=found, route=_route(claim, found, dials)
    )


def _route(claim: Claim, found: Found, dials: RoutedDials) -> Literal["given", "archive", "none"]:
    """Where to verify. An entry that aligns with the claim covers it, however unlike its vector is
    for the value that the claim gives."""
    if not found.passages:
        return "none"
    if dials.given:
        return "given"
    best = max(passage.scores.similarity or 0.0 for passage in found.passages)
    said = reading.read(claim.text, found.names, found.values)
    aligned = any(align(said, passage) for passage in found.passages)
    return "archive" if aligned or best >= dials.route_at else "none"


async def _judge(
    claim: Claim, passage: Passage, desk: Desk, calibrated: CalibrationFile
) -> Judgement:
    request = stance.stance_request(claim.text, passage.text, calibrated)
    outcome = await desk.ask(request)
    read = stance.logprobs_of(outcome)
    return Judgement(
        passage=passage.id,
        key=request.key,
        words=stance.words_of(request),
        overlap=stance.overlap_of(request),
        logprobs=None if isinstance(read, Failure) else read,
        failure=read if isinstance(read, Failure) else None,
    )


async def _consult(record: RoutedRecord, desk: Desk, dials: RoutedDials) -> RoutedRecord:
    why = adjudication.doubt(_opinions(record, dials, ()), dials.thresholds())
    if why is None or dials.adjudicator is None or record.found is None:
        return record
    desk.progress("adjudicate", f"{why}, {dials.adjudicator}")
    provider, _, model = dials.adjudicator.partition(":")
    request = ruling_request(record.claim.text, record.found.passages, provider, model)
    ruled = ruling_of(await desk.ask(request))
    consulted = Consulted(
        key=request.key,
        ruling=None if isinstance(ruled, Failure) else ruled,
        failure=ruled if isinstance(ruled, Failure) else None,
    )
    return record.model_copy(update={"consulted": consulted})


def decide(record: RoutedRecord, dials: RoutedDials) -> Verdict:
    """Adjudicate what was gathered. Same record, same dials, same verdict."""
    compared = _compared(record)
    opinions = _opinions(record, dials, compared)
    ruling = record.consulted.ruling if record.consulted else None
    decided = adjudication.adjudicate(opinions, dials.thresholds(), ruling)
    path = _path(record, dials, opinions, decided.path)
    findings = account.findings(record, compared, opinions, decided)
    shown = [finding for finding in findings if finding.decisive] or list(findings[:1])
    quotes = [finding.quote.text for finding in shown if finding.quote.verified]
    text = wording.explain(decided.label, path, quotes)
    missing = explanation.unsupported(text, record.claim.text, quotes)
    if missing:
        text = wording.explain(decided.label, path, ())
    return Verdict(
        method="routed",
        label=decided.label,
        bucket=scales.routed_bucket(decided.label, dials.lens),
        lens=dials.lens,
        confidence=decided.confidence,
        path=path,
        explanation=text,
        findings=findings,
        abstentions=account.abstentions(record),
        trail=account.trail(record, dials, compared, opinions, decided, path, missing),
    )


def _path(
    record: RoutedRecord, dials: RoutedDials, opinions: tuple[Opinion, ...], path: str
) -> str:
    """What decided; for silence, the first thing on the way that made it silent."""
    if path != "rules:insufficient":
        return path
    if record.found is None:
        return "search-failed"
    if not record.found.passages:
        return "no-evidence"
    if record.route == "none":
        return "not-covered"
    if opinions:
        return path
    return "no-model" if dials.model is None else "model-failed"


def _compared(record: RoutedRecord) -> tuple[Compared, ...]:
    """What code read off the evidence, where the claim is covered at all."""
    if record.found is None or record.route == "none":
        return ()
    claim = reading.read(record.claim.text, record.found.names, record.found.values)
    return tuple(
        compared
        for compared in comparison.compare(claim, record.found.passages)
        if compared.stance is not Stance.INSUFFICIENT
    )


def _opinions(
    record: RoutedRecord, dials: RoutedDials, compared: tuple[Compared, ...]
) -> tuple[Opinion, ...]:
    """What code and the model say of each passage."""
    if record.found is None:
        return ()
    passages = {passage.id: passage for passage in record.found.passages}
    by_code = [
        _opinion(passages[line.passage], line.stance, dials.code_confidence, "code")
        for line in compared
    ]
    read = [judgement for judgement in record.judgements if judgement.logprobs is not None]
    closest = max((judgement.overlap for judgement in read), default=0.0)
    covering = 0.0 if dials.given else dials.covering
    by_model = [
        _opinion(
            passages[judgement.passage],
            *_stance(judgement, record.calibration, closest, covering),
            "model",
        )
        for judgement in read
        if record.calibration is not None
    ]
    return (*by_code, *by_model)


def _stance(
    judgement: Judgement, calibration: Calibration, closest: float, covering: float
) -> tuple[Stance, float]:
    """The likeliest stance, and how far it is ahead of the opposite one.

    A passage that shares less of the claim than the closest one has less say, by the fourth power
    of their ratio: the model takes sides on passages about other things too, and on public data
    letting the closest speak alone took the fewest claims for their opposite. Below `covering` it
    has none.
    """
    said = probabilities(judgement.logprobs or {}, judgement.words, judgement.overlap, calibration)
    covers = closest > 0 and judgement.overlap >= covering
    nearness = judgement.overlap / closest if covers else 0.0
    return said.likeliest, said.confidence * nearness**4


def _opinion(
    passage: Passage, said: Stance, confidence: float, by: Literal["code", "model"]
) -> Opinion:
    return Opinion(
        passage=passage.id,
        publisher=passage.source.publisher.casefold(),
        trusted=passage.source.tier in TRUSTED,
        stance=said,
        confidence=confidence,
        by=by,
    )


METHOD = Method(
    name="routed",
    version=1,
    record=RoutedRecord,
    dials=RoutedDials,
    gather=gather,
    decide=decide,
)
