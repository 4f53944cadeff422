"""The most tokens and US dollars that the questions of one claim may take.

A question to a hosted model is counted as the budget sets it aside (`models/hosted/calls`): its
prompt read twice and a cut reply once more, one reply that is cut, and one of twice the length.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from veracity.evaluation.estimate import Bounds
from veracity.models.hosted.calls import MAX_TOKENS, MOST_SEARCHES, RAISED, SEARCHED_TOKENS
from veracity.models.hosted.prices import ASSUMED, FREE, Rate, rate_of
from veracity.models.hosted.table import hosts
from veracity.retrieval.rerank import CROSS_ENCODER
from veracity.settings import LOCAL, Settings

READ = 4_096
"""Tokens of a prompt and its reply that the local model takes. Every prompt is written to fit."""
TOKENS_A_WORD = 4
"""Of shown evidence, in a script of many tokens a word."""


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The most that something may take."""

    tokens: int = 0
    """Of prompts and replies."""
    usd: Decimal = Decimal(0)
    assumed: frozenset[str] = frozenset()
    """The models whose price nobody here knows, so that a dear one is assumed."""

    def plus(self, other: Ceiling) -> Ceiling:
        """Both."""
        return Ceiling(
            self.tokens + other.tokens, self.usd + other.usd, self.assumed | other.assumed
        )

    def times(self, count: int) -> Ceiling:
        """`count` of it, and no model of none."""
        return Ceiling(self.tokens * count, self.usd * count, self.assumed) if count else Ceiling()


def ceiling_of(bounds: Bounds, dials: Any, settings: Settings) -> Ceiling:
    """The most that the questions of one claim may take.

    A model that another one stands in for is counted with it: a question that failed may be paid.
    """
    read = _read(dials)
    instead: Mapping[str, str] = {} if hasattr(dials, "fallbacks") else settings.fallbacks
    whole = Ceiling()
    for model, count in bounds.questions.items():
        searching = bounds.searching.get(model, 0)
        for asked in filter(None, (model, instead.get(model))):
            whole = whole.plus(_question(asked, read, settings).times(count))
            whole = whole.plus(_own_search(asked, settings).times(searching))
    return whole


def _read(dials: Any) -> int:
    """Tokens of a prompt: more than usual where the dials show more evidence."""
    shown = getattr(dials, "shown", 0) + getattr(dials, "more", 0)
    return max(READ, READ // 2 + TOKENS_A_WORD * shown * getattr(dials, "words", 0))


def _question(model: str, read: int, settings: Settings) -> Ceiling:
    provider = model.partition(":")[0]
    if provider == LOCAL:
        return Ceiling(tokens=READ)
    if provider == CROSS_ENCODER:
        return Ceiling()
    into, out = 2 * read + MAX_TOKENS, (1 + RAISED) * MAX_TOKENS
    return _priced(model, into, out, settings)


def _own_search(model: str, settings: Settings) -> Ceiling:
    """What a provider's own search adds to one question."""
    added = _priced(model, SEARCHED_TOKENS, 0, settings)
    host = hosts().get(model.partition(":")[0])
    uses = MOST_SEARCHES * host.search_usd if host is not None else Decimal(0)
    return Ceiling(added.tokens, added.usd + uses, added.assumed)


def _priced(model: str, into: int, out: int, settings: Settings) -> Ceiling:
    rate = _rate(model, settings)
    unknown = frozenset[str]() if rate.known else frozenset({model})
    return Ceiling(into + out, rate.cost(into, out), unknown)


def _rate(model: str, settings: Settings) -> Rate:
    provider, _, name = model.partition(":")
    if provider in (LOCAL, CROSS_ENCODER):
        return FREE
    host = hosts().get(provider)
    return ASSUMED if host is None else rate_of(host, name, settings.prices)
