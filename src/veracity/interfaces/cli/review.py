"""`--review-claims`: a person looks at the claims and their parts before anything is judged."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from veracity.domain.claim import ClaimTree
from veracity.domain.errors import BadInput
from veracity.intake.claims.placed import Placed
from veracity.intake.reading import STDIN, submission
from veracity.interfaces.cli.claim_list import describe
from veracity.interfaces.cli.ordering import Item, Ordered

Ask: TypeAlias = Callable[[str], "str | None"]
"""Shows a prompt and gives the line that was typed, None at the end of input."""

KEYS = (
    "Enter keeps a claim, with the parts that are shown. d drops it, e edits it, s splits it into "
    "claims of their own, w keeps it whole, f has it judged although it is no statement of fact, "
    "a keeps it and all that follow, q stops."
)


def reviewed(known: Ordered, ask: Ask) -> Ordered:
    """The claims that the person keeps, as they keep them.

    Raises `BadInput` when the person stops before the last claim: nothing is judged then.
    """
    kept: list[Item] = []
    shown = [item for item in known.items if isinstance(item.given, Placed)]
    _say(f"{len(shown)} claims. {KEYS}")
    rest = False
    for place, item in enumerate(shown, start=1):
        if rest:
            kept.append(_kept(item))
            continue
        _show(item, f"[{place}/{len(shown)}]")
        answers, rest = _answered(item, ask)
        kept += answers
    numbered = (replace(item, number=number) for number, item in enumerate(kept, start=1))
    return replace(known, items=tuple(numbered))


def at_hand(argument: str | None) -> Ask:
    """Asks whoever sits at the terminal. Raises `BadInput` when standard input was the text."""
    if argument == STDIN:
        raise BadInput(
            "The text came by standard input, so there are no answers to read.",
            "Give the text as a file.",
        )

    def ask(prompt: str) -> str | None:
        print(prompt, end=" ", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        return line.strip() if line else None

    return ask


def _answered(item: Item, ask: Ask) -> tuple[list[Item], bool]:
    """What becomes of one claim, and whether all that follow are kept."""
    while True:
        answer = (_line(ask, ">")).casefold()
        if answer in ("", "k", "a"):
            return [_kept(item)], answer == "a"
        if answer == "d":
            return [], False
        if answer == "w":
            return [_whole(item)], False
        if answer == "f":
            return [_kept(_changed(item, nature="fact"))], False
        if answer == "e" and (text := _text(_line(ask, "The claim:"))):
            return [_kept(_reworded(item, text))], False
        if answer == "s" and (parts := _parts(item, ask)):
            return [_kept(_reworded(item, part)) for part in parts], False
        if answer == "q":
            raise BadInput("The review was stopped.", "Nothing was judged.")
        _say(KEYS)


def _line(ask: Ask, prompt: str) -> str:
    answer = ask(prompt)
    if answer is None:
        raise BadInput("The review has no end.", "Answer for every claim, or a to keep the rest.")
    return answer


def _parts(item: Item, ask: Ask) -> list[str]:
    """The texts of the claims that one is split into; those of its tree, if none are typed."""
    typed = _line(ask, "The claims, with | between them:")
    if not typed:
        tree = _placed(item).tree
        return [] if tree is None else [leaf.text for leaf in tree.leaves()]
    return [text for part in typed.split("|") if (text := _text(part))]


def _text(typed: str) -> str:
    """What was typed, if it can be a claim; else nothing, and why is said."""
    try:
        return submission(typed, origin="argument").text.strip()
    except BadInput as wrong:
        _say(str(wrong))
        return ""


def _kept(item: Item) -> Item:
    given = _placed(item)
    tree = None if given.tree is None else _approved(given.tree)
    return replace(item, given=replace(given, tree=tree), reviewed=True)


def _whole(item: Item) -> Item:
    given = _placed(item)
    tree = ClaimTree(kind="leaf", claim=given.claim, reviewed=True)
    return replace(item, given=replace(given, tree=tree), reviewed=True)


def _reworded(item: Item, text: str) -> Item:
    """The claim in a person's words. It stays where it stands; its tree was of other words."""
    changed = _changed(item, text=text, unresolved=(), english=None)
    return replace(changed, given=replace(_placed(changed), tree=None))


def _changed(item: Item, **fields: object) -> Item:
    given = _placed(item)
    return replace(item, given=replace(given, claim=given.claim.model_copy(update=fields)))


def _approved(tree: ClaimTree) -> ClaimTree:
    children = tuple(map(_approved, tree.children))
    return tree.model_copy(update={"reviewed": True, "children": children})


def _placed(item: Item) -> Placed:
    assert isinstance(item.given, Placed), "only claims are reviewed"
    return item.given


def _show(item: Item, number: str) -> None:
    first, *rest = describe(_placed(item))
    _say(f"{number} {first}")
    for line in rest:
        _say(f"    {line}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
