"""From a model's log-probabilities to the probabilities of the three stances.

A small model is badly calibrated: asked for one word, it prefers some words whatever it reads. But
how it prefers them differs between claims that hold and claims that do not, so a multinomial
logistic regression over its log-probabilities gives probabilities that mean what they say:

    x_i  = min(max(lp(token_i), floor), 0) - reference,  reference = the lp of the reference token
    z    = (x, log(max(words, 3)), overlap) M + b
    p    = softmax(z)            over supports, refutes, insufficient

`words` is how many words of evidence the model was shown (a long excerpt is more often beside the
point), `overlap` the share of the claim's content words that stand in them. This is vector scaling
(Guo et al. 2017, "On Calibration of Modern Neural Networks") with more than one token per class.
`M` and `b` are fitted on public data, with a ridge penalty and classes weighted, and stored with
what they were fitted on; `models/calibration/*.json`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Self

from pydantic import Field, model_validator

from veracity.domain.base import Frozen
from veracity.domain.evidence import Stance

CLASSES = (Stance.SUPPORTS, Stance.REFUTES, Stance.INSUFFICIENT)


class Calibration(Frozen):
    """The parameters of the formula above. A record carries them, so a case decides by its own."""

    tokens: tuple[str, ...] = Field(min_length=1)
    """Whose log-probabilities are read, in the order of the rows of `weights`."""
    reference: str
    """The token whose log-probability is taken from the others."""
    floor: float = -14.0
    """The log-probability of a token that the model did not list."""
    weights: tuple[tuple[float, float, float], ...]
    """One row a token, then the length's and the overlap's; columns supports, refutes,
    insufficient."""
    bias: tuple[float, float, float]
    threshold: float = Field(ge=0, le=1)
    """The confidence (see `StanceProbabilities`) from which a stance on evidence that was handed
    over may decide. The figures of the provenance hold for it."""

    @model_validator(mode="after")
    def _shaped(self) -> Self:
        if len(self.weights) != len(self.tokens) + 2:
            raise ValueError("a calibration has a row of weights a token and two more")
        return self


class StanceProbabilities(Frozen):
    """How likely a passage supports, refutes, or does not settle a claim. They sum to 1."""

    supports: float = Field(ge=0, le=1)
    refutes: float = Field(ge=0, le=1)
    insufficient: float = Field(ge=0, le=1)

    @property
    def likeliest(self) -> Stance:
        """The stance of the largest probability; ties go to the more cautious one."""
        order = (Stance.INSUFFICIENT, Stance.REFUTES, Stance.SUPPORTS)
        return max(order, key=self.of)

    def of(self, stance: Stance) -> float:
        """The probability of one stance."""
        return float(getattr(self, stance.value))

    @property
    def confidence(self) -> float:
        """How far the likeliest stance is ahead of its opposite, 0 to 1.

        For supports it is p(supports) - p(refutes), and the other way round. At equal coverage,
        abstaining by this difference takes fewer claims for their opposite than abstaining by the
        largest probability does. For insufficient, which has no opposite, it is its probability.
        """
        opposite = {Stance.SUPPORTS: self.refutes, Stance.REFUTES: self.supports}
        return self.of(self.likeliest) - opposite.get(self.likeliest, 0.0)


def probabilities(
    logprobs: Mapping[str, float], words: int, overlap: float, calibration: Calibration
) -> StanceProbabilities:
    """Apply the formula. `logprobs` may lack tokens; `overlap` is 0 to 1."""
    read = [_bounded(logprobs, token, calibration.floor) for token in calibration.tokens]
    reference = _bounded(logprobs, calibration.reference, calibration.floor)
    features = [*(value - reference for value in read), math.log(max(words, 3)), overlap]
    scores = [
        math.fsum(
            (
                calibration.bias[column],
                *(
                    value * row[column]
                    for value, row in zip(features, calibration.weights, strict=True)
                ),
            )
        )
        for column in range(len(CLASSES))
    ]
    supports, refutes, insufficient = softmax(scores)
    return StanceProbabilities(supports=supports, refutes=refutes, insufficient=insufficient)


def softmax(scores: Sequence[float]) -> list[float]:
    """exp(s) / sum(exp(s)), shifted by the largest score so that nothing overflows."""
    largest = max(scores)
    powers = [math.exp(score - largest) for score in scores]
    total = math.fsum(powers)
    return [power / total for power in powers]


def _bounded(logprobs: Mapping[str, float], token: str, floor: float) -> float:
    return min(max(logprobs.get(token, floor), floor), 0.0)
