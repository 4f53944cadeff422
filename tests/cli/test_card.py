from __future__ import annotations

import io
import re
from datetime import date
from pathlib import Path

import pytest
from rich.console import Console
from sample_case import TEXT, case, finding

from veracity.domain.evidence import Stance
from veracity.domain.verdict import Bucket
from veracity.interfaces.cli.card import draw
from veracity.publish.card import card

LONG = "The coast of Sri Lanka, measured around the whole island, is 1,340 kilometres long. " * 5


def drawn(
    made: object = None, *, trail: bool = False, color: bool = False, place: Path | None = None
) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=80, force_terminal=color, highlight=False)
    draw(console, card(made or case()), place, trail=trail)  # pyright: ignore
    return stream.getvalue()


def test_the_card_says_what_was_concluded_and_why() -> None:
    text = drawn()
    for part in ("True", "97%", "The almanac gives 1,340 km", TEXT, "supports"):
        assert part in text
    for part in ("Sri Lanka, Example Almanac", "government, 2026-02-01", "https://example.org"):
        assert part in text
    assert "no weights" in text


@pytest.mark.parametrize("claim", [LONG, "x" * 3000, "ශ්‍රී ලංකාවේ වෙරළ තීරය", "日本" * 90])
def test_the_card_fits_into_80_columns(claim: str) -> None:
    from rich.cells import cell_len

    made = case(claim, findings=(finding("Coast: " + "y" * 200),))
    assert max(cell_len(line) for line in drawn(made, trail=True).splitlines()) <= 80


def test_the_trail_is_drawn_when_it_is_asked_for() -> None:
    assert "retrieve" not in drawn()
    assert "1. retrieve: 1 passage" in drawn(trail=True)
    assert "2. verify (abstained): no model" in drawn(trail=True)


def test_without_a_terminal_there_is_no_escape_code() -> None:
    assert "\x1b" not in drawn()


def test_labels_have_their_colors() -> None:
    green, red = "\x1b[1;32m", "\x1b[1;31m"
    assert f"{green}True" in drawn(color=True)
    made = case(label="False", bucket=Bucket.FALSE)
    assert f"{red}False" in drawn(made, color=True)


def test_text_from_outside_is_never_markup() -> None:
    made = case("[red]alarm[/red] [link=https://example.org]x[/link]")
    text = drawn(made, color=True)
    assert "[red]alarm[/red]" in re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_escape_codes_in_evidence_do_not_reach_the_terminal() -> None:
    made = case(findings=(finding("Area: \x1b[2J\x1b]0;owned\x07 5 km"),))
    assert "\x1b]" not in drawn(made)
    assert "\x1b[2J" not in drawn(made)


def test_an_undated_source_is_called_undated() -> None:
    assert "government, undated" in drawn(case(findings=(finding(published=None),)))


def test_the_path_of_the_case_is_on_one_line() -> None:
    place = Path("/home/someone/" + "a" * 90 + "/case.json")
    assert f"case: {place}" in drawn(place=place).splitlines()


def test_a_bucket_is_shown_when_it_adds_to_the_label() -> None:
    assert card(case(label="Unverified", bucket=Bucket.UNVERIFIABLE)).bucket is None
    assert card(case()).bucket is None
    assert card(case(label="Misleading", bucket=Bucket.FALSEY)).bucket == "Falsey"


def test_evidence_that_refutes_is_told_from_evidence_that_supports() -> None:
    made = case(
        findings=(
            finding(stance=Stance.REFUTES),
            finding("Area: 1", stance=Stance.INSUFFICIENT, decisive=False),
        )
    )
    refuting, other = card(made).quotes
    assert (refuting.stance, refuting.tone, refuting.decisive) == ("refutes", "contested", True)
    assert (other.stance, other.tone, other.decisive) == ("does not settle it", "unknown", False)


def test_a_title_that_is_the_publisher_is_named_once() -> None:
    made = case()
    source = made.verdict.findings[0].source.model_copy(update={"title": "Example Almanac"})
    changed = made.verdict.findings[0].model_copy(
        update={"source": source, "quote": made.verdict.findings[0].quote}
    )
    assert card(case(findings=(changed,))).quotes[0].source == "Example Almanac"


def test_dates_are_iso_dates() -> None:
    (quote,) = card(case(findings=(finding(published=date(1999, 1, 2)),))).quotes
    assert quote.standing.endswith("1999-01-02")
