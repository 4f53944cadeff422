from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.cues import cues, spoken

ROLLING = """WEBVTT
Kind: captions

00:00:01.000 --> 00:00:03.000
the coast is

00:00:03.000 --> 00:00:05.000
the coast is
<00:00:03.500><c>one thousand kilometres</c>

00:00:05.000 --> 00:00:07.000
one thousand kilometres
long and the river

00:00:07.000 --> 00:00:09.000
long and the river
rose on tuesday
"""


def lines(text: str) -> list[str]:
    return [line for cue in cues(text) for line in cue.lines]


def test_the_cues_of_an_srt_file_are_found_with_their_times() -> None:
    first, second = cues(
        "1\n00:00:01,500 --> 00:00:04,000\n<i>The coast</i>\nis long.\n\n"
        "2\n01:00:00,000 --> 01:00:02,000\n{\\an8}It is &amp; was.\n"
    )
    assert (first.start, first.end, first.lines) == (1.5, 4.0, ("The coast", "is long."))
    assert (second.start, second.lines) == (3600.0, ("It is & was.",))


def test_what_no_viewer_sees_is_left_out() -> None:
    text = (
        "WEBVTT - A speech\n\nNOTE made by hand\nand checked\n\nSTYLE\n::cue { color: red }\n\n"
        "opening\n00:01.000 --> 00:02.000 align:start\n<c.loud>Hello</c> <b>there</b>.\n\n"
        "NOTE an end\n\nclosing\n00:03.000 --> 00:04.000\nGoodbye.\n"
    )
    assert lines(text) == ["Hello there.", "Goodbye."]


@pytest.mark.parametrize(
    "text",
    [
        "1\n00:01,0 --> 00:02,0\nOne.\n\n2\n00:02,0 --> 00:03,0\nTwo.",
        "00:01,000 --> 00:02,000\nOne.\n00:02,000 --> 00:03,000\nTwo.",
        "1\n00:01,000 --> 00:02,000\nOne.\n2\n00:02,000 --> 00:03,000\nTwo.",
        "1\n00:01,000 --> 00:02,000\n\nOne.\n\n\n2\n00:02,000 -> 00:03,000\n\nTwo.\n",
        "7\n00:01,000 --> 00:02,000\nOne.\n\n9\n00:02,000 --> 00:03,000\nTwo.",
        "1\n00:01,000 --> 00:02,000\nOne.\n\nTwo.",
    ],
)
def test_no_words_are_lost_in_a_careless_file(text: str) -> None:
    assert lines(text) == ["One.", "Two."]


def test_a_year_on_a_line_of_its_own_is_no_number_of_a_cue() -> None:
    text = "1\n00:01,000 --> 00:02,000\nIn the year\n2019\n00:02,000 --> 00:03,000\nit rose."
    assert lines(text) == ["In the year", "2019", "it rose."]


def test_captions_that_roll_up_are_read_once() -> None:
    read = spoken(cues(ROLLING))
    assert read.text == "the coast is one thousand kilometres long and the river rose on tuesday"
    assert [turn.at for turn in read.turns] == [1.0]


def test_what_is_said_twice_is_kept_twice() -> None:
    text = "1\n00:01,000 --> 00:02,000\nNo.\n\n2\n00:02,000 --> 00:03,000\nNo.\n"
    assert spoken(cues(text)).text == "No. No."


def test_voices_are_turns_that_know_their_time() -> None:
    read = spoken(
        cues(
            "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>The coast is\n\n"
            "00:02.000 --> 00:03.000\n<v Ana>long.</v> <v.loud Ben Ostran>It is not!</v>\n"
        )
    )
    told = [(turn.speaker, turn.at, turn.span.of(read.text)) for turn in read.turns]
    assert told == [("Ana", 1.0, "The coast is long."), ("Ben Ostran", 2.0, "It is not!")]


def test_names_with_a_colon_are_turns_without_the_name() -> None:
    read = spoken(
        cues(
            "1\n00:00:01,000 --> 00:00:02,000\nMODERATOR: How long\n\n"
            "2\n00:00:02,000 --> 00:00:03,000\nis it?\nANA OSTRAN: Very.\n"
        )
    )
    told = [(turn.speaker, turn.at, turn.span.of(read.text)) for turn in read.turns]
    assert told == [("MODERATOR", 1.0, "How long is it?"), ("ANA OSTRAN", 2.0, "Very.")]


def test_a_dash_is_another_voice() -> None:
    read = spoken(cues("1\n00:00:01,000 --> 00:00:02,000\n- How long?\n- Very.\n"))
    assert [turn.span.of(read.text) for turn in read.turns] == ["How long?", "Very."]
    assert {turn.speaker for turn in read.turns} == {None}


def test_a_pause_after_a_sentence_begins_a_paragraph() -> None:
    def two(gap: float) -> str:
        later = 2 + gap
        return (
            f"1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n"
            f"2\n00:00:{later:06.3f} --> 00:00:{later + 1:06.3f}\nTwo.\n"
        )

    assert spoken(cues(two(2.0))).text == "One.\nTwo."
    assert spoken(cues(two(1.9))).text == "One. Two."


WORDS = st.lists(st.sampled_from(["coast", "river", "5%", "මීටර", "x < 5"]), min_size=1, max_size=5)
SPOKEN = st.lists(WORDS.map(" ".join), min_size=1, max_size=8)


@given(SPOKEN, st.sampled_from(["srt", "vtt"]))
def test_every_word_is_read_in_order_and_every_turn_lies_in_the_text(
    said: list[str], kind: str
) -> None:
    # Each cue has a word of its own, so that none repeats the one before.
    said = [f"{words} n{number}" for number, words in enumerate(said)]
    blocks = [
        f"{number + 1}\n00:{number:02}:00.000 --> 00:{number:02}:30.000\n{words}"
        for number, words in enumerate(said)
    ]
    text = ("WEBVTT\n\n" if kind == "vtt" else "") + "\n\n".join(blocks)
    read = spoken(cues(text))
    assert read.text.split() == " ".join(said).split()
    assert (
        "".join(turn.span.of(read.text) for turn in read.turns).split()
        == "".join(part for part in read.text.split("\n")).split()
    )
