"""One thing that `veracity doctor` found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

State: TypeAlias = Literal["ok", "missing", "optional", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look gave."""

    name: str
    state: State
    said: str
    fix: str = ""
