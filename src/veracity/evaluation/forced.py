"""What `routed` would have answered had it not been allowed to abstain.

Abstaining trades coverage for precision, so a judge is also measured without it. The forced choice
is what the comparison in code says where there is one, as in the verdict. Otherwise it is the
likeliest stance over the passages that were read, where for n passages with calibrated
probabilities p_i

    supports = max p_i(supports)   refutes = max p_i(refutes)   insufficient = min p_i(insufficient)

because one passage that settles a claim is enough, however many others are silent. Where nothing
was read it is "not enough". No threshold takes part.
"""

from __future__ import annotations

from collections.abc import Sequence

from veracity.domain.case import Case
from veracity.domain.evidence import Stance
from veracity.evaluation.answers import Answer
from veracity.methods.routed.record import RoutedRecord
from veracity.rules.calibration import StanceProbabilities, probabilities

_ANSWER = {
    Stance.SUPPORTS: Answer.SUPPORTED,
    Stance.REFUTES: Answer.REFUTED,
    Stance.INSUFFICIENT: Answer.NOT_ENOUGH_INFO,
}


def forced_choice(case: Case) -> Answer | None:
    """The forced answer of a case. None for a method that has none."""
    if case.method != "routed":
        return None
    compared = [
        finding.stance
        for finding in case.verdict.findings
        if finding.by == "code" and finding.stance is not Stance.INSUFFICIENT
    ]
    return choose(compared, read(RoutedRecord.model_validate(case.record)))


def choose(compared: Sequence[Stance], voices: Sequence[StanceProbabilities]) -> Answer:
    """What code says if it is of one mind; else the likeliest stance over `voices`.

    Ties go to the more cautious answer: not enough, then refuted.
    """
    if compared:
        return _ANSWER[compared[0]] if len(set(compared)) == 1 else Answer.NOT_ENOUGH_INFO
    if not voices:
        return Answer.NOT_ENOUGH_INFO
    strength = {
        Stance.INSUFFICIENT: min(voice.insufficient for voice in voices),
        Stance.REFUTES: max(voice.refutes for voice in voices),
        Stance.SUPPORTS: max(voice.supports for voice in voices),
    }
    return _ANSWER[max(strength, key=strength.__getitem__)]


def read(record: RoutedRecord) -> tuple[StanceProbabilities, ...]:
    """The calibrated stances of the passages that the model read, by the case's own parameters."""
    if record.calibration is None:
        return ()
    return tuple(
        probabilities(judgement.logprobs, judgement.words, judgement.overlap, record.calibration)
        for judgement in record.judgements
        if judgement.logprobs is not None
    )
