"""A page as a tree, without what a reader of it cannot see.

What hides an element is told by the rules that quotes are verified by (`rules.quotes`), applied to
the tree that the text is taken from: there is no second reading of the markup in which something
else would be hidden.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from veracity.rules.quotes.elements import DEEPEST, elements
from veracity.rules.quotes.looks import Look
from veracity.rules.quotes.markup import own_style
from veracity.rules.quotes.sheets import Element, Sheet

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_SAYS_OF_ITSELF = frozenset({"head", "script", "style", "title"})
"""What is not on the page but speaks of it, and is no text for any extractor."""
_DECLARATION = re.compile(r"^\s*<\?xml\b[^>]*\?>", re.IGNORECASE)
_SECTION = re.compile(r"<!\[")


def parse(markup: str) -> HtmlElement | None:
    """The tree of a page; None for what has no element. Broken markup is read as far as it goes."""
    from lxml.etree import LxmlError, ParserError
    from lxml.html import HTMLParser, document_fromstring

    # A declaration of an encoding is past its use in decoded text, and the parser refuses it.
    written = _SECTION.sub("<!x", _DECLARATION.sub("", markup))
    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        return document_fromstring(written.encode("utf-8", "replace"), parser=parser)
    except (LxmlError, ParserError, ValueError):
        return None


def hide(tree: HtmlElement) -> None:
    """Take out of the tree what a reader cannot see. The head and scripts stay."""
    sheet = Sheet("\n".join(style.text or "" for style in tree.iter("style")))
    _hide(tree, [], Look(), sheet)


def _hide(node: HtmlElement, around: list[Element], look: Look, sheet: Sheet) -> None:
    element = Element(
        str(node.tag), node.get("id", "").lower(), frozenset(node.get("class", "").lower().split())
    )
    around.append(element)
    look = look.under(sheet.declared(around, own_style(element, dict(node.attrib))))
    if not look.seen:
        node.text = " " if node.text else None
    for child in list(node):
        if not look.seen:
            child.tail = " " if child.tail else None
        if not isinstance(child.tag, str) or child.tag in _SAYS_OF_ITSELF:
            continue
        if child.tag in elements().unseen or len(around) >= DEEPEST:
            child.drop_tree()
            continue
        _hide(child, around, look, sheet)
    around.pop()
    if look.gone and node.getparent() is not None:
        node.drop_tree()
