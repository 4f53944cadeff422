"""Lengths of months, and intervals for years, decades, centuries and quarters."""

from __future__ import annotations

from veracity.rules.dates.model import Day, Interval

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

MONTHS: dict[str, int] = {}
_NAMES = """
january february march april may june july august september october november december
"""
for _number, _name in enumerate(_NAMES.split(), start=1):
    MONTHS[_name] = _number
    MONTHS[_name[:3]] = _number
MONTHS["sept"] = 9


def days_in(year: int, month: int) -> int:
    """Days of a month in the proleptic Gregorian calendar."""
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and leap else _DAYS[month - 1]


def is_day(year: int, month: int, day: int) -> bool:
    """Whether the calendar has this day."""
    return 1 <= month <= 12 and 1 <= day <= days_in(year, month)


def years(first: int, last: int) -> Interval:
    """From 1 January of `first` to 31 December of `last`."""
    return Day(first, 1, 1), Day(last, 12, 31)


def month_of(year: int, month: int) -> Interval:
    """All days of a month."""
    return Day(year, month, 1), Day(year, month, days_in(year, month))


def quarter_of(year: int, quarter: int) -> Interval:
    """All days of a calendar quarter, 1 to 4."""
    last = 3 * quarter
    return Day(year, last - 2, 1), Day(year, last, days_in(year, last))


def century_of(ordinal: int, *, before_christ: bool) -> Interval:
    """The 16th century is 1501 to 1600; the 4th century BC is 400 BC to 301 BC (-399 to -300)."""
    if before_christ:
        return years(1 - 100 * ordinal, -100 * (ordinal - 1))
    return years(100 * (ordinal - 1) + 1, 100 * ordinal)
