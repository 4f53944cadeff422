"""Dates: reading, precision, and comparison."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules import dates
from veracity.rules.dates import Date, Day, Outcome, Precision, Relation


def only(text: str) -> Date:
    found = dates.find(text)
    assert len(found) == 1, [d.text for d in found]
    return found[0]


@pytest.mark.parametrize(
    ("text", "first", "last", "precision"),
    [
        ("25 May 1946", (1946, 5, 25), (1946, 5, 25), Precision.DAY),
        ("May 25, 1946", (1946, 5, 25), (1946, 5, 25), Precision.DAY),
        ("the 25th of May 1946", (1946, 5, 25), (1946, 5, 25), Precision.DAY),
        ("1946-05-25", (1946, 5, 25), (1946, 5, 25), Precision.DAY),
        ("25.05.1946", (1946, 5, 25), (1946, 5, 25), Precision.DAY),
        ("5/25/1946", (1946, 5, 25), (1946, 5, 25), Precision.DAY),  # there is no month 25
        ("Sept. 11, 2001", (2001, 9, 11), (2001, 9, 11), Precision.DAY),
        ("May 1946", (1946, 5, 1), (1946, 5, 31), Precision.MONTH),
        ("February 2024", (2024, 2, 1), (2024, 2, 29), Precision.MONTH),
        ("in 1946", (1946, 1, 1), (1946, 12, 31), Precision.YEAR),
        ("(2025 est.)", (2025, 1, 1), (2025, 12, 31), Precision.YEAR),
        ("the 1990s", (1990, 1, 1), (1999, 12, 31), Precision.DECADE),
        ("the 16th century", (1501, 1, 1), (1600, 12, 31), Precision.CENTURY),
        ("the sixteenth century", (1501, 1, 1), (1600, 12, 31), Precision.CENTURY),
        ("the 3rd century BC", (-299, 1, 1), (-200, 12, 31), Precision.CENTURY),
        ("334 BC", (-333, 1, 1), (-333, 12, 31), Precision.YEAR),  # 1 BC is year 0
        ("AD 79", (79, 1, 1), (79, 12, 31), Precision.YEAR),
        ("Q3 2020", (2020, 7, 1), (2020, 9, 30), Precision.QUARTER),
        ("the third quarter of 2020", (2020, 7, 1), (2020, 9, 30), Precision.QUARTER),
        ("2020-25", (2020, 1, 1), (2025, 12, 31), Precision.RANGE),
        ("from 1990 to 1995", (1990, 1, 1), (1995, 12, 31), Precision.RANGE),
        ("between May 2019 and June 2020", (2019, 5, 1), (2020, 6, 30), Precision.RANGE),
        ("FY2020", (2019, 4, 1), (2021, 6, 30), Precision.FISCAL_YEAR),
        ("4 February", (0, 2, 4), (0, 2, 4), Precision.DAY_OF_YEAR),
        ("2019 දී", (2019, 1, 1), (2019, 12, 31), Precision.YEAR),
    ],
)
def test_formats(
    text: str, first: tuple[int, int, int], last: tuple[int, int, int], precision: Precision
) -> None:
    found = only(text)
    assert (tuple(found.first), tuple(found.last), found.precision) == (first, last, precision)
    assert found.span.of(text) == found.text


def test_an_ambiguous_date_keeps_both_readings() -> None:
    found = only("on 5/6/2001")
    assert found.first == Day(2001, 6, 5)
    assert found.other == (Day(2001, 5, 6), Day(2001, 5, 6))


@pytest.mark.parametrize(
    "text",
    [
        "1,340",
        "1990 people",
        "1500 km",
        "more than 1990",
        "a population of 1950",
        "1990%",
        "$1990",
        "31 June 2001",
        "1500 soldiers",
        "No. 1984",
    ],
)
def test_not_dates(text: str) -> None:
    assert dates.find(text) == ()


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("before 1948", Relation.BEFORE),
        ("prior to May 1948", Relation.BEFORE),
        ("after 4 February 1948", Relation.AFTER),
        ("since 2015", Relation.SINCE),
        ("until 2009", Relation.UNTIL),
        ("by 2030", Relation.BY),
        ("around May 2009", Relation.ABOUT),
        ("c. 1500", Relation.ABOUT),
        ("in 1948", Relation.ON),
    ],
)
def test_relations(text: str, relation: Relation) -> None:
    assert only(text).relation is relation


@pytest.mark.parametrize(
    ("claimed", "found", "outcome"),
    [
        ("in 1946", "25 May 1946", Outcome.AGREES),
        ("25 May 1946", "in 1946", Outcome.INCOMPARABLE),
        ("25 May 1946", "25 May 1946", Outcome.AGREES),
        ("26 May 1946", "25 May 1946", Outcome.CONTRADICTS),
        ("in 1947", "25 May 1946", Outcome.CONTRADICTS),
        ("in the 1940s", "25 May 1946", Outcome.AGREES),
        ("the 20th century", "25 May 1946", Outcome.AGREES),
        ("the 16th century", "in 1500", Outcome.INCOMPARABLE),  # both conventions are in use
        ("before 1948", "25 May 1946", Outcome.AGREES),
        ("before 1946", "25 May 1946", Outcome.CONTRADICTS),
        ("before May 1946", "in 1946", Outcome.INCOMPARABLE),
        ("after 1945", "25 May 1946", Outcome.AGREES),
        ("after 25 May 1946", "25 May 1946", Outcome.CONTRADICTS),
        ("by 1946", "25 May 1946", Outcome.AGREES),
        ("since 1946", "25 May 1946", Outcome.AGREES),
        ("since 1950", "25 May 1946", Outcome.CONTRADICTS),
        ("c. 1500", "in 1503", Outcome.INCOMPARABLE),
        ("c. 1500", "in 1520", Outcome.CONTRADICTS),
        ("5/6/2001", "5 June 2001", Outcome.INCOMPARABLE),
        ("5/6/2001", "7 July 2001", Outcome.CONTRADICTS),  # under both readings
        ("4 February", "4 February 1948", Outcome.AGREES),
        ("5 February", "4 February 1948", Outcome.CONTRADICTS),
        ("FY2020", "in 2020", Outcome.INCOMPARABLE),
        ("334 BC", "in 1334", Outcome.CONTRADICTS),
    ],
)
def test_compare(claimed: str, found: str, outcome: Outcome) -> None:
    assert dates.compare(only(claimed), only(found)).outcome is outcome


DAYS = st.dates(min_value=date(1000, 1, 1), max_value=date(2199, 12, 31))
FORMATS = st.sampled_from(
    ["{d.day} {m} {d.year}", "{m} {d.day}, {d.year}", "{d:%Y-%m-%d}", "in {m} {d.year}"]
)
MONTH_NAMES = """
January February March April May June July August September October November December
"""
MONTHS = MONTH_NAMES.split()


def written(day: date, pattern: str) -> str:
    return pattern.format(d=day, m=MONTHS[day.month - 1])


@given(DAYS, FORMATS)
def test_every_date_is_read_back_and_agrees_with_itself(day: date, pattern: str) -> None:
    found = only(written(day, pattern))
    assert dates.contains(found.interval, (Day(day.year, day.month, day.day),) * 2)
    assert dates.compare(found, found).outcome is Outcome.AGREES


@given(DAYS, DAYS, FORMATS, FORMATS)
def test_disjoint_dates_contradict_both_ways(one: date, two: date, first: str, second: str) -> None:
    a, b = only(written(one, first)), only(written(two, second))
    apart = not dates.overlap(a.interval, b.interval)
    assert (dates.compare(a, b).outcome is Outcome.CONTRADICTS) == apart
    assert (dates.compare(b, a).outcome is Outcome.CONTRADICTS) == apart


@given(st.text(alphabet=st.sampled_from("0123456789 -/.,()MayFYQBCest%"), max_size=60))
def test_find_never_raises(text: str) -> None:
    for found in dates.find(text):
        assert found.first <= found.last
        assert found.span.of(text) == found.text
