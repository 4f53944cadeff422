"""Which time a number is for, and which of several numbers is the latest."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from veracity.rules.dates.model import Date, Interval, Precision, Relation, contains
from veracity.rules.quantities.model import Quantity

_REACH = 80
"""Characters between a number and a date that is for it, at most."""
_BREAK = re.compile(r"[;\n]|[.!?](?=\s)")
_LEADING = re.compile(
    r"(?:^|[.!?;]\s|\n)\s?(?:in|during|for|as\sof|by|at\sthe\send\sof|since|until|on|around|before|after)?\s?(?:the\s)?(?:year\s)?$",
    re.IGNORECASE,
)


def assign(
    quantities: tuple[Quantity, ...], when: tuple[Date, ...], text: str
) -> tuple[Quantity, ...]:
    """Give each quantity the date that is for it.

    In this order: the first date after it, before the next number and with no comma or end of a
    sentence between; the date that opens its sentence ("In 2019, ..."); the nearest date before it
    in the same clause, with no other number and no bracket that closes between.
    """
    if not when:
        return quantities
    starts = [date.span.start for date in when]
    out: list[Quantity] = []
    for index, quantity in enumerate(quantities):
        following = quantities[index + 1].span.start if index + 1 < len(quantities) else len(text)
        previous = quantities[index - 1].span.end if index else 0
        date = _after(quantity, following, when, starts, text) or _before(
            quantity, previous, when, starts, text
        )
        out.append(quantity if date is None else quantity.model_copy(update={"period": date}))
    return tuple(out)


def _after(
    quantity: Quantity, limit: int, when: tuple[Date, ...], starts: list[int], text: str
) -> Date | None:
    at = bisect_left(starts, quantity.span.end)
    if at == len(when) or when[at].span.start > min(limit, quantity.span.end + _REACH):
        return None
    between = text[quantity.span.end : when[at].span.start]
    if _BREAK.search(between) or "," in between:
        return None
    return when[at]


def _before(
    quantity: Quantity, previous: int, when: tuple[Date, ...], starts: list[int], text: str
) -> Date | None:
    at = bisect_left(starts, quantity.span.start) - 1
    if at < 0:
        return None
    date = when[at]
    between = text[date.span.end : quantity.span.start]
    if len(between) > 2 * _REACH or _BREAK.search(between):
        return None
    if _LEADING.search(text, max(0, date.span.start - 24), date.span.start):
        return date
    near = date.span.start >= previous and len(between) <= _REACH
    return date if near and not re.search(r"[,)]", between) else None


def same_period(claimed: Date | None, found: Date | None) -> bool:
    """Whether a found figure is for the claim's time.

    True when the claim gives none, when both give the same, and when the found one lies within the
    claimed one and is a day, month or quarter of it. A year is not the same as a span of years that
    holds it, a fiscal year not the same as a calendar year, and a figure without a date is for no
    known time.
    """
    if claimed is None:
        return True
    if found is None or _sided(claimed) != _sided(found):
        return False
    if Precision.FISCAL_YEAR in (claimed.precision, found.precision):
        return claimed.precision is found.precision and claimed.interval == found.interval
    if claimed.interval == found.interval:
        return True
    shorter = found.precision in (Precision.DAY, Precision.MONTH, Precision.QUARTER)
    return shorter and not _sided(found) and contains(claimed.interval, found.interval)


def latest(quantities: Iterable[Quantity]) -> Quantity | None:
    """The quantity for the latest time; without any date, the first. None when there is none.

    A figure without a date is passed over when another has one. Ties go to the earlier in the text.
    """
    candidates = list(quantities)
    dated = [quantity for quantity in candidates if quantity.period is not None]
    if not dated:
        return candidates[0] if candidates else None
    return max(dated, key=lambda quantity: (_end(quantity), -quantity.span.start))


def _end(quantity: Quantity) -> tuple[Interval, ...]:
    return () if quantity.period is None else ((quantity.period.last, quantity.period.first),)


def _sided(date: Date) -> Relation | None:
    """Relations that make another time of a date."""
    return (
        date.relation
        if date.relation in (Relation.BEFORE, Relation.AFTER, Relation.SINCE, Relation.UNTIL)
        else None
    )
