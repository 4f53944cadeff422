"""The account of one request: what its calls took, and the most that they may."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from veracity.domain.exchange import Request, Usage
from veracity.models.asking import WEB_SEARCH
from veracity.models.hosted.prices import Rate
from veracity.models.hosted.speech import Ask, Heard
from veracity.models.hosted.table import Host
from veracity.prompts import Turn

MAX_TOKENS = 3000
"""Tokens that a reply may have, thinking included, unless the request's settings say otherwise."""

RAISED = 2
"""How many times that a reply may have when it was cut the first time."""

SEARCHED_TOKENS = 60_000
MOST_SEARCHES = 5
"""What a provider's own search may add to one turn: tokens to read, and uses to pay for."""

BYTES_A_TOKEN = 2
"""UTF-8 bytes that count as a token before anybody has counted: few, so that it is enough."""


def longest(request: Request) -> int:
    """Tokens that the reply to `request` may have at first."""
    return int(request.settings.get("max_tokens", MAX_TOKENS))


def ceiling(request: Request, turns: tuple[Turn, ...], host: Host, rate: Rate) -> Decimal:
    """The most that answering `request` may cost, in US dollars.

    Two turns to read, the first reply read once more, one reply that is cut and one that is raised;
    with a search, what the search may add.
    """
    asked, reply = _tokens(turns, request), longest(request)
    cost = rate.cost(2 * asked + reply, (1 + RAISED) * reply)
    searches = bool(request.settings.get(WEB_SEARCH))
    return cost + (_of_search(host, rate) if searches else Decimal(0))


@dataclass(slots=True)
class Account:
    """What was spent on one request, within what was set aside for it."""

    request: Request
    host: Host
    rate: Rate
    ceiling: Decimal
    until: float
    """What the clock shows when the request must be done."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal = Decimal(0)
    tried: bool = False

    @property
    def usage(self) -> Usage:
        """What was spent so far."""
        return Usage(
            input_tokens=self.input_tokens, output_tokens=self.output_tokens, cost=self.cost
        )

    def most(self, ask: Ask) -> Decimal:
        """The most that one call for `ask` may cost."""
        cost = self.rate.cost(_tokens(ask.turns, self.request), ask.max_tokens)
        return cost + (_of_search(self.host, self.rate) if ask.search else Decimal(0))

    def allows(self, ask: Ask) -> bool:
        """Whether a call for `ask` stays within the ceiling. The first one always may be made."""
        return not self.tried or self.cost + self.most(ask) <= self.ceiling

    def pay(self, heard: Heard) -> None:
        """Count what a reply says that it took."""
        self.input_tokens += heard.input_tokens
        self.output_tokens += heard.output_tokens
        self.cost += self.rate.cost(heard.input_tokens, heard.output_tokens)
        self.cost += self.host.search_usd * len(heard.queries)

    def pay_unknown(self, ask: Ask) -> None:
        """Count the most that a call may have cost, since nobody says what it did."""
        self.cost += self.most(ask)


def _tokens(turns: tuple[Turn, ...], request: Request) -> int:
    size = sum(len(turn.text.encode()) for turn in turns) + len(str(request.output_schema or ""))
    return size // BYTES_A_TOKEN


def _of_search(host: Host, rate: Rate) -> Decimal:
    return rate.cost(SEARCHED_TOKENS, 0) + MOST_SEARCHES * host.search_usd
