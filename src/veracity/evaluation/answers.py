"""The three answers that are compared: what a row's label says, and what a verdict says."""

from __future__ import annotations

from enum import StrEnum

from veracity.domain.verdict import Lens, Polarity
from veracity.rules.scales import PANEL, panel_bucket, polarity


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

SIX = {label.casefold(): label for label in PANEL} | {"unverified": "Unverifiable"}
"""The labels of `panel` by how they may be written. Those of `routed` and `tribunal` are some of
them."""

_OF = {
    Polarity.SUPPORTED: Answer.SUPPORTED,
    Polarity.CONTESTED: Answer.REFUTED,
    Polarity.UNKNOWN: Answer.NOT_ENOUGH_INFO,
}


def gold(label: str) -> Answer:
    """What a row's label says, in any case.

    SUPPORTED and REFUTED, with the words that other layouts use for them: FEVER's SUPPORTS and
    REFUTES, SciFact's SUPPORT and CONTRADICT, entailment and contradiction, true and false, correct
    and incorrect. The six labels of `panel` are read as the lenient lens reads them: Mostly True
    and Exaggerated say that a claim is supported, Misleading that it is refuted. Any other label is
    neither, "NOT SUPPORTED" among them.
    """
    word = label.strip().casefold()
    if word in _SUPPORTED:
        return Answer.SUPPORTED
    if word in _REFUTED:
        return Answer.REFUTED
    six = SIX.get(word)
    return answer(polarity(panel_bucket(six, Lens.LENIENT))) if six else Answer.NOT_ENOUGH_INFO


def exact(label: str, verdict: str) -> bool | None:
    """Whether a verdict's own label is the row's, in any case; Unverified is Unverifiable.

    None for a row that is not labelled on a verdict's scale, such as SUPPORTED.
    """
    wanted, said = (SIX.get(one.strip().casefold()) for one in (label, verdict))
    return None if wanted is None else wanted == said


def answer(polarity: Polarity) -> Answer:
    """What a verdict of that polarity says."""
    return _OF[polarity]
