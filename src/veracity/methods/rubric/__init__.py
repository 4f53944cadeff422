"""`rubric`: many narrow judgments on each document, added up by code in log-odds.

    split into a tree -> for each leaf: search both sides -> quality, directness, direction of each
    document, by each model -> what documents rest on, by one model -> search a thin side once more
    -> some readings again under the negated claim -> each model's answer without evidence
    -> weights, clusters, pushes, leaves, tree (`rules/logodds`) -> the median over models

Models judge one document at a time and never see a sum. The formulas and their open points are in
`rules/logodds` and `rules/logodds_consensus`, the numbers in `rules/logodds_parameters`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from veracity.desk.base import Desk
from veracity.domain.canonical import plain
from veracity.domain.claim import Claim
from veracity.domain.verdict import Bucket, Finding, Verdict
from veracity.methods.base import Method
from veracity.methods.decompose import Decomposed, decompose
from veracity.methods.rubric import wording
from veracity.methods.rubric.account import RubricAccount, account
from veracity.methods.rubric.findings import findings
from veracity.methods.rubric.gather import cluster, rerun_sample, work_leaf
from veracity.methods.rubric.questions import ask_cold, merge_roots
from veracity.methods.rubric.record import RubricDials, RubricRecord
from veracity.methods.rubric.trail import trail
from veracity.methods.rubric.voices import score
from veracity.rules import scales


async def gather(claim: Claim, desk: Desk, dials: RubricDials) -> RubricRecord:
    """Split the claim, search for every leaf, and have what was found judged."""
    decomposed, cold = await asyncio.gather(
        _split(claim, desk, dials), ask_cold(claim, dials.models, desk)
    )
    leaves = decomposed.tree.leaves()
    desk.progress("decompose", f"{len(leaves)} leaves")
    works = await asyncio.gather(
        *(work_leaf(place, leaf, desk, dials) for place, leaf in enumerate(leaves))
    )
    named = {one.passage: one for work in works for one in work.rootings}
    rootings = tuple(named[passage] for passage in sorted(named))
    canon, reruns = await asyncio.gather(
        merge_roots([name for one in rootings for name in one.named], dials.roots, desk),
        rerun_sample(works, desk, dials),
    )
    passages = [passage for work in works for passage in work.evidence.passages]
    return RubricRecord(
        claim=claim,
        decomposed=decomposed,
        leaves=tuple(work.evidence for work in works),
        judgments=tuple(one for work in works for one in work.judgments),
        reruns=reruns,
        rootings=rootings,
        canon=canon,
        clusters=cluster(passages, rootings, canon.merged if canon else ()),
        cold=cold,
    )


async def _split(claim: Claim, desk: Desk, dials: RubricDials) -> Decomposed:
    if dials.tree is not None:
        return Decomposed(tree=dials.tree.of(claim))
    return await decompose(claim, desk, dials.decomposer)


def decide(record: RubricRecord, dials: RubricDials) -> Verdict:
    """Add up what was judged. Same record, same dials, same verdict."""
    scores = score(record, dials.parameters())
    told = account(record, dials, scores)
    probability = told.probability
    label = wording.label(probability, incomplete=told.incomplete)
    how = wording.path(record, told)
    shown = findings(record, told)
    bucket = _bucket(probability, shown)
    return Verdict(
        method="rubric",
        label=label,
        bucket=bucket,
        lens=dials.lens,
        confidence=0.0 if probability is None else max(probability, 1 - probability),
        probability=probability,
        path=how,
        explanation=wording.explanation(told, how),
        findings=shown,
        abstentions=wording.abstentions(record, dials),
        trail=trail(record, dials, told, label),
        caveats=wording.caveats(record, dials, told, bucket),
        account=cast("dict[str, Any]", plain(told)),
    )


def _bucket(probability: float | None, shown: Sequence[Finding]) -> Bucket:
    """The number on the common scale. Without a document that bears it out it says nothing: parts
    of which nothing is known multiply to a small number as well."""
    if probability is None or not any(finding.decisive for finding in shown):
        return Bucket.UNVERIFIABLE
    return scales.probability_bucket(probability)


METHOD = Method(
    name="rubric",
    version=1,
    record=RubricRecord,
    dials=RubricDials,
    gather=gather,
    decide=decide,
    account=RubricAccount,
)
