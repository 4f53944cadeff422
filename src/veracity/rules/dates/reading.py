"""Find dates in a text.

Every pattern starts at a digit, a month's name or one of a few fixed words and has no nested
repetition, so a text is read in time linear in its length.

A bare number of four digits is the hard case ("in 1990", "1990 people"). The rule, in order:

1. outside 1000-2199, with a decimal part, a sign, a currency or a `#` before it: not a year;
2. a unit, a scale word or a percent sign after it: not a year ("1500 km", "1990 percent");
3. a word of quantity before it ("more than 1990", "a population of 1950", "No. 1984"): not a year;
4. a counted noun after it ("1990 people"): a year only after "in", "since", "during" and the like
   and from 1900 on ("in 2010 people left");
5. a word of time before it ("in", "since", "the year"), a bracket around it, or "est." after it:
   a year;
6. else a year from 1900 to 2099 ("the 2019 report"), and not one outside ("1500 soldiers").

Years below 1000 need an era or a full date. Two-digit years are not read: they would be a guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from veracity.domain.claim import Span
from veracity.rules import units
from veracity.rules.dates.calendar import (
    MONTHS,
    century_of,
    days_in,
    is_day,
    month_of,
    quarter_of,
    years,
)
from veracity.rules.dates.model import Date, Day, Interval, Precision, Relation

Reading: TypeAlias = tuple[Interval, Precision, Interval | None]

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])\.?"
)
_DASH = r"[-\u2010-\u2015\u2212]"
_ERA = r"(?P<era>B\.C\.(?:E\.)?|BCE?\b|A\.D\.|AD\b|C\.E\.|CE\b)"
_NUMERIC = re.compile(
    rf"""(?<![\w.,/:$€£¥₹\#+])(?:
      (?P<iso>[0-9]{{4}})-(?P<iso_m>[0-9]{{2}})-(?P<iso_d>[0-9]{{2}})(?![0-9-])
    | (?P<ymd>[0-9]{{4}})[/.](?P<ymd_m>[0-9]{{1,2}})[/.](?P<ymd_d>[0-9]{{1,2}})(?![0-9/.-])
    | (?P<a>[0-9]{{1,2}})(?P<sep>[/.-])(?P<b>[0-9]{{1,2}})(?P=sep)(?P<c>[0-9]{{4}})(?![0-9/-])
    | (?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?:\s?{_DASH}\s?(?P<day2>[0-9]{{1,2}})(?:st|nd|rd|th)?)?
      (?:\s(?:day\s)?of\s|\s|-)(?P<day_m>{_MONTH})(?:,?[\s-]\(?(?P<day_y>[0-9]{{4}})(?![0-9.,]?[0-9%]))?
    | (?P<cent>[0-9]{{1,2}})(?:st|nd|rd|th)[\s-]century(?:,?\s(?P<cent_bc>B\.?C\.?E?\b\.?))?
    | (?P<decade>[0-9]{{3}}0)['’]?s(?!\w)
    | (?P<qy>[0-9]{{4}})\s?-?Q(?P<qy_q>[1-4])(?!\w)
    | (?P<era_y>[0-9]{{1,4}})\s?{_ERA}
    | (?P<from>[12][0-9]{{3}})\s?(?:{_DASH}|/)\s?(?P<to>[12][0-9]{{3}}|[0-9]{{2}})
      (?![\w%]|[.,/-]?[0-9])
    | (?P<year>[12][0-9]{{3}})(?![a-z0-9_%°]|[.,/:][0-9])
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_ORDINAL_WORDS = """
first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first
"""
_ORDINALS = {name: number for number, name in enumerate(_ORDINAL_WORDS.split(), start=1)}
_WORDED = re.compile(
    rf"""(?<![\w])(?:
      (?P<month>{_MONTH})\s(?:(?P<md>[0-9]{{1,2}})(?![0-9:%])(?:st|nd|rd|th)?
        (?:\s?{_DASH}\s?(?P<md2>[0-9]{{1,2}})(?:st|nd|rd|th)?)?(?:,?\s\(?(?P<md_y>[0-9]{{4}})(?![0-9%]))?
        (?!\s?[0-9.,]?[0-9])
      |(?:of\s|,\s)?(?P<my>[0-9]{{4}})(?![0-9%]|[.,][0-9]))
    | (?:FY|(?:fiscal|financial)\s(?:year\s)?)\s?(?P<fy>[12][0-9]{{3}})
      (?:\s?[-/–]\s?(?P<fy2>[0-9]{{4}}|[0-9]{{2}}))?(?![0-9])
    | Q(?P<q>[1-4])[\s-](?:of\s)?(?P<q_y>[12][0-9]{{3}})(?![0-9])
    | (?P<oq>first|second|third|fourth)\squarter\s(?:of\s)?(?P<oq_y>[12][0-9]{{3}})(?![0-9])
    | (?P<oc>{"|".join(sorted(_ORDINALS, key=len, reverse=True))})[\s-]century
      (?:\s(?P<oc_bc>B\.?C\.?E?\b\.?))?
    | (?:A\.?D\.?)\s(?P<ad>[0-9]{{1,4}})(?![0-9])
    )""",
    re.VERBOSE | re.IGNORECASE,
)

_QUANTITY_BEFORE = re.compile(
    r"(?:\b(?:than|least|most|over|about|approximately|approx\.?|roughly|around|nearly|almost|some|only"
    r"|exactly|total\sof|number\sof|population\sof|average\sof|area\sof|length\sof|distance\sof|height\sof"
    r"|elevation\sof|altitude\sof|weight\sof|crowd\sof|crew\sof|garrison\sof|audience\sof|group\sof"
    r"|no\.|number|version|page|pp?\.|room|highway|route|flight|model|chapter|article|section|minus)"
    r"|[~≈<>≤≥=±])\s?$",
    re.IGNORECASE,
)
_TIME_ONLY_BEFORE = re.compile(
    r"\b(?:in|since|during|until|till|before|after|year|circa|ca?\.|early|late|mid)[\s-](?:the\s)?(?:year\s)?$",
    re.IGNORECASE,
)
_TIME_BEFORE = re.compile(
    r"(?:\b(?:in|since|during|until|till|before|after|years?|circa|ca?\.|early|late|mid|pre|post|by|of|from"
    r"|to|through|between|and|on|as|the|for|est\.?)[\s-](?:about\s|around\s)?|[(\[;]\s?)$",
    re.IGNORECASE,
)
_YEAR_AFTER = re.compile(r"\s?(?:\)|\]|est\b|estimate|census|edition)", re.IGNORECASE)
_TIME_PREFIX = re.compile(r"\b(?:mid|pre|post|early|late)-$", re.IGNORECASE)
_IN_ABOUT = re.compile(r"\b(?:in|since|by|from)\s(?:about|around|approximately)\s$", re.IGNORECASE)

_RELATION = re.compile(
    r"""(?:
      (?P<before>\b(?:before|prior\sto|earlier\sthan|preceding)\s|\bpre-)
    | (?P<after>\b(?:after|later\sthan|following)\s|\bpost-)
    | (?P<since>\b(?:since|starting\sin|beginning\sin)\s)
    | (?P<until>\b(?:until|till|up\sto|through)\s)
    | (?P<by>\b(?:by|no\slater\sthan|not\slater\sthan)\s)
    | (?P<about>\b(?:circa|about|around|approximately|roughly)\s|\bca?\.\s?|~\s?)
    )(?:the\s)?(?:year\s|end\sof\s|start\sof\s)?(?:early\s|late\s|mid-?\s?)?$""",
    re.IGNORECASE | re.VERBOSE,
)
_FULL_DATES = {"iso_d", "ymd_d", "c", "day_y"}
"""The last group of a match that names a day, a month and a year."""
_JOINS = re.compile(r"\s?(?:to|and|through|until|-|–|—)\s?", re.IGNORECASE)
_WINDOW = 28
"""Characters before a date that may hold the words that say how it is meant."""


def find(text: str) -> tuple[Date, ...]:
    """Every date in `text`, in order, none inside another. Never raises."""
    hits: list[tuple[int, int, Reading | None]] = []
    for pattern, read in ((_NUMERIC, _read_numeric), (_WORDED, _read_worded)):
        for match in pattern.finditer(text):
            reading = read(match, text)
            # "31 June 2001" is no day, and "June 2001" inside it is not what was meant.
            if reading is not None or match.lastgroup in _FULL_DATES:
                hits.append((match.start(), match.end(), reading))
    hits.sort(key=lambda hit: (hit[0], -hit[1]))
    found: list[Date] = []
    taken = 0
    for start, end, reading in hits:
        if start < taken:
            continue
        taken = end
        if reading is None:
            continue
        (first, last), precision, other = reading
        found.append(
            Date(
                first=first,
                last=last,
                precision=precision,
                relation=_relation(text[max(0, start - _WINDOW) : start]),
                other=other,
                span=Span(start=start, end=end),
                text=text[start:end],
            )
        )
    return tuple(_join_ranges(found, text))


def _relation(before: str) -> Relation:
    match = _RELATION.search(before)
    return Relation.ON if match is None or match.lastgroup is None else Relation(match.lastgroup)


def _read_numeric(match: re.Match[str], text: str) -> Reading | None:
    for group, read in _NUMERIC_READERS:
        if match[group] is not None:
            return read(match, text)
    return None


def _full(year: str, month: str, day: str) -> Reading | None:
    numbers = int(year), int(month), int(day)
    if not is_day(*numbers):
        return None
    return (Day(*numbers), Day(*numbers)), Precision.DAY, None


def _all_numbers(match: re.Match[str], text: str) -> Reading | None:
    """Day first or month first: a reading that the calendar refuses drops out."""
    del text
    day_first = _full(match["c"], match["b"], match["a"])
    month_first = _full(match["c"], match["a"], match["b"])
    if day_first is None or month_first is None or day_first == month_first:
        return day_first or month_first
    return day_first[0], Precision.DAY, month_first[0]


def _day_month(day: str, last_day: str | None, name: str, year: str | None) -> Reading | None:
    month = MONTHS[name.rstrip(".").lower()]
    number = int(year) if year else 0
    if not is_day(number, month, int(day)):
        return None
    first = Day(number, month, int(day))
    if last_day is None:
        return (first, first), Precision.DAY if year else Precision.DAY_OF_YEAR, None
    if not is_day(number, month, int(last_day)) or int(last_day) <= int(day) or not year:
        return None
    return (first, Day(number, month, int(last_day))), Precision.RANGE, None


def _year_span(match: re.Match[str], text: str) -> Reading | None:
    first, written = int(match["from"]), match["to"]
    last = int(written) if len(written) == 4 else first - first % 100 + int(written)
    if len(written) == 2 and last < first:
        last += 100
    if not first < last < 2200 or last - first > 400:
        return None
    if units.follows(text, match.end()) or _QUANTITY_BEFORE.search(_before(match, text)):
        return None
    return years(first, last), Precision.RANGE, None


def _era(match: re.Match[str], text: str) -> Reading | None:
    del text
    year = int(match["era_y"])
    if year == 0 or match["era"].islower():
        return None
    if match["era"].upper().startswith("B"):
        year = 1 - year
    return years(year, year), Precision.YEAR, None


def _bare_year(match: re.Match[str], text: str) -> Reading | None:
    """The rule in the module's docstring."""
    year, before = int(match["year"]), _before(match, text)
    dash = before[-1:] in {"-", "−", "–"} and not _TIME_PREFIX.search(before)
    if year > 2199 or dash or units.follows(text, match.end()):
        return None
    reading = (years(year, year), Precision.YEAR, None)
    if _IN_ABOUT.search(before):
        return reading
    if _QUANTITY_BEFORE.search(before):
        return None
    if units.counted_follows(text, match.end()):
        return reading if year >= 1900 and _TIME_ONLY_BEFORE.search(before) else None
    if _TIME_BEFORE.search(before) or _YEAR_AFTER.match(text, match.end()):
        return reading
    return reading if 1900 <= year <= 2099 else None


def _before(match: re.Match[str], text: str) -> str:
    return text[max(0, match.start() - _WINDOW) : match.start()]


def _century(ordinal: int, era: str | None) -> Reading | None:
    if not 1 <= ordinal <= 40:
        return None
    return century_of(ordinal, before_christ=era is not None), Precision.CENTURY, None


_NUMERIC_READERS: tuple[tuple[str, Callable[[re.Match[str], str], Reading | None]], ...] = (
    ("iso", lambda m, _: _full(m["iso"], m["iso_m"], m["iso_d"])),
    ("ymd", lambda m, _: _full(m["ymd"], m["ymd_m"], m["ymd_d"])),
    ("a", _all_numbers),
    ("day", lambda m, _: _day_month(m["day"], m["day2"], m["day_m"], m["day_y"])),
    ("cent", lambda m, _: _century(int(m["cent"]), m["cent_bc"])),
    (
        "decade",
        lambda m, _: (years(int(m["decade"]), int(m["decade"]) + 9), Precision.DECADE, None),
    ),
    ("qy", lambda m, _: (quarter_of(int(m["qy"]), int(m["qy_q"])), Precision.QUARTER, None)),
    ("era_y", _era),
    ("from", _year_span),
    ("year", _bare_year),
)


def _read_worded(match: re.Match[str], text: str) -> Reading | None:
    del text
    if match["month"]:
        if match["md"]:
            return _day_month(match["md"], match["md2"], match["month"], match["md_y"])
        month = MONTHS[match["month"].rstrip(".").lower()]
        return month_of(int(match["my"]), month), Precision.MONTH, None
    if match["fy"]:
        first, last = int(match["fy"]), int(match["fy"])
        if match["fy2"]:
            last = (
                int(match["fy2"])
                if len(match["fy2"]) == 4
                else first - first % 100 + int(match["fy2"])
            )
        if last < first:
            return None
        return (
            (Day(first - 1, 4, 1), Day(last + 1, 6, days_in(last + 1, 6))),
            Precision.FISCAL_YEAR,
            None,
        )
    if match["q"]:
        return quarter_of(int(match["q_y"]), int(match["q"])), Precision.QUARTER, None
    if match["oq"]:
        return (
            quarter_of(int(match["oq_y"]), _ORDINALS[match["oq"].lower()]),
            Precision.QUARTER,
            None,
        )
    if match["oc"]:
        return _century(_ORDINALS[match["oc"].lower()], match["oc_bc"])
    year = int(match["ad"])
    return (years(year, year), Precision.YEAR, None) if year else None


def _join_ranges(found: list[Date], text: str) -> list[Date]:
    """Make one range of "from X to Y", "between X and Y" and "X – Y"."""
    joined: list[Date] = []
    for date in found:
        before = joined[-1] if joined else None
        if before is None or not _are_range(before, date, text):
            joined.append(date)
            continue
        span = Span(start=before.span.start, end=date.span.end)
        joined[-1] = Date(
            first=before.first,
            last=date.last,
            precision=Precision.RANGE,
            span=span,
            text=span.of(text),
        )
    return joined


def _are_range(first: Date, second: Date, text: str) -> bool:
    between = text[first.span.end : second.span.start]
    if len(between) > 9 or not _JOINS.fullmatch(between):
        return False
    if Precision.DAY_OF_YEAR in (first.precision, second.precision) or first.last >= second.first:
        return False
    lead = text[max(0, first.span.start - 9) : first.span.start].lower().rstrip()
    if between.strip().lower() == "and":
        return lead.endswith("between")
    return True
