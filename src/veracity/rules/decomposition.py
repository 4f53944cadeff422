"""Whether the parts that a claim was split into say what the claim says, no more and no less.

A model that splits a claim may put words into it or lose the one word that matters. So its parts
hold only when, by their words (`rules/words`; function words left out):

| check    | of each part or exclusion         | of all of them together                          |
|----------|-----------------------------------|--------------------------------------------------|
| figures  | has none that the claim lacks     | have every figure of the claim                   |
| names    | has none that the claim lacks     | have every name of the claim                     |
| negation | has none that the claim lacks     | have every negation and limit of the claim       |
| words    | at least `KEPT` are the claim's   | have at least `KEPT` of the claim's              |
| order    | its names and figures, and what   |                                                  |
|          | follows a negation, are in the    |                                                  |
|          | claim's order                     |                                                  |
| bonds    |                                   | have every "if", "than", "because", ... of it    |

The order tells "Marn has 3 ports and Ostrana 5" from the other way around. What stands before the
first name of the claim ("In 1931, Ostrana ...") is about all of it and may stand anywhere.

Parts are joined as the claim joins them: a choice among them needs an "or" in the claim, and an
"or" or an "and" of the claim has to live on, in the tree or inside a part.

A name is a capitalized word that is neither a function word nor one that only joins statements,
wherever it stands, or an acronym.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from veracity.rules import quantities
from veracity.rules.words import Word, negation, stop, words

KEPT = 0.75
"""Share of content words that has to be kept: a part may turn one word in four ("rebuilt" into "was
rebuilt by"), and what would then read as another claim fails the other checks."""

# fmt: off
_JOINING = frozenset((
    "after", "although", "because", "before", "both", "despite", "either", "however", "if", "since",
    "though", "unless", "until", "whereas", "whether", "while", "yet",
))
# fmt: on
"""Words that open a statement in order to join it to another."""

_BONDS = frozenset(("after", "because", "before", "if", "than", "unless", "until", "whether"))
"""Words whose two sides say something only together: "if A, B" is not A and B."""

_DIGITS = re.compile(r"\d[\d.,:/]*\d|\d")


@dataclass(frozen=True, slots=True)
class Said:
    """What in a text tells it from others."""

    figures: frozenset[str]
    names: frozenset[str]
    """Stems."""
    negations: frozenset[str]
    """Stems of words that deny or limit."""
    content: frozenset[str]
    """Stems of all words but function words."""


def brought(part: str, claim: str) -> str:
    """What `part` says that `claim` does not, in words; empty when it says nothing of its own."""
    said, wanted = said_in(part), said_in(claim)
    if not said.content:
        return "it has no words of its own"
    if foreign := sorted(said.figures - wanted.figures):
        return f"it brings the figure {foreign[0]}"
    if foreign := sorted(said.names - wanted.content):
        return f"it brings the name {foreign[0]}"
    if foreign := sorted(said.negations - wanted.negations):
        return f"it brings the word {foreign[0]}"
    if len(said.content & wanted.content) < KEPT * len(said.content):
        return "too many of its words are not the claim's"
    if word := moved(words(part), words(claim)):
        return f"it puts the word {word} in another place"
    return ""


def lost(parts: Sequence[str], claim: str) -> str:
    """What `claim` says that no part does, in words; empty when the parts cover it."""
    wanted = said_in(claim)
    said = [said_in(part) for part in parts]
    content = frozenset[str]().union(*(one.content for one in said))
    if missing := sorted(wanted.figures.difference(*(one.figures for one in said))):
        return f"the figure {missing[0]} is lost"
    if missing := sorted(wanted.names - content):
        return f"the name {missing[0]} is lost"
    if missing := sorted(wanted.negations.difference(*(one.negations for one in said))):
        return f"the word {missing[0]} is lost"
    if len(wanted.content & content) < KEPT * len(wanted.content):
        return "too many words of the claim are lost"
    return ""


def misjoined(parts: Sequence[str], claim: str, *, all_of: bool, any_of: bool) -> str:
    """How the tree joins its parts otherwise than `claim` does, in words; empty when it does not.

    `all_of` and `any_of` say which kinds of node the tree has.
    """
    if any_of and "or" not in _joints(claim):
        return "the claim offers no choice"
    held = frozenset[str]().union(*map(_bonds, parts))
    if loose := sorted(_bonds(claim) - held):
        return f"the claim's “{loose[0]}” is lost"
    kept = frozenset[str]().union(*map(_joints, parts))
    for joint, there in (("or", any_of), ("and", all_of)):
        if joint in _joints(claim) and not there and joint not in kept:
            return f"the claim's “{joint}” is lost"
    return ""


def adds(exclusion: str, leaves: Sequence[str]) -> bool:
    """Whether `exclusion` names something that no leaf says. What a leaf says is not excluded."""
    content = said_in(exclusion).content
    return not any(content <= said_in(leaf).content for leaf in leaves)


def said_in(text: str) -> Said:
    """The figures, names, negations and content words of `text`."""
    everything = words(text)
    figures = {figure.rstrip(".,:/") for figure in _DIGITS.findall(text)}
    figures |= {f"{quantity.value.normalize():f}" for quantity in quantities.find(text)}
    return Said(
        figures=frozenset(figures),
        names=frozenset(word.stem for word in everything if _is_name(word)),
        negations=frozenset(word.stem for word in everything if word.stem in negation()),
        content=frozenset(word.stem for word in everything if word.stem not in stop()),
    )


def moved(part: Sequence[Word], claim: Sequence[Word]) -> str:
    """The first word of `part` that it binds to others than `claim` does; empty for none."""
    stems = [word.stem for word in claim]
    names = {word.stem for word in claim if _is_name(word)}
    first = next((at for at, word in enumerate(claim) if word.stem in names), 0)
    bound = [word for word in part if word.stem in stems and word.stem not in stems[:first]]
    at = 0
    for word in bound:
        named = word.capital and word.stem in names
        if not named and not word.text[0].isdigit():
            continue
        if word.stem not in stems[at:]:
            return word.stem
        at = stems.index(word.stem, at) + 1
    for place, word in enumerate(bound):
        if word.stem not in negation():
            continue
        later = stems[stems.index(word.stem) :]
        content = (one.stem for one in bound[place:] if one.stem not in stop())
        if denied := next((one for one in content if one not in later), ""):
            return denied
    return ""


def _bonds(text: str) -> frozenset[str]:
    return frozenset(word.text.casefold() for word in words(text)) & _BONDS


def _joints(text: str) -> frozenset[str]:
    return frozenset(word.text.casefold() for word in words(text)) & {"and", "or"}


def _is_name(word: Word) -> bool:
    if word.acronym:
        return True
    joins = word.text.casefold() in _JOINING or word.stem in stop() | negation()
    return word.capital and not joins
