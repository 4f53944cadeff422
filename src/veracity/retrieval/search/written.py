"""Reading the words and dates of search results as they are written."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from datetime import date
from email.utils import parsedate_to_datetime

_TAG = re.compile(r"<[^<>]{0,200}>")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?!\d)")
_ENGLISH = re.compile(r"([A-Z][a-z]{2})[a-z]*\.? (\d{1,2}), (\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def plain_words(markup: str | None) -> str:
    """The words of a title or snippet, without markup, on one line."""
    return " ".join(html.unescape(_TAG.sub(" ", markup or "")).split())


def written_date(text: str | None) -> date | None:
    """The day that `text` names: ISO 8601, RFC 2822, or "Aug 5, 2026". None for anything else, and
    for a day that is told from today ("3 days ago"), which would change with the day of reading."""
    said = (text or "").strip()
    if match := _ISO.match(said):
        return _day(int(match[1]), int(match[2]), int(match[3]))
    if (match := _ENGLISH.fullmatch(said)) and match[1] in _MONTHS:
        return _day(int(match[3]), _MONTHS.index(match[1]) + 1, int(match[2]))
    try:
        return parsedate_to_datetime(said).date()
    except (ValueError, OverflowError):  # The second for numbers that no calendar has.
        return None


def whole_date(parts: Sequence[int | None]) -> date | None:
    """The day of `[year, month, day]`. None where the month or the day is left open."""
    return _day(*(part or 0 for part in parts)) if len(parts) == 3 else None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
