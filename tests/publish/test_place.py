"""Where a claim stands, in words and for programs."""

from __future__ import annotations

from datetime import date

from veracity.domain.claim import Claim, Span, Submission
from veracity.publish.place import is_whole, open_words, place, place_in_words

TEXT = "Good evening.\nShe built it.\nShe built it."


def claim() -> Claim:
    return Claim.whole(submission()).model_copy(
        update={
            "text": "Edda Pohl built the harbor.",
            "span": Span(start=14, end=27),
            "places": (Span(start=28, end=41),),
            "speaker": "A mayor",
            "reported_by": "A paper",
            "unresolved": ("she", "it"),
        }
    )


def submission() -> Submission:
    return Submission(text=TEXT, origin="a.txt", published=date(2026, 1, 2))


def test_a_place_has_its_line_its_words_and_who_says_it() -> None:
    assert place(claim(), submission()) == {
        "origin": "a.txt",
        "line": 2,
        "span": [14, 27],
        "anchor": "She built it.",
        "speaker": "A mayor",
        "reported_by": "A paper",
        "said_on": "2026-01-02",
        "unresolved": ["she", "it"],
        "also": [[28, 41]],
    }


def test_a_place_in_words_shows_the_anchor_of_a_claim_in_other_words() -> None:
    assert place_in_words(claim(), submission()) == (
        "a.txt, line 2, said by A mayor, reported by A paper, and 1 more time: “She built it.”"
    )
    own = claim().model_copy(update={"text": "She  built it.", "speaker": None})
    assert "“" not in place_in_words(own, submission())


def test_words_that_point_nowhere_are_named() -> None:
    assert open_words(claim()) == "The text does not say what is meant by “she”, “it”."
    assert open_words(Claim.whole(submission())) == ""


def test_a_claim_that_is_all_of_its_text_has_no_place_to_tell() -> None:
    assert is_whole(Claim.whole(submission()), submission())
    assert not is_whole(claim(), submission())


def test_control_characters_of_a_text_are_not_shown() -> None:
    given = Submission(text="A\x1b[31m is 5.", origin="b.txt")
    told = place_in_words(Claim.whole(given).model_copy(update={"text": "A is 5."}), given)
    assert "\x1b" not in told
