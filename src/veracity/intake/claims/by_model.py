"""Finds the claims of a submission with a model, and with code alone where there is none.

    sentences -> code's claims -> parts of the text -> the model's claims of each -> held -> merged

A model reads and writes; code decides what of it holds (`intake/claims/holding`). What a model
passed over is filled in with the claims that code finds (`intake/claims/merging`), so that no
sentence is lost whatever the model did. A fault of a model is a step of the trail and raises
nothing: code's claims stand in its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal, TypeAlias

from veracity.desk.base import Desk
from veracity.domain.claim import Claim, Submission
from veracity.domain.extraction import Extraction

Mode: TypeAlias = Literal["whole", "main", "all"]
Watch: TypeAlias = Callable[[int, int], None]
"""Told how many of how many parts of a text were read."""


async def find_claims(
    submission: Submission,
    desk: Desk,
    model: str | None,
    *,
    mode: Mode,
    watch: Watch | None = None,
) -> Extraction:
    """The claims of `submission`, found by `model` (`provider:model`), or by code without one.

    `whole` takes the text for one statement, `main` finds the single claim that a post makes, and
    `all` each claim.
    """
    if mode == "whole":
        return whole(submission)
    from veracity.intake.claims.by_code import claims_of
    from veracity.intake.claims.main import find_main, main_of
    from veracity.intake.claims.trail import NO_MODEL
    from veracity.intake.language import identify

    language = submission.language or identify(submission.text).tag
    by_code = claims_of(submission, language=language)
    if model is None:
        found = main_of(by_code) if mode == "main" else by_code
        return found.model_copy(update={"trail": (NO_MODEL, *found.trail)})
    if mode == "main":
        return await find_main(submission, desk, model, by_code, language=language)
    return await _find_all(
        submission, desk, model, by_code, language=language, watch=watch or _unwatched
    )


def whole(submission: Submission) -> Extraction:
    """The submission as one claim."""
    claim = Claim.whole(submission)
    return Extraction(submission=submission.digest, mode="whole", claims=(claim,))


async def _find_all(
    submission: Submission,
    desk: Desk,
    model: str,
    by_code: Extraction,
    *,
    language: str | None,
    watch: Watch,
) -> Extraction:
    from veracity.intake.claims.holding import Fault, Ground, Refused
    from veracity.intake.claims.merging import merged
    from veracity.intake.claims.parts import Part, parts_of, read_part
    from veracity.intake.claims.trail import held_step, read_step
    from veracity.rules.sentences import sentences

    text = submission.text
    spans = sentences(text, submission.turns)
    parts = parts_of(submission, spans, model)
    done = 0

    async def read(part: Part) -> Part:
        nonlocal done
        came = await read_part(part, submission, desk, model, language=language)
        done += 1
        watch(done, len(parts))
        return came

    watch(0, len(parts))
    came = await asyncio.gather(*map(read, parts))
    ground = Ground(submission, spans, by_code)
    held = [ground.held(one, part.chunk, model) for part in came for one in part.written]
    own = [claim for claim in held if isinstance(claim, Claim)]
    both = merged(own, by_code.claims, by_code.skipped, spans, text)
    refused: list[Fault] = [one.fault for one in held if isinstance(one, Refused)]
    return by_code.model_copy(
        update={
            "claims": both.claims,
            "skipped": both.skipped,
            "found_by": model if any(claim.found_by == model for claim in both.claims) else "code",
            "trail": (
                read_step(came, model),
                held_step(len(held), refused, both.incomplete, len(own) - both.incomplete),
                *by_code.trail,
            ),
        }
    )


def _unwatched(done: int, total: int) -> None:
    """Tell nobody."""
