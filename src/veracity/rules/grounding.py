"""Whether a claim that a model wrote says what its anchor says, as far as words tell.

A claim is to be read without its surroundings, so it may take names and other words from what
stands around its anchor. What it may not do is say something else. By their words
(`rules/decomposition`):

| check    | the claim                                                                          |
|----------|------------------------------------------------------------------------------------|
| words    | says more than names and figures, which alone state nothing                        |
| figures  | has none that the sentence of its anchor lacks                                     |
| names    | has none that the text around lacks                                                |
| negation | has none that the sentence lacks, and every one of the anchor                      |
| words    | has at least `KEPT` of its words from the text around, and `TOLD` of the anchor's  |
| order    | keeps the order of the sentence's names and figures, and what a negation denies    |
"""

from __future__ import annotations

from collections.abc import Iterable

from veracity.rules.decomposition import KEPT, Said, moved, said_in
from veracity.rules.words import words

TOLD = 0.5
"""Share of the anchor's content words that the claim has to have. A choice: a claim may leave out
what praises, and one that has less of its anchor is about something else."""


_VERBS = frozenset(("am", "are", "be", "been", "had", "has", "have", "is", "was", "were"))
"""Function words that state something of a name."""


def ungrounded(claim: str, *, anchor: str, sentence: str, around: str) -> str:
    """What `claim` says that is not in its place, in words; empty when nothing is.

    `anchor` is the words that it was drawn from, `sentence` the sentences that they stand in, and
    `around` the text from which it may take what pronouns stand for, the sentence included.
    """
    said, quoted, stated, known = map(said_in, (claim, anchor, sentence, around))
    if not said.content:
        return "it has no words of its own"
    if _names_only(claim, said):
        return "it states nothing of what it names"
    if foreign := sorted(said.figures - stated.figures):
        return f"it brings the figure {foreign[0]}"
    if foreign := sorted(said.names - known.content):
        return f"it brings the name {foreign[0]}"
    if foreign := sorted(said.negations - stated.negations):
        return f"it brings the word {foreign[0]}"
    if missing := sorted(quoted.negations - said.negations):
        return f"it leaves out the word {missing[0]}"
    if len(said.content & known.content) < KEPT * len(said.content):
        return "too many of its words are not the text's"
    if len(said.content & quoted.content) < TOLD * len(quoted.content):
        return "it is about something else than its anchor"
    if word := moved(words(claim), words(sentence)):
        return f"it puts the word {word} in another place"
    return ""


def _names_only(claim: str, said: Said) -> bool:
    """Whether there is nothing in the claim but names and figures: "Marn from 1852 to 1853"."""
    if _VERBS & {word.text.casefold() for word in words(claim)}:
        return False
    return all(stem in said.names or stem[0].isdigit() for stem in said.content)


def passed_over(sentence: str, told: Iterable[str]) -> str:
    """What `sentence` says that none of `told` does: a figure, a name or a word that denies; empty
    when they have them all. `told` are the claims that were drawn from it, with their anchors."""
    stated = said_in(sentence)
    said = [said_in(one) for one in told]
    if missing := sorted(stated.figures.difference(*(one.figures for one in said))):
        return f"the figure {missing[0]}"
    if missing := sorted(stated.names.difference(*(one.content for one in said))):
        return f"the name {missing[0]}"
    if missing := sorted(stated.negations.difference(*(one.negations for one in said))):
        return f"the word {missing[0]}"
    return ""
