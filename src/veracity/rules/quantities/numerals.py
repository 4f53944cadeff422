"""Numbers as they are written: digits with separators, scale words, number words, fractions.

A spelling that two conventions read differently ("1.234,5", "12,5", "1 340") is not guessed at: it
is skipped, with all of its digits.
"""

from __future__ import annotations

import re
from decimal import Decimal, localcontext
from typing import NamedTuple

from veracity.rules import units

_DIGITS = {ord("０") + n: str(n) for n in range(10)} | {
    zero + n: str(n) for zero in (0x0660, 0x06F0, 0x0966, 0x0BE6, 0x0DE6) for n in range(10)
}
_VULGAR = {
    "½": "0.5",
    "¼": "0.25",
    "¾": "0.75",
    "⅛": "0.125",
    "⅜": "0.375",
    "⅝": "0.625",
    "⅞": "0.875",
    "⅕": "0.2",
    "⅖": "0.4",
    "⅗": "0.6",
    "⅘": "0.8",
}
_PLAIN = re.compile(r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_WESTERN = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_INDIAN = re.compile(r"[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]+)?")
_SPACED = re.compile(
    r"[1-9][0-9]{0,2}(?:(['’\u00a0\u2009\u202f])[0-9]{3})(?:\1[0-9]{3})*(?:\.[0-9]+)?"
)
_LONGEST = 40
"""Characters. A longer run of digits is an identifier, not a quantity."""

_VULGAR_CLASS = f"[{''.join(_VULGAR)}]"
TOKEN = re.compile(
    r"[0-9](?:[0-9]|[,.'’\u00a0\u2009\u202f](?=[0-9]))*(?: [0-9]{3}(?![0-9]|[,.'’][0-9]))*"
    rf"{_VULGAR_CLASS}?|{_VULGAR_CLASS}"
)
"""A candidate for a number in digits, with groups that are set apart by spaces."""


class Numeral(NamedTuple):
    """A number and the precision with which it was written."""

    value: Decimal
    step: Decimal
    decimals: int
    end: int
    percent: bool = False
    """A share in words ("two-thirds"), already multiplied by 100."""


def ascii_digits(text: str) -> str:
    """`text` with every decimal digit as an ASCII digit, in as many characters."""
    return text if text.isascii() else text.translate(_DIGITS)


def read(token: re.Match[str], text: str) -> Numeral | None:
    """Read one match of `TOKEN` with the scale word after it, None when it is ambiguous."""
    written = token.group()
    if len(written) > _LONGEST:
        return None
    extra = _VULGAR.get(written[-1])
    whole = _clean(written[:-1] if extra else written)
    if whole is None or (extra and "." in whole):
        return None
    value = Decimal(whole or 0) + Decimal(extra or 0)
    decimals = len(extra.split(".")[1]) if extra else len(whole.partition(".")[2])
    return scaled(value, decimals, token.end(), text)


def scaled(value: Decimal, decimals: int, end: int, text: str) -> Numeral:
    """Multiply by the scale words after `end` ("22 million", "2 lakh crore")."""
    factor = 1
    for _ in range(2):
        scale = units.scale_after(text, end)
        if scale is None:
            break
        factor *= scale[0]
        end = scale[1]
    with localcontext() as context:
        context.prec = 2 * _LONGEST
        value *= factor
        if factor > 1 and value == value.to_integral_value():
            value = value.quantize(Decimal(1))
        return Numeral(value, step_of(value, decimals, factor), decimals, end)


def step_of(value: Decimal, decimals: int, factor: int = 1) -> Decimal:
    """Place value of the last significant digit; see `Quantity.step`."""
    with localcontext() as context:
        context.prec = 2 * _LONGEST
        unit = Decimal(factor).scaleb(-decimals)
        if unit >= 1:
            unit = unit.quantize(Decimal(1))
        size = abs(value)
        if decimals or size < 1000:
            return unit
        coarsest = Decimal(1).scaleb(size.adjusted() - 1)
        while unit * 10 <= coarsest and size % (unit * 10) == 0:
            unit *= 10
        return unit.quantize(Decimal(1))


def _clean(written: str) -> str | None:
    """Digits and a decimal point, or None for a spelling that is no number or an ambiguous one."""
    if not written:
        return ""
    if " " in written:
        head, *groups = written.split(" ")
        # "1 340" may be two numbers; "22 050 561" hardly is.
        if len(groups) < 2 or not head.isdigit() or len(head) > 3 or head.startswith("0"):
            return None
        return head + "".join(groups)
    if _PLAIN.fullmatch(written):
        return written
    if _WESTERN.fullmatch(written) or _INDIAN.fullmatch(written):
        return written.replace(",", "")
    if _SPACED.fullmatch(written):
        return re.sub(r"['’\u00a0\u2009\u202f]", "", written)
    return None


_SMALL_WORDS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
_SMALL = {word: number for number, word in enumerate(_SMALL_WORDS.split())}
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10 * number for number, word in enumerate(_TENS_WORDS.split(" "), start=2)}
_SCALES = {
    "hundred": 100,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "lakh": 10**5,
    "crore": 10**7,
    "dozen": 12,
}
_PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "eighth": 8,
    "tenth": 10,
}
_COUNT = rf"(?:{'|'.join(sorted([*_SMALL, *_TENS], key=len, reverse=True))})"
_SCALE = rf"(?:{'|'.join(_SCALES)})s?"
_PART = rf"(?:{'|'.join(sorted(_PARTS, key=len, reverse=True))})"
WORDED = re.compile(
    rf"""(?<![\w-])(?:
      (?P<times>{_COUNT}|a|an)[\s-](?P<part>{_PART})(?P<many>s)?(?![\w-])
        (?=(?P<of>\s(?:of|the)\b)?)
    | (?P<half>half|quarter)(?=\s(?:of|the|all|its|their|an?)\b)
        (?:\s(?P<half_scale>a\s(?:million|billion|trillion|dozen)|an?\shundred))?
    | (?P<in>(?:{_COUNT}|[1-9][0-9]?)\s(?:in|out\sof)(?:\severy)?
        \s(?:{_COUNT}|[1-9][0-9]{{0,2}}))(?![\w.,%-]*[0-9%]|\s?%)
    | (?P<number>(?:{_COUNT}|an?(?=\s{_SCALE}\b))(?![a-z])
        (?:(?:\s|-|\sand\s)(?:{_COUNT}|{_SCALE})(?![a-z])){{0,12}})
    )""",
    re.VERBOSE | re.IGNORECASE,
)
"""A candidate for a number in words. A lone "one" is a pronoun more often than a number."""


_AND_HALF = re.compile(
    r"\sand\sa\s(?P<part>half|quarter)(?:\s(?P<scale>hundred|thousand|million|billion|trillion))?\b",
    re.IGNORECASE,
)


def read_words(match: re.Match[str], text: str) -> Numeral | None:
    """Read one match of `WORDED`, None when the words are no number here."""
    if match["part"]:
        return _read_part(match)
    if match["half"]:
        return _read_half(match, text)
    if match["in"]:
        return _read_ratio(match)
    words = re.split(r"[\s-]+", match["number"].lower())
    if words == ["one"] and not _AND_HALF.match(text, match.end()):
        return None
    if words[0] in {"a", "an"} and len(words) == 1:
        return None
    value = _value(words)
    if value is None:
        return None
    if and_half := _AND_HALF.match(text, match.end()):
        scale = _SCALES[and_half["scale"].lower()] if and_half["scale"] else 1
        extra = Decimal(1) / _PARTS[and_half["part"].lower()]
        return Numeral((value + extra) * scale, extra * scale, 0, and_half.end())
    last = _SCALES.get(words[-1].rstrip("s"), 1)
    return Numeral(value, step_of(value, 0, last if last != 12 else 1), 0, match.end())


def _share(numerator: int, denominator: int, end: int) -> Numeral | None:
    if not 0 < numerator <= denominator:
        return None
    return Numeral(Decimal(100 * numerator) / denominator, Decimal(5), 0, end, percent=True)


def _read_part(match: re.Match[str]) -> Numeral | None:
    """ "a third of", "two-thirds", "one-fifth"; "a third term" is an ordinal."""
    times = match["times"].lower()
    number = _SMALL.get(times, 1 if times in {"a", "an"} else 0)
    if match["many"] is None and match["of"] is None:
        return None
    if (match["many"] is None) != (number == 1) and match["part"].lower() != "halves":
        return None
    return _share(
        number,
        _PARTS[match["part"].lower()],
        match.end("many") if match["many"] else match.end("part"),
    )


def _read_half(match: re.Match[str], text: str) -> Numeral | None:
    before = text[max(0, match.start() - 16) : match.start()].lower()
    if re.search(r"\b(?:first|second|other|other|latter|and|a|one|past|last)\s$", before):
        return None
    scale = match["half_scale"]
    if scale is None:
        return _share(1, _PARTS[match["half"].lower()], match.end("half"))
    value = Decimal(_SCALES[scale.split()[-1].lower()]) / _PARTS[match["half"].lower()]
    return Numeral(value, step_of(value, 0), 0, match.end())


def _read_ratio(match: re.Match[str]) -> Numeral | None:
    """ "one in five", "nine out of ten", "1 in 10"."""
    first, *_, last = match["in"].lower().split()
    if "-" in first or (first == "one" and last == "one"):
        return None
    numbers = [int(w) if w.isdigit() else _SMALL.get(w, _TENS.get(w, 0)) for w in (first, last)]
    if numbers[1] < 2 or numbers[0] >= numbers[1]:
        return None
    return _share(numbers[0], numbers[1], match.end())


def _value(words: list[str]) -> Decimal | None:
    """The usual reading: small numbers add up, hundred multiplies, larger scales close a group."""
    total, group, seen = 0, 0, False
    for word in words:
        if word == "and":
            continue
        if word in {"a", "an"}:
            group, seen = 1, True
        elif word in _SMALL or word in _TENS:
            number = _SMALL.get(word, _TENS.get(word, 0))
            # "five six" and "twenty thirty" are two numbers next to each other.
            if seen and group % 100 and not (group % 100 >= 20 and group % 10 == 0 and number < 10):
                return None
            group, seen = group + number, True
        else:
            factor = _SCALES[word.rstrip("s")]
            if factor <= 100:
                group *= factor
            else:
                total, group, seen = total + group * factor, 0, False
    return Decimal(total + group)
