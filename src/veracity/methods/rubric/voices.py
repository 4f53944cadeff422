"""From the judgments of a record to the scores of its voices: one voice is one model."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from veracity.domain.exchange import FailureKind
from veracity.methods.rubric.record import Judgment, LeafEvidence, RubricRecord
from veracity.rules.logodds import LeafScore, Scored, combine, score_leaf, settled
from veracity.rules.logodds_consensus import LeafConsensus, leaf_consensus, probability
from veracity.rules.logodds_parameters import Parameters

LEAST_READ = 0.5
"""Share of a leaf's documents that a model has to have judged fully; below it, it abstains on the
leaf. What a fault kept from it would otherwise shift its sum."""


Place: TypeAlias = tuple[int, str]
"""A document of a leaf: the leaf's place, and the passage."""


@dataclass(frozen=True, slots=True)
class Scores:
    """What all voices come to."""

    voices: tuple[dict[str, LeafScore], ...]
    """For each leaf, the score of each model that judged it."""
    leaves: tuple[LeafConsensus, ...]
    probability: float | None
    """Of the claim, by consensus; None for insufficient evidence."""
    by_model: dict[str, float | None]
    """Of the claim, by each model that judged every leaf."""


def score(record: RubricRecord, parameters: Parameters, without: Collection[Place] = ()) -> Scores:
    """Score the record under `parameters`, leaving out the documents in `without`."""
    tree = record.decomposed.tree
    models = sorted({judgment.model for judgment in record.judgments})
    voices = tuple(
        {
            model: score_leaf(
                scored(
                    evidence,
                    [
                        one
                        for one in record.judgments
                        if one.leaf == place and (place, one.passage) not in without
                    ],
                    model,
                    record.clusters,
                ),
                parameters,
            )
            for model in models
            if speaks(evidence, record.judgments, model, place)
        }
        for place, evidence in enumerate(record.leaves)
    )
    leaves = tuple(leaf_consensus(list(spoken.values())) for spoken in voices)
    by_model = {
        model: settled(combine(tree, [spoken[model].probability for spoken in voices]))
        for model in models
        if all(model in spoken for spoken in voices)
    }
    return Scores(
        voices=voices,
        leaves=leaves,
        probability=probability(tree, leaves),
        by_model=by_model,
    )


def scored(
    evidence: LeafEvidence,
    judgments: Sequence[Judgment],
    model: str,
    clusters: Mapping[str, str],
) -> list[Scored]:
    """What `model` judged fully of one leaf, in the terms of `rules/logodds`."""
    return [
        Scored(
            document=one.passage,
            quality=(one.quality or 0) / 10,
            directness=(one.directness or 0) / 10,
            direction=one.direction or 0,
            strength=(one.strength or 0) / 10,
            basis=one.basis or "assertion",
            cluster=clusters.get(one.passage, one.passage),
            decides=decides(evidence, one.passage),
        )
        for one in judgments
        if one.model == model and one.complete
    ]


def speaks(evidence: LeafEvidence, judgments: Sequence[Judgment], model: str, place: int) -> bool:
    """Whether `model` judged enough of the leaf's documents to have a say on it."""
    there = {*evidence.documents, *evidence.added}
    read = {
        one.passage
        for one in judgments
        if one.model == model and one.leaf == place and one.complete
    }
    return len(read) >= LEAST_READ * len(there)


def decides(evidence: LeafEvidence, passage: str) -> bool:
    """Whether the passage may count for or against the leaf."""
    return evidence.standing(passage).decides


def cut_short(record: RubricRecord) -> bool:
    """Whether a budget kept anything from being asked."""
    failures = [
        record.decomposed.failure,
        record.canon.failure if record.canon else None,
        *(one.failure for one in (*record.reruns, *record.rootings, *record.cold)),
        *(missed.failure for one in record.judgments for missed in one.missed),
    ]
    for evidence in record.leaves:
        failures.append(evidence.unwritten)
        for pool in (evidence.pool, evidence.second):
            failures += [search.failure for search in pool.searches] if pool else []
    return any(failure is not None and failure.kind is FailureKind.BUDGET for failure in failures)


def leave_one_out(record: RubricRecord, parameters: Parameters) -> dict[str, float | None]:
    """The claim's probability without what only one backend found, by backend.

    With a single backend, the searches are told apart by what they were for instead.
    """
    searches = [
        (place, search)
        for place, leaf in enumerate(record.leaves)
        for pool in (leaf.pool, leaf.second)
        for search in (pool.searches if pool else ())
        if search.failure is None
    ]
    by_provider = len({search.provider for _, search in searches}) > 1
    found: dict[Place, set[str]] = {}
    for place, search in searches:
        name = search.provider if by_provider else search.purpose
        for passage in search.found:
            found.setdefault((place, passage), set()).add(name)
    names = sorted({name for holders in found.values() for name in holders})
    if len(names) < 2:
        return {}
    return {
        name: score(
            record, parameters, {one for one, holders in found.items() if holders == {name}}
        ).probability
        for name in names
    }
