"""The main text of a page, as trafilatura finds it.

The zero-width joiners that Sinhala and other scripts are written with go through the extraction
under the cover of a character that no page has, since the library drops what it cannot print.
"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_JOINERS = {"\u200d": "\U000e01ee", "\u200c": "\U000e01ef"}
"""The last of the variation selectors stand in: they print, and are a part of the word."""
_COVER = str.maketrans({**dict.fromkeys(_JOINERS.values(), ""), **_JOINERS})
_UNCOVER = str.maketrans({stand_in: joiner for joiner, stand_in in _JOINERS.items()})
_MEANINGLESS = re.compile(
    r"(?<![\u0600-\u1cff\U0001f000-\U0001faff\u2600-\u27bf\ufe0f])[\u200c\u200d]+"
)
"""Joiners after letters that they do not join. Words are hidden and split by those."""
_ROW = re.compile(r"[-|]")


def cover(markup: str) -> str:
    """Markup with its joiners covered. Character references to them count too."""
    for joiner, stand_in in _JOINERS.items():
        code = ord(joiner)
        names = rf"&#(?:0*{code}|x0*{code:x});?|&{'zwj' if code == 0x200D else 'zwnj'};"
        markup = re.sub(names, joiner, markup, flags=re.IGNORECASE) if "&" in markup else markup
        del stand_in
    return _MEANINGLESS.sub("", markup).translate(_COVER)


def uncover(text: str) -> str:
    """What was covered, as it was."""
    return text.translate(_UNCOVER)


def main_text(tree: HtmlElement, url: str) -> str:
    """The main text, its paragraphs parted by blank lines; empty where there is none."""
    from trafilatura import bare_extraction
    from trafilatura.settings import Document

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    page = bare_extraction(tree, url=url, include_comments=False, with_metadata=False)
    if not isinstance(page, Document) or not page.text:
        return ""
    return uncover(_paragraphs(page.text))


def _paragraphs(text: str) -> str:
    """Lines as paragraphs; the lines of a list or table stay together."""
    parts: list[str] = []
    before = ""
    for line in (line.rstrip() for line in text.split("\n")):
        if not line.strip():
            continue
        together = before and _ROW.match(line) and _ROW.match(before)
        parts += ([] if not parts else ["\n" if together else "\n\n"]) + [line]
        before = line
    return "".join(parts)
