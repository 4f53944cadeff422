from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.wrapping import is_wrapped, unwrapped

PROSE = (
    "The council said on Tuesday that the old bridge stays closed until 14 September, because two "
    "of its pillars sank by three metres when the river rose. It was built ninety years ago, and "
    "the engineer who looks at it every spring had found nothing that was out of the ordinary."
)


@pytest.mark.parametrize("width", [50, 72, 100])
def test_a_wrapped_paragraph_is_made_whole(width: int) -> None:
    prose = f"{PROSE} {PROSE}"
    wrapped = textwrap.fill(prose, width)
    assert is_wrapped(wrapped)
    assert " ".join(unwrapped(wrapped).split()) == prose
    # Only where a line ends a sentence may a break have been left.
    assert all(line.endswith(".") for line in unwrapped(wrapped).split("\n"))


def test_paragraphs_and_headings_stay_apart() -> None:
    text = f"The old bridge\n\n{textwrap.fill(PROSE, 60)}\n\n{textwrap.fill(PROSE, 60)}"
    heading, empty, *_ = unwrapped(text).split("\n")
    assert (heading, empty) == ("The old bridge", "")
    assert unwrapped(text).count("\n\n") == 2


def test_a_word_that_was_cut_is_made_whole_and_a_hyphen_of_its_own_stays() -> None:
    full = "x" * 30
    cut = f"{full} the govern-\nment of the island {full}"
    assert "the government of" in unwrapped(cut)
    own = f"{full} the well-\nknown river {full}\n\nIt is well-known."
    assert "the well-known river" in unwrapped(own)


def test_lines_of_a_list_and_of_a_dialogue_are_not_joined() -> None:
    line = "a line that is as wide as the others of this text are"
    text = "\n".join([line, f"- {line}", f"2. {line}", f"ANA: {line}", f"MODERATOR: {line}"])
    assert unwrapped(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Roses are red\nViolets are blue\nSugar is sweet\nAnd so are you",
        "One claim a line that is long enough to look full.\n" * 6,
        PROSE,
        "",
    ],
)
def test_lines_that_somebody_meant_are_told(text: str) -> None:
    assert not is_wrapped(text)


@given(st.text(alphabet=st.sampled_from("ab. -\n\t:1)"), max_size=300))
def test_no_word_is_lost_or_made_up(text: str) -> None:
    def letters(some: str) -> str:
        return "".join(some.split()).replace("-", "")

    assert letters(unwrapped(text)) == letters(text)
