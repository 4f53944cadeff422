"""Shows claims that were found, before or without judging them."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from veracity.interfaces.cli.console import note, output
from veracity.publish.place import open_words, place, place_in_words
from veracity.publish.visible import visible

if TYPE_CHECKING:
    from veracity.domain.claim import ClaimTree, Nature, Submission
    from veracity.domain.extraction import Extraction
    from veracity.intake.claims.placed import Placed

NATURES: dict[Nature, str] = {
    "fact": "fact",
    "opinion": "opinion",
    "prediction": "prediction",
    "question": "question",
    "greeting": "greeting",
    "experience": "personal experience",
    "instruction": "instruction",
    "other": "no statement of fact",
}


def tell_found(found: Extraction, submission: Submission | None) -> None:
    """Say on standard error what was found, what is not judged, and what of the text is unsure."""
    for remark in () if submission is None else submission.notes:
        note(remark)
    judged = len(found.judged())
    said = [f"{judged} {'claim' if judged == 1 else 'claims'} to judge"]
    others = Counter(NATURES[one.nature] for one in found.claims if one.nature != "fact")
    if others:
        listed = ", ".join(f"{count} {nature}" for nature, count in sorted(others.items()))
        said.append(f"not judged: {listed}")
    if found.skipped:
        sentences = "1 sentence" if len(found.skipped) == 1 else f"{len(found.skipped)} sentences"
        said.append(f"{sentences} passed over")
    note("; ".join(said))
    for step in found.trail:
        if step.status in ("failed", "abstained"):
            note(f"{step.name}: {step.detail}")
    if found.mode == "main" and any(one.nature == "fact" for one in found.skipped):
        note("A post is judged by its main claim. --claims all judges every claim in it.")


def show_unjudged(given: Placed, *, as_json: bool) -> None:
    """Show a statement that evidence cannot settle, with what it is in place of a verdict."""
    claim, submission = given.claim, given.submission
    if as_json:
        line = {
            "claim": claim.text,
            "label": None,
            "nature": claim.nature,
            "place": place(claim, submission),
        }
        print(json.dumps(line, ensure_ascii=False), flush=True)
        return
    from rich.rule import Rule
    from rich.text import Text

    on = output()
    on.print(Rule(f"Not judged: {NATURES[claim.nature]}", align="left", style="dim"))
    on.print(Text(visible(claim.text), overflow="fold"))
    on.print(Text(place_in_words(claim, submission), style="dim", overflow="fold"))


def describe(given: Placed) -> list[str]:
    """What a person has to know of a claim to review it, a line each; its text is the first."""
    claim, tree = given.claim, given.tree
    lines = [visible(claim.text), place_in_words(claim, given.submission)]
    about = [NATURES[claim.nature]]
    if claim.worth is not None:
        about.append(f"worth a check {claim.worth:.0%}")
    if claim.found_by:
        about.append(f"found by {claim.found_by}")
    lines.append(", ".join(about))
    if opened := open_words(claim):
        lines.append(opened)
    if claim.english:
        lines.append(f"in English: {visible(claim.english)}")
    if tree is not None and (tree.children or tree.excluded):
        lines += tree_lines(tree)
    return lines


def tree_lines(tree: ClaimTree, depth: int = 0) -> list[str]:
    """A claim's tree, a line each node."""
    indent = "  " * depth
    if tree.claim is not None:
        lines = [f"{indent}- {visible(tree.claim.text)}"]
    else:
        kind = "all of" if tree.kind == "all_of" else "any of"
        lines = [f"{indent}{kind}:"]
        for child in tree.children:
            lines += tree_lines(child, depth + 1)
    if tree.excluded:
        words = ", ".join(f"“{visible(word)}”" for word in tree.excluded)
        lines.append(f"{indent}no evidence can settle: {words}")
    if depth == 0 and not tree.reviewed:
        lines.append("No person reviewed how the claim was taken apart.")
    return lines
