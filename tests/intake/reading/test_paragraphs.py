from __future__ import annotations

from typing import Any

import pytest

from veracity.intake.reading.paragraphs import paragraphs


def words(
    said: str, top: int, *, block: int = 1, paragraph: int = 1, line: int = 1, left: int = 10
) -> list[dict[str, Any]]:
    """A line of an image, each word of which is 50 pixels wide."""
    return [
        {
            "block_num": block,
            "par_num": paragraph,
            "line_num": line,
            "left": left + 50 * number,
            "top": top,
            "text": word,
        }
        for number, word in enumerate(said.split())
    ]


FIRST = [*words("The old bridge", 0), *words("is closed until", 40, line=2)]
"""Two lines of a paragraph, 40 pixels apart."""


def test_the_lines_of_a_paragraph_are_joined() -> None:
    assert paragraphs(FIRST) == "The old bridge is closed until"


@pytest.mark.parametrize("place", [{"paragraph": 2}, {"block": 2}])
def test_a_sentence_that_goes_on_below_is_one_paragraph(place: dict[str, int]) -> None:
    # 40 x 1.4 = 56: a line is below the one at 40 up to 96.
    assert paragraphs([*FIRST, *words("autumn.", 96, **place)]).count("\n") == 0
    assert paragraphs([*FIRST, *words("autumn.", 97, **place)]).count("\n") == 1
    # A column beside it begins a step or more to the right.
    assert paragraphs([*FIRST, *words("Weather", 80, left=50, **place)]).count("\n") == 1
    assert paragraphs([*FIRST, *words("Weather", 0, **place)]).count("\n") == 1


def test_a_paragraph_after_a_sentence_stays_apart() -> None:
    whole = [*words("The old bridge", 0), *words("is closed.", 40, line=2)]
    assert paragraphs([*whole, *words("It sank.", 80, paragraph=2)]).endswith("closed.\nIt sank.")


def test_what_tesseract_adds_to_letters_is_taken_off() -> None:
    assert paragraphs(words("ක්\u200c ශ්\u200dරී", 0)) == "ක් ශ්\u200dරී"
    assert paragraphs([]) == ""
