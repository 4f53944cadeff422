from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.retrieval.conftest import document
from veracity.retrieval.chunking import LIMIT, TARGET, cut


def texts(source: str) -> list[str]:
    return [piece.span.of(source) for piece in cut(document(source)).pieces]


def test_short_paragraphs_are_one_passage() -> None:
    assert texts("One line.\n\nAnother.\n") == ["One line.\n\nAnother."]


def test_a_heading_starts_a_passage_and_is_kept_beside_it() -> None:
    source = "Before.\n\n# First part\nIts words.\n\n## Second\n\nOther words."
    pieces = cut(document(source)).pieces
    assert [(p.heading, p.span.of(source)) for p in pieces] == [
        (None, "Before."),
        ("First part", "Its words."),
        ("Second", "Other words."),
    ]


def test_a_long_paragraph_is_cut_at_the_end_of_a_sentence() -> None:
    sentence = "It has exactly ten words and it ends just here. "
    source = sentence * 30
    found = texts(source)
    assert all(text.endswith("here.") for text in found)
    # 300 words; a cut falls at the first sentence end after TARGET words, which is word 120.
    assert [len(text.split()) for text in found] == [120, 120, 60]


def test_a_sentence_without_an_end_is_cut_at_white_space() -> None:
    found = texts("word " * (LIMIT * 2 + 5))
    assert [len(text.split()) for text in found] == [LIMIT, LIMIT, 5]


def test_a_title_without_a_text_is_no_passage() -> None:
    assert texts("# Only a title\n") == []


@given(st.text(st.sampled_from("ab .!?\n\t#é\u200d"), max_size=800))
def test_passages_lose_no_word_and_do_not_overlap(source: str) -> None:
    pieces = cut(document(source)).pieces
    ends = 0
    for piece in pieces:
        assert piece.span.start >= ends
        assert piece.span.of(source).strip()
        assert len(piece.span.of(source).split()) <= max(LIMIT, TARGET)
        ends = piece.span.end
    covered = sum(len(piece.span.of(source).split()) for piece in pieces)
    headings = sum(
        len(line.split()) for line in source.split("\n") if line.startswith(("# ", "#\t", "##"))
    )
    assert covered >= len(source.split()) - headings - source.count("#")
