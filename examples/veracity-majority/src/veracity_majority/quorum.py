"""`quorum`: a claim stands when enough independent publishers bear it out.

    search -> a model reads each passage -> code checks its quotes -> count the publishers

A publisher counts once, however many of its passages were found, and not at all when they
contradict each other. The share of agreeing publishers becomes a confidence by the rule of
succession (P.-S. Laplace, 1774): k of n give (k + 1) / (n + 2).
"""

from __future__ import annotations

import asyncio

from veracity.desk.base import Desk
from veracity.domain.claim import Claim
from veracity.domain.evidence import Passage, Quote, Stance
from veracity.domain.verdict import Abstention, Bucket, Finding, Lens, Step, Verdict
from veracity.methods.base import Method
from veracity.methods.evidence import Pool, Query, gather_pool
from veracity.models.asking import ask_for, question
from veracity.models.excerpt import excerpt
from veracity.models.untrusted import clean
from veracity.rules import quotes, scales
from veracity_majority.quorum_record import QuorumDials, QuorumRecord, Reading, Said

READING = scales.CONFIDENCE["Medium"]
"""How far one reading by a model is trusted once its quote was found."""


async def gather(claim: Claim, desk: Desk, dials: QuorumDials) -> QuorumRecord:
    """Search, and have each passage read that may decide the claim."""
    pool = await gather_pool(claim, desk, dials, [Query(text=claim.text)])
    reader, passages = dials.reader, pool.deciding()
    if reader is None:
        return QuorumRecord(pool=pool)
    desk.progress("read", f"{len(passages)} passages, {reader}")
    readings = await asyncio.gather(*(_read(claim, one, desk, reader) for one in passages))
    return QuorumRecord(pool=pool, readings=tuple(readings))


async def _read(claim: Claim, passage: Passage, desk: Desk, reader: str) -> Reading:
    inputs = {"claim": clean(claim.text), "evidence": excerpt(claim.text, passage.text)}
    request = question(reader, "veracity_majority:reading", inputs, Said)
    asked = await ask_for(desk, request, Said)
    return Reading(passage=passage.id, key=asked.key, said=asked.answer, failure=asked.failure)


def decide(record: QuorumRecord, dials: QuorumDials) -> Verdict:
    """Count the publishers on either side. Same record, same dials, same verdict."""
    findings = [found for one in record.readings if (found := _finding(one, record.pool))]
    said: dict[str, set[Stance]] = {}
    for finding in findings:
        name = (finding.source.publisher or finding.source.url).casefold()
        said.setdefault(name, set()).add(finding.stance)
    support = sum(stances == {Stance.SUPPORTS} for stances in said.values())
    refute = sum(stances == {Stance.REFUTES} for stances in said.values())
    label, bucket = _label(support, refute, dials)
    settled = label in ("Agreed", "Denied")
    return Verdict(
        method="quorum",
        label=label,
        bucket=bucket,
        lens=dials.lens,
        confidence=(max(support, refute) + 1) / (len(said) + 2) if settled else 0.0,
        path=f"quorum:{label.lower().replace(' ', '-')}",
        explanation=(
            f"Publishers that bear the claim out: {support}. Publishers that contradict it: "
            f"{refute}. Needed: {dials.quorum}."
        ),
        findings=tuple(findings),
        abstentions=_abstentions(record, dials),
        trail=_trail(record, findings),
    )


def _label(support: int, refute: int, dials: QuorumDials) -> tuple[str, Bucket]:
    agreed, denied = support >= dials.quorum, refute >= dials.quorum
    if agreed and denied:
        return "Divided", Bucket.SPLIT
    if not agreed and not denied:
        return "No quorum", Bucket.UNVERIFIABLE
    label, bucket = ("Agreed", Bucket.TRUTHY) if agreed else ("Denied", Bucket.FALSEY)
    disputed = dials.lens is Lens.STRICT and min(support, refute) > 0
    return label, Bucket.UNVERIFIABLE if disputed else bucket


def _finding(reading: Reading, pool: Pool) -> Finding | None:
    """The reading as evidence, if it takes a side with words that stand in the passage."""
    if reading.said is None or reading.said.stance is Stance.INSUFFICIENT:
        return None
    passage = pool.passage(reading.passage)
    match = quotes.find(reading.said.quote, passage.text)
    if not match.verified or match.span is None:
        return None
    text = match.span.of(passage.text)
    return Finding(
        source=passage.source,
        quote=Quote(text=text, passage=passage.id, span=match.span),
        stance=reading.said.stance,
        confidence=READING,
        reason="read by a model, quote found by code",
        by="model",
        decisive=True,
    )


def _abstentions(record: QuorumRecord, dials: QuorumDials) -> tuple[Abstention, ...]:
    failed = [(search.provider, search.failure) for search in record.pool.searches]
    failed += [(dials.reader or "", reading.failure) for reading in record.readings]
    nobody = [] if dials.reader else [Abstention(who="reader", why="no model is set")]
    return (
        *nobody,
        *(Abstention(who=who, why=why.message, failure=why.kind) for who, why in failed if why),
    )


def _trail(record: QuorumRecord, findings: list[Finding]) -> tuple[Step, ...]:
    pool, keys = record.pool, tuple(reading.key for reading in record.readings)
    sides = [one for one in record.readings if one.said and one.said.stance != "insufficient"]
    lost = len(sides) - len(findings)
    searched = Step(
        name="retrieve",
        status="ok" if pool.answered else "failed",
        detail=f"{len(pool.passages)} passages",
        exchanges=tuple(search.key for search in pool.searches if search.key),
    )
    read = Step(
        name="read",
        status="ok" if keys else "skipped",
        detail=f"{len(keys)} passages, {len(sides)} of them take a side",
        exchanges=keys,
    )
    unfound = Step(
        name="quote",
        status="failed",
        detail=f"{lost} of their quotes do not stand in the passage and do not count",
    )
    return (searched, read, unfound) if lost else (searched, read)


METHOD = Method(
    name="quorum",
    version=1,
    record=QuorumRecord,
    dials=QuorumDials,
    gather=gather,
    decide=decide,
)
