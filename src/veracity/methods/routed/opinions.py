"""What code and the model say of each passage that `routed` verifies a claim against."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from veracity.domain.evidence import Passage, Stance
from veracity.methods.routed.record import Judgement, RoutedDials, RoutedRecord
from veracity.retrieval.rerank import STANCE, StanceReranker, best
from veracity.rules import comparison, reading
from veracity.rules.adjudication import Opinion
from veracity.rules.calibration import StanceProbabilities, probabilities
from veracity.rules.comparison import Compared
from veracity.rules.duplicates import independent
from veracity.rules.fusion import TRUSTED


def compared_in_code(record: RoutedRecord) -> tuple[Compared, ...]:
    """What code read off the evidence, where the claim is covered at all."""
    if not record.deciding:
        return ()
    claim = reading.read(record.claim.in_english, record.names, record.values)
    return tuple(
        compared
        for compared in comparison.compare(claim, record.deciding)
        if compared.stance is not Stance.INSUFFICIENT
    )


def opinions_of(
    record: RoutedRecord, dials: RoutedDials, compared: tuple[Compared, ...]
) -> tuple[Opinion, ...]:
    """One opinion for each comparison in code and for each stance that was given.

    A copy speaks for the publisher of what it is a copy of: ten copies of one wire story are one.
    """
    passages = {passage.id: passage for passage in record.deciding}
    counted_with = independent(record.deciding)
    publishers = {one: record.publisher(passages[counted_with[one]]) for one in passages}

    def opinion(
        passage: str, said: Stance, confidence: float, by: Literal["code", "model"]
    ) -> Opinion:
        return _opinion(record, passages[passage], publishers[passage], said, confidence, by)

    by_code = [
        opinion(line.passage, line.stance, dials.code_confidence, "code") for line in compared
    ]
    said = _stances(record)
    counted = _counted(record, dials, said)
    read = [one for one in record.judgements if one.passage in counted]
    closest = max((judgement.overlap for judgement in read), default=0.0)
    covering = 0.0 if dials.given else dials.covering
    by_model = [
        opinion(
            judgement.passage,
            said[judgement.passage].likeliest,
            said[judgement.passage].confidence * _nearness(judgement, closest, covering),
            "model",
        )
        for judgement in read
    ]
    return (*by_code, *by_model)


def _stances(record: RoutedRecord) -> dict[str, StanceProbabilities]:
    """What the model said of each passage that may decide, by its id."""
    deciding = {passage.id for passage in record.deciding}
    if record.calibration is None:
        return {}
    return {
        one.passage: probabilities(one.logprobs, one.words, one.overlap, record.calibration)
        for one in record.judgements
        if one.logprobs is not None and one.passage in deciding
    }


def _counted(
    record: RoutedRecord, dials: RoutedDials, said: Mapping[str, StanceProbabilities]
) -> frozenset[str]:
    """The passages whose stances count: all, or the `top_k` of each side that settle the most."""
    if dials.rerank != STANCE:
        return frozenset(said)
    passages = [passage for passage in record.deciding if passage.id in said]
    texts = [passage.text for passage in passages]
    by_text = {passage.text: said[passage.id] for passage in passages}
    scores = StanceReranker(by_text).score(record.claim.in_english, texts)
    ranked = best(passages, scores, len(passages))
    return frozenset(record.first_of_each_side(ranked, dials.top_k))


def _nearness(judgement: Judgement, closest: float, covering: float) -> float:
    """What is left of a stance's confidence (how far it is ahead of the opposite one), 0 to 1.

    A passage that shares less of the claim than the closest one has less say, by the fourth power
    of their ratio: the model takes sides on passages about other things too, and on public data
    letting the closest speak alone took the fewest claims for their opposite. Below `covering` it
    has none.
    """
    covers = closest > 0 and judgement.overlap >= covering
    return (judgement.overlap / closest) ** 4 if covers else 0.0


def _opinion(
    record: RoutedRecord,
    passage: Passage,
    publisher: str,
    said: Stance,
    confidence: float,
    by: Literal["code", "model"],
) -> Opinion:
    return Opinion(
        passage=passage.id,
        publisher=publisher,
        trusted=passage.source.tier in TRUSTED,
        stance=said,
        confidence=confidence,
        by=by,
        side=record.side(passage.id),
        unrestricted=record.unrestricted(passage),
    )
