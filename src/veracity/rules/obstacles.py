"""Whether a page that came with status 200 is a wall, an error or empty, rather than what it was
fetched for.

Three kinds of signs are counted: the title, lines that begin as such pages do, and names in the
markup. The words of the main text that stand in no such line are what the page would have to offer;
the more there are, the more signs it takes, and above `most` none are enough:

* at most `few` words: one kind of sign;
* at most `most` words: two kinds.

The numbers and signs of each kind of obstacle are in `sources/obstacles.toml`. That a publisher
says of a work that it is not free to read is a sign of a paywall. A page without words is empty.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from veracity.domain.page import Obstacle

_PARTS = re.compile(r"\s+[|–—·»-]\s+")
_EDGES = " \t.…!?*#-–—•>|"
"""Taken off a line. A quotation mark is not: a text quotes what such pages say."""
_LETTERS = 6
"""Characters of a word in scripts that do not part words, as in those that do on average."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What is told from."""

    title: str
    """Of the `title` element."""
    text: str
    """The main text."""
    shown: str
    """All that a reader sees, each block on a line of its own."""
    markup: str
    """As it was sent."""
    free: bool | None = None
    """Whether the publisher says that the work is free to read; None where it says nothing."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of obstacle, as the table has it."""

    obstacle: Obstacle
    few: int
    most: int
    titles: frozenset[str]
    phrases: tuple[str, ...]
    markers: tuple[str, ...]


def obstacle(signs: Signs) -> Obstacle | None:
    """What stands in the way of the page, None if nothing does."""
    lines = [_begins(line) for line in signs.shown.split("\n")]
    text = [line for line in signs.text.split("\n") if line.strip()]
    titles = {_begins(part) for part in (signs.title, *_PARTS.split(signs.title))}
    markup: str | None = None
    for kind in kinds():
        words = length(line for line in text if not _begins(line).startswith(kind.phrases))
        if words > kind.most:
            continue
        markup = markup or signs.markup.casefold()
        found = (
            bool(titles & kind.titles),
            any(line.startswith(kind.phrases) for line in lines),
            any(marker in markup for marker in kind.markers)
            or (kind.obstacle is Obstacle.PAYWALL and signs.free is False),
        )
        if sum(found) >= (1 if words <= kind.few else 2):
            return kind.obstacle
    return None if length(text) else Obstacle.EMPTY


def length(lines: Iterable[str]) -> int:
    """Words of a text; where a script does not part them, about so many as it has."""
    joined = " ".join(lines)
    return max(len(joined.split()), len("".join(joined.split())) // (2 * _LETTERS))


def _begins(line: str) -> str:
    """A line for comparison with the beginnings of lines."""
    return " ".join(line.split()).strip(_EDGES).replace("’", "'").casefold()


@cache
def kinds() -> tuple[Kind, ...]:
    """The kinds of obstacles in the order in which they are tried."""
    content = resources.files("veracity.sources").joinpath("obstacles.toml").read_text("utf-8")
    return tuple(
        Kind(
            obstacle=Obstacle(name),
            few=entry["few"],
            most=entry["most"],
            titles=frozenset(_begins(title) for title in entry["titles"]),
            phrases=tuple(_begins(phrase) for phrase in entry["phrases"]),
            markers=tuple(marker.casefold() for marker in entry["markers"]),
        )
        for name, entry in tomllib.loads(content).items()
    )
