"""How long a provider asks to wait, in all the ways in which providers say it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, cast

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_SPAN = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h)")
_IN_WORDS = re.compile(
    r"(?:try again|retry)(?: after| in) ((?:\d+(?:\.\d+)?(?:ms|s|m|h))+)", re.IGNORECASE
)


def asked_wait(headers: Mapping[str, str], body: Any, now: datetime) -> float | None:
    """Seconds that the provider asks to wait, above 0 and without a limit.

    None when it says nothing, or nothing that makes sense: no number, a negative one, a time that
    is past. `headers` have lower-case names; `body` is the parsed body of the error. A time of day
    is read against the provider's own clock where it tells it (`Date`), so that a clock that is
    wrong here makes no wait.
    """
    found = (
        _number(headers.get("retry-after-ms"), 0.001),
        _header(headers.get("retry-after"), _clock(headers, now)),
        _in_body(body),
    )
    return next((wait for wait in found if wait is not None), None)


def _header(value: str | None, now: datetime) -> float | None:
    if value is None:
        return None
    seconds = _number(value, 1.0)
    if seconds is not None:
        return seconds
    try:
        at = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    return _sensible((_in_utc(at) - now).total_seconds())


def _number(value: str | None, unit: float) -> float | None:
    try:
        return None if value is None else _sensible(float(value) * unit)
    except ValueError:
        return None


def _sensible(seconds: float) -> float | None:
    return seconds if math.isfinite(seconds) and seconds > 0 else None


def _clock(headers: Mapping[str, str], now: datetime) -> datetime:
    try:
        return _in_utc(parsedate_to_datetime(headers["date"]))
    except (KeyError, ValueError, TypeError, OverflowError):
        return now


def _in_utc(at: datetime) -> datetime:
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


def _in_body(body: Any) -> float | None:
    """The delay of a `RetryInfo`, else the one that a message gives in words."""
    texts = list(_texts(body))
    delays = [text for name, text in texts if name == "retryDelay"]
    words = [found[1] for _, text in texts for found in [_IN_WORDS.search(text)] if found]
    return next((wait for span in delays + words if (wait := _span(span)) is not None), None)


def _span(text: str) -> float | None:
    """Seconds of a span such as `45.83s` or `1m2.5s`."""
    parts = _SPAN.findall(text)
    if "".join(number + unit for number, unit in parts) != text:
        return None
    return _sensible(sum(float(number) * _UNITS[unit] for number, unit in parts))


def _texts(node: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every string in a JSON value, with the name that it stands under."""
    if isinstance(node, str):
        yield name, node
    elif isinstance(node, dict):
        for key, item in cast("dict[str, Any]", node).items():
            yield from _texts(item, key)
    elif isinstance(node, list):
        for item in cast("list[Any]", node):
            yield from _texts(item, name)
