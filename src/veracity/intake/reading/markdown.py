"""Markdown, as the text that it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING

from veracity.intake.reading.content import Content
from veracity.intake.reading.text import decode
from veracity.rules.quotes.markup import read as read_markup
from veracity.rules.turns import turns

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"^(title|date)[ \t]*:[ \t]*(.+?)[ \t]*$", re.IGNORECASE | re.MULTILINE)
_WORDS = {
    "text": None,
    "code_inline": None,
    "softbreak": " ",
    "hardbreak": "\n",
}
"""What the parts of a line stand for; None for their content. Images and tags stand for nothing."""


def read_markdown(content: bytes, name: str) -> Content:
    """The text of Markdown without its marks: a paragraph, an item and a row are a line each.

    Its title is that of its front matter, else its first heading. Raises `BadInput` for a binary
    file.
    """
    from markdown_it import MarkdownIt

    decoded = decode(content, name)
    front = _FRONT.match(decoded.text)
    about = dict(_fields(front[1])) if front else {}
    body = decoded.text[front.end() :] if front else decoded.text
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(body)
    text = _text(tokens)
    return Content(
        text=text,
        title=about.get("title") or _heading(tokens),
        published=_day(about.get("date", "")),
        turns=turns(text),
        notes=decoded.notes,
    )


def _fields(front: str) -> Iterator[tuple[str, str]]:
    for match in _FIELD.finditer(front):
        yield match[1].lower(), match[2].strip("\"'")


def _day(said: str) -> date | None:
    try:
        return date.fromisoformat(said[:10])
    except ValueError:
        return None


def _text(tokens: Sequence[Token]) -> str:
    lines: list[str] = []
    within = 0  # A list or a table, whose lines stand together.
    begins = True
    cells: list[str] | None = None
    for token in tokens:
        if token.type.endswith(("list_open", "list_close", "table_open", "table_close")):
            begins = begins or within == 0
            within += token.nesting
        if token.type == "tr_open":
            cells = []
        line = _line(token)
        if line and cells is not None:
            cells.append(line)
            continue
        if token.type == "tr_close":
            line, cells = " | ".join(cells or ()), None
        if line:
            lines += ["\n" if within and not begins else "\n\n", line]
            begins = False
    return "".join(lines).strip()


def _line(token: Token) -> str:
    """The words of one block; empty for the marks around it."""
    if token.type == "inline":
        return _inline(token.children or ())
    if token.type in ("fence", "code_block"):
        return token.content.strip("\n")
    return read_markup(token.content).seen.text.strip() if token.type == "html_block" else ""


def _inline(parts: Sequence[Token]) -> str:
    kept = (
        (part.content if _WORDS[part.type] is None else _WORDS[part.type]) or ""
        for part in parts
        if part.type in _WORDS
    )
    return "".join(kept).strip()


def _heading(tokens: Sequence[Token]) -> str | None:
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            return _inline(token.children or ()) or None
    return None
