"""Comparison in code. The places are invented; the kinds of lines are those of reference works."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.entries import entry
from veracity.domain.evidence import NamedValue, Passage, Stance
from veracity.rules.comparison import Compared, compare
from veracity.rules.reading import read

NAMES = (("Ostrana", "Republic of Ostrana"), ("Velt",), ("New Velt",), ("Marn", "Marnland"))

VALUES = tuple(
    NamedValue(attribute=attribute, name=name, subject="Velt")
    for attribute, name in [
        ("Capital – name", "Kemble"),
        ("Exchange rates – Currency", "euros"),
        ("Exchange rates – Currency", "Veltish talons"),
    ]
)
"""What is known of another place."""

SCHOOL = entry("Ostrana", ("School life expectancy – male", "16 years (2020)"))
SMOKE = entry("Ostrana", ("Tobacco use – male", "30% (2025 est.)"))
COAST = entry("Ostrana", ("Coastline", "1,340 km"))
AGE = entry(
    "Ostrana",
    ("Median age – total", "34.1 years (2025 est.)"),
    ("Median age – male", "32.5 years"),
)
AREA = entry("Ostrana", ("Area – total", "65,610 sq km"), ("Area – land", "64,630 sq km"))
RAIL = entry("Ostrana", ("Railways – total", "9,548 km (2020) 3,242 km electrified"))
EXPORTS = entry(
    "Ostrana",
    ("Exports 2023", "$20 billion (2023 est.)"),
    ("Exports 2017", "$11 billion (2017 est.)"),
)
CAPITAL = entry("Ostrana", ("Capital – name", "Port Lune (on the Isle of Gates)", "single", ()))
MONEY = entry(
    "Ostrana", ("Exchange rates – Currency", "talons (OTL) per US dollar -", "single", ())
)
FREEDOM = entry(
    "Ostrana", ("Independence", "4 February 1948 (from Marn)", "single", ("became independent",))
)
BORDERS = entry(
    "Ostrana",
    ("Land boundaries – total", "1,000 km"),
    (
        "Land boundaries – border countries",
        "New Velt 276 km (includes 3 km of river); Marn 724 km; Outer Keys 2 km",
        "closed_list",
        ("shares a land border",),
    ),
)
TONGUES = entry("Ostrana", ("Languages", "Ostranian (official) 80%, Marnish 20%"))


def only(claim: str, *passages: Passage) -> Compared:
    (compared,) = compare(read(claim, NAMES, VALUES), passages)
    return compared


@pytest.mark.parametrize(
    ("claim", "passage", "stance"),
    [
        ("The coastline of Ostrana is 1,340 kilometres long.", COAST, Stance.SUPPORTS),
        ("Ostrana has a coastline of about 1,300 km.", COAST, Stance.SUPPORTS),
        ("The coastline of Ostrana is 2,720 kilometres long.", COAST, Stance.REFUTES),
        ("The coastline of Ostrana is more than 1,000 km long.", COAST, Stance.SUPPORTS),
        ("The coastline of Ostrana is more than 1,500 km long.", COAST, Stance.REFUTES),
        ("The median age in Ostrana is 34.1 years.", AGE, Stance.SUPPORTS),
        ("The median age of males in Ostrana is 32.5 years.", AGE, Stance.SUPPORTS),
        ("The land area of Ostrana is 64,630 square kilometres.", AREA, Stance.SUPPORTS),
        ("Ostrana has a total area of 64,630,000 square kilometres.", AREA, Stance.REFUTES),
        ("Ostrana has 9,548 km of railways.", RAIL, Stance.SUPPORTS),
        ("The exports of Ostrana were $20 billion.", EXPORTS, Stance.SUPPORTS),
        ("The capital of Ostrana is Port Lune.", CAPITAL, Stance.SUPPORTS),
        ("The capital of Ostrana is Kemble.", CAPITAL, Stance.REFUTES),
        ("The currency of Ostrana is the talon.", MONEY, Stance.SUPPORTS),
        ("The currency of Ostrana is the euro.", MONEY, Stance.REFUTES),
        ("Ostrana became independent on 4 February 1948.", FREEDOM, Stance.SUPPORTS),
        ("Ostrana became independent in 1948.", FREEDOM, Stance.SUPPORTS),
        ("Ostrana became independent on 5 March 1951.", FREEDOM, Stance.REFUTES),
        ("Ostrana shares a land border with Marnland.", BORDERS, Stance.SUPPORTS),
        ("Ostrana shares a land border with New Velt.", BORDERS, Stance.SUPPORTS),
        # No gazetteer knows the Outer Keys, but the list has them.
        ("Ostrana shares a land border with the Outer Keys.", BORDERS, Stance.SUPPORTS),
    ],
)
def test_what_code_decides(claim: str, passage: Passage, stance: Stance) -> None:
    assert only(claim, passage).stance is stance


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        # Nobody is known to have such a name: it may be another name of the same place, or none.
        ("The capital of Ostrana is Old Town.", CAPITAL),
        ("The capital of Ostrana is crowded.", CAPITAL),
        ("The capital of Ostrana is near Port Lune.", CAPITAL),
        ("The capital of Ostrana has lost Kemble.", CAPITAL),
        # It was so once, or only so.
        ("The former capital of Ostrana is Kemble.", CAPITAL),
        ("The capital of Ostrana was Kemble.", CAPITAL),
        ("The capital of Ostrana used to be Kemble.", CAPITAL),
        ("Ostrana shares a land border only with Marn.", BORDERS),
        # A second name may change what is counted, or whose it is.
        ("The coastline of Ostrana and Marn is 1,340 km long.", COAST),
        ("Ostrana became independent from Velt on 4 February 1948.", FREEDOM),
        # A date is no name.
        ("Ostrana became independent from Kemble.", FREEDOM),
        # A point that may part thousands, and a past without a time.
        ("The coastline of Ostrana is 1.340 km long.", COAST),
        ("The coastline of Ostrana was 900 km long.", COAST),
        # The family is named in part ("life expectancy" is not "school life expectancy"), or not at
        # all: a part of the population names no attribute.
        ("Male life expectancy in Ostrana is 85 years.", SCHOOL),
        ("The male rate in Ostrana is 90%.", SMOKE),
        # Another subject, though the entry would fit.
        ("The coastline of Velt is 1,340 kilometres long.", COAST),
        # A word that the attribute leaves unexplained may change what is counted.
        ("The eroded coastline of Ostrana is 1,340 kilometres long.", COAST),
        # A negation is a matter of language.
        ("The coastline of Ostrana is not 1,340 kilometres long.", COAST),
        # Two figures: which one is the line's?
        ("The coastline of Ostrana is 1,340 km and its area 65,610 sq km.", COAST),
        # The unit "US dollar" is not the currency, and an acronym may stand for anything.
        ("The currency of Ostrana is the US dollar.", MONEY),
        # "open" lines deny nothing and their words may belong to different items.
        ("Marnish is an official language of Ostrana.", TONGUES),
        # A name that is only a part of a listed name.
        ("Ostrana shares a land border with Velt.", BORDERS),
        # A name that no gazetteer knows may be listed in another spelling.
        ("Ostrana shares a land border with Kemble.", BORDERS),
        # The first known name is what the claim is about.
        ("Marn shares a land border with Ostrana.", BORDERS),
        # Too close to a spelling of the same name.
        ("The capital of Ostrana is Port Loune.", CAPITAL),
    ],
)
def test_where_code_keeps_silent(claim: str, passage: Passage) -> None:
    assert [
        c for c in compare(read(claim, NAMES, VALUES), [passage]) if c.stance != "insufficient"
    ] == []


def test_a_figure_of_another_year_never_refutes() -> None:
    compared = compare(read("The exports of Ostrana in 2011 were $5 billion.", NAMES), [EXPORTS])
    assert all(line.stance is Stance.INSUFFICIENT for line in compared)


def test_a_claim_with_a_year_is_held_against_that_year() -> None:
    # $11 billion is the 2017 line; the latest line says 20 and would refute.
    line = only("The exports of Ostrana in 2017 were $11 billion.", EXPORTS)
    assert (line.stance, line.attribute) == (Stance.SUPPORTS, "Exports 2017")


def test_a_second_figure_of_the_line_silences_it() -> None:
    # 3,242 km are the electrified part: neither the total, nor plainly wrong.
    compared = compare(read("Ostrana has 3,242 km of railways.", NAMES), [RAIL])
    assert all(line.stance is Stance.INSUFFICIENT for line in compared)


def test_the_quote_is_the_line_where_it_stands() -> None:
    line = only("The coastline of Ostrana is 1,340 km long.", COAST)
    assert line.quote == "Coastline: 1,340 km" == line.span.of(COAST.text)


def test_another_name_of_the_subject_is_the_subject() -> None:
    claim = read("The coastline of the Republic of Ostrana is 1,340 km long.", NAMES)
    (line,) = compare(claim, [COAST])
    assert line.stance is Stance.SUPPORTS


@given(st.integers(min_value=1, max_value=10**9))
def test_a_line_supports_its_own_figure(figure: int) -> None:
    passage = entry("Ostrana", ("Coastline", f"{figure:,} km"))
    assert only(f"The coastline of Ostrana is {figure:,} km long.", passage).stance == "supports"


@given(st.integers(min_value=1, max_value=10**6), st.integers(min_value=3, max_value=9))
def test_a_multiple_of_the_figure_refutes(figure: int, times: int) -> None:
    passage = entry("Ostrana", ("Coastline", f"{figure:,} km"))
    claim = f"The coastline of Ostrana is {figure * times:,} km long."
    assert only(claim, passage).stance == "refutes"


@given(st.permutations([COAST, AGE, AREA, RAIL, CAPITAL, MONEY, FREEDOM, BORDERS]))
def test_other_entries_and_their_order_change_nothing(passages: list[Passage]) -> None:
    (line,) = compare(read("The coastline of Ostrana is 1,340 km long.", NAMES), passages)
    assert line.passage == COAST.id


def test_a_name_that_two_subjects_share_is_compared_with_neither() -> None:
    shared = (("Ostrana", "Republic of Ostrana", "Ostrana Island"),)
    assert compare(read("The coastline of Ostrana is 9 km long.", shared), [COAST]) == ()


def test_entries_that_differ_on_a_border_settle_nothing() -> None:
    claim = read("Ostrana shares a land border with Velt Bay.", (*NAMES, ("Velt Bay",)))
    bay = entry("Velt Bay", ("Land boundaries – regional borders", "Ostrana 3 km"))
    assert [line.stance for line in compare(claim, [BORDERS])] == [Stance.REFUTES]
    assert compare(claim, [BORDERS, bay]) == ()
