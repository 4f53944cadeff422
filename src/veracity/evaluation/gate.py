"""What no change may make worse: figures on fixed sets, and how far a run may fall below them.

A gate names a set by its digest, how it is judged, the prompts that are asked, and bounds for
figures. A run passes when the set and the prompts are the pinned ones and no figure is worse than
its bound by more than the margin, which is for what differs between machines and not between
programs. A prompt that changed is no fault of a figure, but what was pinned no longer says anything
of it: the gate is red until it is measured and pinned anew.

Bounds are pinned at what was measured. One that gets worse by pinning needs a reason, and the
reason has to stand in the change log.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from pydantic import Field, ValidationError

from veracity.domain.base import Frozen
from veracity.domain.errors import BadInput
from veracity.evaluation.report import Report

BETTER_HIGH: Final = ("accuracy", "macro_f1", "coverage", "precision", "exact")
BETTER_LOW: Final = ("flips",)
MARGIN: Final = 0.02


class Gate(Frozen):
    """One fixed set and what is asked of it."""

    name: str
    set: str
    """The file, from the folder of the gates."""
    sha256: str
    closed: bool
    method: str
    model: str
    """As the settings name it: `none`, `local`, `provider:model`."""
    limit: int | None = Field(default=None, ge=1)
    """A sample of that many rows; None for all."""
    seed: int = 0
    margin: float = Field(default=MARGIN, ge=0, le=1)
    prompts: dict[str, str] = Field(default_factory=dict)
    """Digests of the prompts that were asked when the bounds were pinned."""
    bounds: dict[str, float] = Field(default_factory=dict)
    """The worst that each figure may be, but for the margin."""


class Gates(Frozen):
    """The file of gates."""

    gates: tuple[Gate, ...]

    def to_json(self) -> str:
        """The file: JSON, indented, one line end at the end."""
        return json.dumps(self.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n"


def read_gates(path: Path) -> Gates:
    """The gates in the file at `path`. Raises `BadInput` for a file that has none."""
    try:
        gates = Gates.model_validate_json(path.read_bytes())
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.", "Give a gate file.") from None
    except ValidationError as error:
        wrong = error.errors()[0]
        place = ".".join(map(str, wrong["loc"]))
        raise BadInput(f"{path} is no gate file: {place}: {wrong['msg']}.", "Mend it.") from None
    if unknown := sorted({name for one in gates.gates for name in one.bounds} - set(_FIGURES)):
        raise BadInput(
            f"{path} bounds figures that there are not: {', '.join(unknown)}.",
            f"There are {', '.join(_FIGURES)}.",
        )
    return gates


_FIGURES = (*BETTER_HIGH, *BETTER_LOW)


def faults(gate: Gate, report: Report, prompts: Mapping[str, str]) -> list[str]:
    """Why a run does not pass `gate`, as sentences; none for a run that passes.

    `prompts` holds the digest of every prompt that the run asked.
    """
    found = [
        f"The prompt {name} is not the one that was pinned."
        for name, digest in sorted(gate.prompts.items())
        if prompts.get(name, digest) != digest
    ]
    found += [
        f"The prompt {name} was not asked when the bounds were pinned."
        for name in sorted(prompts.keys() - gate.prompts.keys())
    ]
    if report.dataset.sha256 != gate.sha256:
        found.append(f"The set {gate.set} is not the one that was pinned.")
    if report.errors:
        found.append(f"{report.errors} rows could not be judged: {report.error_kinds}.")
    return found + [
        said for name, bound in gate.bounds.items() if (said := _worse(gate, name, bound, report))
    ]


def _worse(gate: Gate, name: str, bound: float, report: Report) -> str:
    """How a figure fails its bound; empty when it does not. What is undefined fails."""
    figure: float | None = getattr(report, name)
    if figure is None:
        return f"{name} is undefined; its bound is {bound:.3f}."
    short = bound - figure if name in BETTER_HIGH else figure - bound
    if short <= gate.margin:
        return ""
    return f"{name} is {figure:.3f}; its bound is {bound:.3f} with a margin of {gate.margin:.3f}."


def pinned(gate: Gate, report: Report, prompts: Mapping[str, str]) -> Gate:
    """`gate` with the set, the prompts and the bounds of this run.

    Raises `BadInput` for a run in which rows could not be judged.
    """
    if report.errors:
        raise BadInput(
            f"{report.errors} rows of {gate.set} could not be judged: {report.error_kinds}.",
            "Pin a whole run.",
        )
    figures = {name: getattr(report, name) for name in _FIGURES}
    return gate.model_copy(
        update={
            "sha256": report.dataset.sha256,
            "prompts": dict(sorted(prompts.items())),
            "bounds": {name: round(one, 4) for name, one in figures.items() if one is not None},
        }
    )


def lowered(before: Sequence[Gate], after: Sequence[Gate]) -> list[str]:
    """Which bounds get worse from `before` to `after`, and which are gone, as sentences."""
    earlier = {gate.name: gate for gate in before}
    found: list[str] = []
    for gate in after:
        old = earlier.get(gate.name)
        for name, bound in old.bounds.items() if old else ():
            new = gate.bounds.get(name)
            if new is None:
                found.append(f"{gate.name}: {name} is no longer bounded.")
            elif (new < bound) if name in BETTER_HIGH else (new > bound):
                found.append(f"{gate.name}: {name} goes from {bound:.4f} to {new:.4f}.")
    gone = sorted(earlier.keys() - {gate.name for gate in after})
    return found + [f"{name} is gone." for name in gone]


def allow_lowering(found: Sequence[str], why: str | None, changelog: str) -> None:
    """Let bounds get worse only for a reason that the change log gives word for word.

    Raises `BadInput` where it does not.
    """
    if not found:
        return
    if why is None or not why.strip():
        raise BadInput(
            f"Pinning would lower what is asked: {' '.join(found)}", "Give the reason: --lower WHY."
        )
    if why.strip() not in changelog:
        raise BadInput(
            "The reason for lowering what is asked does not stand in the change log.",
            f"Add a line to it: {why.strip()}",
        )
