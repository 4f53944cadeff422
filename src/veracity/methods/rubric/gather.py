"""How `rubric` comes by the evidence of one leaf: both sides searched, judged, the thin one again.

What a decision dial says never changes what is asked here: whether a side is thin is seen under the
locked parameters.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veracity.desk.base import Desk
from veracity.domain.claim import Claim
from veracity.domain.evidence import Passage, Stance
from veracity.methods.evidence import Pool, Query, gather_pool
from veracity.methods.queries import both_sides, write_queries
from veracity.methods.rubric.questions import judge, name_roots, rerun, side_queries
from veracity.methods.rubric.record import (
    MOST_READ,
    Judgment,
    LeafEvidence,
    Rerun,
    Rooting,
    RubricDials,
)
from veracity.methods.rubric.voices import scored, speaks
from veracity.rules import comparison, reading
from veracity.rules.comparison import Compared
from veracity.rules.independence import Rooted, clusters
from veracity.rules.logodds import Side, score_leaf
from veracity.rules.logodds_consensus import thin_sides
from veracity.rules.logodds_parameters import LOCKED
from veracity.rules.roots import canonical


@dataclass(frozen=True, slots=True)
class LeafWork:
    """One leaf, searched and judged."""

    evidence: LeafEvidence
    judgments: tuple[Judgment, ...]
    rootings: tuple[Rooting, ...]


async def work_leaf(place: int, claim: Claim, desk: Desk, dials: RubricDials) -> LeafWork:
    """Search for both sides of a leaf, judge what was found, and search a thin side once more."""
    evidence = await _retrieve(claim, desk, dials)
    work = await _judged(place, evidence, evidence.documents, desk, dials)
    thin = _thin(place, work, dials)
    if not thin or dials.writer is None:
        return work
    evidence = await _search_again(evidence, thin, dials.writer, desk, dials)
    more = await _judged(place, evidence, evidence.added, desk, dials)
    return LeafWork(
        evidence=evidence,
        judgments=work.judgments + more.judgments,
        rootings=work.rootings + more.rootings,
    )


async def rerun_sample(
    works: Sequence[LeafWork], desk: Desk, dials: RubricDials
) -> tuple[Rerun, ...]:
    """Repeat a drawn share of the models' readings under the negated claim."""
    readings = {
        f"{one.leaf}|{one.passage}|{one.model}": one
        for work in works
        for one in work.judgments
        if one.direction is not None and not one.by_code
    }
    count = math.ceil(dials.sample_share * len(readings))
    if count == 0:
        return ()
    drawn = await desk.draw("rubric: readings under the negated claim", sorted(readings), count)
    desk.progress("rerun", f"{count} of {len(readings)} readings under the negated claim")
    chosen = [readings[name] for name in drawn]
    reruns = await asyncio.gather(
        *(
            rerun(
                one,
                works[one.leaf].evidence.claim,
                works[one.leaf].evidence.passage(one.passage),
                desk,
            )
            for one in chosen
        )
    )
    return tuple(sorted(reruns, key=lambda one: (one.leaf, one.passage, one.model)))


def cluster(
    passages: Iterable[Passage],
    rootings: Iterable[Rooting],
    merged: Iterable[tuple[str, ...]] = (),
) -> dict[str, str]:
    """The cluster of each passage, from what it rests on."""
    named = {rooting.passage: rooting.named for rooting in rootings}
    spelled = canonical((name for names in named.values() for name in names), tuple(merged))
    return clusters(
        Rooted(
            document=passage.id,
            origin=passage.document,
            text=passage.text,
            roots=frozenset(spelled[name] for name in named.get(passage.id, ())),
        )
        for passage in {passage.id: passage for passage in passages}.values()
    )


async def _retrieve(claim: Claim, desk: Desk, dials: RubricDials) -> LeafEvidence:
    written = await write_queries(claim, desk, dials.writer) if dials.writer else None
    pool = await gather_pool(claim, desk, dials, both_sides(claim, written and written.answer))
    desk.progress("retrieve", f"{len(pool.passages)} passages: {claim.text}")
    evidence = LeafEvidence(
        claim=claim,
        queries=written.key if written else None,
        unwritten=written.failure if written else None,
        pool=pool,
        documents=_chosen(pool, dials.documents, frozenset()),
    )
    if not dials.compare_in_code:
        return evidence
    compared = _compared(evidence, pool, evidence.documents)
    return evidence.model_copy(update={"compared": compared})


async def _search_again(
    evidence: LeafEvidence, thin: Sequence[Side], writer: str, desk: Desk, dials: RubricDials
) -> LeafEvidence:
    desk.progress("retrieve", f"again, {' and '.join(thin)}: {evidence.claim.text}")
    written = await asyncio.gather(
        *(side_queries(evidence.claim, side, writer, desk) for side in thin)
    )
    queries: list[Query] = [query for said, _ in written for query in said]
    failed = next((failure for _, failure in written if failure is not None), None)
    if not queries:
        return evidence.model_copy(update={"unwritten": evidence.unwritten or failed})
    pool = await gather_pool(evidence.claim, desk, dials, queries)
    added = _chosen(pool, dials.documents, frozenset(evidence.documents))
    compared = _compared(evidence, pool, added) if dials.compare_in_code else ()
    return evidence.model_copy(
        update={
            "second": pool,
            "added": added,
            "compared": evidence.compared + compared,
            "unwritten": evidence.unwritten or failed,
        }
    )


async def _judged(
    place: int,
    evidence: LeafEvidence,
    documents: Sequence[str],
    desk: Desk,
    dials: RubricDials,
) -> LeafWork:
    passages = [evidence.passage(name) for name in documents]
    compared = {line.passage: line for line in evidence.compared}
    if passages and dials.models:
        desk.progress("judge", f"{len(passages)} documents, {len(dials.models)} models")
    judgments, rootings = await asyncio.gather(
        judge(place, evidence.claim, passages, dials.models, compared, desk),
        name_roots(passages if dials.models else (), dials.roots, desk),
    )
    return LeafWork(evidence=evidence, judgments=judgments, rootings=rootings)


def _chosen(pool: Pool, most: int, known: frozenset[str]) -> tuple[str, ...]:
    """The best `most` passages that may decide, and those among the best `most` that may not."""
    new = [passage.id for passage in pool.passages if passage.id not in known]
    deciding = [name for name in new if pool.standings[name].decides][:most]
    return tuple(name for place, name in enumerate(new) if name in deciding or place < most)


def _compared(evidence: LeafEvidence, pool: Pool, documents: Sequence[str]) -> tuple[Compared, ...]:
    """What code reads off the documents. The names in the claim are known from its own search."""
    known = evidence.pool
    said = reading.read(evidence.claim.text, known.names, known.values)
    passages = [pool.passage(name) for name in documents]
    passages = [passage for passage in passages if len(passage.text) <= MOST_READ]
    return tuple(
        line
        for line in comparison.compare(said, passages)
        if line.stance is not Stance.INSUFFICIENT
    )


def _thin(place: int, work: LeafWork, dials: RubricDials) -> tuple[Side, ...]:
    """The sides that are thin for at least half of the voices, under the locked parameters."""
    if not dials.second_pass:
        return ()
    found = cluster(work.evidence.passages, work.rootings)
    return thin_sides(
        [
            score_leaf(scored(work.evidence, work.judgments, model, found), LOCKED)
            for model in dials.models
            if speaks(work.evidence, work.judgments, model, place)
        ]
    )
