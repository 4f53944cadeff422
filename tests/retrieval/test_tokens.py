from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.retrieval.archive.schema import TOKENIZER
from veracity.retrieval.tokens import folded, numbers, plain_text, tokens, without_numbers


def indexed_tokens(text: str) -> list[str]:
    """The words as SQLite splits them, in order."""
    connection = sqlite3.connect(":memory:")
    connection.execute(f'CREATE VIRTUAL TABLE t USING fts5 (x, tokenize = "{TOKENIZER}")')
    connection.execute("INSERT INTO t VALUES (?)", (plain_text(text),))
    connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab (t, instance)")
    rows = connection.execute('SELECT term FROM v ORDER BY "offset"').fetchall()
    connection.close()
    return [term for (term,) in rows]


@pytest.mark.parametrize(
    "text",
    [
        "Sri Lanka's coast is 1,340 km long.",
        "Côte d’Ivoire",
        "ශ්\u200dරී ලංකාව 2024",
        "இலங்கை ஒரு தீவு",
        "naïve café",
        "x_y-z 3.5%",
    ],
)
def test_a_query_is_split_where_the_index_splits(text: str) -> None:
    assert tokens(text) == indexed_tokens(text)


@given(st.text(st.characters(codec="utf-8", categories=["L", "Mn", "Mc", "Nd", "P", "Zs"])))
def test_no_joiner_and_no_space_is_left_in_a_word(text: str) -> None:
    assert all(word and "\u200d" not in word and not word.isspace() for word in tokens(text))


def test_numbers_keep_their_separators() -> None:
    assert numbers("1,340 km in 2024, or 85.19%.") == ["1,340", "2024", "85.19"]
    assert tokens(without_numbers("1,340 km in 2024")) == ["km", "in"]


def test_accents_fold_for_latin_letters_alone() -> None:
    assert folded("Türkiye") == folded("TURKIYE")
    assert folded("ශ්රී") != folded("ශර")
