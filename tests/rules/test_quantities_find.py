"""Reading quantities: examples of each kind, traps, and properties."""

from __future__ import annotations

import time
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules import quantities
from veracity.rules.quantities import Modifier, Quantity


def only(text: str) -> Quantity:
    found = quantities.find(text)
    assert len(found) == 1, [q.text for q in found]
    return found[0]


@pytest.mark.parametrize(
    ("text", "value", "unit", "dimension"),
    [
        ("It is 1,340 km long.", "1340", "km", "length"),
        ("It is 1340 kilometres long.", "1340", "km", "length"),
        ("It is 1340 kilometers long.", "1340", "km", "length"),
        ("an area of 65,610 sq km", "65610", "sq km", "area"),
        ("an area of 65,610 square kilometres", "65610", "sq km", "area"),
        ("an area of 65,610 km²", "65610", "sq km", "area"),
        ("12 nm of sea", "12", "nautical mile", "length"),
        ("4,046 hectares", "4046", "ha", "area"),
        ("85%", "85", "%", "percent"),
        ("85.19 percent", "85.19", "%", "percent"),
        ("85 per cent", "85", "%", "percent"),
        ("up 5 percentage points", "5", "percentage point", "percentage points"),
        ("$81.925 million", "81925000", "$", "money:$"),
        ("Rs. 4 billion", "4000000000", "Rs", "money:Rs"),
        ("LKR 5,000", "5000", "LKR", "money:LKR"),
        ("€3.2m", "3200000", "EUR", "money:EUR"),
        ("£5bn", "5000000000", "£", "money:£"),
        ("5 euros", "5", "EUR", "money:EUR"),
        ("-$274.971 million", "-274971000", "$", "money:$"),
        ("37.5 km/h", "37.5", "km/h", "speed"),
        ("25°C", "25", "°C", "temperature"),
        ("24.18 billion kWh", "24180000000", "kWh", "energy"),
        ("a 20-year bond", "20", "year", "time in calendar months"),
        ("half of all voters", "50", "%", "percent"),
        ("two-thirds of them", str(Decimal(200) / 3), "%", "percent"),
        ("nine out of ten doctors", "90", "%", "percent"),
        ("කිලෝමීටර් 1,340", "1340", "km", "length"),
        ("සියයට 85ක්", "85", "%", "percent"),
        ("1,340 கிலோமீட்டர்", "1340", "km", "length"),
    ],
)
def test_units(text: str, value: str, unit: str, dimension: str) -> None:
    quantity = only(text)
    assert (quantity.value, quantity.unit, quantity.dimension) == (Decimal(value), unit, dimension)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("22 million", 22_000_000),
        ("22.05 million", 22_050_000),
        ("22,050,561", 22_050_561),
        ("22 050 561", 22_050_561),
        ("12,34,567", 1_234_567),
        ("3 lakh", 300_000),
        ("4.5 crore", 45_000_000),
        ("2 lakh crore", 2_000_000_000_000),
        ("2.2bn", 2_200_000_000),
        ("5k", 5_000),
        ("twenty-two million", 22_000_000),
        ("one hundred and five", 105),
        ("two thousand three hundred", 2_300),
        ("a hundred", 100),
        ("half a million", 500_000),
        ("two and a half million", 2_500_000),
        ("minus 7", -7),
        ("−7", -7),
        ("මිලියන 22", 22_000_000),
        ("22 மில்லியன்", 22_000_000),
    ],
)
def test_numerals(text: str, value: int) -> None:
    assert only(text).value == value


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("1.84", "0.01"),
        ("22 million", "1000000"),
        ("4.9 thousand", "100"),
        ("4,853", "1"),
        ("4,900", "100"),  # zeros of a round number are not significant ...
        ("200,000", "10000"),  # ... but two digits are
        ("1,200,000", "100000"),
        ("1,340", "10"),
        ("300", "1"),  # below 1,000 a round number is taken as exact
        ("100%", "1"),
    ],
)
def test_step(text: str, step: str) -> None:
    assert only(text).step == Decimal(step)


@pytest.mark.parametrize(
    ("words", "modifier"),
    [
        ("more than", Modifier.MORE_THAN),
        ("over", Modifier.MORE_THAN),
        ("in excess of", Modifier.MORE_THAN),
        (">", Modifier.MORE_THAN),
        ("at least", Modifier.AT_LEAST),
        ("no fewer than", Modifier.AT_LEAST),
        ("no less than", Modifier.AT_LEAST),
        ("≥", Modifier.AT_LEAST),
        ("less than", Modifier.LESS_THAN),
        ("under", Modifier.LESS_THAN),
        ("below", Modifier.LESS_THAN),
        ("up to", Modifier.AT_MOST),
        ("no more than", Modifier.AT_MOST),
        ("as many as", Modifier.AT_MOST),
        ("about", Modifier.ABOUT),
        ("approximately", Modifier.ABOUT),
        ("roughly", Modifier.ABOUT),
        ("some", Modifier.ABOUT),
        ("around", Modifier.ABOUT),
        ("nearly", Modifier.ABOUT),
        ("almost", Modifier.ABOUT),
        ("just over", Modifier.ABOUT),
        ("~", Modifier.ABOUT),
        ("exactly", Modifier.EXACT),
    ],
)
@pytest.mark.parametrize("number", ["5,300 people", "$5,300", "5,300 km", "twelve people"])
def test_modifiers(words: str, modifier: Modifier, number: str) -> None:
    assert only(f"There are {words} {number} here.").modifier is modifier


@pytest.mark.parametrize(
    ("text", "modifier"),
    [
        ("50+ schools", Modifier.AT_LEAST),
        ("50 or more schools", Modifier.AT_LEAST),
        ("50 or fewer", Modifier.AT_MOST),
    ],
)
def test_modifiers_after(text: str, modifier: Modifier) -> None:
    assert only(text).modifier is modifier


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("between 5 and 7 million people", 5_000_000, 7_000_000),
        ("5-7%", 5, 7),
        ("5–7 km", 5, 7),
        ("1,000 to 2,000 people", 1000, 2000),
        ("$5-7 million", 5_000_000, 7_000_000),
        ("3,000 – 4,000 deaths", 3000, 4000),
    ],
)
def test_ranges(text: str, low: int, high: int) -> None:
    quantity = only(text)
    assert (quantity.low, quantity.high) == (low, high)
    assert quantity.value == Decimal(low + high) / 2


def test_a_change_is_not_a_range() -> None:
    assert [q.value for q in quantities.find("It rose from 5% to 7%.")] == [5, 7]


@pytest.mark.parametrize(
    ("text", "noun", "per", "per_count"),
    [
        ("5.26 children born/woman", "children", "woman", 1),
        ("6.3 deaths/1,000 live births", "deaths", "live births", 1000),
        ("6.3 deaths per 1,000 live births", "deaths", "live births", 1000),
        ("341 people per square kilometre", "people", "sq km", 1),
        ("3 million audiobooks a year", "audiobooks", "year", 1),
        ("Women have 1.8 children on average", "children", None, 1),
        ("22 million people", "people", None, 1),
    ],
)
def test_counts_and_rates(text: str, noun: str, per: str | None, per_count: int) -> None:
    quantity = only(text)
    assert (quantity.noun, quantity.per, quantity.per_count) == (noun, per, per_count)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("5.26 children born/woman (2025 est.)", "2025"),
        ("inflation was 5% in 2019", "2019"),
        ("In 2019, inflation was 5%.", "2019"),
        ("$84 billion as of March 2024", "March 2024"),
        ("FY2020 revenue: $3 billion", "FY2020"),
        ("0.05% annual rate of change (2020-25 est.)", "2020-25"),
        ("2019–2020 was -5%", "2019–2020"),
        ("Sri Lanka, which became independent in 1948, has 22 million people.", ""),
    ],
)
def test_periods(text: str, period: str) -> None:
    assert only(text).year == period


def test_each_figure_has_its_own_period() -> None:
    found = quantities.find("from 5.2% in 2019 to 4.8% in 2020")
    assert [(str(q.value), q.year) for q in found] == [("5.2", "2019"), ("4.8", "2020")]


def test_latest_is_by_period_and_not_by_place() -> None:
    found = quantities.find("4.8% (2020 est.) 5.2% (2023 est.) 5.0% (2021 est.)")
    latest = quantities.latest(found)
    assert latest is not None
    assert latest.value == Decimal("5.2")
    assert quantities.latest(()) is None
    undated = quantities.find("7 people and 8 dogs")
    assert quantities.latest(undated) == undated[0]


@pytest.mark.parametrize(
    "text",
    [
        "in 1990",
        "(2025 est.)",
        "26 September 1907",
        "18 13 N, 77 30 W",
        "the 21st place",
        "version 2.0 and Python 3.11",
        "COVID-19 and Boeing 747",
        "call (202) 483-3169 or +94 11 234 5678",
        "at 18:30 or 5 p.m.",
        "192.168.1.1",
        "a 3:1 majority, open 24/7",
        "as shown [1] and (2)",
        "1. First point",
        "1.234,5 apples",
        "12,5 apples",
        "1 340 km",
        "a third term",
        "one of the largest",
        "page 12",
    ],
)
def test_not_quantities(text: str) -> None:
    assert quantities.find(text) == ()


@pytest.mark.parametrize(
    ("text", "value"), [("1990 people came", 1990), ("more than 1990", 1990), ("in 1500 km", 1500)]
)
def test_numbers_that_look_like_years(text: str, value: int) -> None:
    assert only(text).value == value


def test_a_span_covers_the_number_and_its_unit() -> None:
    text = "Its coast is more than 1,340 km long."
    assert only(text).span.of(text) == "1,340 km"


NUMBERS = st.one_of(
    st.integers(min_value=2, max_value=999_999).map(lambda n: f"{n:,}"),
    st.decimals(min_value="0.01", max_value="999", places=2).map(str),
)


@given(NUMBERS, st.sampled_from(["km", "%", "kg", "sq km", "hectares"]))
def test_text_around_a_number_does_not_change_it(number: str, unit: str) -> None:
    bare = only(f"{number} {unit}")
    text = f"The report gives {number} {unit} for the whole of it, and says no more."
    within = only(text)
    assert within.model_copy(update={"span": bare.span}) == bare


@given(st.integers(min_value=1000, max_value=10**12))
def test_separators_do_not_change_a_number(number: int) -> None:
    values = {
        only(f"{spelled} km").value
        for spelled in (f"{number:,}", f"{number:,}".replace(",", "\u202f"))
    }
    assert values == {number}


@given(st.text())
def test_find_never_raises(text: str) -> None:
    for quantity in quantities.find(text):
        assert quantity.span.of(text) == quantity.text


PIECES = """
1 12 1,234 1.5 - – $ % km per / half a third of and million (2020 est.) , . between to 2019 May 5
women children born twenty hundred one ½ \u0dca \u200d மில்லியன் මිලියන ° N Rs
"""
FRAGMENTS = st.lists(st.sampled_from(PIECES.split()), max_size=30)


@given(FRAGMENTS, st.sampled_from(["", " "]))
def test_find_never_raises_on_broken_pieces(pieces: list[str], glue: str) -> None:
    text = glue.join(pieces)
    found = quantities.find(text)
    assert all(one.span.end <= two.span.start for one, two in pairwise(found))


@pytest.mark.parametrize(
    "piece", ["one two ", "a-", "(1", "- ", "1,", "in the year of ", "of the "]
)
def test_time_grows_with_the_text_and_no_faster(piece: str) -> None:
    def seconds(characters: int) -> float:
        text = piece * (characters // len(piece))
        start = time.process_time()
        quantities.find(text)
        return time.process_time() - start

    seconds(1000)
    # Twice the text may take four times as long on a noisy machine, not the 16 times of a cube.
    assert seconds(16_000) < 8 * max(seconds(8_000), 0.02)
