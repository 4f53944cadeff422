"""How the models of panels did over all cases in a folder: silence, citations, agreement.

A model's fabrication rate is the share of the addresses it cited that no search had returned to it
in the same exchange. It is read off the accounts of the cases as they were made.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from veracity.domain.base import Frozen
from veracity.domain.case import Case
from veracity.domain.errors import VeracityError
from veracity.methods.panel.account import PanelAccount
from veracity.publish.casefile import load
from veracity.rules.agreement import Pair, nominal_alpha, ordinal_alpha, pairwise
from veracity.rules.scales import PANEL

METHOD = "panel"
SCALE = tuple(label for label in PANEL if label != "Unverifiable")
"""From True to False. "Unverifiable" lies nowhere on it."""


class ModelLine(Frozen):
    """One model over all cases."""

    model: str
    cases: int
    """Cases in which it was asked, as a member or in the place of one."""
    answered: int
    abstained: dict[str, int]
    """Cases in which it gave no answer, by the kind of failure."""
    cited: int
    fabricated: int

    @property
    def rate(self) -> float | None:
        """Fabricated addresses of all cited, 0 to 1. None where nothing was cited."""
        return self.fabricated / self.cited if self.cited else None


class Telemetry(Frozen):
    """All models, and how far they agree. Rows are claims, columns are models."""

    cases: int
    """Cases of panels that were read."""
    unreadable: int
    """Files that are no case, and cases whose account is of another shape."""
    models: tuple[ModelLine, ...]
    pairs: tuple[Pair, ...]
    alpha: float | None
    """Krippendorff's alpha over the six labels as names. None where it is undefined."""
    ordinal: float | None
    """The same over the five labels from True to False as a scale."""


def telemetry(folder: Path) -> Telemetry:
    """Read every case in `folder`. A folder that is not there holds none."""
    accounts: list[PanelAccount] = []
    unreadable = 0
    for account in _accounts(folder):
        if account is None:
            unreadable += 1
        else:
            accounts.append(account)
    units = [
        {
            voice.answered_by: voice.label
            for voice in account.voices
            if voice.answered_by is not None and voice.label is not None
        }
        for account in accounts
    ]
    return Telemetry(
        cases=len(accounts),
        unreadable=unreadable,
        models=_lines(accounts),
        pairs=pairwise(units),
        alpha=nominal_alpha(units),
        ordinal=ordinal_alpha(units, SCALE),
    )


def _accounts(folder: Path) -> Iterator[PanelAccount | None]:
    """The account of every panel in the folder, None for a file that cannot be read as one."""
    for place in sorted(folder.glob("*.json")):
        try:
            if not _is_panel(place):
                continue
            yield _account(load(place))
        except (VeracityError, OSError, ValueError):
            yield None


def _is_panel(place: Path) -> bool:
    """Whether the file calls itself a panel's case, before anything costly is done about it."""
    content: object = json.loads(place.read_bytes())
    return isinstance(content, dict) and cast("dict[str, Any]", content).get("method") == METHOD


def _account(case: Case) -> PanelAccount | None:
    if case.verify():
        return None
    try:
        return PanelAccount.model_validate(case.verdict.account)
    except ValidationError:
        return None


def _lines(accounts: Iterable[PanelAccount]) -> tuple[ModelLine, ...]:
    asked: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    cited: Counter[str] = Counter()
    fabricated: Counter[str] = Counter()
    abstained: dict[str, Counter[str]] = {}
    for account in accounts:
        heard = {v.answered_by: v for v in account.voices if v.answered_by is not None}
        silent = {s.model: s.failure.value for s in account.silences if s.model not in heard}
        for model, voice in heard.items():
            answered[model] += 1
            cited[model] += voice.cited
            fabricated[model] += voice.fabricated
        for model, failure in silent.items():
            abstained.setdefault(model, Counter())[failure] += 1
        asked.update([*heard, *silent])
    return tuple(
        ModelLine(
            model=model,
            cases=asked[model],
            answered=answered[model],
            abstained=dict(sorted(abstained.get(model, Counter[str]()).items())),
            cited=cited[model],
            fabricated=fabricated[model],
        )
        for model in sorted(asked)
    )
