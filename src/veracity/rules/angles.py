"""Who refutes a claim: so many voters, no two of whom are asked the same question.

Voters are made independent in this order:

1. by model: each takes the next model in turn;
2. by angle: voters of one model attack from different angles (`sources/angles.toml`), and voters
   of different models start at different ones;
3. by sampling: when there are more voters than models times angles, the models are sampled again,
   each time under another number and above temperature 0.

So two voters of the same model differ in angle or sample, and never are several of them one
deterministic call.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

from veracity.domain.base import Frozen


class Angle(Frozen):
    """Where an attack on a claim looks first."""

    name: str
    attack: str
    """The question that a refuter is sent with."""


class Voter(Frozen):
    """One refuter."""

    name: str
    """`verifier-1`, `verifier-2`, ..."""
    model: str | None
    """`provider:model`; None when no model is set, so that the voter can only abstain."""
    angle: str
    sample: int = 0
    """0 is the model's one deterministic answer, any other number a draw."""


def voters(models: Sequence[str], votes: int) -> tuple[Voter, ...]:
    """`votes` voters over `models`, each once however often it is named.

    In round r the voter of the m-th model takes angle r + m: within as many rounds as there are
    angles no model meets an angle twice.
    """
    named: tuple[str | None, ...] = tuple(dict.fromkeys(models)) or (None,)
    known = angles()
    assigned: list[Voter] = []
    for number in range(votes):
        turn, at = divmod(number, len(named))
        assigned.append(
            Voter(
                name=f"verifier-{number + 1}",
                model=named[at],
                angle=known[(turn + at) % len(known)].name,
                sample=turn // len(known),
            )
        )
    return tuple(assigned)


@cache
def angles() -> tuple[Angle, ...]:
    """The angles of attack, in the order in which they are taken."""
    text = resources.files("veracity.sources").joinpath("angles.toml").read_text("utf-8")
    return tuple(Angle.model_validate(angle) for angle in tomllib.loads(text)["angle"])


def attack(name: str) -> str:
    """The question of the angle called `name`. Raises `KeyError`."""
    return {angle.name: angle.attack for angle in angles()}[name]
