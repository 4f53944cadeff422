"""`routed`: find evidence, route by how close it is, have it read, decide by rules.

    retrieve -> route -> (only where the archive does not cover the claim) search the web
    -> compare in code -> (only where that is silent) a model's stance on each passage
    -> adjudicate by rules -> explain from templates

Every number that decides is a dial (`routed_record`). What code can compare is never put to a
model, and a model's stance is a verdict on one passage, never on the claim: the table in
`rules/adjudication` makes a label of the stances, wherever their passages were found.
"""

from __future__ import annotations

import asyncio
from typing import Literal

from veracity.desk.base import Desk
from veracity.domain.claim import Claim
from veracity.domain.evidence import Passage, Stance
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.verdict import Verdict
from veracity.methods import routed_account as account
from veracity.methods.base import Method
from veracity.methods.routed_record import Consulted, Judgement, RoutedDials, RoutedRecord
from veracity.methods.routed_search import find, first_of_each_side
from veracity.methods.routed_trail import trail
from veracity.models import stance
from veracity.models.asking import ask_for
from veracity.models.ruling import Exhibit, RulingAnswer, ruling_request
from veracity.models.stance import CalibrationFile
from veracity.publish import wording
from veracity.retrieval.rerank import STANCE, StanceReranker, best
from veracity.rules import adjudication, comparison, explanation, reading, scales
from veracity.rules.adjudication import Opinion
from veracity.rules.calibration import Calibration, StanceProbabilities, probabilities
from veracity.rules.comparison import Compared


async def gather(claim: Claim, desk: Desk, dials: RoutedDials) -> RoutedRecord:
    """Search, have read what code cannot compare, and have ruled on what stays in doubt."""
    record = await find(claim, desk, dials)
    record = await _verify(record, desk, dials)
    record = await _consult(record, desk, dials)
    return record.model_copy(update={"incomplete": _ran_out(record)})


async def _verify(record: RoutedRecord, desk: Desk, dials: RoutedDials) -> RoutedRecord:
    passages = _unsettled(record)
    if not passages or dials.model is None:
        return record
    desk.progress("verify", f"{len(passages)} passages, {dials.model}")
    calibrated = stance.calibration(dials.model)
    judgements = await asyncio.gather(
        *(_judge(record.claim, passage, desk, calibrated) for passage in passages)
    )
    return record.model_copy(
        update={"judgements": tuple(judgements), "calibration": calibrated.parameters}
    )


def _unsettled(record: RoutedRecord) -> tuple[Passage, ...]:
    """What a model is to read: the passages that code was silent on, of each side on which it
    settled nothing."""
    compared = {line.passage for line in _compared(record)}
    settled = {
        record.side(passage.id)
        for passage in record.deciding
        if passage.id in compared and not record.unrestricted(passage)
    }
    return tuple(
        passage
        for passage in record.deciding
        if passage.id not in compared and record.side(passage.id) not in settled
    )


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
    opinions = _opinions(record, dials, _compared(record))
    why = adjudication.doubt(opinions, dials.thresholds())
    if why is None or dials.adjudicator is None:
        return record
    desk.progress("adjudicate", f"{why}, {dials.adjudicator}")
    exhibits = [
        Exhibit(
            passage=passage,
            found=dials.home if record.side(passage.id) == "archive" else "web",
            unrestricted=record.unrestricted(passage),
        )
        for passage in record.deciding
    ]
    request = ruling_request(record.claim.text, exhibits, dials.adjudicator)
    asked = await ask_for(desk, request, RulingAnswer)
    consulted = Consulted(
        key=asked.key,
        ruling=asked.answer.ruling if asked.answer else None,
        failure=asked.failure,
    )
    return record.model_copy(update={"consulted": consulted})


def _ran_out(record: RoutedRecord) -> bool:
    asked = (record, *record.web, *record.judgements, record.reranked, record.consulted)
    failures = [one.failure for one in asked if one is not None and one.failure is not None]
    return any(failure.kind is FailureKind.BUDGET for failure in failures)


def decide(record: RoutedRecord, dials: RoutedDials) -> Verdict:
    """Adjudicate what was gathered. Same record, same dials, same verdict."""
    compared = _compared(record)
    opinions = _opinions(record, dials, compared)
    ruling = record.consulted.ruling if record.consulted else None
    decided = adjudication.adjudicate(opinions, dials.thresholds(), ruling)
    heard = adjudication.heard(opinions, dials.thresholds())
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
        trail=trail(record, dials, compared, opinions, heard, decided, path, missing),
        caveats=account.caveats(record, opinions, heard),
    )


def _path(
    record: RoutedRecord, dials: RoutedDials, opinions: tuple[Opinion, ...], path: str
) -> str:
    """What decided; for silence, the first thing on the way that made it silent."""
    if path != "rules:insufficient":
        return path
    found = record.routed or (*record.archived, *record.online)
    if found and all(passage.id in record.standings for passage in found):
        return "self-sourced"
    if record.route == "none":
        return _found_nothing(record)
    if opinions:
        return path
    return "no-model" if dials.model is None else "model-failed"


def _found_nothing(record: RoutedRecord) -> str:
    if record.web and record.web[-1].failure is not None:
        return "search-failed" if record.found is None else "web-failed"
    if record.web:
        return "not-found"
    if record.found is None:
        return "search-failed"
    return "not-covered" if record.found.passages else "no-evidence"


def _compared(record: RoutedRecord) -> tuple[Compared, ...]:
    """What code read off the evidence, where the claim is covered at all."""
    if not record.deciding:
        return ()
    claim = reading.read(record.claim.text, record.names, record.values)
    return tuple(
        compared
        for compared in comparison.compare(claim, record.deciding)
        if compared.stance is not Stance.INSUFFICIENT
    )


def _opinions(
    record: RoutedRecord, dials: RoutedDials, compared: tuple[Compared, ...]
) -> tuple[Opinion, ...]:
    """What code and the model say of each passage."""
    passages = {passage.id: passage for passage in record.deciding}
    by_code = [
        _opinion(record, passages[line.passage], line.stance, dials.code_confidence, "code")
        for line in compared
    ]
    if record.calibration is None:
        return tuple(by_code)
    read = {
        judgement.passage: (judgement, _probabilities(judgement, record.calibration))
        for judgement in record.judgements
        if judgement.logprobs is not None and judgement.passage in passages
    }
    kept = _kept(record, dials, {name: said for name, (_, said) in read.items()})
    closest = max((read[name][0].overlap for name in kept), default=0.0)
    covering = 0.0 if dials.given else dials.covering
    by_model = [
        _opinion(record, passages[name], said.likeliest, say, "model")
        for name, (judgement, said) in read.items()
        if name in kept
        for say in (_say(judgement, said, closest, covering),)
    ]
    return (*by_code, *by_model)


def _probabilities(judgement: Judgement, calibration: Calibration) -> StanceProbabilities:
    return probabilities(judgement.logprobs or {}, judgement.words, judgement.overlap, calibration)


def _kept(
    record: RoutedRecord, dials: RoutedDials, read: dict[str, StanceProbabilities]
) -> tuple[str, ...]:
    """The passages whose stances count: all, or the `top_k` of each side that say the most."""
    if dials.rerank != STANCE:
        return tuple(read)
    passages = tuple(passage for passage in record.deciding if passage.id in read)
    by_text = {passage.text: read[passage.id] for passage in passages}
    texts = [passage.text for passage in passages]
    scores = StanceReranker(by_text).score(record.claim.text, texts)
    return first_of_each_side(record, best(passages, scores, len(passages)), dials.top_k)


def _say(judgement: Judgement, said: StanceProbabilities, closest: float, covering: float) -> float:
    """How far the likeliest stance is ahead of the opposite one.

    A passage that shares less of the claim than the closest one has less say, by the fourth power
    of their ratio: the model takes sides on passages about other things too, and on public data
    letting the closest speak alone took the fewest claims for their opposite. Below `covering` it
    has none.
    """
    covers = closest > 0 and judgement.overlap >= covering
    nearness = judgement.overlap / closest if covers else 0.0
    return said.confidence * nearness**4


def _opinion(
    record: RoutedRecord,
    passage: Passage,
    said: Stance,
    confidence: float,
    by: Literal["code", "model"],
) -> Opinion:
    return Opinion(
        passage=passage.id,
        publisher=passage.source.publisher.casefold(),
        trusted=record.trusted(passage),
        stance=said,
        confidence=confidence,
        by=by,
        side=record.side(passage.id),
        unrestricted=record.unrestricted(passage),
    )


METHOD = Method(
    name="routed",
    version=1,
    record=RoutedRecord,
    dials=RoutedDials,
    gather=gather,
    decide=decide,
)
