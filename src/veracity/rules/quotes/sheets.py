"""Which declarations of style hold for an element of a page.

Read are the style of the element itself and the page's own style sheets, with selectors of names,
classes, ids and the elements around. Rules for print, for a width, or for a state such as `:hover`
do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from veracity.rules.quotes.looks import READ, Declarations

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_ESCAPE = re.compile(r"\\([0-9a-f]{1,6})\s?", re.IGNORECASE)
_BRACE = re.compile(r"([{}])")
_HOLDS = re.compile(r"@media\s+(?:screen|all)|@(?:layer|supports)\b.*", re.DOTALL)
_BETWEEN = re.compile(r"\s*>\s*|\s+")
_COMPOUND = re.compile(r"([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)")


class Element(NamedTuple):
    """What a selector can ask of an element."""

    name: str
    id: str = ""
    classes: frozenset[str] = frozenset()


class _Declaration(NamedTuple):
    name: str
    value: str
    important: bool


class _Rule(NamedTuple):
    around: tuple[Element, ...]
    element: Element
    weight: tuple[int, int, int]
    """Ids, then classes and names, then its place: the heavier rule holds."""
    declared: tuple[_Declaration, ...]


class Sheet:
    """The rules of a page's own style sheets."""

    def __init__(self, css: str = "") -> None:
        self._rules: dict[str, list[_Rule]] = {}
        for place, (selectors, body) in enumerate(_blocks(_plain(css))):
            declared = tuple(_declarations(body))
            for selector in selectors.split(","):
                rule = _rule(selector, declared, place)
                if rule is not None:
                    self._rules.setdefault(_key(rule.element), []).append(rule)

    def declared(self, path: Sequence[Element], style: str) -> Declarations:
        """What holds for the last element of `path`, whose own style is given."""
        element = path[-1]
        keys = ["*", element.name, f"#{element.id}", *(f".{name}" for name in element.classes)]
        rules = [rule for key in keys for rule in self._rules.get(key, ()) if _holds(rule, path)]
        if not rules and not style:
            return {}
        found = [
            (one.important, False, rule.weight, one) for rule in rules for one in rule.declared
        ]
        found += [(one.important, True, (0, 0, 0), one) for one in _declarations(_plain(style))]
        ordered = sorted(found, key=lambda weighed: weighed[:3])
        return {one.name: one.value for *_, one in ordered}


def _plain(css: str) -> str:
    """Style in lower case, without comments and escapes."""
    return _ESCAPE.sub(lambda match: _character(int(match[1], 16)), _COMMENT.sub(" ", css)).lower()


def _character(code: int) -> str:
    return chr(code) if code <= 0x10FFFF else ""


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """Selectors with their declarations, of the rules that hold on every screen."""
    around: list[str] = []
    pieces = _BRACE.split(css)
    for before, brace in zip(pieces[::2], pieces[1::2], strict=False):
        if brace == "{":
            around.append(before.rpartition(";")[2].strip())
        elif around:
            selectors = around.pop()
            if not selectors.startswith("@") and all(_HOLDS.fullmatch(one) for one in around):
                yield selectors, before


def _declarations(body: str) -> Iterator[_Declaration]:
    for one in body.split(";"):
        name, colon, value = one.partition(":")
        if colon and name.strip() in READ:
            bare = re.sub(r"!\s*important", "", value)
            yield _Declaration(name.strip(), bare.strip(), bare != value)


def _rule(selector: str, declared: tuple[_Declaration, ...], place: int) -> _Rule | None:
    """The rule of one selector; None for a selector that is not read, such as one for a state."""
    parts = [_compound(part) for part in _BETWEEN.split(selector.strip()) if part]
    elements = tuple(part for part in parts if part is not None)
    if not declared or not parts or len(elements) < len(parts):
        return None
    ids = sum(1 for element in elements if element.id)
    others = sum(len(element.classes) + (element.name != "*") for element in elements)
    return _Rule(elements[:-1], elements[-1], (ids, others, place), declared)


def _compound(part: str) -> Element | None:
    match = _COMPOUND.fullmatch(part)
    if match is None:
        return None
    marks = re.findall(r"([.#])([\w-]+)", match[2])
    return Element(
        name=match[1] or "*",
        id=next((name for mark, name in marks if mark == "#"), ""),
        classes=frozenset(name for mark, name in marks if mark == "."),
    )


def _key(element: Element) -> str:
    """Under what a rule is kept: every element that it holds for has this id, class or name."""
    if element.id:
        return f"#{element.id}"
    return f".{min(element.classes)}" if element.classes else element.name


def _holds(rule: _Rule, path: Sequence[Element]) -> bool:
    if not _is(rule.element, path[-1]):
        return False
    above = iter(path[-2::-1])
    return all(any(_is(wanted, one) for one in above) for wanted in reversed(rule.around))


def _is(wanted: Element, element: Element) -> bool:
    return (
        wanted.name in ("*", element.name)
        and wanted.id in ("", element.id)
        and wanted.classes <= element.classes
    )
