"""How many characters of a screenshot are read wrongly, by language and by what spoiled it.

    python -m benchmarks.ocr

Draws the texts of `benchmarks.rendered` and reads each image as `veracity check` does. The rate is
the edits (insertions, deletions, substitutions) from what was read to what was drawn, over the
characters drawn. Both are compared after NFC, with runs of white space as one space and without the
zero-width joiners, which nobody sees.
"""

from __future__ import annotations

import unicodedata

from benchmarks.rendered import NOISES, TEXTS
from veracity.intake.reading.image import read_image
from veracity.intake.reading.limits import DEFAULT

_UNSEEN = str.maketrans("", "", "\u200b\u200c\u200d")


def main() -> None:
    print("noise".ljust(12), *(language.rjust(7) for language in TEXTS))
    for noise in NOISES:
        rates = (error_rate(language, noise) for language in TEXTS)
        print(noise.ljust(12), *(f"{rate:7.4f}" for rate in rates), flush=True)


def error_rate(language: str, noise: str) -> float:
    """The character error rate of one text under one noise. Raises `CannotDraw`."""
    text = TEXTS[language]
    read = read_image(NOISES[noise](text, language), f"{language}.png", DEFAULT).text
    drawn = compared(text)
    return edits(drawn, compared(read)) / len(drawn)


def compared(text: str) -> str:
    """A text as it is compared."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_UNSEEN).split())


def edits(one: str, other: str) -> int:
    """The Levenshtein distance of two texts."""
    before = list(range(len(other) + 1))
    for row, mine in enumerate(one, 1):
        now = [row]
        for column, theirs in enumerate(other, 1):
            changed = before[column - 1] + (mine != theirs)
            now.append(min(before[column] + 1, now[-1] + 1, changed))
        before = now
    return before[-1]


if __name__ == "__main__":
    main()
