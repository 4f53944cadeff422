"""Name the trap when a quote is not in a text. Never makes a quote hold."""

from __future__ import annotations

import re
import unicodedata

from veracity.rules.quotes.model import Reason

# Letters of other scripts that look like Latin ones (Unicode Technical Standard 39, confusables).
_LOOK_ALIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝһАВЕКМНОРСТУХІЈЅοαινρυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "abekmhopctyxijsdqwhABEKMHOPCTYXIJSoaivpuABEZHIKMNOPTYX",
)
_NUMBER = re.compile(r"[-+±]?[0-9¼-¾⅐-⅞²³¹⁰-⁹][0-9.,:/¼-¾⅐-⅞²³¹⁰-⁹]*%?")


def why_not(quote: str, text: str) -> Reason:
    """The first reading under which the folded quote would stand in the folded text."""
    if _plain(quote, _LOOK_ALIKE) in _plain(text, _LOOK_ALIKE):
        return Reason.HOMOGLYPH if not _same_script(quote, text) else Reason.NOT_FOUND
    if _numberless(quote) in _numberless(text):
        return Reason.WRONG_NUMBER
    if _markless(quote) in _markless(text):
        return Reason.MARKS
    sentences = [part.strip() for part in re.split(r"(?<=[.!?;])\s", quote) if part.strip()]
    if len(sentences) > 1 and all(sentence.rstrip(".!?;") in text for sentence in sentences):
        return Reason.STITCHED
    return Reason.NOT_FOUND


def _plain(text: str, table: dict[int, int]) -> str:
    return text.translate(table).lower()


def _same_script(quote: str, text: str) -> bool:
    """Whether no look-alike had to be read as Latin, so that only the case differs."""
    return quote.lower() in text.lower()


def _numberless(text: str) -> str:
    return re.sub(r"\s+", " ", _NUMBER.sub("0", text)).lower()


def _markless(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(char for char in decomposed if unicodedata.category(char)[0] != "M").lower()
