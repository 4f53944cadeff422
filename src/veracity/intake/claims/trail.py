"""What became of a model's reading of a text, as the trail says it."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.domain.verdict import Step
from veracity.intake.claims.holding import Fault
from veracity.intake.claims.parts import Part

NO_MODEL = Step(name="model", status="skipped", detail="no model is set; code found the claims")


def read_step(parts: Sequence[Part], model: str) -> Step:
    """Which parts of the text the model read; code's claims stand for the others."""
    failed = [part for part in parts if part.failure is not None]
    unread = [part for part in parts if part.unread]
    answered = len(parts) - len(failed) - len(unread)
    said = [f"{model} read {answered} of {_counted(len(parts), 'part')}"]
    if failed:
        first = failed[0].failure
        assert first is not None
        said.append(f"{len(failed)} failed, the first because: {first.message}")
    if unread:
        said.append(f"{len(unread)} not asked: {unread[0].unread}")
    if answered < len(parts):
        said.append("code found the claims there")
    keys = tuple(sorted({key for part in parts for key in part.keys}))
    status = "ok" if answered else "failed" if failed else "skipped"
    return Step(name="model", status=status, detail="; ".join(said), exchanges=keys)


def held_step(written: int, refused: Sequence[Fault], incomplete: int, stand: int) -> Step:
    """How many of the claims that a model wrote hold, and why the others do not."""
    said = [f"{stand} of {_counted(written, 'claim')} that the model wrote stand"]
    if count := refused.count("anchor"):
        said.append(f"{count} refused, their quote does not stand in the text")
    if count := refused.count("claim"):
        said.append(f"{count} refused, they say what the text does not")
    if incomplete:
        said.append(f"{incomplete} left out what their sentence says and gave way to code's")
    return Step(name="anchor", status="ok", detail="; ".join(said))


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
