"""Draws a verdict card on a console."""

from __future__ import annotations

from typing import TYPE_CHECKING

from veracity.publish.card import Card, QuoteLine, Tone

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console, RenderableType
    from rich.text import Text

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


def draw(on: Console, card: Card, place: Path | None, *, trail: bool) -> None:
    """Draw `card`; `place` is where its case lies. The trail is drawn when it is asked for."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.panel import Panel

    parts: list[RenderableType] = [_headline(card), _plain(""), _plain(card.explanation)]
    if card.quotes:
        parts.append(_heading("Evidence"))
        parts += [_quote(line) for line in card.quotes]
    if card.abstentions:
        parts.append(_heading("No judgement from"))
        parts += [Padding(_plain(line), (0, 0, 0, 2)) for line in card.abstentions]
    if trail:
        parts.append(_heading(f"Trail (decided by {card.path})"))
        parts += [
            Padding(_plain(f"{number}. {line}"), (0, 0, 0, 2))
            for number, line in enumerate(card.trail, start=1)
        ]
    title = _plain(f" {_shortened(card.claim, on.width - 8)} ", "bold")
    on.print(Panel(Group(*parts), title=title, title_align="left", border_style=_COLOR[card.tone]))
    if place is not None:
        # A path is for copying, so no line break goes into it.
        on.print(_plain(f"case: {place}", "dim"), soft_wrap=True)


def _headline(card: Card) -> Text:
    from rich.text import Text

    color = _COLOR[card.tone]
    filled = round(card.confidence * _BAR / 100)
    line = Text.assemble(
        (card.label, f"bold {color}"),
        "  confidence ",
        (f"{card.confidence}%", "bold"),
        "  ",
        ("█" * filled, color),
        ("░" * (_BAR - filled), "dim"),
    )
    if card.bucket is not None:
        line.append(f"  {card.bucket} ({card.lens} lens)", "dim")
    return line


def _quote(quote: QuoteLine) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    mark = _MARK.get(quote.tone, "·")
    first = Text.assemble(
        (f"{mark} {quote.stance}", f"{'bold ' if quote.decisive else ''}{_COLOR[quote.tone]}"),
        "  ",
        (f"“{quote.text}”", "default" if quote.decisive else "dim"),
    )
    lines = [_plain(quote.source), _plain(quote.standing, "dim"), _plain(quote.url, "dim")]
    about = Group(*(line for line in lines if line.plain))
    return Group(Padding(first, (0, 0, 0, 2)), Padding(about, (0, 0, 0, 6)))


def _heading(text: str) -> Text:
    return _plain(f"\n{text}", "bold")


def _plain(text: str, style: str = "") -> Text:
    from rich.text import Text

    return Text(text, style=style, overflow="fold")


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: max(width - 1, 1)]}…"
