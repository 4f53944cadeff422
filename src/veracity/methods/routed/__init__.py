"""`routed`: find evidence, route by how close it is, have it read, decide by rules.

    retrieve -> route -> (only where the archive does not cover the claim) search the web
    -> compare in code -> (only where that is silent) a model's stance on each passage
    -> adjudicate by rules -> explain from templates

Every number that decides is a dial (`routed/record`). What code can compare is never put to a
model, and a model's stance is a verdict on one passage, never on the claim: the table in
`rules/adjudication` makes a label of the stances, wherever their passages were found.
"""

from __future__ import annotations

import asyncio

from veracity.desk.base import Desk
from veracity.domain.claim import Claim
from veracity.domain.evidence import Passage
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.verdict import Verdict
from veracity.methods.base import Method
from veracity.methods.routed import account
from veracity.methods.routed.opinions import compared_in_code, opinions_of
from veracity.methods.routed.record import Consulted, Judgement, RoutedDials, RoutedRecord
from veracity.methods.routed.search import find
from veracity.methods.routed.trail import trail
from veracity.models import stance
from veracity.models.asking import ask_for
from veracity.models.ruling import Exhibit, RulingAnswer, ruling_request
from veracity.models.stance import CalibrationFile
from veracity.publish import wording
from veracity.rules import adjudication, explanation, scales
from veracity.rules.adjudication import Opinion
from veracity.rules.readable import LOCAL, language_read, reads


async def gather(claim: Claim, desk: Desk, dials: RoutedDials) -> RoutedRecord:
    """Search, have read what code cannot compare, and have ruled on what stays in doubt."""
    record = await find(claim, desk, dials)
    record = await _verify(record, desk, dials)
    record = await _consult(record, desk, dials)
    return record.model_copy(update={"incomplete": _ran_out(record)})


async def _verify(record: RoutedRecord, desk: Desk, dials: RoutedDials) -> RoutedRecord:
    illegible = _illegible(record, dials)
    passages = [passage for passage in _unsettled(record) if passage.id not in illegible]
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
    compared = {line.passage for line in compared_in_code(record)}
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


def _illegible(record: RoutedRecord, dials: RoutedDials) -> frozenset[str]:
    """The ids of what a model would have to read, and the one that is set is not relied on to."""
    if dials.model is None:
        return frozenset()
    readable = record.readable(f"{LOCAL}:{dials.model}")
    return frozenset(one.id for one in _unsettled(record) if one not in readable)


async def _judge(
    claim: Claim, passage: Passage, desk: Desk, calibrated: CalibrationFile
) -> Judgement:
    request = stance.stance_request(claim.in_english, passage.text, calibrated)
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
    opinions = opinions_of(record, dials, compared_in_code(record))
    why = adjudication.doubt(opinions, dials.thresholds())
    if why is None or dials.adjudicator is None:
        return record
    if not reads(dials.adjudicator, language_read(record.claim)):
        return record
    desk.progress("adjudicate", f"{why}, {dials.adjudicator}")
    exhibits = _exhibits(record, dials, opinions)
    request = ruling_request(record.claim.in_english, exhibits, dials.adjudicator)
    asked = await ask_for(desk, request, RulingAnswer)
    consulted = Consulted(
        key=asked.key,
        ruling=asked.answer.ruling if asked.answer else None,
        failure=asked.failure,
    )
    return record.model_copy(update={"consulted": consulted})


def _exhibits(
    record: RoutedRecord, dials: RoutedDials, opinions: tuple[Opinion, ...]
) -> list[Exhibit]:
    """What the adjudicator sees. What is unrestricted and has no say could only mislead it."""
    heard = {opinion.passage for opinion in adjudication.heard(opinions, dials.thresholds())}
    return [
        Exhibit(
            passage=passage,
            found=dials.home if record.side(passage.id) == "archive" else "web",
            unrestricted=record.unrestricted(passage),
        )
        for passage in record.deciding
        if passage.id in heard or not record.unrestricted(passage)
    ]


def _ran_out(record: RoutedRecord) -> bool:
    asked = (record, *record.web, *record.judgements, record.reranked, record.consulted)
    failures = [one.failure for one in asked if one is not None and one.failure is not None]
    return any(failure.kind is FailureKind.BUDGET for failure in failures)


def decide(record: RoutedRecord, dials: RoutedDials) -> Verdict:
    """Adjudicate what was gathered. Same record, same dials, same verdict."""
    compared = compared_in_code(record)
    opinions = opinions_of(record, dials, compared)
    ruling = record.consulted.ruling if record.consulted else None
    unread = any(judgement.failure is not None for judgement in record.judgements)
    unread = unread or bool(record.judgements and _illegible(record, dials))
    decided = adjudication.adjudicate(opinions, dials.thresholds(), ruling, unread=unread)
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
        trail=trail(
            record,
            dials,
            compared,
            opinions,
            heard,
            decided,
            path,
            missing,
            illegible=len(_illegible(record, dials)),
        ),
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
    if dials.model is None:
        return "no-model"
    return "model-failed" if record.judgements else "unread-language"


def _found_nothing(record: RoutedRecord) -> str:
    last = [search for search in record.web if search.restricted == record.web[-1].restricted]
    if last and all(search.failure is not None for search in last):
        return "search-failed" if record.found is None else "web-failed"
    if record.web:
        return "not-found"
    if record.found is None:
        return "search-failed"
    return "not-covered" if record.found.passages else "no-evidence"


METHOD = Method(
    name="routed",
    version=1,
    record=RoutedRecord,
    dials=RoutedDials,
    gather=gather,
    decide=decide,
)
