"""Claims that code finds by itself: anchored, whole, credited and each once."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.claim import Span, Submission, Turn
from veracity.domain.extraction import Extraction
from veracity.intake.claims.accounting import missing
from veracity.intake.claims.by_code import claims_of

PIECES = st.sampled_from(
    [
        "Marn has 3 harbors. ",
        "It opened in 2019. ",
        "“It fell by half,” said Edda Pohl. ",
        'He said "no more of that" and left. ',
        "Why? ",
        "\n",
        "- one\n- two\n",
        '\\"',
        "මිල රු. 500 කි. ",
        "😱 ",
        "They will fall again -- ",
    ]
)


def found(text: str, **about: object) -> Extraction:
    submission = Submission.model_validate({"text": text, **about})
    extraction = claims_of(submission)
    assert missing(submission, extraction) == ()
    return extraction


def spoken(text: str, *said: tuple[str, str]) -> Submission:
    """A transcript with its turns: who, and what that one says."""
    turns, at = [], 0
    for who, words in said:
        start = text.index(words, at)
        at = start + len(words)
        turns.append(Turn(span=Span(start=start, end=at), speaker=who))
    return Submission(text=text, turns=tuple(turns))


def test_a_sentence_is_a_claim_at_its_place() -> None:
    text = "Thank you. The bridge is 412 metres long. I like it. Is it old?"
    extraction = found(text)
    assert [(c.text, c.nature, c.span.of(text)) for c in extraction.claims] == [
        ("The bridge is 412 metres long.", "fact", "The bridge is 412 metres long."),
        ("I like it.", "fact", "I like it."),
    ]
    assert [skipped.nature for skipped in extraction.skipped] == ["greeting", "question"]
    assert "4 sentences" in extraction.trail[0].detail


def test_two_claims_in_two_short_sentences() -> None:
    assert [claim.text for claim in found("Hay 5 tests. Hay 5 errores.").claims] == [
        "Hay 5 tests.",
        "Hay 5 errores.",
    ]


def test_what_points_outside_is_told() -> None:
    (claim,) = found("They said it would double next year").claims
    assert claim.nature == "prediction"
    assert claim.unresolved == ("They", "it", "next year")


def test_a_pronoun_with_one_candidate_is_read() -> None:
    text = "Marn has 2 harbors. It has 3 cranes."
    second = found(text).claims[1]
    assert second.text == "Marn has 3 cranes."
    assert second.span.of(text) == "It has 3 cranes."


def test_a_quotation_is_the_claim_of_the_one_quoted() -> None:
    text = "“Taxes fell by 5 percent. They will fall again,” said Mayor Edda Pohl. He was cheered."
    first, second, third = found(text, speaker="The Daily").claims
    assert (first.text, first.speaker) == ("Taxes fell by 5 percent.", "Mayor Edda Pohl")
    assert first.reported_by == "The Daily"
    assert (second.text, second.nature) == ("They will fall again", "prediction")
    assert third.speaker == "The Daily"
    assert third.reported_by is None


def test_the_day_and_the_language_are_kept() -> None:
    (claim,) = found("Marn fell yesterday by half.", published=date(2026, 3, 1)).claims
    assert claim.claimed_on == date(2026, 3, 1)
    assert claim.unresolved == ()


def test_what_is_said_twice_is_one_claim_at_two_places() -> None:
    text = "Marn has 3 harbors. It rained a lot there. Marn has 3 harbors!"
    extraction = found(text)
    (harbors,) = (claim for claim in extraction.claims if "harbors" in claim.text)
    assert [span.of(text) for span in (harbors.span, *harbors.places)] == [
        "Marn has 3 harbors.",
        "Marn has 3 harbors!",
    ]


def test_what_may_be_two_things_is_two_claims() -> None:
    text = "The mill of Brakka burned. It closed in 2019. The pier of Marn fell. It closed in 2019."
    assert [one.text for one in found(text).claims].count("It closed in 2019.") == 2


def test_near_equal_sentences_with_other_facts_stay_apart() -> None:
    text = "85% of the schools in Marn opened. 86% of the schools in Marn opened."
    assert len(found(text).claims) == 2


def test_a_sentence_that_is_cut_in_two_goes_to_its_own_speaker() -> None:
    text = "ANA: We built forty --\nBEN: That is not so.\nANA: -- thousand homes in Marn."
    submission = spoken(
        text,
        ("Ana", "We built forty --"),
        ("Ben", "That is not so."),
        ("Ana", "-- thousand homes in Marn."),
    )
    extraction = claims_of(submission)
    assert missing(submission, extraction) == ()
    homes = extraction.claims[0]
    assert homes.text == "We built forty thousand homes in Marn."
    assert homes.speaker == "Ana"
    assert [span.of(text) for span in (homes.span, *homes.places)] == [
        "We built forty --",
        "-- thousand homes in Marn.",
    ]


def test_words_of_two_speakers_are_never_put_together() -> None:
    text = "ANA: Unemployment in Marn fell to\nBEN: four percent of all workers."
    submission = spoken(
        text, ("Ana", "Unemployment in Marn fell to"), ("Ben", "four percent of all workers.")
    )
    extraction = claims_of(submission)
    assert missing(submission, extraction) == ()
    assert [(one.span.of(text), one.why) for one in extraction.skipped] == [
        ("Unemployment in Marn fell to", "it is cut off")
    ]
    assert [claim.speaker for claim in extraction.claims] == ["Ben"]


@pytest.mark.parametrize(
    "text", ['"\\"\\\\" "" \\ "a" """', "😱😱", "12345", "a" * 100_000, "- \n" * 20_000, "؟ نعم."]
)
def test_odd_texts_are_accounted_for(text: str) -> None:
    assert found(text).found_by == "code"


@given(st.lists(PIECES, min_size=1, max_size=25).map("".join))
def test_every_claim_stands_in_the_text_and_nothing_is_lost(text: str) -> None:
    if not text.strip():
        return
    extraction = found(text)
    for claim in extraction.claims:
        for span in (claim.span, *claim.places):
            assert span.of(text).strip()
    starts = [claim.span.start for claim in extraction.claims]
    assert starts == sorted(starts)
    assert claims_of(Submission(text=text)) == extraction
