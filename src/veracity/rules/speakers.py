"""The names of speakers at the beginnings of lines, and how well each is borne out by its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from importlib import resources
from typing import NamedTuple

MOST_WORDS = 6
"""Of a name. A longer beginning of a line is a part of a sentence."""
MOST_WORDS_WITHOUT_CASE = 4
"""The same in a script that has no capitals to tell a name by."""

_STAMP = r"(?:\d{1,3}:)?\d{1,2}:[0-5]\d(?:[.,]\d{1,3})?"
_MARGIN = re.compile(r"[ \t>*_-]*")
_BEFORE = re.compile(rf"[\[(](?P<at>{_STAMP})[\])][ \t]*-?[ \t]*|(?P<bare>\d+:\d\d:\d\d)[ \t]+")
_ASKS = re.compile(r"(?P<name>[QA])(?:[.:][ \t]+|[ \t]{2,})(?=\S)")
_ADDRESSED = re.compile(
    r"(?P<name>(?:The|Mr\.|Mrs\.|Ms\.|Miss|Dr\.|Senator) [A-Z][A-Z'’-]+(?: [A-Z][A-Z'’-]+)*)\."
    r"(?=\s)"
)
_NAMED = re.compile(
    r"(?P<name>[^:\n\[\]()<>|\"“”?!;=/\\]{1,60}?)[ \t*_]{0,9}"
    rf"(?:[\[(](?:(?P<at>{_STAMP})|(?P<role>[^()\[\]\n]{{1,80}}))[\])][ \t]{{0,9}})?:[*_]*(?=\s|$)"
)
_TIMED = re.compile(
    rf"(?P<name>[^:\n\[\]()<>|\"“”?!;=/\\]{{1,60}}?)[ \t]{{1,9}}[\[(]?(?P<at>{_STAMP})[\])]?[ \t]*$"
)
_PARTICLES = frozenset(
    {"al", "and", "bin", "da", "de", "del", "della", "den", "der", "di", "dos", "el", "for", "ibn"}
    | {"la", "le", "of", "the", "van", "von", "y"}
)
"""Words of a name that have no capital."""


class Grade(IntEnum):
    """How well a name is borne out by its own line."""

    POSSIBLE = 1
    """Its words begin with capitals, or are of a script that has none."""
    CAPITALS = 2
    """It is written in capitals, or has an office in it."""
    SURE = 3
    """It has a time or a role beside it, begins with a form of address, or is an office in
    capitals."""


class Names(NamedTuple):
    """The lists that names are told by."""

    never: frozenset[str]
    """What stands before a colon and names no speaker, in lower case."""
    addresses: frozenset[str]
    """First words of a name that make it a person's: forms of address."""
    offices: frozenset[str]
    """Words that make a name a speaker's, above all in capitals."""


@dataclass(frozen=True, slots=True)
class Label:
    """A line's beginning that may say who speaks, when, or both."""

    start: int
    """Of the line, in the text."""
    end: int
    """Of what is not said itself: the name and what follows up to the words."""
    speaker: str | None
    """None for a time alone."""
    at: float | None
    """In seconds."""
    grade: Grade

    @property
    def key(self) -> str:
        """The name, for comparison."""
        return " ".join((self.speaker or "").casefold().split())


def labels(text: str) -> Iterator[Label]:
    """The labels of the lines of `text`, in order."""
    start = 0
    for line in text.splitlines(keepends=True):
        if found := _label(line.rstrip("\r\n"), start):
            yield found
        start += len(line)


def seconds(stamp: str) -> float:
    """A time such as `1:02:03.5` or `12:03` in seconds."""
    total = 0.0
    for part in stamp.replace(",", ".").split(":"):
        total = total * 60 + float(part)
    return total


def _label(line: str, start: int) -> Label | None:
    margin = _margin(line)
    before = _BEFORE.match(line, margin)
    begin = before.end() if before else margin
    stamp = (before["at"] or before["bare"]) if before else None
    for pattern in (_ASKS, _ADDRESSED, _NAMED, _TIMED):
        match = pattern.match(line, begin)
        grade = _grade(match) if match else None
        if match is None or grade is None:
            continue
        stamp = stamp or match.groupdict().get("at")
        return Label(
            start=start,
            end=start + match.end(),
            speaker=match["name"].strip(" \t*_,"),
            at=seconds(stamp) if stamp else None,
            grade=Grade.SURE if stamp else grade,
        )
    if before is None or before["at"] is None:
        return None
    return Label(start, start + before.end(), None, seconds(before["at"]), Grade.SURE)


def _margin(line: str) -> int:
    match = _MARGIN.match(line)
    return match.end() if match else 0


def _grade(match: re.Match[str]) -> Grade | None:
    """How well the name of `match` is borne out; None when it is no name."""
    if match.re is _ASKS:
        return Grade.CAPITALS
    if match.re is _ADDRESSED:
        return Grade.SURE
    name = match["name"].strip(" \t*_,")
    words = name.replace(",", " ").split()
    lower = [word.casefold().strip(".") for word in words]
    if (
        not words
        or words[0][0].isdigit()
        or len(words) > MOST_WORDS
        or " ".join(lower) in names().never
    ):
        return None
    if lower[0] in _PARTICLES - {"the"} and not words[0][0].isupper():
        return None
    if not all(_opens_name(word) for word in words) or not any(map(str.isalpha, name)):
        return None
    if lower[0] in names().addresses:
        return Grade.SURE
    if not names().offices.isdisjoint(lower):
        # In small letters an office heads the entries of a list as well.
        return Grade.CAPITALS if any(map(str.islower, name)) else Grade.SURE
    if match.groupdict().get("role") and len(words) > 1:
        return Grade.SURE
    return _by_letters(name, len(words))


def _by_letters(name: str, words: int) -> Grade | None:
    letters = [character for character in name if character.isalpha()]
    if not any(character.isupper() or character.islower() for character in letters):
        return Grade.POSSIBLE if words <= MOST_WORDS_WITHOUT_CASE else None
    in_capitals = len(letters) > 1 and not any(character.islower() for character in letters)
    return Grade.CAPITALS if in_capitals else Grade.POSSIBLE


def _opens_name(word: str) -> bool:
    """Whether `word` may be a part of a name: it has no small letter first, or joins the others."""
    return word in _PARTICLES or not word[0].islower()


@cache
def names() -> Names:
    """The lists of `sources/turns.toml`."""
    content = resources.files("veracity.sources").joinpath("turns.toml").read_text("utf-8")
    table = tomllib.loads(content)
    return Names(*(frozenset(table[name]) for name in Names._fields))
