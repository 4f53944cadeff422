"""What a date in a text is: an interval of days, as coarse as it was written."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from veracity.domain.base import Frozen
from veracity.domain.claim import Span


class Day(NamedTuple):
    """A day of the proleptic Gregorian calendar. Year 0 is 1 BC, as in ISO 8601."""

    year: int
    month: int
    day: int


Interval: TypeAlias = tuple[Day, Day]
"""First and last day, both included."""


class Precision(StrEnum):
    """The unit in which a date was given."""

    DAY = "day"
    DAY_OF_YEAR = "day_of_year"
    """A day and a month without a year, such as a national holiday. Its year is written as 0."""
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    FISCAL_YEAR = "fiscal_year"
    """Named by a calendar year, but its first month differs by country. Its interval covers every
    convention: from April of the year before to June of the year after."""
    RANGE = "range"
    DECADE = "decade"
    CENTURY = "century"


class Relation(StrEnum):
    """How the moment that is meant relates to the date that is written."""

    ON = "on"
    ABOUT = "about"
    BEFORE = "before"
    """Strictly earlier than the first day."""
    AFTER = "after"
    """Strictly later than the last day."""
    BY = "by"
    """On the last day or earlier."""
    SINCE = "since"
    """Something began on the date."""
    UNTIL = "until"
    """Something ended on the date."""


class Date(Frozen):
    """One date, as it stands in a text."""

    first: Day
    last: Day
    precision: Precision
    relation: Relation = Relation.ON
    other: Interval | None = None
    """The second reading of an all-number date that may be day-first or month-first."""
    span: Span
    text: str

    @property
    def interval(self) -> Interval:
        """First and last day of the first reading, both included."""
        return self.first, self.last


def contains(outer: Interval, inner: Interval) -> bool:
    """Whether every day of `inner` is a day of `outer`."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def overlap(one: Interval, two: Interval) -> bool:
    """Whether the intervals share a day."""
    return one[0] <= two[1] and two[0] <= one[1]
