"""Find the quantities of a text.

Numbers are found by patterns that scan the text once; what a number means is read from bounded
windows around it. So a text is read in time linear in its length.

Not quantities: dates and years (`rules/dates`), ordinals, list and reference numbers, versions,
identifiers ("Boeing 747", "COVID-19"), telephone numbers, clock times, coordinates, ratios ("3:1"),
and numbers whose spelling is ambiguous (see `numerals`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from veracity.domain.claim import Span
from veracity.rules import dates, units
from veracity.rules.dates.model import Date
from veracity.rules.quantities import nouns, numerals, periods, wording
from veracity.rules.quantities.model import Modifier, Quantity
from veracity.rules.quantities.numerals import Numeral

_NOT_NUMBERS = re.compile(
    r"""
      \+[0-9][0-9\s().-]{6,18}[0-9]                    # +94 11 234 5678
    | \([0-9]{2,4}\)\s?[0-9]{3}[0-9\s-]{2,10}[0-9]    # (202) 483-3169
    | (?<![\w.,-])[0-9]{3}[-.\s][0-9]{3,4}[-.][0-9]{4}(?![\w-])
    | (?<![\w.,-])[0-9]{3}-[0-9]{7}(?![\w-])           # 011-2345678
    | (?<![\w.])[0-9]{1,3}(?:\s[0-9]{1,2}(?:\s[0-9]{1,2})?|[.][0-9]{1,6})?
        \s?°?\s?(?-i:[NSEW])(?![\w])                   # 18 13 N, 6.9° N
    | (?<![\w.])[0-9]{1,3}\s?°\s?[0-9]{1,2}\s?['′’]
        (?:\s?[0-9]{1,2}(?:\.[0-9]{1,4})?\s?["″”])?\s?[NSEW]?
    | (?<![\w.,])[0-9]{1,3}(?::[0-9]{1,3}){1,3}(?![0-9])(?:\s?[ap]\.?m\b\.?)?   # 18:30, 3:1
    | (?<![\w.,])[0-9]{1,2}(?:\.[0-9]{2})?\s?(?:[ap]\.m\.|[ap]m\b|o['’]clock)   # 5 p.m.
    | \[[0-9]{1,3}\]|\([0-9]{1,2}\)                  # [1], (2)
    | ^[ \t]{0,8}[0-9]{1,3}[.)](?=\s)                # 1. First
    | (?<![\w.])[0-9]{1,5}\s?(?:st|nd|rd|th)(?![\w]) # 21st
    | (?<![\w])[0-9]{1,6}/[0-9]{1,6}(?![\w])         # 24/7
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
_IDENTIFIERS = re.compile(
    r"""
      (?<![\w])(?:(?:no|nos|pp?|fig|sec|vol|v|ver|art|ch)\.|[\#№]|number|page|chapter|article|section
        |part|version|iso|boeing|airbus|highway|route|flight|room|figure|table|volume|issue|psalm
        |step|grade|phase|resolution|apollo|windows|python|channel|platform|gate|unit|formula|group
        |world\swar|type|level|model|episode|season)
      \s?[0-9]{1,6}(?:\.[0-9]{1,4}){0,3}
      (?![\w]|,[0-9]|\s(?:hundred|thousand|million|billion|trillion)\b)
    | \b(?:https?://|www\.)\S{1,200}
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_GLUED = re.compile(r"(?:[^\W\d_][-‐‑]?|[#_/\\@^=]|[0-9][.,:/°'’]|\.)$")
_SIGNED = re.compile(r"(?:^|(?<=[\s(\[:;,=~<>≤≥]))[-\u2212\u2010-\u2013]$")
_MINUS = re.compile(r"\b(?:minus|negative)\s$", re.IGNORECASE)
_RANGE = re.compile(r"\s?[-\u2010-\u2015\u2212]\s?|\s(?:to|and|through)\s")
_SPREAD = re.compile(
    r"\b(?:rang\w{1,4}|var\w{1,5}|anywhere|somewhere|between)\b[^.;]{0,40}$", re.IGNORECASE
)
_PER = re.compile(
    r"\s?/\s?|\s(?:per|for\severy|for\seach|in\severy|out\sof\severy)\s|\s(?:an?|each|every)\s(?=(?:second|minute|hour|day|week|month|year|decade)\b)|\s(?=(?:per\s)?capita\b)",
    re.IGNORECASE,
)
_ANNUAL = re.compile(r"\s(?:annually|yearly|per\sannum|p\.a\.)(?![\w])", re.IGNORECASE)
_IS_DENOMINATOR = re.compile(
    r"(?:[^\W\d_]\)?\s?/\s?|\b(?:per|for\severy|in\severy|every)\s)$", re.IGNORECASE
)
_OF = re.compile(r"\s(?:share\s)?of\s(?:the\s|its\s|all\s|their\s|our\s)?(?:the\s)?")
_LOOSE = re.compile(r"(?:\([a-z]{1,3}\))?(?:\s(?:born|of\s[^\W\d_]{1,20}))?", re.IGNORECASE)


class _Number(NamedTuple):
    """A number with its sign, currency and unit, before it becomes a quantity."""

    start: int
    end: int
    numeral: Numeral
    negative: bool
    currency: units.Unit | None


def find(text: str) -> tuple[Quantity, ...]:
    """Every quantity in `text`, in order. Never raises; ambiguous spellings are left out."""
    plain = numerals.ascii_digits(text)
    when = dates.find(plain)
    numbers = list(_numbers(plain, when))
    found: list[Quantity] = []
    skip = 0
    taken = 0
    for index, number in enumerate(numbers):
        if index < skip or number.start < taken:
            continue
        second = numbers[index + 1] if index + 1 < len(numbers) else None
        quantity, used = _quantity(plain, text, number, second)
        if quantity is None:
            continue
        skip = index + used
        taken = quantity.span.end
        found.append(quantity)
    return periods.assign(tuple(found), when, plain)


def _numbers(text: str, when: tuple[Date, ...]) -> Iterator[_Number]:
    """Numbers in the order of the text, without those that are part of something else."""
    blocked = _Blocked(
        (m.span() for m in _NOT_NUMBERS.finditer(text)),
        (m.span() for m in _IDENTIFIERS.finditer(text)),
        ((d.span.start, d.span.end) for d in when),
    )
    hits: list[tuple[int, Numeral]] = []
    for match in numerals.TOKEN.finditer(text):
        if not blocked.touches(match.start(), match.end()):
            numeral = numerals.read(match, text)
            if numeral is not None:
                hits.append((match.start(), numeral))
    for match in numerals.WORDED.finditer(text):
        if not blocked.touches(match.start(), match.end()):
            numeral = numerals.read_words(match, text)
            if numeral is not None:
                hits.append((match.start(), numeral))
    hits.sort(key=lambda hit: (hit[0], -hit[1].end))
    last = 0
    for start, numeral in hits:
        if start < last:
            continue
        number = _with_sign(text, start, numeral)
        if number is not None:
            last = number.end
            yield number


def _with_sign(text: str, start: int, numeral: Numeral) -> _Number | None:
    currency, first = _currency_before(text, start)
    before = text[max(0, first - 12) : first]
    negative = False
    sign = _SIGNED.search(before)
    if sign is not None:
        negative, first = True, first - (len(before) - sign.start())
        if currency is None:
            currency, first = _currency_before(text, first)
    elif minus := _MINUS.search(before):
        negative, first = True, first - (len(before) - minus.start())
    elif currency is None and _GLUED.search(before[-2:]) and not _is_range_dash(text, first):
        return None
    after = text[numeral.end : numeral.end + 1]
    if (
        _LATIN.match(after)
        and units.after(text, numeral.end) is None
        and not _money_scale(text, numeral.end, currency)
    ):
        return None
    return _Number(first, numeral.end, numeral, negative, currency)


def _is_range_dash(text: str, start: int) -> bool:
    """ "5km-7km": the dash belongs to a range; "COVID-19": it does not."""
    return bool(
        re.search(
            r"[0-9]\s?[a-z°%]{1,3}[-\u2010-\u2015]$", text[max(0, start - 8) : start], re.IGNORECASE
        )
    )


def _currency_before(text: str, start: int) -> tuple[units.Unit | None, int]:
    """The currency sign or code before a number, and where it starts."""
    gap = 1 if text[start - 1 : start] in {" ", "\u00a0"} and start else 0
    for length in range(min(5, start - gap), 0, -1):
        begin = start - gap - length
        sign = text[begin : start - gap]
        unit = units.load().signs.get(sign)
        if unit is None or (sign[0].isalpha() and begin and (text[begin - 1].isalnum())):
            continue
        return unit, begin
    return None, start


def _money_scale(text: str, end: int, currency: units.Unit | None) -> tuple[int, int] | None:
    """ "$5m", "€2.2b": single letters are scale words only after a currency."""
    if currency is None:
        return None
    match = re.compile(r" ?([mbkMBKT])(?![\w])").match(text, end)
    if match is None:
        return None
    return {"k": 10**3, "m": 10**6, "b": 10**9, "t": 10**12}[match[1].lower()], match.end()


class _Measured(NamedTuple):
    """What stands after a number: its unit, counted noun, denominator and base."""

    unit: units.Unit | None
    noun: str | None
    per: str | None
    per_count: Decimal
    of: str | None
    unit_end: int
    end: int
    noun_end: int


def _quantity(
    text: str, original: str, number: _Number, second: _Number | None
) -> tuple[Quantity | None, int]:
    """The quantity that starts with `number`, and how many numbers it used."""
    if _IS_DENOMINATOR.search(text[max(0, number.start - 14) : number.start]):
        return None, 1
    value, step, end = _scaled(text, number)
    measured = _measure(text, number, end)
    if (
        second is not None
        and (joined := _range(text, original, number, second, value, measured)) is not None
    ):
        return joined, 2
    meaning = wording.modifier(text, number.start, (end, measured.unit_end, measured.noun_end))
    return _build(original, number, measured, meaning, value, step, None), 1


def _scaled(text: str, number: _Number) -> tuple[Decimal, Decimal, int]:
    value, step, end = number.numeral.value, number.numeral.step, number.end
    scale = _money_scale(text, end, number.currency)
    if scale is not None:
        value, step, end = value * scale[0], step * scale[0], scale[1]
    elif value and value.is_finite():
        before = nouns.scale_before(text, number.start)
        if before is not None:
            value, step = value * before, step * before
    return (-value if number.negative else value), step, end


def _measure(text: str, number: _Number, end: int) -> _Measured:
    unit, unit_end = number.currency, end
    noun = None
    if number.numeral.percent:
        unit = units.load().units["%"]
    elif unit is None:
        match = units.after(text, end)
        if match is not None:
            unit, unit_end = match
    last = noun_end = unit_end
    if unit is None:
        unit = nouns.unit_before(text, number.start)
    if unit is None:
        noun, noun_end = nouns.counted(text, end + (text[end : end + 1] == "+"))
    # "male 1,500,036/female 1,572,637": a slash after a bare number parts a list.
    bare = unit is None and noun is None and text[end : end + 1] in {"/", " "}
    per, per_count, per_end = _denominator(text, noun_end, bare=bare)
    if per is not None:
        last = per_end
    of = None
    if unit is not None and unit.id == "%" and (part := _OF.match(text, unit_end)):
        of = nouns.phrase(text, part.end())
    return _Measured(unit, noun, per, per_count, of, unit_end, last, max(noun_end, last))


def _denominator(text: str, end: int, *, bare: bool) -> tuple[str | None, Decimal, int]:
    """ "/woman", "per 1,000 live births", "a year": what a rate is for one, or for so many, of."""
    loose = _LOOSE.match(text, end)
    for start in {end, loose.end() if loose else end}:
        if annual := _ANNUAL.match(text, start):
            return "year", Decimal(1), annual.end()
        sign = _PER.match(text, start)
        if sign is None or (bare and "/" in sign.group()):
            continue
        count, position = Decimal(1), sign.end()
        if token := numerals.TOKEN.match(text, position):
            numeral = numerals.read(token, text)
            if numeral is None or not numeral.value:
                continue
            count, position = numeral.value, numeral.end
            gap = re.compile(r"[ \u00a0-]?").match(text, position)
            position = gap.end() if gap else position
        unit = units.at(text, position)
        if unit is not None and unit.unit.dimension != "percent":
            return unit.unit.id, count, unit.end
        noun, noun_end = nouns.counted(text, position, singular=True)
        if noun is not None:
            return noun, count, noun_end
    return None, Decimal(1), end


def _range(
    text: str, original: str, first: _Number, second: _Number, low: Decimal, measured: _Measured
) -> Quantity | None:
    """Join "5-7", "between 5 and 7", "5 km to 7 km"; a change ("rose from 5 to 7") is no range."""
    # "5 -7" stays two numbers: its dash was read as a sign.
    between = _RANGE.fullmatch(text, measured.unit_end, second.start)
    if between is None or first.numeral.percent or second.negative:
        return None
    word = between.group().strip()
    before = text[max(0, first.start - 48) : first.start]
    if word == "and" and not re.search(
        r"\bbetween\s(?:about\s|around\s|roughly\s)?$", before, re.IGNORECASE
    ):
        return None
    if (
        word in {"to", "through"}
        and re.search(r"\bfrom\s$", before, re.IGNORECASE)
        and not _SPREAD.search(before)
    ):
        return None
    high, step, end = _scaled(text, second)
    last = _measure(text, second._replace(currency=second.currency or first.currency), end)
    if measured.unit is not None and measured.unit != last.unit:
        return None
    if (
        measured.unit is None
        and measured.noun is not None
        and measured.noun_end > first.end
        and word == "-"
    ):
        return None
    if low < high / 1000 and second.numeral.step >= 1000 and first.numeral.step < 1000 and low:
        low *= _shared_scale(second.numeral)
    if low > high:
        return None
    meaning = wording.modifier(text, first.start, (last.end,))
    number = _Number(first.start, end, second.numeral, False, first.currency or second.currency)
    keep = Modifier.ABOUT if meaning is Modifier.ABOUT else Modifier.EXACT
    return _build(original, number, last, keep, (low + high) / 2, step, (low, high))


def _shared_scale(numeral: Numeral) -> Decimal:
    """ "5 to 7 million": the scale word serves both ends."""
    for scale in (10**12, 10**9, 10**7, 10**6, 10**5, 10**3):
        if numeral.value >= scale and (numeral.step >= scale or numeral.decimals):
            return Decimal(scale)
    return Decimal(1)


def _build(
    original: str,
    number: _Number,
    measured: _Measured,
    meaning: Modifier,
    value: Decimal,
    step: Decimal,
    ends: tuple[Decimal, Decimal] | None,
) -> Quantity:
    unit = measured.unit
    dimension = unit.dimension if unit is not None else "count" if measured.noun else "plain"
    span = Span(start=number.start, end=max(measured.end, measured.unit_end))
    return Quantity(
        value=value,
        low=ends[0] if ends else None,
        high=ends[1] if ends else None,
        unit=unit.id if unit else "",
        dimension=dimension,
        noun=measured.noun,
        per=measured.per,
        per_count=measured.per_count,
        of=measured.of,
        modifier=meaning,
        step=step,
        decimals=number.numeral.decimals,
        span=span,
        text=span.of(original),
    )


class _Blocked:
    """Intervals of a text that hold no quantity."""

    def __init__(self, *sources: Iterable[tuple[int, int]]) -> None:
        merged: list[tuple[int, int]] = []
        for start, end in sorted(span for source in sources for span in source):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        self._starts = [start for start, _ in merged]
        self._ends = [end for _, end in merged]

    def touches(self, start: int, end: int) -> bool:
        """Whether an interval shares a character with [start, end)."""
        at = bisect_right(self._starts, end - 1) - 1
        return at >= 0 and self._ends[at] > start
