from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.turns import turns


def told(text: str) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.span.of(text)) for turn in turns(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "THE PRESIDENT: Thank you.\nSit down.\n\nQ  Why now?\n\nTHE PRESIDENT: Because.",
            [("THE PRESIDENT", "Thank you.\nSit down."), ("Q", "Why now?"),
             ("THE PRESIDENT", "Because.")],
        ),
        ("Q. How long is it?\nA. 1,340 kilometres.", [("Q", "How long is it?"),
                                                    ("A", "1,340 kilometres.")]),
        ("Mr. OSTRAN. I rise today.\nThe PRESIDING OFFICER. Without objection.",
         [("Mr. OSTRAN", "I rise today."), ("The PRESIDING OFFICER", "Without objection.")]),
        ("Ana Ostran (harbour authority): It grew by 5%.", [("Ana Ostran", "It grew by 5%.")]),
        ("**Ana:** One.\n**Ben:** Two.\n**Ana:** Three.",
         [("Ana", "One."), ("Ben", "Two."), ("Ana", "Three.")]),
        ("OSTRAN: One.\nBELAR: Two.", [("OSTRAN", "One."), ("BELAR", "Two.")]),
        ("අනුර: එක.\nසුනිල්: දෙක.\nඅනුර: තුන.", [("අනුර", "එක."), ("සුනිල්", "දෙක."), ("අනුර", "තුන.")]),
        ("சபாநாயகர்: அமைதி.", [("சபாநாயகர்", "அமைதி.")]),
        ("Introduction by the host.\n\nMODERATOR: Welcome.", [("MODERATOR", "Welcome.")]),
    ],
)  # fmt: skip
def test_a_turn_is_what_is_said_without_the_name(text: str, parts: list[tuple[str, str]]) -> None:
    assert told(text) == parts


@pytest.mark.parametrize(
    ("text", "times"),
    [
        # 12 min 3 s = 723 s; 1 h 2 min 3.5 s = 3,723.5 s.
        ("[00:12:03] Ana: One.\n[1:02:03.5] Ben: Two.", [("Ana", 723.0), ("Ben", 3723.5)]),
        ("Ana Ostran  0:03\nOne.\n\nBen  0:09\nTwo.", [("Ana Ostran", 3.0), ("Ben", 9.0)]),
        ("Speaker 1 (01:00): One.", [("Speaker 1", 60.0)]),
        ("00:12:03 Ana: One.", [("Ana", 723.0)]),
        ("[00:01] One.\n[00:05] Two.", [(None, 1.0), (None, 5.0)]),
        # Whoever spoke goes on after a time without a name.
        ("[00:01] Ana: One.\n[00:05] Two.", [("Ana", 1.0), ("Ana", 5.0)]),
    ],
)
def test_a_time_beside_the_name_is_kept(text: str, times: list[tuple[str | None, float]]) -> None:
    assert [(turn.speaker, turn.at) for turn in turns(text)] == times


@pytest.mark.parametrize(
    "text",
    [
        "The problem is simple: there is no money.",
        "The Bridge: a story of two pillars.",
        "BREAKING: the bridge is closed.\nNOTE: this may change.\nUPDATE: it is open again.",
        "Source: the council\nPhoto: the council\nSource: the harbour",
        "Lunch 12:30\nDinner 18:30\nTrain 19:20",
        "A. The first reason\nB. The second reason",
        "Pros: cheap.\nCons: slow.\nPros: light.\nCons: loud.",
        "Minister for Rivers: Ana Ostran took office in May.",
        "15 Chief Officers: what they do.",
        "He said: we go on.\nShe said: we do not.\nHe said: we do.",
        "https://ostrana.example/a\nhttps://ostrana.example/b",
        "Colombo: rain. Kandy: sun.\nIt was 12:30 when it began.",
        "මූලාශ්‍රය: නගර සභාව\nඡායාරූපය: නගර සභාව\nමූලාශ්‍රය: වරාය",
        "",
    ],
)
def test_prose_with_a_colon_is_no_turn(text: str) -> None:
    assert told(text) == []


WORD = st.sampled_from(["coast", "river", "rose", "by", "three", "1,340", "මීටර", "ஆறு"])
SAID = st.lists(WORD, min_size=1, max_size=8).map(lambda words: " ".join(words).capitalize() + ".")
NAME = st.sampled_from(["THE MAYOR", "Ms. Belar", "MODERATOR", "Dr. Ana Ostran"])


@given(st.lists(st.tuples(NAME, SAID), min_size=1, max_size=8))
def test_every_word_of_a_transcript_is_credited_to_who_said_it(
    parts: list[tuple[str, str]],
) -> None:
    assert told("\n\n".join(f"{name}: {said}" for name, said in parts)) == parts


@given(st.text(alphabet=st.sampled_from("aB:.[]()Q\n 01*සஅ-\r\u2028"), max_size=120))
def test_turns_are_in_order_without_overlap_and_without_white_space_around_them(text: str) -> None:
    end = 0
    for turn in turns(text):
        said = turn.span.of(text)
        assert turn.span.start >= end
        assert said == said.strip() != ""
        end = turn.span.end
