"""The rule table of quantities.compare, row by row, and its properties."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules import quantities, units
from veracity.rules.quantities import Comparison, Outcome, compare


def judge(claimed: str, found: str) -> Comparison:
    (claim,), (figure,) = quantities.find(claimed), quantities.find(found)
    return compare(claim, figure)


AGREES, CONTRADICTS, INCOMPARABLE = Outcome.AGREES, Outcome.CONTRADICTS, Outcome.INCOMPARABLE


@pytest.mark.parametrize(
    ("claimed", "found", "outcome"),
    [
        ("1,340 kilometres", "1,340 km", AGREES),
        ("1.34 million metres", "1,340 km", AGREES),
        ("134 km²", "13,400 hectares", AGREES),
        # Rounding: half a step of the claim is 0.05, 0.5, 500,000, 50.
        ("1.8 children", "1.84 children born/woman (2025 est.)", AGREES),
        ("5.3 children", "5.26 children born/woman", AGREES),
        ("85%", "85.19%", AGREES),
        ("22 million", "22,050,561", AGREES),
        ("4.9 thousand", "4,853", AGREES),
        ("66,000 km", "65,554 km", AGREES),
        # The found one is coarser: 19.6 and 20 are within half a million.
        ("19.6 million people", "20 million people", AGREES),
        # Beyond rounding, within 3%: 1,340 to 1,360 is 1.5%; 4,853 to 4,900 is 47 of a step of 1.
        ("1,360 km", "1,340 km", INCOMPARABLE),
        ("4,901 km", "4,853 km", INCOMPARABLE),
        ("102 people", "100 people", INCOMPARABLE),
        # Beyond 3%: 1,340 to 1,400 is 4.3%, and 1,400 rounds by 50 only.
        ("1,400 km", "1,340 km", CONTRADICTS),
        ("6 airports", "5 airports", CONTRADICTS),
        ("135% of the population", "58.6% of total population (2023)", CONTRADICTS),
        # 2 rounds 2.4, but by 17%: one digit does not settle it. 2.6 does not round to 2.
        ("2 million people", "2.4 million people", INCOMPARABLE),
        ("2 million people", "2.6 million people", CONTRADICTS),
        # Percentages: half a point is not decided, a point is, from 2% to 16% (3% of 16 is half).
        ("5.2%", "4.8%", INCOMPARABLE),
        ("5.2%", "6.2%", CONTRADICTS),
        ("0.5%", "0.9%", CONTRADICTS),
        ("-5%", "5%", CONTRADICTS),
        ("half of the people", "52% of the people", AGREES),
        ("half of the people", "61% of the people", CONTRADICTS),
        # About: 5% of the larger, then up to 10% undecided.
        ("about 4,900 km", "4,853 km", AGREES),
        ("about 480,000 km", "475,440 km", AGREES),
        ("about 200,000 km", "202,080 km", AGREES),
        ("about 1,200,000 sq km", "1,246,700 sq km", AGREES),
        ("about 100 km", "104 km", AGREES),
        ("about 100 km", "108 km", INCOMPARABLE),
        ("about 100 km", "115 km", CONTRADICTS),
        ("19.6 million people", "about 20 million people", AGREES),
        ("about 90% of them", "94% of them", INCOMPARABLE),  # 4 points, more than 2.5
    ],
)
def test_points(claimed: str, found: str, outcome: Outcome) -> None:
    assert judge(claimed, found).outcome is outcome


@pytest.mark.parametrize(
    ("claimed", "found", "outcome"),
    [
        ("more than 58 deaths", "44.6 deaths", CONTRADICTS),
        ("more than 33.6 deaths", "42 deaths", AGREES),
        ("more than 42 deaths", "42 deaths", CONTRADICTS),
        ("at least 42 deaths", "42 deaths", AGREES),
        ("at least 43 deaths", "42 deaths", CONTRADICTS),
        ("less than 42 deaths", "42 deaths", CONTRADICTS),
        ("at most 42 deaths", "42 deaths", AGREES),
        ("no more than 41 deaths", "42 deaths", CONTRADICTS),
        # 22 million is anything from 21.5 to 22.5 million.
        ("more than 22 million", "22 million", INCOMPARABLE),
        ("more than 21.8 million", "22 million", INCOMPARABLE),
        ("more than 21 million", "22 million", AGREES),
        # 2 is written in full, so it is taken at its word.
        ("more than 1.6 children", "2 children born/woman", AGREES),
        ("between 5 and 7 km", "5 km", AGREES),
        ("between 5 and 7 km", "7 km", AGREES),
        ("between 5 and 7 km", "9 km", CONTRADICTS),
        ("between 50 and 70 km", "71 km", INCOMPARABLE),
        ("22 million people", "more than 20 million people", INCOMPARABLE),
        ("15 million people", "more than 20 million people", CONTRADICTS),
        ("more than 10 people", "at least 20 people", AGREES),
        ("more than 10 people", "less than 5 people", CONTRADICTS),
        ("more than 10 people", "at least 5 people", INCOMPARABLE),
        ("more than 10 people", "at least 10 people", INCOMPARABLE),
        ("less than 10 people", "at least 10 people", CONTRADICTS),
        ("more than half of them", "51% of them", AGREES),
    ],
)
def test_bounds_and_ranges(claimed: str, found: str, outcome: Outcome) -> None:
    assert judge(claimed, found).outcome is outcome


@pytest.mark.parametrize(
    ("claimed", "found"),
    [
        ("1,340 km", "1,340 sq km"),
        ("5 deaths", "5 births"),
        ("5%", "5 percentage points"),
        ("$5 million", "€9 million"),
        ("Rs 5 million", "LKR 9 million"),  # Rs may be another rupee
        ("6.3 deaths per 1,000 live births", "9.3 deaths per 1,000 people"),
        ("1,000 deaths", "6.3 deaths per 1,000 live births"),
        ("5% of GDP", "50% of exports"),
        ("30 days", "2 months"),  # a month has no fixed number of days
        ("5 tons", "9 tonnes"),
    ],
)
def test_other_kinds_are_not_compared(claimed: str, found: str) -> None:
    assert judge(claimed, found).outcome is INCOMPARABLE


@pytest.mark.parametrize(
    ("claimed", "found", "outcome"),
    [
        ("5% in 2019", "9% (2020 est.)", INCOMPARABLE),
        ("9% in 2019", "9% (2020 est.)", INCOMPARABLE),
        ("5% in 2019", "5%", INCOMPARABLE),
        ("5% in 2019", "5% (2019 est.)", AGREES),
        ("5% in 2019", "5% in March 2019", AGREES),
        ("5% in March 2019", "9% (2019 est.)", INCOMPARABLE),
        ("5% in 2020", "9% (2020-25 est.)", INCOMPARABLE),
        ("5%", "9% (2020 est.)", CONTRADICTS),
    ],
)
def test_periods(claimed: str, found: str, outcome: Outcome) -> None:
    assert judge(claimed, found).outcome is outcome


def test_a_claim_without_a_time_is_told_the_year_of_the_figure() -> None:
    assert "2020" in judge("5%", "9% (2020 est.)").why
    assert "2020" in judge("5% in 2019", "9% (2020 est.)").why


def test_the_dollar_sign_is_read_as_the_us_dollar_by_default() -> None:
    assert judge("$5 million", "US$9 million").outcome is CONTRADICTS
    assert judge("$5 million", "A$9 million").outcome is INCOMPARABLE
    assert judge("A$5 million", "US$5 million").outcome is INCOMPARABLE


def test_rates_per_different_counts_are_converted() -> None:
    # 6.3 per 1,000 is 630 per 100,000.
    assert (
        judge("630 deaths per 100,000 live births", "6.3 deaths/1,000 live births").outcome
        is AGREES
    )


WORDS = ["", "about ", "more than ", "at least ", "less than ", "at most "]
UNITS = [" km", "%", " people", " kg", " deaths per 1,000 live births", ""]
VALUES = st.one_of(
    st.integers(min_value=2, max_value=10**9).map(lambda n: f"{n:,}"),
    st.decimals(min_value="0.1", max_value="900", places=1).map(str),
    st.integers(min_value=2, max_value=999).map(lambda n: f"{n} million"),
)


@given(st.sampled_from(WORDS), VALUES, st.sampled_from(UNITS))
def test_a_quantity_agrees_with_itself(word: str, value: str, unit: str) -> None:
    text = f"It was {word}{value}{unit}."
    (quantity,) = quantities.find(text)
    outcome = compare(quantity, quantity).outcome
    assert outcome is AGREES


@given(st.sampled_from(WORDS[:2]), VALUES, VALUES, st.sampled_from(UNITS))
def test_two_figures_compare_the_same_both_ways(word: str, one: str, two: str, unit: str) -> None:
    first, second = f"It was {word}{one}{unit}.", f"It was {two}{unit}."
    assert judge(first, second).outcome is judge(second, first).outcome


@given(VALUES, VALUES)
def test_more_than_and_at_most_exclude_each_other(one: str, two: str) -> None:
    more, most = judge(f"more than {one} km", f"{two} km"), judge(f"at most {one} km", f"{two} km")
    assert {more.outcome, most.outcome} in (
        {AGREES, CONTRADICTS},
        {INCOMPARABLE},
        {INCOMPARABLE, AGREES},
    )


TABLE = units.load()


@given(
    st.fractions(min_value=-(10**9), max_value=10**9),
    st.sampled_from(sorted(TABLE.units)),
    st.sampled_from(sorted(TABLE.units)),
)
def test_conversion_there_and_back_is_exact(value: Fraction, source: str, target: str) -> None:
    one, two = TABLE.units[source], TABLE.units[target]
    if one.dimension != two.dimension:
        with pytest.raises(ValueError, match="is not"):
            units.convert(value, one, two)
        return
    assert units.convert(units.convert(value, one, two), two, one) == value


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        (1, "mi", "ft", Fraction(5280)),
        (1, "nautical mile", "m", Fraction(1852)),
        (1, "sq mi", "acre", Fraction(640)),
        (100, "°C", "°F", Fraction(212)),
        (-40, "°F", "°C", Fraction(-40)),
        (1, "bbl", "US gal", Fraction(42)),
        (1, "knot", "km/h", Fraction("1.852")),
        (1, "short ton", "lb", Fraction(2000)),
    ],
)
def test_factors_against_their_definitions(
    value: int, source: str, target: str, expected: Fraction
) -> None:
    assert units.convert(Fraction(value), TABLE.units[source], TABLE.units[target]) == expected
