"""`refute`: send refuters at a claim, each alone, and kill it when enough of them bring it down.

    assign voters -> (each: write searches -> search -> vote) -> check their quotes -> count

A refuter is told to refute whatever it cannot confirm, because a search for support finds it too
easily. So a claim that is killed may merely be unknown: the bucket says so, and is decisive only
with a quote that code verified (`refute/grounds`). A fault is an abstention, and two of them leave
the claim open (`rules/votes`).
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any

from veracity.desk.base import TIME_BUDGET, Desk
from veracity.domain.claim import Claim
from veracity.domain.evidence import Passage, Stance
from veracity.domain.exchange import Failure
from veracity.domain.verdict import Bucket, Verdict
from veracity.methods.base import Method
from veracity.methods.evidence import Pool, Query, Search, gather_pool, numbered
from veracity.methods.refute import account, trail, wording
from veracity.methods.refute import grounds as weighing
from veracity.methods.refute.grounds import Grounds
from veracity.methods.refute.record import Ballot, RefuteDials, RefuteRecord, Searches, Vote
from veracity.models.asking import ask_for, question
from veracity.models.untrusted import clean
from veracity.rules import scales, votes
from veracity.rules.angles import Voter, attack, voters
from veracity.rules.authority import own_authority
from veracity.rules.votes import Tally

NOTHING = "(nothing was found)"
HOMES = ("archive", "given", "pool")
"""Who searches what is at hand; everybody else searches the web."""
WRITING = 0.25
"""The part of a refuter's time that its model may take to write searches; the vote has the rest."""
SURE = {1: scales.CONFIDENCE["Low"], 2: scales.CONFIDENCE["Medium"], 3: scales.CONFIDENCE["High"]}
"""What a vote's own confidence comes to."""


async def gather(claim: Claim, desk: Desk, dials: RefuteDials) -> RefuteRecord:
    """Send every refuter at once, unless the claim's own source is the authority for it."""
    owner = own_authority(
        claim.text,
        source_url=claim.origin,
        source_tier=dials.source_tier,
        claim_type=dials.claim_type,
        entities=dials.entities,
    )
    if owner is not None:
        return RefuteRecord(claim=claim, authority=owner)
    assigned = voters(dials.models, dials.votes)
    desk.progress("refute", f"{len(assigned)} refuters")
    sent = await asyncio.gather(*(_refute(claim, desk, dials, voter) for voter in assigned))
    return _record(claim, sent)


async def _refute(
    claim: Claim, desk: Desk, dials: RefuteDials, voter: Voter
) -> tuple[Ballot, Pool | None]:
    """One refuter, from its searches to its vote. It sees nothing of the others."""
    if voter.model is None:
        return Ballot(voter=voter), None
    ballot, queries = await _write(claim, desk, dials, voter)
    pool = await gather_pool(claim, desk, dials, (Query(text=claim.text), *queries))
    ballot = ballot.model_copy(update={"searches": pool.searches})
    unanswered = _unanswered(pool.searches)
    if unanswered is not None:
        # It has not looked where it was to look, and would vote on what a fault left over.
        return ballot.model_copy(update={"failure": unanswered}), pool
    shown = _shown(claim, pool, dials)
    inputs = {
        "angle": attack(voter.angle),
        "claim": clean(claim.text),
        "source": _source(claim, dials),
        "evidence": numbered(claim.text, shown, dials.words) or NOTHING,
        "compared": _compared(claim, pool, shown),
    }
    settings = _settings(dials, voter, 1 - WRITING)
    request = question(
        voter.model, "refute_vote", inputs, Vote, settings=settings, sample=voter.sample
    )
    asked = await ask_for(desk, request, Vote)
    desk.progress("vote", voter.name)
    cast = {
        "shown": tuple(passage.id for passage in shown),
        "key": asked.key,
        "vote": asked.answer,
        "failure": asked.failure,
    }
    return ballot.model_copy(update=cast), pool


async def _write(
    claim: Claim, desk: Desk, dials: RefuteDials, voter: Voter
) -> tuple[Ballot, tuple[Query, ...]]:
    """The searches that the voter's model writes. A model that fails leaves the claim's words."""
    if voter.model is None or not dials.searches or dials.pool is not None:
        return Ballot(voter=voter), ()
    inputs = {"angle": attack(voter.angle), "claim": clean(claim.text)}
    settings = _settings(dials, voter, WRITING)
    request = question(
        voter.model, "refute_queries", inputs, Searches, settings=settings, sample=voter.sample
    )
    asked = await ask_for(desk, request, Searches)
    ballot = Ballot(voter=voter, written=asked.key, unwritten=asked.failure)
    if asked.answer is None:
        return ballot, ()
    said = dict.fromkeys(clean(text) for text in asked.answer.queries[: dials.searches])
    queries = [Query(text=text, purpose="refute") for text in said if text]
    return ballot, tuple(query for query in queries if query.text != claim.text)


def _unanswered(searches: Sequence[Search]) -> Failure | None:
    """Why a query has no answer; None where each has one. One backend may answer for another, but
    what is at hand does not answer for the web."""
    failures: dict[str, Failure | None] = {}
    webbed = any(search.provider not in HOMES for search in searches)
    for search in searches:
        if webbed and search.provider in HOMES:
            continue
        if search.failure is None:
            failures[search.query] = None
        else:
            failures.setdefault(search.query, search.failure)
    return next((failure for failure in failures.values() if failure is not None), None)


def _shown(claim: Claim, pool: Pool, dials: RefuteDials) -> tuple[Passage, ...]:
    """The passages for one refuter: half of them the best for the claim's own words, whatever its
    model searched for, then those that all searches together put first."""
    half = (dials.shown + 1) // 2
    own = [name for s in pool.searches if s.query == claim.text for name in s.found[:half]]
    places = {name: place for place, name in enumerate(dict.fromkeys(own[:half]))}
    best = sorted(pool.passages, key=lambda passage: places.get(passage.id, len(places)))
    return tuple(best[: dials.shown])


def _settings(dials: RefuteDials, voter: Voter, part: float) -> dict[str, Any]:
    settings: dict[str, Any] = {TIME_BUDGET: dials.time_budget_seconds * part}
    if voter.sample:
        settings["temperature"] = dials.temperature
    return settings


def _source(claim: Claim, dials: RefuteDials) -> str:
    """Who makes the claim, where, and in which words."""
    made = [part for part in (claim.speaker, claim.origin) if part]
    if dials.source_tier is not None:
        made.append(f"tier {dials.source_tier}")
    if dials.anchor:
        made.append(f"in the words “{dials.anchor}”")
    return clean(", ".join(made)) or "unknown"


def _compared(claim: Claim, pool: Pool, shown: Sequence[Passage]) -> str:
    """What code reads in the passages that are shown, in a line for the prompt."""
    seen = RefuteRecord(claim=claim, passages=tuple(shown), names=pool.names, values=pool.values)
    lines = weighing.compared(seen)
    verbs = {Stance.SUPPORTS: "says that the claim holds", Stance.REFUTES: "contradicts the claim"}
    told = [
        f"[{number}] {verbs[lines[passage.id].stance]}"
        for number, passage in enumerate(shown, start=1)
        if passage.id in lines
    ]
    return "; ".join(told) or "nothing"


def _record(claim: Claim, sent: Sequence[tuple[Ballot, Pool | None]]) -> RefuteRecord:
    """The ballots, and what they were shown, each passage once."""
    pools = [pool for _, pool in sent if pool is not None]
    wanted = {name for ballot, _ in sent for name in ballot.shown}
    passages: dict[str, Passage] = {}
    for pool in pools:
        for passage in pool.passages:
            known = passages.setdefault(passage.id, passage)
            if passage.scores.final > known.scores.final:
                passages[passage.id] = passage
    named = next((pool for pool in pools if pool.names or pool.values), None)
    standings = {name: value for pool in pools for name, value in pool.standings.items()}
    return RefuteRecord(
        claim=claim,
        as_of=pools[0].as_of if pools else None,
        ballots=tuple(ballot for ballot, _ in sent),
        passages=tuple(passages[name] for name in sorted(wanted)),
        names=named.names if named else (),
        values=named.values if named else (),
        standings={name: standings[name] for name in sorted(wanted)},
    )


def decide(record: RefuteRecord, dials: RefuteDials) -> Verdict:
    """Check the quotes and count the votes. Same record, same dials, same verdict."""
    if record.authority is not None:
        return account.not_applicable(record, dials)
    lines = weighing.compared(record)
    grounds = weighing.weigh(record, dials, lines)
    counted = votes.tally((ballot.refuted for ballot in record.ballots), dials.refute_threshold)
    dispute = votes.disputed(
        counted,
        against=bool(grounds.on(Stance.REFUTES)),
        in_favor=bool(grounds.on(Stance.SUPPORTS)),
    )
    bucket = _bucket(counted, grounds)
    findings = account.findings(record, counted, grounds)
    said = wording.explain(record, dials, counted, findings, bucket)
    return Verdict(
        method="refute",
        label=counted.verdict,
        bucket=bucket,
        lens=dials.lens,
        confidence=_confidence(record, counted),
        path=trail.path(record, counted),
        explanation=said,
        findings=findings,
        abstentions=trail.abstentions(record),
        trail=trail.trail(record, dials, lines, grounds, counted),
        caveats=wording.caveats(record, counted, grounds, dispute=dispute),
        account=account.account(record, dials, grounds, counted, dispute=dispute, said=said),
    )


def _bucket(counted: Tally, grounds: Grounds) -> Bucket:
    """The verdict on the common scale. Code that reads only the opposite leaves it open, and so
    does a survival that an abstention may have decided."""
    return scales.refute_bucket(
        counted.verdict,
        supported=_carried(grounds, Stance.SUPPORTS) and not counted.open,
        contradicted=_carried(grounds, Stance.REFUTES),
    )


def _carried(grounds: Grounds, stance: Stance) -> bool:
    opposed = bool(grounds.by_code) and stance not in grounds.by_code
    return bool(grounds.on(stance)) and not opposed


def _confidence(record: RefuteRecord, counted: Tally) -> float:
    """Of the votes that carried the verdict, the mean of what they said of themselves (1 to 3 as
    Low, Medium, High), times their share of all voters. 0 for a verdict that is none."""
    if counted.verdict == "inconclusive":
        return 0.0
    carried = counted.verdict == "killed"
    said = [
        SURE[ballot.vote.confidence]
        for ballot in record.ballots
        if ballot.vote is not None and ballot.vote.refuted is carried
    ]
    return math.fsum(said) / len(record.ballots)


METHOD = Method(
    name="refute",
    version=1,
    record=RefuteRecord,
    dials=RefuteDials,
    gather=gather,
    decide=decide,
    account=account.RefuteAccount,
)
