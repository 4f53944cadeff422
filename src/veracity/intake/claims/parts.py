"""Has a model read a text, one part after the other or all at once, as the model allows."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from veracity.desk.base import Desk
from veracity.domain.claim import Span, Submission
from veracity.domain.exchange import Failure, FailureKind
from veracity.intake.claims.chunks import Chunk, chunks
from veracity.intake.claims.shapes import WrittenClaim, WrittenClaims
from veracity.models.asking import ask_for, question
from veracity.models.untrusted import clean
from veracity.rules.readable import LOCAL, reads
from veracity.rules.scripts import language_by_script

PROMPT = "claims_all"
SIZE_LOCAL = 160
"""Words of a part for a model with a context of 4,096 tokens: the claims of a part, with their
quotes, take about three times as many tokens as it has."""
SIZE = 350
"""Words of a part for any other model."""
REPLY_TOKENS = 2000
"""Of the claims of one part."""
UNKNOWN = "not known"
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a text, and what a model wrote of it."""

    chunk: Chunk
    written: tuple[WrittenClaim, ...] = ()
    keys: tuple[str, ...] = ()
    """Of the exchanges."""
    failure: Failure | None = None
    unread: str = ""
    """Why the model was not asked; empty when it was."""


def parts_of(submission: Submission, sentences: Sequence[Span], model: str) -> tuple[Part, ...]:
    """The text in parts of a size for `model`."""
    size = SIZE_LOCAL if model.partition(":")[0] == LOCAL else SIZE
    return tuple(Part(chunk) for chunk in chunks(submission.text, sentences, size))


async def read_part(
    part: Part, submission: Submission, desk: Desk, model: str, *, language: str | None = None
) -> Part:
    """Have `model` write the claims of a part. One that is too long for it is read in halves.

    `language` is that of the text; a part in other letters is in another.
    """
    text = part.chunk.span.of(submission.text)
    own = language_by_script(text) or language
    if not reads(model, own):
        return replace(part, unread=f"{model} is not relied on in the language {own}")
    inputs = {
        "speaker": clean(_speaker(part.chunk.span, submission)) or UNKNOWN,
        "day": UNKNOWN if submission.published is None else submission.published.isoformat(),
        "before": clean(" ".join(one.of(submission.text) for one in part.chunk.before)) or NOTHING,
        "text": text,
    }
    request = question(model, PROMPT, inputs, WrittenClaims, settings={"max_tokens": REPLY_TOKENS})
    asked = await ask_for(desk, request, WrittenClaims)
    if asked.answer is not None:
        return replace(part, written=asked.answer.claims, keys=(asked.key,))
    assert asked.failure is not None, "a question has an answer or a failure"
    if asked.failure.kind is not FailureKind.TRUNCATED or len(part.chunk.sentences) == 1:
        return replace(part, keys=(asked.key,), failure=asked.failure)
    first, second = await asyncio.gather(
        *(
            read_part(Part(half), submission, desk, model, language=language)
            for half in part.chunk.halves()
        )
    )
    return Part(
        part.chunk,
        written=(*first.written, *second.written),
        keys=(asked.key, *first.keys, *second.keys),
        failure=first.failure or second.failure,
        unread=first.unread or second.unread,
    )


def _speaker(span: Span, submission: Submission) -> str:
    """Who speaks where the part begins; the names of others stand in the text itself."""
    begun = [turn for turn in submission.turns if turn.span.start <= span.start < turn.span.end]
    return (begun[0].speaker if begun else submission.speaker) or ""
