"""What a reader sees of a page that is given as markup, with the way back to the markup.

Not seen are comments, attributes, scripts and the like, the head, and what a style hides (see
`sheets` and `looks`). Blocks are paragraphs, inline tags leave no mark, white space is what HTML
makes of it, and entities are the characters that they stand for. A text without blocks is text with
a few tags in it, such as Markdown: its lines and paragraphs stay.
"""

from __future__ import annotations

import html
import re
from functools import cache, lru_cache
from html.parser import HTMLParser
from itertools import accumulate
from typing import NamedTuple

from veracity.rules.quotes.elements import Opened, elements
from veracity.rules.quotes.folding import Folded
from veracity.rules.quotes.sheets import Element, Sheet

_STYLE = re.compile(r"<style\b[^>]*>(.*?)(?:</style|\Z)", re.IGNORECASE | re.DOTALL)
_SEVERAL_WORDS = re.compile(r"\w\W+\w")
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SAYS_OF_ITSELF = ("head", "script", "style", "title")
_PARAGRAPH = "\n\n"
_CELL = "\t"


class Page(NamedTuple):
    """The text of a page, each character with the place in the markup that it stands for."""

    seen: Folded
    """What a reader sees."""
    whole: Folded
    """That and what is hidden in it; comments, attributes and scripts stand at the end."""


def is_markup(text: str) -> bool:
    """Whether a text has tags of HTML. "x < 5 and y > 3" and "<3" have none."""
    return "<" in text and ">" in text and _tag().search(text) is not None


@lru_cache(maxsize=16)
def read(text: str) -> Page:
    """Read a page. Never raises; what is not closed ends with the text."""
    reader = _reading(text)
    return Page(seen=_joined(reader.seen), whole=_joined(reader.whole, reader.aside))


def _reading(text: str) -> _Reader:
    reader = _Reader(text)
    # Sections such as "<![CDATA[" are comments in HTML; Python's parser fails on some of them.
    reader.feed(text.replace("<![", "<!x"))
    reader.close()
    return reader


def without_hidden(text: str) -> str:
    """A page with the words that a reader cannot see taken out, for extractors that do not look.

    The head and scripts stay: they hold what a page says of itself, and no extractor takes them for
    its text.
    """
    reader = _reading(text)
    kept: list[str] = []
    at = 0
    for start, end in reader.hidden:
        kept += (text[at:start], " ")
        at = end
    return "".join([*kept, text[at:]])


@cache
def _tag() -> re.Pattern[str]:
    """A comment, or a tag: of a known name, or short and without attributes, or with a value."""
    names = "|".join(sorted(name for name in elements().all if len(name) > 1))
    return re.compile(
        rf"<(?:!--|!doctype\s|/?(?:{names})(?=[\s/>])"
        r"|/?[a-z]\s*/?>|[a-z][\w:-]*\s[^<>]{0,400}?(?:=|\bhidden\b))",
        re.IGNORECASE,
    )


@cache
def _block_tag() -> re.Pattern[str]:
    names = "|".join(sorted(elements().block | elements().cell))
    return re.compile(rf"</?(?:{names})(?=[\s/>])", re.IGNORECASE)


class _Text:
    """Characters with the places in the markup that they stand for."""

    def __init__(self) -> None:
        self.chars: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def put(self, chars: str, start: int, end: int) -> None:
        """Characters that stand for one place together."""
        self.chars += chars
        self.starts += [start] * len(chars)
        self.ends += [end] * len(chars)

    def run(self, chars: str, start: int) -> None:
        """Characters that each stand for one of the markup's."""
        self.chars += chars
        self.starts += range(start, start + len(chars))
        self.ends += range(start + 1, start + len(chars) + 1)


def _joined(*texts: _Text) -> Folded:
    return Folded(
        "".join(char for text in texts for char in text.chars),
        tuple(start for text in texts for start in text.starts),
        tuple(end for text in texts for end in text.ends),
    )


class _Reader(HTMLParser):
    """Collects the text of a page: `seen`, `whole`, and what stands beside it in `aside`."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.seen, self.whole, self.aside = _Text(), _Text(), _Text()
        self.hidden: list[tuple[int, int]] = []
        """Where hidden words stand outside of the head and scripts, in order."""
        self._text = text
        self._lines_stay = _block_tag().search(text) is None
        self._lines = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        self._opened = Opened(Sheet("\n".join(_STYLE.findall(text))))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        place = self._place()
        end = place + len(self.get_starttag_text() or "")
        given = {name: value or "" for name, value in reversed(attrs)}
        for value in given.values():
            self._aside(value, place, end)
        if tag == "br":
            self._put("\n", place, end)
        elif tag not in elements().void:
            self._between(tag, place, end)
            classes = frozenset(given.get("class", "").lower().split())
            element = Element(tag, given.get("id", "").lower(), classes)
            self._opened.start(element, own_style(element, given))
        elif tag == "hr":
            self._put(_PARAGRAPH, place, end)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)  # HTML knows no elements that end themselves.

    def handle_endtag(self, tag: str) -> None:
        place = self._place()
        self._between(tag, place, self._text.find(">", place) + 1 or len(self._text))
        if tag not in ("body", "html"):  # What stands after them is on the page all the same.
            self._opened.end(tag)

    def handle_data(self, data: str) -> None:
        kept = self._lines_stay or any(self._opened.inside(n) for n in elements().preserved)
        chars = data if kept else "".join(" " if char.isspace() else char for char in data)
        if self._opened.inside("sup"):
            chars = chars.translate(_SUPERSCRIPT)  # "10" and a raised "6" are not "106".
        place = self._place()
        self.whole.run(chars, place)
        if self._opened.look.seen:
            self.seen.run(chars, place)
        else:
            self._hide(place, place + len(data))

    def handle_entityref(self, name: str) -> None:
        self._reference(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self._reference(f"&#{name}")

    def handle_comment(self, data: str) -> None:
        place = self._place()
        self._aside(data, place, place + len(data))

    def _reference(self, written: str) -> None:
        place = self._place()
        end = place + len(written)
        if self._text.startswith(";", end):
            written, end = f"{written};", end + 1
        character = html.unescape(written)
        if character == written:
            self.handle_data(written)
        else:
            self._put(character, place, end)
            if not self._opened.look.seen:
                self._hide(place, end)

    def _hide(self, place: int, end: int) -> None:
        if not any(self._opened.inside(name) for name in _SAYS_OF_ITSELF):
            self.hidden.append((place, end))

    def _between(self, tag: str, place: int, end: int) -> None:
        """What the edge of an element leaves between the words on its sides."""
        if tag in elements().block or tag in elements().unseen:
            self._put(_PARAGRAPH, place, end)
        elif tag in elements().cell:
            self._put(_CELL, place, end)
        elif tag == "q":
            self._put('"', place, end)
        elif tag == "a" and self._opened.inside("sup"):
            self._put(" ", place, end)  # The mark of a footnote is no part of the word before it.

    def _put(self, chars: str, place: int, end: int) -> None:
        self.whole.put(chars, place, end)
        if self._opened.look.seen:
            self.seen.put(chars, place, end)

    def _aside(self, written: str, place: int, end: int) -> None:
        if _SEVERAL_WORDS.search(written):
            self.aside.put(f"{_PARAGRAPH}{written}", place, end)

    def _place(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def own_style(element: Element, given: dict[str, str]) -> str:
    """The style that an element has by itself: what hides by convention, colors, its own style."""
    hides = (
        "hidden" in given
        or bool(element.classes & elements().hiding_class)
        or (element.name == "dialog" and "open" not in given)
    )
    parts = ["display: none"] if hides else []
    parts += [f"color: {given['color']}"] if element.name == "font" and "color" in given else []
    parts += [f"background-color: {given['bgcolor']}"] if "bgcolor" in given else []
    return "; ".join([*parts, given.get("style", "")])
