"""The elements of HTML, and which of them are open at a place in a page.

Where tags are left out or cross each other, what ends follows the standard as far as it matters for
what is hidden: in doubt an element stays open, so that what it hides stays hidden.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from veracity.rules.quotes.looks import Look
from veracity.rules.quotes.sheets import Element, Sheet

Names = frozenset[str]


@dataclass(frozen=True, slots=True)
class Elements:
    """The content of `sources/html.toml`: names of elements by what they mean."""

    void: Names
    unseen: Names
    formatting: Names
    block: Names
    cell: Names
    inline: Names
    preserved: Names
    ends_paragraph: Names
    scope: Names
    hiding_class: Names
    ends: dict[str, tuple[Names, Names]]
    """What the start of an element ends, and the elements beyond which it does not look."""

    @property
    def all(self) -> Names:
        """Every element."""
        kinds = (self.void, self.unseen, self.formatting, self.block, self.cell, self.inline)
        return frozenset[str]().union(*kinds)


@cache
def elements() -> Elements:
    """Read the table once."""
    content = resources.files("veracity.sources").joinpath("html.toml").read_text("utf-8")
    raw: dict[str, Any] = tomllib.loads(content)
    ends = raw.pop("ends")
    return Elements(
        **{name: frozenset(words.split()) for name, words in raw.items()},
        ends={
            name: (frozenset(one["open"].split()), frozenset(one["within"].split()))
            for name, one in ends.items()
        },
    )


DEEPEST = 256
"""Elements inside each other, more than pages have. What is deeper, and all after it, is unseen."""


@cache
def _barriers(name: str) -> Names:
    """The elements that the end tag of an element does not reach beyond."""
    table = elements()
    if name not in table.block | table.cell | table.unseen:
        return table.block | table.cell
    _, within = table.ends.get(name, (frozenset[str](), frozenset[str]()))
    if name == "table" or "table" in within:  # Its own cells lie between it and what is in them.
        return within | {"html", "template"}
    return within | table.scope


class _Open(NamedTuple):
    element: Element
    style: str
    look: Look


class Opened:
    """The elements that are open, the outermost first."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._open: list[_Open] = []
        self._count: Counter[str] = Counter()
        self._lost = False

    @property
    def look(self) -> Look:
        """How text looks here."""
        if self._lost:
            return Look(gone=True)
        return self._open[-1].look if self._open else Look()

    def inside(self, name: str) -> bool:
        """Whether an element of this name is open."""
        return self._count[name] > 0

    def start(self, element: Element, style: str) -> None:
        """An element starts; `style` is its own. It ends what cannot go on beside it."""
        table = elements()
        if element.name in table.ends_paragraph:
            self._end_open(frozenset({"p"}), table.scope | {"button"})
        if element.name in table.ends:
            self._end_open(*table.ends[element.name])
        self._push(element, style)

    def end(self, name: str) -> None:
        """An end tag. One that nothing open answers to, or that crosses a block, ends nothing."""
        if not self.inside(name):
            return
        barriers = _barriers(name)
        for at in reversed(range(len(self._open))):
            here = self._open[at].element.name
            if here == name:
                self._close(at)
                return
            if here in barriers:
                return

    def _end_open(self, names: Names, within: Names) -> None:
        """End the outermost of these elements that is open inside one of the others."""
        found: int | None = None
        for at in reversed(range(len(self._open))):
            here = self._open[at].element.name
            if here in within:
                break
            if here in names:
                found = at
        if found is not None:
            self._close(found)

    def _close(self, at: int) -> None:
        """End the element at a place. Formatting that was open in a block goes on after it."""
        table = elements()
        ended = self._open[at:]
        del self._open[at:]
        self._count.subtract(one.element.name for one in ended)
        if ended[0].element.name in table.block:
            going_on = dict.fromkeys((one.element, one.style) for one in ended[1:])
            for element, style in going_on:
                if element.name in table.formatting:
                    self._push(element, style)

    def _push(self, element: Element, style: str) -> None:
        self._lost = self._lost or len(self._open) >= DEEPEST
        if self._lost:
            return
        path = [*(one.element for one in self._open), element]
        look = self.look.under(self._sheet.declared(path, style))
        if element.name in elements().unseen:
            look = replace(look, gone=True)
        self._open.append(_Open(element, style, look))
        self._count[element.name] += 1
