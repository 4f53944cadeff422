"""Keyword search: what a query becomes for the full-text index, and what it finds.

Topic words and known names are joined by OR and ranked by BM25; the words of a known name are one
phrase. Function words are left out while others remain, and of many words the most common: they
tell little, and reading where they stand costs most. Numbers are left out too, but for years: a
claim's figure may be wrong, and a rare number would outweigh every word. Where a query has nothing
else they are used.
"""

from __future__ import annotations

import sqlite3
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources

from veracity.retrieval.tokens import numbers, tokens, without_numbers

WEIGHTS = (1.0, 2.0, 1.0)
"""BM25 weights of the columns names, topics, body."""
SURVEY_FROM = 2000
"""Passages from which the archive notes how common its words are."""
COMMON_SHARE = 0.005
"""A word is noted when more than this share of the passages has it."""
KEPT_WORDS = 3
"""The rarest words of a query that are searched however common they are."""
READ_SHARE = 0.03
"""Further words are searched while all of them together stand in no more passages than this."""
PREFIX_FROM = 5
"""Letters from which a word also finds its other forms."""
LEAST_STEM = 4
"""Letters that stay when an ending is taken off."""
_ENDINGS = ("ing", "ed", "es", "s")
"""English alone has these; in other scripts the whole word is the stem. On 7_retrieval of
data/public this finds 0.89 of the relevant passages among the first five, whole words 0.86."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that the keywords found."""

    id: int
    score: float
    """BM25; larger is better."""


def expression(query: str, names: Sequence[str], shares: Mapping[str, float]) -> str:
    """`query` in the language of FTS5; empty when there is nothing to look for.

    `names` are the known names in it, as phrases; `shares` are how many of the passages have a word
    that is common.
    """
    phrases = [_phrase(name) for name in names]
    named = {token for name in names for token in tokens(name)}
    words = [word for word in tokens(without_numbers(query)) if word not in named]
    topical = [word for word in words if word not in _stop() and len(word) > 1]
    years = [number for number in numbers(query) if _is_year(number)]
    chosen = [_word(word) for word in _rarest(topical, shares)] + [_phrase(year) for year in years]
    if not chosen and not phrases:
        chosen = [_phrase(number) for number in numbers(query)] or [_word(word) for word in words]
    return " OR ".join(dict.fromkeys(phrase for phrase in [*phrases, *chosen] if phrase))


def search(
    connection: sqlite3.Connection,
    match: str,
    count: int,
    subjects: Collection[int],
    as_of: date | None,
) -> list[Hit]:
    """The best passages for an expression, best first; equal ones by id.

    With `subjects`, entries about others are left out.
    """
    if not match:
        return []
    depth = count * 2
    while True:
        rows = _rows(connection, match, depth)
        kept = [
            Hit(row[0], -row[1])
            for row in rows
            if (not subjects or row[2] is None or row[2] in subjects)
            and (as_of is None or row[3] is None or row[3] <= as_of.isoformat())
        ]
        if len(kept) >= count or len(rows) < depth:
            return kept[:count]
        depth *= 8


def _rows(
    connection: sqlite3.Connection, match: str, depth: int
) -> list[tuple[int, float, int | None, str | None]]:
    return connection.execute(
        "SELECT f.id, f.score, p.subject, d.published FROM ("
        "  SELECT rowid AS id, rank AS score FROM words"
        "  WHERE words MATCH ? AND rank MATCH ? ORDER BY rank LIMIT ?"
        ") f JOIN passages p ON p.id = f.id JOIN documents d ON d.id = p.document"
        " ORDER BY f.score, f.id",
        (match, f"bm25({', '.join(map(str, WEIGHTS))})", depth),
    ).fetchall()


def survey(connection: sqlite3.Connection, passages: int) -> dict[str, float]:
    """The words that stand in more than `COMMON_SHARE` of the passages, each with its share."""
    if passages < SURVEY_FROM:
        return {}
    rows = connection.execute(
        "SELECT term, doc FROM vocabulary WHERE doc > ? ORDER BY term",
        (int(passages * COMMON_SHARE),),
    )
    return {term: round(found / passages, 4) for term, found in rows}


def vocabulary(connection: sqlite3.Connection) -> list[str]:
    """Every word of the passages, as the index has it."""
    return [row[0] for row in connection.execute("SELECT term FROM vocabulary ORDER BY term")]


def _rarest(words: Sequence[str], shares: Mapping[str, float]) -> list[str]:
    """The words to search for, in the order of the query."""
    kept: set[str] = set()
    read = 0.0
    for word in sorted(dict.fromkeys(words), key=lambda word: shares.get(word, 0.0)):
        read += shares.get(word, 0.0)
        if len(kept) >= KEPT_WORDS and read > READ_SHARE:
            break
        kept.add(word)
    return [word for word in words if word in kept]


def _word(word: str) -> str:
    """A word, with its other forms: "borders" also finds "border" and "bordering"."""
    if len(word) < PREFIX_FROM:
        return _phrase(word)
    endings = (end for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= LEAST_STEM)
    stem = word[: len(word) - len(next(endings, ""))]
    return f"{_phrase(stem)} *"


def _phrase(text: str) -> str:
    inside = " ".join(tokens(text))
    return f'"{inside}"' if inside else ""


def _is_year(number: str) -> bool:
    return len(number) == 4 and number.isdigit() and 1000 <= int(number) <= 2100


@cache
def _stop() -> frozenset[str]:
    text = resources.files("veracity.sources").joinpath("words.toml").read_text("utf-8")
    return frozenset(tomllib.loads(text)["stop"].split())
