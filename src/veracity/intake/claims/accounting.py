"""Is every sentence of a text accounted for?"""

from __future__ import annotations

from itertools import accumulate

from veracity.domain.claim import Span, Submission
from veracity.domain.extraction import Extraction
from veracity.rules.sentences import sentences


def missing(submission: Submission, extraction: Extraction) -> tuple[Span, ...]:
    """The sentences of `submission` of which no word is in a claim or in what was passed over."""
    if extraction.mode == "whole":
        return ()
    covered = [0] * (len(submission.text) + 1)
    for span in _accounted(extraction):
        covered[span.start] += 1
        covered[span.end] -= 1
    depth = list(accumulate(covered))
    return tuple(
        sentence
        for sentence in sentences(submission.text, submission.turns)
        if not any(depth[sentence.start : sentence.end])
    )


def _accounted(extraction: Extraction) -> list[Span]:
    claimed = [span for claim in extraction.claims for span in (claim.span, *claim.places)]
    return claimed + [skipped.span for skipped in extraction.skipped]
