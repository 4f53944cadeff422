"""From what was given to the claims that `check` judges, each with its place in a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from veracity.domain.claim import Claim, Submission
from veracity.domain.errors import BadInput
from veracity.intake.claims.placed import Listed, Placed
from veracity.intake.given import Lines, Text
from veracity.intake.reading import placed
from veracity.newsroom import Order
from veracity.newsroom.languages import with_language
from veracity.publish.submissions import kept_submission

if TYPE_CHECKING:
    from veracity.domain.extraction import Extraction
    from veracity.intake.claims.placed import Row
    from veracity.intake.given import Given
    from veracity.intake.reading import Entry
    from veracity.newsroom import Newsroom


@dataclass(frozen=True, slots=True)
class Said:
    """What the options say of who made the claims, when and on which page."""

    speaker: str | None = None
    said_on: date | None = None
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One claim of those that were given, or why there is none in its place."""

    number: int
    """The line it was given on; of a text, which of its claims it is. Counted from 1."""
    given: Placed | BadInput
    reviewed: bool = False
    """Whether a person accepted it."""
    part_of: str = ""
    """The compound claim that it is a part of; empty for a claim of its own."""

    @property
    def judged(self) -> bool:
        """Whether evidence can settle it."""
        return isinstance(self.given, Placed) and self.given.claim.nature == "fact"


@dataclass(frozen=True, slots=True)
class Ordered:
    """The claims to judge, and what they were found by."""

    items: tuple[Item, ...]
    found: Extraction | None = None
    """None for claims that were given one by one."""
    submission: Submission | None = None


async def ordered(
    given: Given,
    said: Said,
    newsroom: Newsroom,
    home: Path,
    *,
    trees: bool = False,
    fresh: bool = False,
) -> Ordered:
    """The claims in what was given; with `trees` the compound ones of a text are taken apart.

    Raises `BadInput` for a page that cannot be read, and for options that do not fit.
    """
    if isinstance(given, Lines):
        return Ordered(tuple(_line(entry, said) for entry in given.entries))
    if isinstance(given, Listed):
        return Ordered(tuple(_row(row, given.origin, home) for row in given.rows))
    submission = (
        given.submission if isinstance(given, Text) else await newsroom.page(given.url, fresh=fresh)
    )
    submission = with_language(_placed(submission, said))
    found = await newsroom.claims(submission, mode=given.mode, trees=trees, fresh=fresh)
    items = (
        Item(number, Placed(submission, claim, found.trees.get(claim.digest)))
        for number, claim in enumerate(found.claims, start=1)
    )
    return Ordered(tuple(items), found, submission)


def by_parts(items: Sequence[Item]) -> tuple[Item, ...]:
    """The claims, those of which all parts have to hold as their parts: for a method that judges no
    trees. A choice among parts stays whole."""
    made: list[Item] = []
    for item in items:
        parts = _parts(item.given)
        whole = item.given.claim.text if isinstance(item.given, Placed) and len(parts) > 1 else ""
        for given in parts:
            made.append(replace(item, number=len(made) + 1, given=given, part_of=whole))
    return tuple(made) if len(made) > len(items) else tuple(items)


def _parts(given: Placed | BadInput) -> list[Placed | BadInput]:
    if isinstance(given, BadInput) or given.tree is None or given.tree.kind != "all_of":
        return [given]
    if any(child.claim is None for child in given.tree.children):
        return [given]
    return [replace(given, claim=leaf, tree=None) for leaf in given.tree.leaves()]


def orders(items: Sequence[Item], out: Path | None, *, single: bool) -> list[Order]:
    """What is to be judged, and where each case goes. `single` says that one claim was given.

    Raises `BadInput` when it has become several and their cases do not fit into `out`.
    """
    if single and len(items) > 1:
        single = False
        if out is not None and out.suffix == ".json" and not out.is_dir():
            raise BadInput(
                f"{len(items)} cases do not fit into {out}.", "Name a folder with --out."
            )
    return [
        Order(
            submission=item.given.submission,
            claim=item.given.claim,
            place=_place(out, item, single=single),
            dials=_dials(item.given),
        )
        for item in items
        if item.judged and isinstance(item.given, Placed)
    ]


def is_single(given: Given) -> bool:
    """Whether no more than one claim can come of it."""
    if isinstance(given, Lines):
        return len(given.entries) == 1
    if isinstance(given, Listed):
        return len(given.rows) == 1
    return given.mode != "all"


def check_out(out: Path | None, given: Given) -> None:
    """Raises `BadInput` for an `--out` into which the cases do not fit."""
    if out is None or out.is_dir():
        return
    single = is_single(given)
    if not single and out.suffix == ".json":
        count = len(given.entries) if isinstance(given, Lines) else "Several"
        raise BadInput(f"{count} cases do not fit into {out}.", "Name a folder with --out.")
    if single and out.suffix != ".json":
        raise BadInput(f"{out} is no name for a case.", "Name a file that ends in .json.")


def _line(entry: Entry, said: Said) -> Item:
    if isinstance(entry.given, BadInput):
        return Item(entry.line, entry.given)
    submission = _placed(entry.given, said)
    return Item(entry.line, Placed(submission, Claim.whole(submission)))


def _row(row: Row, origin: str, home: Path) -> Item:
    if isinstance(row.given, BadInput):
        return Item(row.line, row.given)
    from veracity.intake.claims.lines import put_back

    kept = None if row.given.submission is None else kept_submission(home, row.given.submission)
    try:
        back = put_back(row.given, kept, origin)
    except BadInput as wrong:
        return Item(row.line, wrong)
    return Item(row.line, back, reviewed=row.given.reviewed)


def _placed(submission: Submission, said: Said) -> Submission:
    return placed(submission, speaker=said.speaker, said_on=said.said_on, origin=said.origin)


def _dials(given: Placed) -> Mapping[str, Any]:
    """A tree that a person approved is judged as it is; any other is written anew."""
    if given.tree is None or not given.tree.reviewed:
        return {}
    from veracity.intake.claims.lines import as_given

    return {"tree": as_given(given.tree)}


def _place(out: Path | None, item: Item, *, single: bool) -> Path | None:
    if out is None:
        return None
    if single and not out.is_dir():
        return out.absolute()
    return out.absolute() / f"{item.number:05d}.json"
