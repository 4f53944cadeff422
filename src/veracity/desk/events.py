"""What a desk tells whoever watches a run. Events are for progress only; no verdict reads them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from veracity.domain.exchange import Exchange, Failure, Request


@dataclass(frozen=True, slots=True)
class Asked:
    """A request goes out now: it was neither in the journal nor under way."""

    claim: str
    """The name that `open_claim` was given."""
    request: Request


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply came in."""

    claim: str
    request: Request
    seconds: float
    cost: Decimal
    """In US dollars."""


@dataclass(frozen=True, slots=True)
class Reused:
    """The reply came from the journal, or from an equal request that was under way."""

    claim: str
    request: Request


@dataclass(frozen=True, slots=True)
class Failed:
    """There is no reply."""

    claim: str
    request: Request
    failure: Failure
    seconds: float


@dataclass(frozen=True, slots=True)
class Stepped:
    """The method is at another step."""

    claim: str
    step: str
    detail: str


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A claim has another exchange, told in the task that asked for it. The same request of the
    same claim is told once."""

    claim: str
    exchange: Exchange
    waited: float
    """Seconds since the claim asked, turns and leases included."""


Event: TypeAlias = Asked | Answered | Reused | Failed | Stepped | Exchanged
Watcher: TypeAlias = Callable[[Event], None]
