"""From the bytes of a page to what a reader sees of it, and what it says of itself."""

from __future__ import annotations

from veracity.domain.page import Extracted, Obstacle
from veracity.retrieval.pages import tree as trees
from veracity.retrieval.pages.dates import dates
from veracity.retrieval.pages.decoding import decode
from veracity.retrieval.pages.language import language
from veracity.retrieval.pages.naming import names
from veracity.retrieval.pages.statements import read
from veracity.retrieval.pages.tags import shortened
from veracity.retrieval.pages.text import cover, main_text, uncover
from veracity.rules.obstacles import Signs, obstacle

_PLAIN = ("text/plain", "text/markdown")
_PAGES = ("text/html", "application/xhtml+xml")


def extract(content: bytes, *, url: str, media_type: str, charset: str | None = None) -> Extracted:
    """Read a page that was fetched from `url`. Never raises, however broken the page is.

    `media_type` is what the bytes are, `charset` what the server said that they are in. What is
    neither a page nor text has no text, and its obstacle is `empty`.
    """
    if media_type in _PLAIN:
        text = decode(content, charset).strip()
        return Extracted(text=text, obstacle=None if text else Obstacle.EMPTY)
    if media_type not in _PAGES:
        return Extracted(text="", obstacle=Obstacle.EMPTY)
    return extract_markup(decode(content, charset), url=url)


def extract_markup(markup: str, *, url: str) -> Extracted:
    """Read the markup of a page at `url`, which may be empty. Never raises."""
    markup = shortened(markup)
    tree = trees.parse(cover(markup))
    if tree is None:
        return Extracted(text="", obstacle=Obstacle.EMPTY)
    statements = read(tree, url)
    trees.hide(tree)
    text = main_text(tree, url)
    named = names(tree, statements)
    found = dates(tree, statements, url)
    signs = Signs(
        title=uncover(tree.findtext(".//title") or ""),
        text=text,
        shown=uncover(trees.shown(tree)),
        markup=markup,
        free=statements.free,
    )
    return Extracted(
        text=text,
        title=named.title,
        author=named.author,
        publisher=named.publisher,
        published=found.published,
        modified=found.modified,
        language=language(tree, statements, text),
        canonical=statements.canonical,
        obstacle=obstacle(signs),
    )
