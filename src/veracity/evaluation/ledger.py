"""Every scoring of a held-out set, in a file beside it.

A set whose file name begins with `held_out` is there to be scored seldom: each look at its figures
makes them a little less worth, because what is changed after the look was chosen with it in sight.
So a scoring is written to `ledger.toml` in the set's folder, with the day, the commit and the
reason; and a second one for the same release, set, method and model needs a reason.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from pydantic import ValidationError

from veracity.domain.base import Frozen
from veracity.domain.errors import BadInput, StorageError

LEDGER = "ledger.toml"
PREFIX = "held_out"


class Scoring(Frozen):
    """One look at a held-out set."""

    date: date
    release: str
    """Version of the program."""
    commit: str
    """Of the program's repository; `unknown` outside of one."""
    set: str
    sha256: str
    """Of the set's file."""
    method: str
    model: str
    why: str
    figures: dict[str, float]
    """What was seen."""


def held_out(path: Path) -> bool:
    """Whether the set at `path` is there to be scored seldom."""
    return path.name.startswith(PREFIX)


def scorings(folder: Path) -> tuple[Scoring, ...]:
    """What the ledger in `folder` has, oldest first; nothing where there is none.

    Raises `BadInput` for a ledger that cannot be read.
    """
    place = folder / LEDGER
    try:
        entries = tomllib.loads(place.read_text(encoding="utf-8")).get("scoring", [])
        return tuple(Scoring.model_validate(entry) for entry in entries)
    except FileNotFoundError:
        return ()
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise BadInput(f"The ledger {place} cannot be read: {error}.", "Mend it.") from None


def allow(path: Path, *, release: str, method: str, model: str, why: str | None) -> str:
    """The reason to enter for scoring the held-out set at `path` now.

    Raises `BadInput` when this release has been scored on it before and `why` gives no reason.
    """
    again = [
        one
        for one in scorings(path.parent)
        if (one.release, one.set, one.method, one.model) == (release, path.stem, method, model)
    ]
    if why is not None and why.strip():
        return why.strip()
    if again:
        raise BadInput(
            f"{path.name} was scored for release {release} on {again[-1].date}, by {method} with "
            f"{model}: {again[-1].why}",
            "Say what a second look is for: --why TEXT.",
        )
    return f"first scoring of release {release}"


def enter(folder: Path, new: Sequence[Scoring]) -> None:
    """Write scorings at the end of the ledger. What stands there is not touched."""
    place = folder / LEDGER
    written = "".join(_entry(one) for one in new)
    try:
        with place.open("a", encoding="utf-8") as ledger:
            ledger.write(written)
    except OSError as error:
        raise StorageError(
            f"The scoring could not be written to {place}: {error.strerror}."
        ) from None


def _entry(one: Scoring) -> str:
    """Texts and numbers are written as in JSON, which TOML reads."""
    fields = one.model_dump(mode="json", exclude={"date", "figures"})
    figures = ", ".join(f"{name} = {figure!r}" for name, figure in one.figures.items())
    lines = [
        f"date = {one.date.isoformat()}",
        *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()),
        f"figures = {{ {figures} }}",
    ]
    return "\n".join(["", "[[scoring]]", *lines, ""])
