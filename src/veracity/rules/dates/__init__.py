"""Dates in a text, as coarse as they were written, and their comparison."""

from veracity.rules.comparison_outcome import Comparison, Outcome
from veracity.rules.dates.comparison import compare
from veracity.rules.dates.model import (
    Date,
    Day,
    Interval,
    Precision,
    Relation,
    contains,
    overlap,
)
from veracity.rules.dates.reading import find

__all__ = [
    "Comparison",
    "Date",
    "Day",
    "Interval",
    "Outcome",
    "Precision",
    "Relation",
    "compare",
    "contains",
    "find",
    "overlap",
]
