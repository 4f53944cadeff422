"""What went wrong with a call to a hosted model, read from what the provider said.

A status alone says little: a stream fails with status 200, a wrong key comes as 400 or 403, and 429
is a moment's rush as well as a spent quota. So the body's own words for the fault count first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, cast

from veracity.models.hosted.parts import value_of
from veracity.models.hosted.speech import Heard
from veracity.models.hosted.waits import asked_wait
from veracity.models.untrusted import clean

LONGEST = 240
"""Characters of a provider's message that are kept."""


class Cause(StrEnum):
    """The kinds of fault that are told apart."""

    RATE = "rate"
    """Too many requests for the moment."""
    QUOTA = "quota"
    """Nothing is left of the money or the day's allowance of the account."""
    ALLOWANCE = "allowance"
    """Nothing is left of the day's allowance for this model."""
    KEY = "key"
    """The key is wrong, or may not do this."""
    RETIRED = "retired"
    """There is no such model, or not any more."""
    OVERLOADED = "overloaded"
    """A fault of the server."""
    NETWORK = "network"
    """Nothing answered, or something that is no HTTP."""
    CUT = "cut"
    """The reply broke off, or ended without the event that ends it."""
    LATE = "late"
    TRUNCATED = "truncated"
    """The model's tokens were used up. What it wrote may parse and still lack its end."""
    TOO_LONG = "too_long"
    """The question is longer than the model reads."""
    REFUSED = "refused"
    FILTERED = "filtered"
    EMPTY = "empty"
    NO_CHOICE = "no_choice"
    """A reply that holds no message at all."""
    PARAMETER = "parameter"
    """The model does not take the temperature that was asked for."""
    REQUEST = "request"
    """The provider does not take the request, for a reason that trying again does not change."""
    SPENT = "spent"
    """Another try might cost more than was set aside for the request."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A call that gave no answer."""

    cause: Cause
    message: str
    """For a person: cleaned and short. Keys are hidden by whoever knows them."""
    wait: float | None = None
    """Seconds that the provider asked to wait."""


_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
_FILTERS = frozenset({"content_filter", "content_policy_violation", "responsibleaipolicyviolation"})
_KEYS = frozenset(
    {"authentication_error", "invalid_api_key", "api_key_invalid", "permission_error"}
)
_RATES = frozenset({"rate_limit_error", "rate_limit_exceeded", "resource_exhausted"})
_MISSING = frozenset({"model_not_found", "not_found_error", "not_found", "model_decommissioned"})
_SERVER = frozenset(
    {"overloaded_error", "api_error", "server_error", "internal_server_error", "unavailable"}
)
_LONG = frozenset({"context_length_exceeded", "request_too_large", "string_above_max_length"})

_PER_DAY = re.compile(r"(?i)per[-_ ]?day|\b(?:TPD|RPD)\b|daily (?:limit|quota)")
_NO_MONEY = re.compile(r"(?i)credit balance|insufficient (?:credits|balance|funds)")
_MODERATED = re.compile(r"(?i)content (?:management policy|filter|policy)|moderation|flagged")
_TOO_LONG = re.compile(r"(?i)prompt is too long|context (?:length|window)|maximum context")

_STATUS = re.compile(r"[1-5][0-9]{2}")

_NAMES = ("type", "code", "status", "reason", "quotaId", "param")


def of_status(status: int, headers: Mapping[str, str], text: str, now: datetime) -> Fault:
    """The fault that an answer with an error status reports. `headers` have lower-case names."""
    try:
        body: Any = value_of(text)
    except ValueError:
        body = text[:LONGEST]
    fault = of_error(body, status)
    if fault.cause is not Cause.RATE:
        return fault
    return replace(fault, wait=asked_wait(headers, body, now))


def of_error(body: Any, status: int = 0) -> Fault:
    """The fault that an error's body reports; `status` 0 is an error in the midst of a stream."""
    words = {word.lower() for name, word in _said(body) if name in _NAMES}
    codes = {status, *(int(word) for word in words if _STATUS.fullmatch(word))}
    everything = " ".join(word for _, word in _said(body))
    said = next((word for name, word in _said(body) if name in ("message", "error", "")), "")
    message = clean(said)[:LONGEST] or "no reason is given"
    where = f"status {status}" if status else "an error instead of the reply"
    cause = _cause(words, codes, everything)
    wait = asked_wait({}, body, datetime.min) if cause is Cause.RATE else None
    return Fault(cause, f"{where}: {message}", wait)


def _cause(words: set[str], codes: set[int], text: str) -> Cause:
    limited = bool(words & _RATES) or 429 in codes
    if words & _QUOTA or 402 in codes or _NO_MONEY.search(text):
        return Cause.QUOTA
    if limited:
        return Cause.ALLOWANCE if _PER_DAY.search(text) else Cause.RATE
    if words & _FILTERS or (codes & {400, 403} and _MODERATED.search(text)):
        return Cause.FILTERED
    if words & _KEYS or codes & {401, 403}:
        return Cause.KEY
    if words & _MISSING or codes & {404, 410}:
        return Cause.RETIRED
    if words & _LONG or 413 in codes or (400 in codes and _TOO_LONG.search(text)):
        return Cause.TOO_LONG
    if words & _SERVER or any(code in (408, 409, 425) or 500 <= code < 600 for code in codes):
        return Cause.OVERLOADED
    if codes & {400, 422} and "temperature" in text.lower():
        return Cause.PARAMETER
    if codes == {0}:
        return Cause.OVERLOADED
    return Cause.REQUEST


def of_heard(heard: Heard) -> Fault | None:
    """The fault that a reply reports although it came; None for an answer."""
    if heard.error is not None:
        return of_error(heard.error)
    if not heard.ended:
        return Fault(Cause.CUT, "the reply ended before its end was said")
    if not heard.spoke:
        return Fault(Cause.NO_CHOICE, "the reply holds no message")
    if heard.declined or heard.finish == "refused":
        said = clean(heard.declined)[:LONGEST]
        return Fault(Cause.REFUSED, f"the model declined: {said}" if said else "the model declined")
    if heard.finish == "filtered":
        return Fault(Cause.FILTERED, "the provider's content filter held the reply back")
    if heard.finish == "length":
        return Fault(Cause.TRUNCATED, "the reply was cut at the longest that was allowed")
    if heard.finish in ("", "other"):
        return Fault(Cause.CUT, "the reply ended for a reason that is none of an answer")
    if not heard.said.strip():
        return Fault(Cause.EMPTY, "the reply is empty")
    return None


def _said(node: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text and whole number of an error's body, with the name that it stands under."""
    if isinstance(node, str):
        yield name, node
    elif isinstance(node, int) and not isinstance(node, bool):
        yield name, str(node)
    elif isinstance(node, dict):
        for key, item in cast("dict[str, Any]", node).items():
            yield from _said(item, key)
    elif isinstance(node, list):
        for item in cast("list[Any]", node):
            yield from _said(item, name)
