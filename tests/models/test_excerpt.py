from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from veracity.models.excerpt import content_words, excerpt, overlap

CLAIM = "The lighthouse at Corrin Head was built in 1874."
FILLER = "Boats pass the harbor in the morning and come home late in the evening."  # 14 words
ANSWER = "Builders finished the lighthouse on Corrin Head in 1874."  # 9 words


@given(st.text(max_size=80), st.text(max_size=400), st.integers(min_value=1, max_value=120))
def test_an_excerpt_keeps_to_its_budget(claim: str, text: str, budget: int) -> None:
    assert len(excerpt(claim, text, budget).split()) <= budget


@given(st.lists(st.sampled_from([FILLER, ANSWER, "Gulls nest there."]), max_size=20))
def test_words_keep_their_order(sentences: list[str]) -> None:
    text = " ".join(sentences)
    words = iter(text.split())
    assert all(word in words for word in excerpt(CLAIM, text).split())


def test_a_short_passage_is_kept_whole() -> None:
    assert excerpt(CLAIM, f"{FILLER}\n\n{ANSWER}") == f"{FILLER} {ANSWER}"


def test_the_sentence_that_shares_most_words_is_kept_wherever_it_stands() -> None:
    text = " ".join([FILLER] * 10 + [ANSWER] + [FILLER] * 10)
    assert ANSWER in excerpt(CLAIM, text)
    # The budget holds the answer alone: the next sentence would be cut below 12 words.
    assert excerpt(CLAIM, text, budget=20) == ANSWER


def test_a_run_without_full_stops_is_cut_in_pieces() -> None:
    menu = " ".join(f"item{number}" for number in range(200))
    text = f"{menu} the lighthouse at Corrin Head built 1874"
    assert "lighthouse at Corrin Head" in excerpt(CLAIM, text, budget=50)


def test_overlap_counts_content_words_and_whole_numbers() -> None:
    # lighthouse, corrin, head, built, 1874: the evidence lacks "built" and has another year.
    assert overlap(CLAIM, "The lighthouse of Corrin Head, 1875") == 3 / 5
    assert overlap(CLAIM, CLAIM) == 1.0
    assert overlap("It was so.", CLAIM) == 0.0
    assert overlap("the of", CLAIM) == 0.0


def test_inflected_forms_share_a_stem() -> None:
    assert content_words("Elections") == content_words("electing")
