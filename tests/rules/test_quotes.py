"""Quotes: what holds, what does not, and why."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from veracity.rules import quotes
from veracity.rules.quotes import Reason

ZWJ = "\u200d"


@pytest.mark.parametrize(
    ("quote", "text", "reason"),
    [
        (
            "the harbor was closed for a week",
            "Then the harbor was closed for a week.",
            Reason.EXACT,
        ),
        (
            "The harbor was closed for a week",
            "Then the harbor was closed for a week.",
            Reason.NORMALIZED,
        ),
        ("it’s “the plan” – he said so", 'And it\'s "the plan" - he said so.', Reason.NORMALIZED),
        (
            "the résumé was sent by post",
            "Here the re\u0301sume\u0301 was sent by post.",
            Reason.NORMALIZED,
        ),
        ("the ofﬁce was closed all day", "Then the office was closed all day.", Reason.NORMALIZED),
        (
            "the  har\u00adbor was\u00a0closed\nall day",
            "Then the harbor was closed all day.",
            Reason.NORMALIZED,
        ),
        (
            "\u202ethe harbor was closed all day\u202c",
            "the harbor was closed all day",
            Reason.NORMALIZED,
        ),
        (
            "a long-term plan for the city",
            "It is a long-\nterm plan for the city.",
            Reason.NORMALIZED,
        ),
        ("an example of the new plan", "It is an exam-\nple of the new plan.", Reason.NORMALIZED),
        ("１２３ ships left the harbor", "So 123 ships left the harbor.", Reason.NORMALIZED),
        (f"ශ්{ZWJ}රී ලංකාවේ ජනගහනය වැඩි විය", "ශ්රී ලංකාවේ ජනගහනය වැඩි විය.", Reason.NORMALIZED),
        ("ශ්රී ලංකාවේ ජනගහනය වැඩි විය", f"ශ්{ZWJ}රී ලංකාවේ ජනගහනය වැඩි විය.", Reason.NORMALIZED),
        (
            "கொழும்பு நகரம் மிகப் பெரியது என்றார்",
            "க\u0bc6\u0bbeழும்பு நகரம் மிகப் பெரியது என்றார்.",
            Reason.NORMALIZED,
        ),
        ("港は一週間閉鎖された", "その港は一週間閉鎖されたと言った。", Reason.EXACT),
        ("the harbor was closed, ", "Then the harbor was closed, he said.", Reason.NORMALIZED),
        (
            "The harbor was closed all day.",
            "The harbor was closed all day, he said.",
            Reason.NORMALIZED,
        ),
        (
            "Area: 65,610 sq km",
            "Climate: not cold\nArea: 65,610 sq km\nCapital: Colombo",
            Reason.EXACT,
        ),
        ("Capital: Colombo", "Climate: not cold\nCapital: Colombo\nNo harbor: none", Reason.EXACT),
        (
            "the harbor was closed … for a week",
            "Then the harbor was closed by a storm for a week.",
            Reason.ELIDED,
        ),
        (
            "the harbor was closed [...] for a week",
            "Then the harbor was closed by a storm for a week.",
            Reason.ELIDED,
        ),
        (
            "we waited... and then it rained",
            "For long we waited... and then it rained.",
            Reason.EXACT,
        ),
    ],
)
def test_holds(quote: str, text: str, reason: Reason) -> None:
    match = quotes.find(quote, text)
    assert match.verified
    assert match.reason is reason
    assert match.span is not None


@pytest.mark.parametrize(
    ("quote", "text", "reason"),
    [
        (
            "profit in 2019-2020 was 5 percent",
            "The profit in 2019–2020 was -5 percent.",
            Reason.WRONG_NUMBER,
        ),
        ("7 percent of the ships left", "Only 0.7 percent of the ships left.", Reason.BOUNDARY),
        (
            "5 million went to the new harbor",
            "They say $5 million went to the new harbor.",
            Reason.WRONG_NUMBER,
        ),
        (
            "the number of ships rose to 5",
            "There the number of ships rose to 5 million.",
            Reason.WRONG_NUMBER,
        ),
        (
            "the number of ships rose to 5",
            "There the number of ships rose to 5.3 in May.",
            Reason.BOUNDARY,
        ),
        (
            "the share was 10 of all ships",
            "There the share was 1½ of all ships.",
            Reason.WRONG_NUMBER,
        ),
        (
            "the cost was 1,500 rupees a day",
            "Here the cost was 1.500 rupees a day.",
            Reason.WRONG_NUMBER,
        ),
        ("art of the harbor was closed", "Then part of the harbor was closed.", Reason.BOUNDARY),
        (
            "the harbor was closed by a storm",
            "Then the hаrbor was closed by a storm.",
            Reason.HOMOGLYPH,
        ),
        ("அந்தக் கல் மிகவும் பெரியது என்றார்", "அந்தக் கால் மிகவும் பெரியது என்றார்.", Reason.MARKS),
        ("in the harbor", "The ship stayed in the harbor.", Reason.TOO_SHORT),
        ("... ", "Anything.", Reason.TOO_SHORT),
        (
            "The harbor was closed. The ships left.",
            "The harbor was closed. It rained. The ships left.",
            Reason.STITCHED,
        ),
        (
            "the ships have left … the harbor was closed",
            "First the harbor was closed, then the ships have left.",
            Reason.REORDERED,
        ),
        (
            "the harbor was closed … for a whole week",
            "Here the harbor was closed." + " It rained." * 40 + " It was so for a whole week.",
            Reason.ELIDED_FAR,
        ),
        (
            "the harbor was closed … for a whole week",
            "Here the harbor was closed.\n\nThe shop opened for a whole week.",
            Reason.ELIDED_FAR,
        ),
        (
            "the harbor was … closed for a week",
            "In May the harbor was not closed for a week.",
            Reason.ELIDED_NEGATION,
        ),
        (
            "the harbor will be closed in May",
            "It is not true that the harbor will be closed in May.",
            Reason.CLIPPED_NEGATION,
        ),
        (
            "the harbor will be closed in May",
            "There is no sign that the harbor will be closed in May.",
            Reason.CLIPPED_NEGATION,
        ),
        (
            "the harbor will be closed in May",
            "That the harbor will be closed in May is a myth.",
            Reason.CLIPPED_NEGATION,
        ),
        (
            "the harbor will be closed in May",
            "They say the harbor will be closed in May. This is false.",
            Reason.CLIPPED_NEGATION,
        ),
        (
            "the new city harbor is",
            "They say that the new city harbor is not safe.",
            Reason.CLIPPED_NEGATION,
        ),
        (
            "the harbor will be closed in May",
            "They ask whether the harbor will be closed in May.",
            Reason.CLIPPED_CONDITION,
        ),
        (
            "the harbor will be closed in May",
            "A rumor says the harbor will be closed in May.",
            Reason.CLIPPED_ATTRIBUTION,
        ),
        (
            "the harbor will be closed in May",
            "Search results for: the harbor will be closed in May",
            Reason.ECHO,
        ),
        (
            "The harbor was closed all day.",
            "The harbor was closed all day unless it rained.",
            Reason.NOT_FOUND,
        ),
        ("the harbor was opened by a queen", "The harbor was closed.", Reason.NOT_FOUND),
        (
            f"ශ්{ZWJ}රී ලංකාවේ ජනගහනය වැඩි විය",
            f"ශ්{ZWJ}රී ලංකාවේ ජනගහනය වැඩි විය යන්න අසත්{ZWJ}යයි.",
            Reason.CLIPPED_NEGATION,
        ),
    ],
)
def test_does_not_hold(quote: str, text: str, reason: Reason) -> None:
    match = quotes.find(quote, text)
    assert not match.verified
    assert match.reason is reason


def test_a_denial_in_another_sentence_or_clause_does_not_matter() -> None:
    text = (
        "Nobody was hurt. Aides, who did not want to be named, said the harbor was closed all day."
    )
    assert quotes.find("the harbor was closed all day", text).verified


def test_a_denied_place_does_not_spoil_another_one() -> None:
    text = "It is not true that the harbor was closed all day. Later the harbor was closed all day."
    match = quotes.find("the harbor was closed all day", text)
    assert match.verified
    assert match.span is not None
    assert match.span.start > 50


def test_the_span_is_in_the_text_as_it_was_given() -> None:
    text = "So\u200b the  of\ufb01ce\u00a0was\nclosed for a da\u00ady."
    match = quotes.find("the office was closed for a day", text)
    assert match.span is not None
    assert match.span.of(text) == "the  of\ufb01ce\u00a0was\nclosed for a da\u00ady"


def test_parts_beside_an_ellipsis_have_their_own_spans() -> None:
    text = "Then the harbor was closed by a storm for a week."
    match = quotes.find("the harbor was closed … for a week", text)
    assert [part.of(text) for part in match.parts] == ["the harbor was closed", "for a week"]


WORD = st.text(
    alphabet=st.characters(categories=["Ll"], max_codepoint=0x24F), min_size=4, max_size=9
)
SENTENCE = st.lists(WORD, min_size=5, max_size=12)


@given(
    SENTENCE,
    st.sampled_from([" ", "  ", "\n", "\u00a0", " \u200b"]),
    st.sampled_from(["NFC", "NFD"]),
)
def test_a_verified_span_folds_to_the_quote(words: list[str], space: str, form: str) -> None:
    assume(not {"not", "false"} & set(words))
    quote = " ".join(words)
    text = "Intro here. " + unicodedata.normalize(form, space.join(words)) + ". More here."  # type: ignore[arg-type]
    match = quotes.find(quote, text)
    assert match.verified
    assert match.span is not None
    assert quotes.fold(match.span.of(text)).text == quotes.fold(quote).text


@given(SENTENCE, st.data())
def test_one_changed_letter_is_found(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    at = data.draw(st.integers(min_value=1, max_value=len(text) - 1))
    assume(text[at] != " ")
    changed = text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :]
    assert not quotes.find(changed, text).verified


@given(st.text(), st.text())
def test_find_never_raises(quote: str, text: str) -> None:
    match = quotes.find(quote, text)
    if match.verified:
        assert match.span is not None
        assert 0 <= match.span.start < match.span.end <= len(text)


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    folded = quotes.fold(text)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert all(start < end for start, end in zip(folded.starts, folded.ends, strict=True))


@pytest.mark.parametrize("piece", ["the harbor ", "'- ", "no ", "a-\n", "... "])
def test_a_long_text_is_read_in_linear_time(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    start = time.process_time()
    quotes.find("the harbor was closed all day", text)
    quotes.find((piece * 30).strip(), text)
    assert time.process_time() - start < 3
