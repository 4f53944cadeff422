from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.models.hosted.waits import asked_wait

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        (" 7 ", 7.0),
        ("600", 600.0),
        ("-1", None),
        ("0", None),
        ("abc", None),
        ("Mon, 99999999999999999999 Jun 2026 12:01:30 GMT", None),
        ("inf", None),
        ("nan", None),
        ("", None),
        (format_datetime(NOW + timedelta(seconds=9), usegmt=True), 9.0),
        (format_datetime(NOW - timedelta(seconds=9), usegmt=True), None),
    ],
)
def test_the_header(value: str, seconds: float | None) -> None:
    assert asked_wait({"retry-after": value}, None, NOW) == seconds


def test_a_time_of_day_is_read_against_the_provider_s_own_clock() -> None:
    """The clock here is a day ahead: the wait is still the 9 seconds that the provider means."""
    there = NOW - timedelta(days=1)
    headers = {
        "date": format_datetime(there, usegmt=True),
        "retry-after": format_datetime(there + timedelta(seconds=9), usegmt=True),
    }
    assert asked_wait(headers, None, NOW) == 9.0


@pytest.mark.parametrize(
    ("body", "seconds"),
    [
        ({"error": {"details": [{"retryDelay": "45.83s"}]}}, 45.83),
        ({"error": {"details": [{"retryDelay": "-1s"}]}}, None),
        ({"error": {"message": "Please try again in 6.5s."}}, 6.5),
        ({"error": {"message": "Please try again in 1m2.5s. Visit"}}, 62.5),
        ({"error": {"message": "Please try again in 20ms."}}, 0.02),
        ({"error": {"message": "Please retry in 45.8s."}}, 45.8),
        ({"error": {"message": "Try later."}}, None),
        ("Please try again in 2s", 2.0),
        (None, None),
    ],
)
def test_the_body(body: Any, seconds: float | None) -> None:
    found = asked_wait({}, body, NOW)
    assert found == (None if seconds is None else pytest.approx(seconds))


def test_the_header_in_milliseconds_comes_first() -> None:
    headers = {"retry-after-ms": "1500", "retry-after": "9"}
    assert asked_wait(headers, {"retryDelay": "4s"}, NOW) == 1.5


@given(st.text(max_size=40), st.text(max_size=40))
def test_whatever_is_sent_the_wait_is_a_number_of_seconds_or_none(header: str, words: str) -> None:
    wait = asked_wait({"retry-after": header, "date": words}, {"message": words}, NOW)
    assert wait is None or 0 < wait < float("inf")
