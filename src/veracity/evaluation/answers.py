"""The three answers that are compared: what a row's label says, and what a verdict says."""

from __future__ import annotations

from enum import StrEnum

from veracity.domain.verdict import Polarity


class Answer(StrEnum):
    """The direction of a label or a verdict. What is in neither direction is one class."""

    SUPPORTED = "SUPPORTED"
    REFUTED = "REFUTED"
    NOT_ENOUGH_INFO = "NOT_ENOUGH_INFO"
    """Everything else: not enough information, conflicting, partly supported, disputed."""


ANSWERS = tuple(Answer)
"""In the order of the rows and columns of every confusion matrix."""

_SUPPORTED = frozenset(
    {"supported", "supports", "support", "true", "entailment", "entailed", "entails", "correct"}
)
_REFUTED = frozenset(
    {
        "refuted",
        "refutes",
        "refute",
        "false",
        "contradiction",
        "contradicted",
        "contradicts",
        "contradict",
        "incorrect",
    }
)

_OF = {
    Polarity.SUPPORTED: Answer.SUPPORTED,
    Polarity.CONTESTED: Answer.REFUTED,
    Polarity.UNKNOWN: Answer.NOT_ENOUGH_INFO,
}


def gold(label: str) -> Answer:
    """What a row's label says, in any case.

    SUPPORTED and REFUTED, with the words that other layouts use for them: FEVER's SUPPORTS and
    REFUTES, SciFact's SUPPORT and CONTRADICT, entailment and contradiction, true and false, correct
    and incorrect. Any other label is neither, "NOT SUPPORTED" and "mostly true" among them.
    """
    word = label.strip().casefold()
    if word in _SUPPORTED:
        return Answer.SUPPORTED
    return Answer.REFUTED if word in _REFUTED else Answer.NOT_ENOUGH_INFO


def answer(polarity: Polarity) -> Answer:
    """What a verdict of that polarity says."""
    return _OF[polarity]
