"""What a number in a text says: how much of what, how exactly, and for when."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.claim import Span
from veracity.rules.dates.model import Date


class Modifier(StrEnum):
    """What the words around a number make of it."""

    EXACT = "exact"
    ABOUT = "about"
    MORE_THAN = "more_than"
    AT_LEAST = "at_least"
    LESS_THAN = "less_than"
    AT_MOST = "at_most"


class Quantity(Frozen):
    """One number of a text, as it was written there."""

    value: Decimal
    """In `unit`, scale words multiplied out. The middle of a range."""
    low: Decimal | None = None
    """Lower end of a range ("between 5 and 7", "5-7"), included. None for a single number."""
    high: Decimal | None = None
    unit: str = ""
    """Id in `sources/units.toml` (`km`, `%`, `USD`), empty for a count or a plain number."""
    dimension: str
    """`length`, `money:USD`, `percent`; `count` when a noun is counted, `plain` without one."""
    noun: str | None = None
    """The counted noun as written, in lower case: "live births" in "24,000 live births"."""
    per: str | None = None
    """Denominator of a rate, a unit's id or a noun: `live births` in "6 deaths per 1,000 live
    births"."""
    per_count: Decimal = Field(default=Decimal(1), gt=0)
    """How many of `per`: 1,000 in the example."""
    of: str | None = None
    """What a percentage is a part of, when the text says: "total population", "gdp"."""
    modifier: Modifier = Modifier.EXACT
    step: Decimal = Field(gt=0)
    """Place value of the last significant digit, in `unit`: 0.01 for 1.84, 10^6 for 22 million.
    A rounded number may stand for anything within half a step. Zeros at the end of a round integer
    of 1,000 and more are not taken as significant, down to two significant digits (100 for 4,900,
    10,000 for 200,000). A fraction in words ("a third") is a percentage with a step of 5."""
    decimals: int = Field(default=0, ge=0)
    """Digits after the decimal point as written, before a scale word: 2 for 22.05 million."""
    period: Date | None = None
    """The time that the number is for, when the text says: "(2025 est.)", "in 2019"."""
    span: Span
    """Sign, currency, number, scale word, unit and denominator. Words of `modifier` and a counted
    noun stay outside, so that the noun still counts as a word of the topic."""
    text: str

    @property
    def is_range(self) -> bool:
        """Whether two ends were given."""
        return self.low is not None

    @property
    def year(self) -> str:
        """The period as it was written, empty without one."""
        return "" if self.period is None else self.period.text
