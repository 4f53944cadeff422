"""Sentences that another speaker interrupts.

    A: We built forty --
    B: That is not so.
    A: -- thousand homes.

A's sentence goes on in A's next turn when it stopped without an end (a dash, an ellipsis or nothing
at all) and the next turn takes it up (a dash, an ellipsis or a small letter). Words of two speakers
are never put together.
"""

from __future__ import annotations

from collections.abc import Sequence

from veracity.domain.claim import Span, Submission

_CUT = "-–—…. "
_ENDS = (".", "!", "?", "…", '"', "”", ":", ")")


def continuations(submission: Submission, sentences: Sequence[Span]) -> dict[Span, Span]:
    """For each interrupted sentence, the one in which its speaker goes on."""
    text, turns = submission.text, submission.turns
    found: dict[Span, Span] = {}
    for here, there in zip(turns, turns[2:], strict=False):
        if here.speaker is None or here.speaker != there.speaker:
            continue
        last = _last(sentences, here.span)
        first = _first(sentences, there.span)
        if last is None or first is None:
            continue
        if _stopped(last.of(text)) and _goes_on(first.of(text)):
            found[last] = first
    return found


def joined(first: str, second: str) -> str:
    """The two parts of a sentence as one, without the marks of the interruption."""
    return f"{first.rstrip(_CUT)} {second.lstrip(_CUT)}"


def _last(sentences: Sequence[Span], turn: Span) -> Span | None:
    return next((one for one in reversed(sentences) if _in(one, turn)), None)


def _first(sentences: Sequence[Span], turn: Span) -> Span | None:
    return next((one for one in sentences if _in(one, turn)), None)


def _in(one: Span, turn: Span) -> bool:
    return turn.start <= one.start and one.end <= turn.end


def _stopped(sentence: str) -> bool:
    return sentence.endswith(("-", "–", "—", "…", "...")) or not sentence.endswith(_ENDS)


def _goes_on(sentence: str) -> bool:
    return sentence.startswith(("-", "–", "—", "…", "...")) or sentence[:1].islower()
