"""What two spellings of the same words may differ in, with the way back to the original text.

Folded: canonical composition (NFC), typographic quotation marks and dashes, Latin ligatures and
full-width forms, white space, characters that are not seen (soft hyphen, zero-width and direction
marks; U+200D too, because page extraction loses it in Sinhala), and a hyphen at the end of a line.

Not folded, because it makes other words or numbers: look-alike letters of other scripts, vowel
signs and accents, fractions and superscripts, separators in numbers, signs, letter case.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from veracity.domain.claim import Span

BREAK = "\ue000"
"""Stands for a hyphen at the end of a line, which may belong to the word or not. A character of
the private use area, so a text that holds it anyway only fails to match there."""
_INVISIBLE = frozenset(
    (0x00AD, 0x034F, 0x061C, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F))
) | frozenset((*range(0x2060, 0x2070), *range(0xFE00, 0xFE10)))
_MARKS = {
    **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣", "-"),
    "…": "...",
    BREAK: "\ufffd",
}
_AT_LINE_END = re.compile(r"(?<=[^\W\d_])-(?: ?\n ?)+(?=[^\W\d_])")
_SPACES = re.compile(r"\s+")


class Folded(NamedTuple):
    """A folded text. Character i stands for the original's characters starts[i] to ends[i]."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> Span:
        """The place in the original of the folded characters start to end (end > start)."""
        return Span(start=self.starts[start], end=self.ends[end - 1])


@lru_cache(maxsize=64)
def fold(text: str) -> Folded:
    """Fold `text`, keeping where every character came from."""
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end, cluster in _clusters(text):
        for char in _fold_cluster(cluster):
            if char == " " and chars and chars[-1] in " \n":
                ends[-1] = end
            elif char == "\n" and chars and chars[-1] in " \n":
                chars[-1], ends[-1] = "\n", end
            else:
                chars.append(char)
                starts.append(start)
                ends.append(end)
    return _joined("".join(chars), starts, ends)


def _clusters(text: str) -> Iterator[tuple[int, int, str]]:
    """Visible characters, each with the marks that may compose with it."""
    cluster: list[str] = []
    first = last = 0
    for index, char in enumerate(text):
        code = ord(char)
        if code >= 0xAD and code in _INVISIBLE:
            continue
        if code >= 0x300 and cluster and _joins(char):
            cluster.append(char)
            last = index + 1
            continue
        if cluster:
            yield first, last, "".join(cluster)
        cluster, first, last = [char], index, index + 1
    if cluster:
        yield first, last, "".join(cluster)


def _joins(char: str) -> bool:
    """Marks and Hangul vowels and finals: all that composes with what stands before it."""
    return unicodedata.category(char)[0] == "M" or 0x1160 <= ord(char) <= 0x11FF


def _fold_cluster(cluster: str) -> str:
    if len(cluster) == 1 and cluster.isascii():
        if cluster in "\n\r\v\f":
            return "\n"
        return " " if cluster.isspace() else _MARKS.get(cluster, cluster)
    composed = unicodedata.normalize("NFC", cluster)
    first = composed[0]
    if first in "\u0085\u2028\u2029":
        return "\n" + composed[1:]
    if first.isspace():
        return " " + composed[1:]
    if "\ufb00" <= first <= "\ufb06" or "\uff01" <= first <= "\uffee":
        folded = unicodedata.normalize("NFKC", first)
        return "".join(_MARKS.get(char, char) for char in folded) + composed[1:]
    return _MARKS.get(first, first) + composed[1:]


def _joined(text: str, starts: list[int], ends: list[int]) -> Folded:
    """Put `BREAK` for a hyphen at a line's end, one space for white space, none at the ends."""
    chars: list[str] = []
    kept_starts: list[int] = []
    kept_ends: list[int] = []
    position = 0
    for match in re.finditer(rf"{_AT_LINE_END.pattern}|\n", text):
        chars.append(text[position : match.start()])
        kept_starts += starts[position : match.start()]
        kept_ends += ends[position : match.start()]
        chars.append(" " if match.group() == "\n" else BREAK)
        kept_starts.append(starts[match.start()])
        kept_ends.append(ends[match.end() - 1])
        position = match.end()
    chars.append(text[position:])
    joined = "".join(chars)
    kept_starts += starts[position:]
    kept_ends += ends[position:]
    left = len(joined) - len(joined.lstrip(" "))
    right = len(joined.rstrip(" "))
    return Folded(joined[left:right], tuple(kept_starts[left:right]), tuple(kept_ends[left:right]))
