"""Hold a claimed quantity against a found one."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from veracity.rules import units
from veracity.rules.comparison_outcome import Comparison, Outcome
from veracity.rules.quantities import nouns
from veracity.rules.quantities.model import Modifier, Quantity
from veracity.rules.quantities.periods import same_period

ROUGHLY = Fraction(5, 100)
"""How far off "about" may be, as a share of the larger value. Rounding to two significant digits
moves a number by at most 5% (105 to 110 or 100), and "about" before a figure usually says that it
was so rounded."""
ROUGHLY_NEAR = Fraction(10, 100)
"""Up to here an "about" is neither confirmed nor denied: twice the tolerance."""
NEAR = Fraction(3, 100)
"""A difference up to here, though beyond rounding, is not decided in code. Two sound sources differ
by as much through their definition (with or without inland waters), date of survey or revision."""
TOO_COARSE = Fraction(10, 100)
"""A claim that only rounds to the found figure by giving it one digit (2 million for 2.4 million)
is not confirmed beyond this share of the larger value."""
POINTS = Fraction(1, 2)
"""Percentage points that are never decided in code for percentages above 2%, where they weigh less
than a quarter. Below, a quarter of the value."""
ROUGHLY_POINTS = Fraction(5, 2)
"""An "about" in front of a percentage is at most so many points wide: "about 90%" is not 94%."""
DEGREE = Fraction(1)
"""Temperatures have no natural zero in everyday scales, so their margin is in degrees."""


class _Interval(NamedTuple):
    """The values that a quantity allows; None for no bound."""

    low: Fraction | None
    high: Fraction | None
    low_open: bool = False
    high_open: bool = False

    def within(self, other: _Interval) -> bool:
        """Whether every value of this one is a value of the other."""
        if other.low is not None and (
            self.low is None
            or self.low < other.low
            or (self.low == other.low and other.low_open and not self.low_open)
        ):
            return False
        return not (
            other.high is not None
            and (
                self.high is None
                or self.high > other.high
                or (self.high == other.high and other.high_open and not self.high_open)
            )
        )

    def apart(self, other: _Interval) -> bool:
        """Whether they share no value."""
        return self._below(other) or other._below(self)

    def _below(self, other: _Interval) -> bool:
        if self.high is None or other.low is None:
            return False
        if self.high == other.low:
            return self.high_open or other.low_open
        return self.high < other.low


class _Measure(NamedTuple):
    """A quantity in the claim's unit and denominator."""

    value: Fraction
    low: Fraction | None
    high: Fraction | None
    half: Fraction
    """Half a step: what rounding may have moved."""
    modifier: Modifier
    full: bool
    """Written out in full: neither rounded by zeros or a scale word, nor "about"."""


def compare(claimed: Quantity, found: Quantity) -> Comparison:
    """Whether the found figure settles the claimed one.

    First, in this order, INCOMPARABLE when:

    * the dimensions differ (or a count's nouns, a rate's denominators, a percentage's bases, the
      currencies). A number without a noun is compared with any count; a count ("1.8 children") with
      a rate per one ("1.84 children born/woman"); "$" and "Rs" with what they may stand for.
    * the claim names a time and the found figure is not for it (`same_period`).

    Then, with c and f in the claim's unit and `half` the larger half step of the two:

    | claimed | found | outcome |
    |---|---|---|
    | c | f | apart by no more than half, the coarser precision of the two: AGREES |
    | c | f | but by more than `TOO_COARSE` of the larger: INCOMPARABLE |
    | c | f | else by no more than `NEAR` (`POINTS`, `DEGREE`): INCOMPARABLE |
    | c | f | else CONTRADICTS |
    | about c | f | the same with the wider of half and `ROUGHLY`, and with `ROUGHLY_NEAR` |
    | c | about f | as "about c" |
    | > c, < c | f = c | CONTRADICTS if f is in full, else INCOMPARABLE |
    | >= c, <= c | f = c | AGREES |
    | >, >=, <, <= c | f not in full and nearer to c than half | INCOMPARABLE |
    | >, >=, <, <= c | f on the right side / the wrong side | AGREES / CONTRADICTS |
    | c1 to c2 | f | between them or at an end: AGREES |
    | c1 to c2 | f | outside by no more than half or `NEAR`: INCOMPARABLE; else CONTRADICTS |
    | any | inequality or range | every found value is allowed: AGREES; none: CONTRADICTS |
    | any | inequality or range | some are: INCOMPARABLE |

    "In full" is without a scale word, zeros at the end or "about": 2 and 44.6, not 22 million.
    An ambiguous currency sign never contradicts, unless it is read as its default.
    """
    obstacle = _obstacle(claimed, found)
    if obstacle is not None:
        return Comparison(outcome=Outcome.INCOMPARABLE, rule="another_kind", why=obstacle)
    if not same_period(claimed.period, found.period):
        return Comparison(
            outcome=Outcome.INCOMPARABLE, rule="another_period", why=_period_why(claimed, found)
        )
    outcome, rule = _settle(claimed, found)
    if outcome is Outcome.CONTRADICTS and _uncertain_currency(claimed, found):
        outcome, rule = Outcome.INCOMPARABLE, "ambiguous_currency"
    return Comparison(outcome=outcome, rule=rule, why=_why(rule, claimed, found))


def _settle(claimed: Quantity, found: Quantity) -> tuple[Outcome, str]:
    c = _measure(claimed, claimed)
    f = _measure(found, claimed)
    points = (Modifier.EXACT, Modifier.ABOUT)
    claim_is_point = claimed.modifier in points and not claimed.is_range
    found_is_point = found.modifier in points and not found.is_range
    if claim_is_point and found_is_point:
        return _point(c, f, claimed)
    if found_is_point:
        return _range(c, f, claimed) if claimed.is_range else _bound(c, f)
    return _intervals(c, f, claimed)


def _point(c: _Measure, f: _Measure, claimed: Quantity) -> tuple[Outcome, str]:
    apart = abs(c.value - f.value)
    if apart == 0:
        return Outcome.AGREES, "equal"
    size = max(abs(c.value), abs(f.value))
    about = Modifier.ABOUT in (c.modifier, f.modifier)
    half = max(c.half, f.half)
    if apart <= half and (apart <= TOO_COARSE * size or _in_words(claimed)):
        return Outcome.AGREES, "rounds"
    if about and apart <= _rough(size, claimed):
        return Outcome.AGREES, "about"
    if apart <= half:
        return Outcome.INCOMPARABLE, "coarse"
    if apart <= _near(size, claimed, about):
        return Outcome.INCOMPARABLE, "near"
    return Outcome.CONTRADICTS, "differs"


def _bound(c: _Measure, f: _Measure) -> tuple[Outcome, str]:
    more = c.modifier in (Modifier.MORE_THAN, Modifier.AT_LEAST)
    if f.value == c.value:
        if c.modifier in (Modifier.AT_LEAST, Modifier.AT_MOST):
            return Outcome.AGREES, "bound"
        return (Outcome.CONTRADICTS, "bound") if f.full else (Outcome.INCOMPARABLE, "near_bound")
    unsure = Fraction(0) if f.full else f.half
    if f.modifier is Modifier.ABOUT:
        unsure = max(unsure, ROUGHLY * abs(f.value))
    if abs(f.value - c.value) < unsure:
        return Outcome.INCOMPARABLE, "near_bound"
    return (
        (Outcome.AGREES, "bound") if (f.value > c.value) == more else (Outcome.CONTRADICTS, "bound")
    )


def _range(c: _Measure, f: _Measure, claimed: Quantity) -> tuple[Outcome, str]:
    assert c.low is not None
    assert c.high is not None
    if c.low <= f.value <= c.high:
        return Outcome.AGREES, "range"
    end = c.low if f.value < c.low else c.high
    size = max(abs(end), abs(f.value))
    about = Modifier.ABOUT in (c.modifier, f.modifier)
    if abs(f.value - end) <= max(c.half, f.half, _near(size, claimed, about)):
        return Outcome.INCOMPARABLE, "near"
    return Outcome.CONTRADICTS, "range"


def _intervals(c: _Measure, f: _Measure, claimed: Quantity) -> tuple[Outcome, str]:
    strict, possible = _allowed(c), _allowed(f)
    if possible.within(strict):
        return Outcome.AGREES, "range"
    wide = strict
    if c.modifier in (Modifier.EXACT, Modifier.ABOUT) and c.low is None:
        margin = max(c.half, _near(abs(c.value), claimed, c.modifier is Modifier.ABOUT))
        wide = _Interval(c.value - margin, c.value + margin)
    if possible.apart(wide):
        return Outcome.CONTRADICTS, "range"
    return Outcome.INCOMPARABLE, "overlap"


def _allowed(measure: _Measure) -> _Interval:
    """The values that a quantity stands for, taken at its word."""
    if measure.low is not None:
        return _Interval(measure.low, measure.high)
    value = measure.value
    match measure.modifier:
        case Modifier.MORE_THAN:
            return _Interval(value, None, low_open=True)
        case Modifier.AT_LEAST:
            return _Interval(value, None)
        case Modifier.LESS_THAN:
            return _Interval(None, value, high_open=True)
        case Modifier.AT_MOST:
            return _Interval(None, value)
        case Modifier.ABOUT:
            margin = max(measure.half, ROUGHLY * abs(value))
        case Modifier.EXACT:
            margin = measure.half
    return _Interval(value - margin, value + margin)


def _rough(size: Fraction, claimed: Quantity) -> Fraction:
    margin = ROUGHLY * size
    return min(margin, ROUGHLY_POINTS) if claimed.dimension == "percent" else margin


def _near(size: Fraction, claimed: Quantity, about: bool) -> Fraction:
    if claimed.dimension == "temperature":
        return 2 * DEGREE if about else DEGREE
    margin = (ROUGHLY_NEAR if about else NEAR) * size
    if claimed.dimension != "percent":
        return margin
    if about:
        return min(margin, 2 * ROUGHLY_POINTS)
    return max(margin, min(POINTS, size / 4))


def _in_words(claimed: Quantity) -> bool:
    """A fraction in words, whose step of five points is meant to be coarse."""
    return (
        claimed.dimension == "percent"
        and claimed.step == 5
        and not claimed.text.strip().endswith("%")
    )


def _measure(quantity: Quantity, target: Quantity) -> _Measure:
    source, wanted = _unit(quantity), _unit(target)
    ratio = (
        _per_factor(target)
        * Fraction(target.per_count)
        / (_per_factor(quantity) * Fraction(quantity.per_count))
    )

    def turn(value: Fraction) -> Fraction:
        if source is not None and wanted is not None and source.dimension == wanted.dimension:
            value = units.convert(value, source, wanted)
        return value * ratio

    scale = abs(turn(Fraction(1)) - turn(Fraction(0)))
    half = Fraction(quantity.step) / 2 * scale
    written = Fraction(1, 10**quantity.decimals)
    return _Measure(
        value=turn(Fraction(quantity.value)),
        low=None if quantity.low is None else turn(Fraction(quantity.low)),
        high=None if quantity.high is None else turn(Fraction(quantity.high)),
        half=half,
        modifier=quantity.modifier,
        full=quantity.modifier is Modifier.EXACT and Fraction(quantity.step) <= written,
    )


def _unit(quantity: Quantity) -> units.Unit | None:
    return units.load().units.get(quantity.unit)


def _per_factor(quantity: Quantity) -> Fraction:
    unit = units.load().units.get(quantity.per or "")
    return Fraction(1) if unit is None else unit.factor


def _obstacle(claimed: Quantity, found: Quantity) -> str | None:
    """Why the two are not of one kind, None when they are."""
    if (reason := _per_obstacle(claimed, found)) is not None:
        return reason
    one, two = claimed.dimension, found.dimension
    if one.startswith("money:") and two.startswith("money:"):
        return (
            None
            if _currencies(claimed) & _currencies(found)
            else f"{claimed.unit} is not {found.unit}"
        )
    counts = {"count", "plain"}
    if one in counts and two in counts:
        if claimed.noun and found.noun and not nouns.same(claimed.noun, found.noun):
            return f"{claimed.noun} are not {found.noun}"
        return None
    if one != two:
        return f"{_kind(claimed)} is not {_kind(found)}"
    if one == "percent" and claimed.of and found.of:
        return _base_obstacle(claimed.of, found.of)
    return None


def _per_obstacle(claimed: Quantity, found: Quantity) -> str | None:
    if claimed.per == found.per:
        return None
    tables = units.load()
    if claimed.per is not None and found.per is not None:
        first, second = tables.units.get(claimed.per), tables.units.get(found.per)
        if first is not None and second is not None and first.dimension == second.dimension:
            return None
        if first is None and second is None and nouns.same(claimed.per, found.per):
            return None
        return f"per {claimed.per} is not per {found.per}"
    rate, other = (claimed, found) if claimed.per is not None else (found, claimed)
    # "1.8 children" stands for children per woman: a count against a rate per one of something.
    if (
        rate.per_count == 1
        and rate.dimension == other.dimension == "count"
        and rate.per not in tables.units
    ):
        return None
    return f"a rate per {rate.per} is not a total"


def _base_obstacle(claimed: str, found: str) -> str | None:
    bases = units.load().bases
    one, two = nouns.key(claimed), nouns.key(found)
    if one & two or not (one | two) & bases:
        return None
    return f"a share of {claimed} is not a share of {found}"


def _currencies(quantity: Quantity) -> frozenset[str]:
    unit = _unit(quantity)
    return frozenset({quantity.unit}) if unit is None else unit.may_be | {quantity.unit}


def _uncertain_currency(claimed: Quantity, found: Quantity) -> bool:
    if claimed.unit == found.unit or not claimed.dimension.startswith("money:"):
        return False
    pair = ((claimed, found), (found, claimed))
    return not any(
        (unit := _unit(sign)) is not None and unit.default == other.unit for sign, other in pair
    )


def _kind(quantity: Quantity) -> str:
    return quantity.noun or quantity.unit or quantity.dimension


def _period_why(claimed: Quantity, found: Quantity) -> str:
    if found.period is None:
        return f"another period: the figure is not dated, the claim is for {claimed.year}"
    return f"another period: the figure is for {found.year}, the claim for {claimed.year}"


def _why(rule: str, claimed: Quantity, found: Quantity) -> str:
    said = {
        "equal": "is the claimed",
        "rounds": "rounds to the claimed",
        "about": f"is within {ROUGHLY * 100}% of the claimed",
        "coarse": "is too coarse beside the claimed",
        "near": "is close, not decided in code, to the claimed",
        "near_bound": "is too close to settle the claimed",
        "differs": "is not the claimed",
        "bound": "is held against the claimed",
        "range": "is held against the claimed",
        "overlap": "may or may not be the claimed",
        "ambiguous_currency": "may be in another currency than the claimed",
    }[rule]
    modifier = (
        "" if claimed.modifier is Modifier.EXACT else claimed.modifier.value.replace("_", " ") + " "
    )
    noun = f" {claimed.noun}" if claimed.noun else ""
    year = f" ({found.year})" if found.period is not None else ""
    return f"{found.text}{year} {said} {modifier}{claimed.text}{noun}"
