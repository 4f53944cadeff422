"""How a `rubric` verdict accounts for itself: the tree, every voice, and what moved it."""

from __future__ import annotations

import statistics

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.claim import ClaimTree
from veracity.methods.rubric.record import Direction, RubricDials, RubricRecord
from veracity.methods.rubric.voices import Scores, cut_short, decides, leave_one_out
from veracity.rules.logodds import Side, Weighed, sigmoid
from veracity.rules.logodds_consensus import document_divergence, thin_sides
from veracity.rules.logodds_parameters import LOCKED, PARAMS_VERSION, Parameters

MOST_DIVERGENT = 10
"""Documents that are listed as scored most differently."""


class VoiceAccount(Frozen):
    """One model on one leaf."""

    model: str
    log_odds: float
    probability: float | None
    """None for insufficient evidence."""
    supporting_mass: float
    refuting_mass: float
    mixed_mass: float
    shrink: float
    thin: tuple[Side, ...]


class LeafAccount(Frozen):
    """One leaf over all models."""

    claim: str
    log_odds: float | None
    """By consensus; None for insufficient evidence, like the probability."""
    probability: float | None
    one_sided: tuple[Side, ...]
    """The sides that are thin for at least half of the models."""
    second_pass: bool
    """Whether a thin side was searched for once more."""
    spread: float | None
    """Largest less smallest log-odds; None with fewer than two sufficient voices."""
    disagreement: float | None
    """Mean difference in probability over pairs of voices."""
    voices: tuple[VoiceAccount, ...]


class ModelAccount(Frozen):
    """One model on the claim."""

    model: str
    probability: float | None
    """None when it abstained on a leaf or found the evidence insufficient."""
    cold: float | None
    """Without evidence; None when it was not asked or gave no answer."""
    reruns: int
    """Readings that were repeated under the negated claim and answered."""
    turned: int
    """How many of them turned around, as they should."""


class Moved(Frozen):
    """One document of one leaf, by how far it moved it."""

    leaf: int
    passage: str
    title: str
    url: str
    cluster: str
    direction: Direction
    """The sign of `push`."""
    push: float
    """In log-odds, the median over the models that judged it, before the leaf's shrink."""
    lowest: float
    highest: float
    """Smallest and largest push among the models."""
    decides: bool
    by_code: bool
    consistent: bool | None
    """Whether every repeated reading turned around; None when none was repeated."""


class Divergent(Frozen):
    """A document that the models scored differently."""

    leaf: int
    passage: str
    spread: float
    """Largest less smallest push, in log-odds."""


class RubricAccount(Frozen):
    """`Verdict.account` of `rubric`."""

    probability: float | None
    incomplete: bool
    """A budget cut it short, so there is no consensus."""
    locked: bool
    """Whether it was decided under the locked parameters, as published cases are."""
    params_version: int
    parameters: Parameters
    """The numbers that decided, strictness applied."""
    strictness: float | None
    tree: ClaimTree
    leaves: tuple[LeafAccount, ...]
    models: tuple[ModelAccount, ...]
    cold: float | None
    """The median of the models' answers without evidence."""
    without: dict[str, float | None] = Field(default_factory=dict[str, float | None])
    """The probability without what only one backend, or one kind of search, found."""
    backend_spread: float | None
    """Largest less smallest of these and the full one; None when it cannot be told."""
    moved: tuple[Moved, ...]
    """Every document that was judged, largest push first."""
    divergent: tuple[Divergent, ...]
    """The documents that the models scored most differently, the most different first."""


def account(record: RubricRecord, dials: RubricDials, scores: Scores) -> RubricAccount:
    """The account of a verdict."""
    parameters = dials.parameters()
    incomplete = cut_short(record)
    without = {} if incomplete else leave_one_out(record, parameters)
    colds = {one.model: one.percent / 100 for one in record.cold if one.percent is not None}
    probability = None if incomplete else scores.probability
    documents = moved(record, scores)
    return RubricAccount(
        probability=probability,
        incomplete=incomplete,
        locked=parameters == LOCKED,
        params_version=PARAMS_VERSION,
        parameters=parameters,
        strictness=dials.strictness,
        tree=record.decomposed.tree,
        leaves=tuple(_leaf(record, scores, place) for place in range(len(record.leaves))),
        models=tuple(
            ModelAccount(
                model=model,
                probability=scores.by_model.get(model),
                cold=colds.get(model),
                reruns=len(turned),
                turned=sum(turned),
            )
            for model, turned in _turned(record).items()
        ),
        cold=statistics.median(colds.values()) if colds else None,
        without=without,
        backend_spread=_spread([probability, *without.values()]) if without else None,
        moved=documents,
        divergent=_divergent(scores),
    )


def moved(record: RubricRecord, scores: Scores) -> tuple[Moved, ...]:
    """What each document did: largest push first, equals by leaf and id."""
    pushes = _pushes(scores)
    listed: list[Moved] = []
    for place, evidence in enumerate(record.leaves):
        compared = {line.passage for line in evidence.compared}
        for passage in evidence.passages:
            pushed = pushes.get((place, passage.id))
            if pushed is None:
                continue
            median = statistics.median(pushed)
            repeated = [
                one.consistent
                for one in record.reruns
                if (one.leaf, one.passage) == (place, passage.id) and one.consistent is not None
            ]
            listed.append(
                Moved(
                    leaf=place,
                    passage=passage.id,
                    title=passage.source.title,
                    url=passage.source.url,
                    cluster=record.clusters.get(passage.id, passage.id),
                    direction=1 if median > 0 else -1 if median < 0 else 0,
                    push=median,
                    lowest=min(pushed),
                    highest=max(pushed),
                    decides=decides(evidence, passage.id),
                    by_code=passage.id in compared,
                    consistent=all(repeated) if repeated else None,
                )
            )
    return tuple(sorted(listed, key=lambda one: (-abs(one.push), one.leaf, one.passage)))


def _leaf(record: RubricRecord, scores: Scores, place: int) -> LeafAccount:
    consensus, spoken = scores.leaves[place], scores.voices[place]
    return LeafAccount(
        claim=record.leaves[place].claim.text,
        log_odds=consensus.log_odds,
        probability=None if consensus.log_odds is None else sigmoid(consensus.log_odds),
        one_sided=thin_sides(list(spoken.values())),
        second_pass=record.leaves[place].second is not None,
        spread=consensus.spread,
        disagreement=consensus.disagreement,
        voices=tuple(
            VoiceAccount(
                model=model,
                log_odds=one.log_odds,
                probability=one.probability,
                supporting_mass=one.supporting_mass,
                refuting_mass=one.refuting_mass,
                mixed_mass=one.mixed_mass,
                shrink=one.shrink,
                thin=one.thin,
            )
            for model, one in spoken.items()
        ),
    )


def _pushes(scores: Scores) -> dict[tuple[int, str], list[float]]:
    pushes: dict[tuple[int, str], list[float]] = {}
    for place, spoken in enumerate(scores.voices):
        for one in spoken.values():
            for weighed in one.weighed:
                pushes.setdefault((place, weighed.document), []).append(_push(weighed))
    return pushes


def _divergent(scores: Scores) -> tuple[Divergent, ...]:
    found = [
        Divergent(leaf=place, passage=one.document, spread=one.spread)
        for place in range(len(scores.leaves))
        for one in document_divergence(
            {name: pushed for (leaf, name), pushed in _pushes(scores).items() if leaf == place}
        )
        if one.spread > 0
    ]
    found.sort(key=lambda one: (-one.spread, one.leaf, one.passage))
    return tuple(found[:MOST_DIVERGENT])


def _push(weighed: Weighed) -> float:
    return weighed.push + 0.0  # a document that may not decide pushes 0, not -0


def _turned(record: RubricRecord) -> dict[str, list[bool]]:
    """For each model that was asked anything, whether each answered rerun turned around."""
    models = {one.model for one in (*record.judgments, *record.cold)}
    return {
        model: [
            one.consistent
            for one in record.reruns
            if one.model == model and one.consistent is not None
        ]
        for model in sorted(models)
    }


def _spread(probabilities: list[float | None]) -> float | None:
    known = [one for one in probabilities if one is not None]
    return max(known) - min(known) if len(known) == len(probabilities) else None
