"""A page as a tree, without what a reader of it cannot see.

What hides an element is told by the rules that quotes are verified by (`rules.quotes`), applied to
the tree that the text is taken from: there is no second reading of the markup in which something
else would be hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Protocol, cast

from veracity.rules.quotes.elements import DEEPEST, elements
from veracity.rules.quotes.looks import Look
from veracity.rules.quotes.markup import own_style
from veracity.rules.quotes.sheets import Element, Sheet

_SAYS_OF_ITSELF = frozenset({"head", "script", "style", "title"})
"""What is not on the page but speaks of it, and is no text for any extractor."""
_DECLARATION = re.compile(r"^\s*<\?xml\b[^>]*\?>", re.IGNORECASE)


@cache
def _ends_itself() -> re.Pattern[str]:
    """A tag of an element with content that is written as if it had none."""
    names = "|".join(sorted(elements().all - elements().void))
    return re.compile(rf"<({names})(\s[^<>]*)?/>", re.IGNORECASE)


class Node(Protocol):
    """An element of the tree: what is used of lxml, which has no types."""

    tag: str
    text: str | None
    """Before the first element inside."""
    tail: str | None
    """Between its end and the next element."""
    attrib: Mapping[str, str]

    def get(self, key: str) -> str | None:
        """The value of an attribute."""
        ...

    def __iter__(self) -> Iterator[Node]: ...

    def iter(self, *tags: str) -> Iterator[Node]:
        """Itself and all elements inside, in order."""
        ...

    def iterancestors(self) -> Iterator[Node]:
        """The elements around it, the nearest first."""
        ...

    def getparent(self) -> Node | None:
        """The element around it."""
        ...

    def find(self, path: str) -> Node | None:
        """The first element inside that the path leads to."""
        ...

    def findtext(self, path: str) -> str | None:
        """The text of the first element inside that the path leads to."""
        ...

    def text_content(self) -> str:
        """All text inside."""
        ...

    def drop_tree(self) -> None:
        """Take it out with everything inside; what follows it stays."""
        ...


def parse(markup: str) -> Node | None:
    """The tree of a page; None for what has no element. Broken markup is read as far as it goes."""
    from lxml import html
    from lxml.etree import ParserError  # pyright: ignore - lxml has no types

    # Without a declaration, whose encoding is past its use; and as browsers read "<![CDATA[" and
    # "<div/>", which only starts an element.
    written = _DECLARATION.sub("", markup).replace("<![", "<!x")
    written = _ends_itself().sub(r"<\1\2>", written)
    parser: Any = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    read: Any = html.document_fromstring  # pyright: ignore - lxml has no types
    try:
        return cast(Node, read(written.encode("utf-8", "replace"), parser=parser))
    except (ParserError, ValueError):  # There is nothing in it.
        return None


def hide(tree: Node) -> None:
    """Take out of the tree what a reader cannot see. The head and scripts stay."""
    sheet = Sheet("\n".join(style.text or "" for style in tree.iter("style")))
    _hide(tree, [], Look(), sheet)


def shown(tree: Node) -> str:
    """All text of the tree, each block on a line of its own."""
    pieces: list[str] = []
    _show(tree, pieces)
    lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


def _show(node: Node, pieces: list[str]) -> None:
    apart = node.tag == "br" or node.tag in elements().block | elements().cell
    edge = "\n" if apart else ""
    pieces += (edge, (node.text or "").replace("\n", " "))
    for child in node:
        if child.tag not in _SAYS_OF_ITSELF:
            _show(child, pieces)
        pieces.append((child.tail or "").replace("\n", " "))
    pieces.append(edge)


def _hide(node: Node, around: list[Element], look: Look, sheet: Sheet) -> None:
    classes = frozenset((node.get("class") or "").lower().split())
    element = Element(node.tag, (node.get("id") or "").lower(), classes)
    around.append(element)
    look = look.under(sheet.declared(around, own_style(element, dict(node.attrib))))
    for child in list(node):
        if child.tag in _SAYS_OF_ITSELF:
            continue
        if look.gone or child.tag in elements().unseen or len(around) >= DEEPEST:
            child.drop_tree()
        else:
            _hide(child, around, look, sheet)
    if not look.seen:
        _blank(node)
    around.pop()


def _blank(node: Node) -> None:
    """Take the text of one element out. What is inside of it may be seen nonetheless."""
    node.text = " " if node.text else None
    for child in node:
        child.tail = " " if child.tail else None
