from __future__ import annotations

from datetime import date

import pytest

from veracity.intake.reading.markdown import read_markdown


def test_the_marks_are_taken_off() -> None:
    read = read_markdown(
        b"# The *old* bridge\n\nIt is **closed**, say\n[the council](https://ostrana.example/a) and"
        b"\n`harbour` ![a photo](b.png)<!-- not yet -->.\n\n- It sank.\n- It ~~stood~~.\n\n"
        b"| Year | Rise |\n|---|---|\n| 2019 | 5% |\n\n> It is safe.\n\n<div>In a box.</div>\n",
        "a.md",
    )
    assert read.title == "The old bridge"
    assert read.text == (
        "The old bridge\n\nIt is closed, say the council and harbour .\n\nIt sank.\nIt stood.\n\n"
        "Year | Rise\n2019 | 5%\n\nIt is safe.\n\nIn a box."
    )


@pytest.mark.parametrize("day", ["2026-01-02", '"2026-01-02"', "2026-01-02T10:00:00Z"])
def test_front_matter_says_title_and_day(day: str) -> None:
    read = read_markdown(
        f"---\ntitle: 'Floods'\ndate: {day}\n---\n# Head\n\nIt rose.".encode(), "a"
    )
    assert (read.title, read.published) == ("Floods", date(2026, 1, 2))
    assert read.text == "Head\n\nIt rose."


def test_a_day_that_is_none_is_not_believed() -> None:
    assert read_markdown(b"---\ndate: soon\n---\nIt rose.", "a.md").published is None


def test_bold_names_are_speakers() -> None:
    read = read_markdown(b"**Moderator:** How long?\n\n**Dr. Belar:** Very.\n", "a.md")
    told = [(turn.speaker, turn.span.of(read.text)) for turn in read.turns]
    assert told == [("Moderator", "How long?"), ("Dr. Belar", "Very.")]
