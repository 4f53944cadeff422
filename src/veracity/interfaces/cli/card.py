"""Draws a verdict card on a console.

It has no frame at its sides, and no line break goes into an address or a path, so that they can be
copied.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from veracity.publish.card import Card, QuoteLine, Tone
from veracity.publish.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console, RenderableType
    from rich.text import Text

    from veracity.publish.before import Before
    from veracity.publish.looked_up import FactCheckLine, SearchLine

_COLOR: dict[Tone, str] = {
    "supported": "green",
    "leaning": "cyan",
    "unknown": "yellow",
    "doubtful": "magenta",
    "contested": "red",
}
_MARK: dict[Tone, str] = {"supported": "+", "contested": "-"}
_BAR = 10
"""Cells of the confidence bar."""
_NEAREST = 2
"""Quotes shown when none of them settled anything."""
_SEARCHES = 6
"""Searches of the web that are shown without the trail."""


def draw(
    on: Console,
    card: Card,
    place: Path | None,
    *,
    trail: bool,
    before: Sequence[Before] = (),
) -> None:
    """Draw `card`; `place` is where its case lies. With `trail`, every step and every quote.
    `before` is what earlier cases concluded of the claim."""
    from rich.rule import Rule

    on.print(Rule(_headline(card), align="left", style=_COLOR[card.tone]))
    on.print(_plain(card.claim, "bold"))
    if card.place:
        on.print(_plain(card.place, "dim"))
    on.print()
    on.print(_plain(card.explanation))
    for caveat in card.caveats:
        on.print(_plain(f"Note: {caveat}", "dim"))
    _draw_before(on, before)
    _draw_fact_checks(on, card.fact_checks)
    _draw_evidence(on, card.quotes if trail else _telling(card.quotes))
    if card.abstentions:
        on.print()
        on.print(_plain("No judgement from", "bold"))
        for line in card.abstentions:
            on.print(_indented(_plain(line), 2))
    _draw_searches(on, card.searches if trail else card.searches[:_SEARCHES], len(card.searches))
    if trail:
        on.print()
        on.print(_plain(f"Trail (decided by {card.path})", "bold"))
        for number, line in enumerate(card.trail, start=1):
            on.print(_indented(_plain(f"{number}. {line}"), 2))
    if trail and card.prompts:
        on.print()
        on.print(_plain("Prompts", "bold"))
        for line in card.prompts:
            on.print(_indented(_plain(line, "dim"), 2), soft_wrap=True)
    if place is not None:
        on.print()
        on.print(_plain(f"case: {place}", "dim"), soft_wrap=True)


def _headline(card: Card) -> Text:
    from rich.text import Text

    color = _COLOR[card.tone]
    filled = round(card.confidence * _BAR / 100)
    line = Text.assemble(
        (card.label, f"bold {color}"),
        " ",
        ("█" * filled, color),
        ("░" * (_BAR - filled), "dim"),
        f" {card.confidence}% confidence",
    )
    if card.bucket is not None:
        line.append(f" ({card.bucket}, {card.lens} lens)")
    return line


def _telling(quotes: tuple[QuoteLine, ...]) -> tuple[QuoteLine, ...]:
    """The quotes that speak for or against the claim; when none does, the nearest ones."""
    speaking = tuple(quote for quote in quotes if quote.tone in _MARK)
    return speaking or quotes[:_NEAREST]


def _draw_evidence(on: Console, quotes: tuple[QuoteLine, ...]) -> None:
    """The quotes, with the source of neighbors from one document once below them."""
    for (source, standing, url), together in groupby(quotes, key=lambda quote: quote.origin):
        on.print()
        for quote in together:
            on.print(_indented(_quote(quote), 2))
        on.print(_indented(_plain(source, "dim"), 4))
        on.print(_indented(_plain(standing, "dim"), 4))
        on.print(_plain(f"    {url}", "dim"), soft_wrap=True)


def _draw_before(on: Console, before: Sequence[Before]) -> None:
    """What earlier cases concluded, each with its method and day."""
    if not before:
        return
    on.print()
    on.print(_plain("Judged before (shown, and no evidence for this verdict)", "bold"))
    for earlier in before:
        on.print(_indented(_plain(f"{earlier.said}: “{visible(earlier.claim)}”"), 2))
        on.print(_plain(f"    {earlier.case}", "dim"), soft_wrap=True)


def _draw_fact_checks(on: Console, checks: tuple[FactCheckLine, ...]) -> None:
    """What others concluded before, each with its own verdict and day."""
    if not checks:
        return
    on.print()
    on.print(_plain("Fact-checked before (shown, and no evidence for this verdict)", "bold"))
    for check in checks:
        on.print(_indented(_plain(f"{check.said}: “{check.claim}”"), 2))
        on.print(_plain(f"    {check.url}", "dim"), soft_wrap=True)


def _draw_searches(on: Console, searches: tuple[SearchLine, ...], count: int) -> None:
    if not searches:
        return
    on.print()
    on.print(_plain("Searched", "bold"))
    for search in searches:
        on.print(_indented(_plain(search.said), 2))
    if len(searches) < count:
        on.print(_indented(_plain(f"and {count - len(searches)} more, with --trail", "dim"), 2))


def _quote(quote: QuoteLine) -> Text:
    from rich.text import Text

    mark = _MARK.get(quote.tone, "·")
    weight = "bold " if quote.decisive else ""
    return Text.assemble(
        (f"{mark} {quote.stance}", f"{weight}{_COLOR[quote.tone]}"), f"  “{quote.text}”"
    )


def _indented(text: Text, columns: int) -> RenderableType:
    from rich.padding import Padding

    return Padding(text, (0, 0, 0, columns), expand=False)


def _plain(text: str, style: str = "") -> Text:
    from rich.text import Text

    return Text(text, style=style, overflow="fold")
