"""Asks the ledger before a held-out set is scored, and tells it afterwards."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from veracity.evaluation.report import Report

ENTERED = ("accuracy", "flips", "coverage")


def reasons(
    datasets: Sequence[Path], *, method: str, model: str, why: str | None
) -> Mapping[Path, str]:
    """Why each held-out set among `datasets` is scored. Raises `BadInput` where that has to be said
    and is not."""
    from veracity import __version__
    from veracity.evaluation.ledger import allow, held_out

    return {
        place: allow(place, release=__version__, method=method, model=model, why=why)
        for place in datasets
        if held_out(place)
    }


def enter_all(why: Mapping[Path, str], report: Report, *, model: str, today: date) -> None:
    """Write down what was scored of the sets in `why`, by `model` as the settings name it."""
    from veracity import __version__
    from veracity.evaluation.ledger import Scoring, enter

    for place, reason in why.items():
        scores = report.sets[place.stem]
        figures = {name: getattr(scores, name) for name in ENTERED}
        entry = Scoring(
            date=today,
            release=__version__,
            commit=commit(),
            set=place.stem,
            sha256=scores.dataset.sha256,
            method=report.method,
            model=model,
            why=reason,
            figures={name: round(one, 4) for name, one in figures.items() if one is not None},
        )
        enter(place.parent, [entry])


def commit() -> str:
    """The commit that the program runs from, if it runs from a repository."""
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return asked.stdout.strip()
