"""Hold a claimed date against a found one."""

from __future__ import annotations

from veracity.rules.comparison_outcome import Comparison, Outcome
from veracity.rules.dates.model import Date, Day, Interval, Precision, Relation, contains, overlap

CIRCA_YEARS = 5
"""An "around 1500" is neither confirmed nor denied by a date up to five years off."""

_EVER = Day(-1_000_000, 1, 1)
_NEVER_ENDS = Day(1_000_000, 12, 31)
_SIDED = (Relation.BEFORE, Relation.AFTER, Relation.BY)


def compare(claimed: Date, found: Date) -> Comparison:
    """Whether the found date settles the claimed one.

    | claimed | found | outcome |
    |---|---|---|
    | on C | every day of F lies in C | AGREES ("in 1946": 25 May 1946) |
    | on C | F and C share no day | CONTRADICTS |
    | on C | F is coarser than C, or sticks out of it | INCOMPARABLE ("25 May 1946": 1946) |
    | since / until C | as "on C": they name the day on which something began or ended | |
    | before / after / by C | F wholly on that side of C | AGREES |
    | before / after / by C | F wholly on the other side | CONTRADICTS |
    | before / after / by C | F on both sides | INCOMPARABLE |
    | around C | F within `CIRCA_YEARS` of C, but not in it | INCOMPARABLE |
    | a day without a year | its day and month are compared, with a full day or another such day | |
    | fiscal year | agrees with the same fiscal year only; its first month is not known | |
    | century | one year at its edge (1500, 1600) is INCOMPARABLE: both conventions are in use | |
    | all-number date | both readings are compared; when they differ, INCOMPARABLE | |
    """
    outcomes = {_settle(claimed, c, found, f) for c in _readings(claimed) for f in _readings(found)}
    if len(outcomes) > 1:
        return Comparison(
            outcome=Outcome.INCOMPARABLE,
            rule="ambiguous_date",
            why=f"day and month can be read two ways: {claimed.text} against {found.text}",
        )
    outcome, rule = outcomes.pop()
    return Comparison(outcome=outcome, rule=rule, why=_why(rule, claimed, found))


def _readings(date: Date) -> tuple[Interval, ...]:
    return (date.interval,) if date.other is None else (date.interval, date.other)


def _settle(claimed: Date, c: Interval, found: Date, f: Interval) -> tuple[Outcome, str]:
    yearless = Precision.DAY_OF_YEAR
    if yearless in (claimed.precision, found.precision):
        return _without_year(claimed, c, found, f)
    if Precision.FISCAL_YEAR in (claimed.precision, found.precision):
        if claimed.precision is found.precision and c == f:
            return Outcome.AGREES, "same_date"
        if overlap(c, f):
            return Outcome.INCOMPARABLE, "fiscal_year"
        return Outcome.CONTRADICTS, "another_date"
    permitted, possible = _days(claimed, c), _days(found, f)
    if contains(permitted, possible):
        return Outcome.AGREES, "same_date"
    if overlap(permitted, possible):
        return Outcome.INCOMPARABLE, "coarser_date"
    if overlap(_with_margin(claimed, permitted), _with_margin(found, possible)):
        return Outcome.INCOMPARABLE, "near_date"
    return Outcome.CONTRADICTS, "another_date"


def _without_year(claimed: Date, c: Interval, found: Date, f: Interval) -> tuple[Outcome, str]:
    days = (Precision.DAY, Precision.DAY_OF_YEAR)
    plain = claimed.relation not in _SIDED and found.relation not in _SIDED
    if claimed.precision not in days or found.precision not in days or not plain:
        return Outcome.INCOMPARABLE, "no_year"
    if c[0][1:] != f[0][1:]:
        return Outcome.CONTRADICTS, "another_date"
    if found.precision is Precision.DAY_OF_YEAR and claimed.precision is Precision.DAY:
        return Outcome.INCOMPARABLE, "no_year"
    return Outcome.AGREES, "same_date"


def _days(date: Date, interval: Interval) -> Interval:
    """The days that the date, with its relation, may mean."""
    first, last = interval
    if date.relation is Relation.BEFORE:
        return _EVER, _day_before(first)
    if date.relation is Relation.AFTER:
        return _day_after(last), _NEVER_ENDS
    if date.relation is Relation.BY:
        return _EVER, last
    return interval


def _with_margin(date: Date, days: Interval) -> Interval:
    """The days within which a difference is not held against a claim."""
    margin = 1 if date.precision is Precision.CENTURY else 0
    if date.relation is Relation.ABOUT:
        margin = CIRCA_YEARS
    first, last = days
    return first._replace(year=first.year - margin), last._replace(year=last.year + margin)


def _day_before(day: Day) -> Day:
    # Days are only ordered, never counted, so "day 0" serves as the day before the first.
    return day._replace(day=day.day - 1)


def _day_after(day: Day) -> Day:
    return day._replace(day=day.day + 1)


def _why(rule: str, claimed: Date, found: Date) -> str:
    said = {
        "same_date": "lies in",
        "another_date": "is not",
        "coarser_date": "is too coarse to settle",
        "near_date": "is too near to settle",
        "fiscal_year": "may or may not lie in",
        "no_year": "lacks a year to settle",
    }[rule]
    relation = "" if claimed.relation is Relation.ON else f"{claimed.relation.value} "
    return f"{found.text} {said} {relation}{claimed.text}"
