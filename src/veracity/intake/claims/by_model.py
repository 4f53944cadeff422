"""Finds the claims of a submission with a model, and with code alone where there is none.

A model reads and writes; code decides what of it holds (`intake/claims/holding`). What a model
passed over is filled in with the claims that code finds, so that no sentence is lost whatever the
model did. Nothing here raises for a fault of a model: it is a step of the trail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from veracity.desk.base import Desk
from veracity.domain.claim import Claim, Submission
from veracity.domain.extraction import Extraction
from veracity.domain.verdict import Step

Mode: TypeAlias = Literal["whole", "main", "all"]

Watch: TypeAlias = Callable[[int, int], None]

NO_MODEL = Step(name="model", status="skipped", detail="no model is set; code found the claims")


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
    `all` each claim. `watch` is told how many of how many parts of the text are done.
    """
    if mode == "whole":
        return whole(submission)
    from veracity.intake.claims.by_code import claims_of
    from veracity.intake.claims.main import main_of

    del desk, model, watch
    found = claims_of(submission)
    found = found if mode == "all" else main_of(found)
    return found.model_copy(update={"trail": (NO_MODEL, *found.trail)})


def whole(submission: Submission) -> Extraction:
    """The submission as one claim."""
    claim = Claim.whole(submission)
    return Extraction(submission=submission.digest, mode="whole", claims=(claim,))
