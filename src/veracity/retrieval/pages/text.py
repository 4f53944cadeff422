"""The main text of a page, as trafilatura finds it.

The zero-width joiners that Sinhala and other scripts are written with go through the extraction
under the cover of a character that no page has, since the library drops what it cannot print.
"""

from __future__ import annotations

import logging
import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any, NamedTuple, cast

from veracity.retrieval.pages.tree import Node

_JOINERS = {"\u200d": "\U000e01ee", "\u200c": "\U000e01ef"}
"""The last of the variation selectors stand in: they print, and are a part of the word."""
_REFERENCES = {
    "\u200d": re.compile(r"&(?:#0*8205|#x0*200d|zwj)(?:;|\b)", re.IGNORECASE),
    "\u200c": re.compile(r"&(?:#0*8204|#x0*200c|zwnj)(?:;|\b)", re.IGNORECASE),
}
_MEANINGLESS = re.compile(
    r"(?<![\u0600-\u1cff\U0001f000-\U0001faff\u2600-\u27bf\ufe0f])[\u200c\u200d]+"
)
"""Joiners after letters that they do not join. Words are hidden and split by those."""
_ROW = re.compile(r"[-|]")


def cover(markup: str) -> str:
    """Markup with its joiners covered, also those that are written as character references."""
    for joiner, stand_in in _JOINERS.items():
        markup = markup.replace(stand_in, "")
        if "&" in markup:
            markup = _REFERENCES[joiner].sub(joiner, markup)
    if not any(joiner in markup for joiner in _JOINERS):
        return markup
    markup = _MEANINGLESS.sub("", markup)
    for joiner, stand_in in _JOINERS.items():
        markup = markup.replace(joiner, stand_in)
    return markup


def uncover(text: str) -> str:
    """What was covered, as it was."""
    for joiner, stand_in in _JOINERS.items():
        text = text.replace(stand_in, joiner)
    return text


def main_text(tree: Node, url: str) -> str:
    """The main text, its paragraphs parted by blank lines; empty where there is none."""
    from trafilatura import bare_extraction
    from trafilatura.settings import Document

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    page = bare_extraction(cast(Any, tree), url=url, include_comments=False, with_metadata=False)
    if not isinstance(page, Document) or not page.text:
        return ""
    return uncover(_paragraphs(page.text))


def _paragraphs(text: str) -> str:
    """Lines as paragraphs; the lines of a list or table stay together."""
    parts: list[str] = []
    before = ""
    for line in text.split("\n"):
        if not line.strip() or _is_beside(line):
            continue
        together = _ROW.match(line) and _ROW.match(before)
        parts += ([] if not parts else ["\n" if together else "\n\n"]) + [line.rstrip()]
        before = line
    return "".join(parts)


def _is_beside(line: str) -> bool:
    """Whether a line refers to other pages or asks something of the reader."""
    words = line.strip(" -*•|").replace("’", "'").casefold().split()
    beside = _beside()
    return len(words) <= beside.most and " ".join(words).startswith(beside.lines)


class _Beside(NamedTuple):
    most: int
    """Words."""
    lines: tuple[str, ...]


@cache
def _beside() -> _Beside:
    content = resources.files("veracity.sources").joinpath("beside.toml").read_text("utf-8")
    table = tomllib.loads(content)
    return _Beside(table["most"], tuple(table["lines"]))
