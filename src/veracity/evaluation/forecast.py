"""What a run over so many claims may take, by method. Nothing is asked to say so."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from veracity.domain.canonical import Json
from veracity.domain.errors import DialRefused
from veracity.evaluation.ceilings import ceiling_of
from veracity.evaluation.earlier import Earlier, Taken, earlier_cases
from veracity.evaluation.estimate import most
from veracity.methods import method as find_method
from veracity.newsroom.orders import How
from veracity.newsroom.plans import planned
from veracity.newsroom.providers import Providers
from veracity.settings import Settings


@dataclass(frozen=True, slots=True)
class Figures:
    """What a whole run takes."""

    asks: int
    searches: int
    fetches: int
    tokens: int
    usd: float
    seconds: float | None = None
    """As if everything were asked one after the other; None where nothing is known."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a run by one method may take."""

    method: str
    likely: Figures | None
    """The medians of earlier cases; None where there are too few."""
    most: Figures | None
    """What no run passes, but for `seconds`: all claims as slow as the slowest case so far. None
    for a method of another package."""
    cases: int
    """The earlier cases that `likely` is drawn from."""
    assumed: tuple[str, ...]
    """The models whose price nobody here knows, so that a dear one is assumed."""


def forecasts(
    settings: Settings, methods: Sequence[str], dials: Mapping[str, Any], claims: int
) -> tuple[Forecast, ...]:
    """One forecast for each of `methods`, over `claims` claims.

    With several methods a dial is turned for those that have it. Raises `BadInput` for a method or
    a role that there is not, `DialRefused` for a dial that none of the methods has.
    """
    known = {name: find_method(name).dials.model_fields for name in methods}
    if strange := [dial for dial in dials if not any(dial in known[name] for name in methods)]:
        raise DialRefused(
            f"None of {', '.join(methods)} has a dial '{strange[0]}'.", "See `veracity methods`."
        )
    providers = Providers(settings, lambda news: None)
    earlier = earlier_cases(settings.cases_folder)
    return tuple(
        _forecast(
            settings,
            providers,
            How(
                method=name,
                dials={dial: value for dial, value in dials.items() if dial in known[name]},
            ),
            earlier.get(name),
            claims,
        )
        for name in methods
    )


def _forecast(
    settings: Settings, providers: Providers, how: How, earlier: Earlier | None, claims: int
) -> Forecast:
    _, dials = planned(how, providers, settings)
    bounds = most(how.method, dials)
    figures, assumed = None, frozenset[str]()
    if bounds is not None:
        ceiling = ceiling_of(bounds, dials, settings).times(claims)
        assumed = ceiling.assumed
        figures = Figures(
            asks=bounds.asks * claims,
            searches=bounds.searches * claims,
            fetches=bounds.fetches * claims,
            tokens=ceiling.tokens,
            usd=float(ceiling.usd),
            seconds=earlier.slowest * claims if earlier else None,
        )
    return Forecast(
        method=how.method,
        likely=_likely(earlier.typical, claims, figures) if earlier else None,
        most=figures,
        cases=earlier.cases if earlier else 0,
        assumed=tuple(sorted(assumed)),
    )


def _likely(typical: Taken, claims: int, most: Figures | None) -> Figures:
    """So many typical claims. Cases of other dials took more than these allow, and are cut."""
    likely = Figures(
        asks=math.ceil(typical.asks * claims),
        searches=math.ceil(typical.searches * claims),
        fetches=math.ceil(typical.fetches * claims),
        tokens=math.ceil(typical.tokens * claims),
        usd=typical.usd * claims,
        seconds=typical.seconds * claims,
    )
    if most is None:
        return likely
    return replace(
        likely,
        asks=min(likely.asks, most.asks),
        searches=min(likely.searches, most.searches),
        fetches=min(likely.fetches, most.fetches),
        tokens=min(likely.tokens, most.tokens),
        usd=min(likely.usd, most.usd),
    )


def as_json(found: Forecast) -> dict[str, Json]:
    """The forecast as `estimate --json` prints it."""
    return {
        "method": found.method,
        "likely": _object(found.likely),
        "most": _object(found.most),
        "earlier_cases": found.cases,
        "assumed_prices": list(found.assumed),
    }


def _object(figures: Figures | None) -> dict[str, Json] | None:
    if figures is None:
        return None
    return {
        "questions": figures.asks,
        "searches": figures.searches,
        "fetches": figures.fetches,
        "tokens": figures.tokens,
        "usd": round(figures.usd, 6),
        "seconds": None if figures.seconds is None else round(figures.seconds, 3),
    }
