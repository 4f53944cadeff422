"""Sinhala letters and how they are typed in Latin ones: one key for the spellings of a name.

Sinhala names are written in Latin letters by ear, with and without doubled vowels, with "w" or "v",
"th" or "t", and in haste without vowels: "නෙළුම්ගොඩ", "Nelumgoda", "nelmgoda". `romanised` writes
Sinhala letters in Latin ones; `spelling` brings a word to one spelling, and `consonants` keeps what
is left of it without vowels.
"""

from __future__ import annotations

import re

_CONSONANTS = {
    "ක": "k", "ඛ": "k", "ග": "g", "ඝ": "g", "ඞ": "n", "ඟ": "ng", "ච": "ch", "ඡ": "ch",
    "ජ": "j", "ඣ": "j", "ඤ": "n", "ඥ": "gn", "ඦ": "nj", "ට": "t", "ඨ": "t", "ඩ": "d",
    "ඪ": "d", "ණ": "n", "ඬ": "nd", "ත": "th", "ථ": "th", "ද": "d", "ධ": "d", "න": "n",
    "ඳ": "nd", "ප": "p", "ඵ": "p", "බ": "b", "භ": "b", "ම": "m", "ඹ": "mb", "ය": "y",
    "ර": "r", "ල": "l", "ව": "w", "ශ": "sh", "ෂ": "sh", "ස": "s", "හ": "h", "ළ": "l",
    "ෆ": "f",
}  # fmt: skip
_VOWELS = {
    "අ": "a", "ආ": "a", "ඇ": "e", "ඈ": "e", "ඉ": "i", "ඊ": "i", "උ": "u", "ඌ": "u",
    "එ": "e", "ඒ": "e", "ඓ": "ai", "ඔ": "o", "ඕ": "o", "ඖ": "au", "ඍ": "ru",
}  # fmt: skip
_SIGNS = {
    "ා": "a", "ැ": "e", "ෑ": "e", "ි": "i", "ී": "i", "ු": "u", "ූ": "u", "ෙ": "e",
    "ේ": "e", "ෛ": "ai", "ො": "o", "ෝ": "o", "ෞ": "au", "ෘ": "ru",
}  # fmt: skip
_VIRAMA, _ANUSVARA, _JOINER = "්", "ං", "\u200d"
_ONE_LETTER = (
    ("th", "t"), ("dh", "d"), ("sh", "s"), ("ch", "c"), ("kh", "k"), ("gh", "g"), ("bh", "b"),
    ("ph", "p"), ("jh", "j"), ("w", "v"), ("ae", "e"), ("oo", "u"), ("z", "s"),
)  # fmt: skip
_TWICE = re.compile(r"(.)\1+")
_VOWEL = re.compile("[aeiou]")


def romanised(text: str) -> str:
    """`text` with its Sinhala letters in Latin ones; other characters stay."""
    written: list[str] = []
    open_syllable = False  # A consonant whose own "a" is still to come.
    for letter in text:
        if letter == _JOINER:
            continue
        if open_syllable and letter != _VIRAMA and letter not in _SIGNS:
            written.append("a")
        open_syllable = letter in _CONSONANTS
        if letter == _VIRAMA:
            continue
        written.append(
            _CONSONANTS.get(letter)
            or _SIGNS.get(letter)
            or _VOWELS.get(letter)
            or ("n" if letter == _ANUSVARA else letter)
        )
    if open_syllable:
        written.append("a")
    return "".join(written)


def spelling(word: str) -> str:
    """A word in one spelling, whichever of its letters it is written in."""
    found = romanised(word).casefold()
    for several, one in _ONE_LETTER:
        found = found.replace(several, one)
    return _TWICE.sub(r"\1", found)


def consonants(word: str) -> str:
    """The consonants of a word in one spelling, each once where it stands twice, and whether it
    begins with a vowel."""
    found = spelling(word)
    first = found[:1] if found[:1] in "aeiou" else ""
    return first + _TWICE.sub(r"\1", _VOWEL.sub("", found))
