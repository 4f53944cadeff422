"""How long a call may take and how long its reply is reused, unless a setting says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from veracity.domain.exchange import Kind

DEADLINES: Final[Mapping[Kind, float | None]] = {
    "ask": 120.0,
    "search": 30.0,
    "fetch": 30.0,
    "state": 30.0,
    "review": None,
}
"""Seconds that one call may take, by kind; None is no limit. Waiting for a turn does not count."""

FRESHNESS: Final[Mapping[Kind, timedelta | None]] = {
    "ask": None,
    "review": None,
    "search": timedelta(days=1),
    "fetch": timedelta(days=7),
}
"""How long a recorded reply is reused, by kind; None is forever. A search that names the archive's
generation keeps forever too: that state of the archive can give no other answer."""
