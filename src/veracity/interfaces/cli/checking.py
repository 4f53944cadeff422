"""What `veracity check` does: read, judge, show, and keep going past a bad line."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from veracity.domain.errors import BadInput, Paused
from veracity.intake.claims.placed import Listed, Placed
from veracity.intake.given import Lines, Wish, given
from veracity.intake.reading import Entry
from veracity.interfaces.cli.claim_list import show_unjudged, tell_found
from veracity.interfaces.cli.console import note, output
from veracity.interfaces.cli.dials import dial_changes
from veracity.interfaces.cli.faults import explain
from veracity.interfaces.cli.ordering import (
    Item,
    Ordered,
    Said,
    by_parts,
    check_out,
    is_single,
    ordered,
    orders,
)
from veracity.interfaces.cli.progress import Progress
from veracity.interfaces.cli.review import at_hand, reviewed
from veracity.newsroom import How, Judged, Newsroom
from veracity.publish.casebook import within
from veracity.publish.row import row
from veracity.publish.visible import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from veracity.domain.evidence import Document
    from veracity.domain.explanation import Tongue
    from veracity.intake.given import Given
    from veracity.settings import Settings


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of one `check`."""

    argument: str | None
    given: Path | None = None
    """A claim in JSON, in place of `argument`."""
    evidence: tuple[Path, ...] = ()
    as_json: bool = False
    out: Path | None = None
    method: str | None = None
    search: bool = False
    """Whether who asks named the backends of a web search. `routed` then searches the web whatever
    the archive has; without that, only for what the archive does not cover."""
    top_k: int | None = None
    speaker: str | None = None
    said_on: date | None = None
    origin: str | None = None
    as_of: date | None = None
    fresh: bool = False
    reuse: str | None = None
    lens: str | None = None
    dials: tuple[str, ...] = ()
    trail: bool = False
    quiet: bool = False
    claims: Wish | None = None
    """How many claims to look for; None follows from what was given (`intake/given`)."""
    review: bool = False
    """Whether a person looks at the claims before they are judged."""
    language: Tongue | None = None
    """In which language the verdict is explained; None for that of what was given."""


@dataclass(slots=True)
class _Tally:
    """How the run went so far."""

    judged: int = 0
    claims: int = 0
    """How many were to be judged."""
    codes: list[int] = field(default_factory=list[int])
    """Exit codes of the claims that could not be judged."""


def run(settings: Settings, wanted: Wanted) -> int:
    """Judge what was given, and show each verdict as it comes, in the order of the claims.

    Returns the exit code: 0, or the worst of the lines that could not be judged.
    """
    read_in = _as_json(wanted) if wanted.given is not None else _as_text(settings, wanted)
    check_out(wanted.out, read_in.given)
    named = dial_changes(wanted.dials, top_k=wanted.top_k, lens=wanted.lens)
    sought = {"web_always": True} if wanted.search and _routes(read_in.method) else {}
    how = How(
        method=read_in.method,
        dials={**read_in.dials, **sought, **named},
        evidence=documents(wanted.evidence),
        as_of=wanted.as_of,
        fresh=wanted.fresh,
        reuse=None if wanted.reuse is None else within(wanted.reuse),
        language=wanted.language,
    )
    tally = _Tally()
    try:
        with Progress(sys.stderr, quiet=wanted.quiet) as progress:
            asyncio.run(_work(settings, wanted, read_in.given, how, progress, tally))
    except (KeyboardInterrupt, Paused):
        if tally.claims > 1:
            note(
                f"{tally.judged} of {tally.claims} claims were judged and are kept. "
                "The same command goes on from there."
            )
        raise
    return min(tally.codes, default=0)


def _routes(method: str) -> bool:
    """Whether the method searches the web only where the archive does not suffice."""
    from veracity.methods import method as find_method

    return "web_always" in find_method(method).dials.model_fields


@dataclass(frozen=True, slots=True)
class _ReadIn:
    """What was given to judge, and what it says of how."""

    given: Given
    method: str
    dials: Mapping[str, Any] = field(default_factory=dict[str, Any])


def _as_text(settings: Settings, wanted: Wanted) -> _ReadIn:
    if wanted.argument is None:
        raise BadInput(
            "There is no claim to check.",
            "Give a claim, a file, - or --input FILE; see `veracity check --help`.",
        )
    read = given(wanted.argument, wanted.claims, speech_model=settings.speech_model)
    return _ReadIn(given=read, method=wanted.method or "routed")


def _as_json(wanted: Wanted) -> _ReadIn:
    """One claim in the shape that `refute` speaks, which it answers in as well."""
    from veracity.intake.claim_input import read_claim_input

    assert wanted.given is not None
    if wanted.argument is not None:
        raise BadInput("A claim and --input were both given.", "Give one of them.")
    if wanted.method not in (None, "refute"):
        raise BadInput(f"{wanted.method} does not read --input.", "Leave --method out.")
    claim = read_claim_input(wanted.given)
    lines = Lines((Entry(line=1, given=claim.alone()),))
    return _ReadIn(given=lines, method="refute", dials=claim.dials())


async def _work(
    settings: Settings,
    wanted: Wanted,
    read_in: Given,
    how: How,
    progress: Progress,
    tally: _Tally,
) -> None:
    # A fault of storage meets every claim in work. It ends the run and is told once, in its place.
    asyncio.get_running_loop().set_exception_handler(_unheard)
    async with Newsroom(settings, progress.watch) as newsroom:
        known = await ordered(
            read_in,
            _said(wanted),
            newsroom,
            settings.home,
            trees=wanted.review or _in_parts(read_in, how.method),
            fresh=wanted.fresh,
        )
        with progress.aside():
            if known.found is not None and not wanted.quiet:
                tell_found(known.found, known.submission)
            if wanted.review:
                known = reviewed(known, at_hand(wanted.argument))
            if _in_parts(read_in, how.method):
                known = _apart(known, quiet=wanted.quiet)
        await _judge(newsroom, wanted, known, read_in, how, progress, tally)


async def _judge(
    newsroom: Newsroom,
    wanted: Wanted,
    known: Ordered,
    read_in: Given,
    how: How,
    progress: Progress,
    tally: _Tally,
) -> None:
    wished = orders(known.items, wanted.out, single=is_single(read_in))
    tally.claims = len(wished)
    progress.expect(len(wished))
    many = newsroom.check_many(wished, how, pausing=len(wished) > 1)
    async with aclosing(many) as verdicts:
        for item in known.items:
            outcome = await anext(verdicts) if item.judged else item.given
            with progress.aside():
                _show(outcome, item, wanted, many=len(known.items) > 1, tally=tally)
            if isinstance(outcome, Judged):
                tally.judged += 1
                progress.judged(tally.judged, _summary(outcome))


def _in_parts(read_in: Given, method: str) -> bool:
    """Whether compound claims of a text are judged part by part: all of its claims are wanted, and
    the method judges no trees."""
    if isinstance(read_in, Lines) or (not isinstance(read_in, Listed) and read_in.mode != "all"):
        return False
    from veracity.methods import method as find_method

    return "tree" not in find_method(method).dials.model_fields


def _apart(known: Ordered, *, quiet: bool) -> Ordered:
    items = by_parts(known.items)
    more = len(items) - len(known.items)
    if more and not quiet:
        unseen = any(not item.reviewed for item in known.items)
        review = "No person reviewed how they were taken apart." if unseen else ""
        note(f"Compound claims are judged by their parts, {more} claims more. {review}".strip())
    return replace(known, items=items)


def _said(wanted: Wanted) -> Said:
    return Said(wanted.speaker, wanted.said_on, wanted.origin)


def _unheard(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Say nothing of what came of work that a fault made nobody wait for."""


def _show(
    outcome: Judged | Placed | Exception,
    item: Item,
    wanted: Wanted,
    *,
    many: bool,
    tally: _Tally,
) -> None:
    if isinstance(outcome, Exception):
        if not many:
            raise outcome
        line, code = explain(outcome)
        note(f"line {item.number}: {line}")
        tally.codes.append(code)
        return
    if isinstance(outcome, Placed):
        show_unjudged(outcome, as_json=wanted.as_json)
        return
    if outcome.reused and not wanted.quiet:
        note("This was judged a short while ago; its case is shown. --fresh judges it again.")
    if wanted.given is not None:
        from veracity.publish.votes_shape import output_shape

        print(json.dumps(output_shape(outcome.case), ensure_ascii=False, indent=2), flush=True)
        return
    if wanted.as_json:
        line = row(
            outcome.case,
            place=outcome.place,
            seconds=outcome.seconds,
            reused=outcome.reused,
            explained=wanted.language is not None,
            before=outcome.before,
        )
        if item.part_of:
            line["part_of"] = {"claim": item.part_of, "reviewed": item.reviewed}
        print(json.dumps(line, ensure_ascii=False), flush=True)
        return
    from veracity.interfaces.cli.card import draw
    from veracity.publish.card import card

    shown = card(outcome.case, wanted.language)
    if item.part_of:
        unseen = "" if item.reviewed else " No person reviewed how it was taken apart."
        said = visible(f"A part of the claim “{item.part_of}”.{unseen}")
        shown = replace(shown, caveats=(*shown.caveats, said))
    draw(output(), shown, outcome.place, trail=wanted.trail, before=outcome.before)


def documents(paths: tuple[Path, ...]) -> tuple[Document, ...] | None:
    """The evidence that was handed over, None when there is none."""
    if not paths:
        return None
    from veracity.intake.evidence import read_evidence

    return read_evidence(paths)


def _summary(judged: Judged) -> str:
    verdict = judged.case.verdict
    return f"{verdict.label} {verdict.confidence:.0%}  {judged.case.claim.text}"[:79]
