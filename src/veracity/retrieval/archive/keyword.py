"""Keyword search: what a query becomes for the full-text index, and what it finds.

Topic words and known names are joined by OR and ranked by BM25; words of the query that follow one
another in a known name are one phrase. Function words and words that stand in much of the archive
are left out while others remain. Numbers are left out too, but for years: a claim's figure may be
wrong, and a rare number would outweigh every word. Where a query has nothing else they are used.
"""

from __future__ import annotations

import sqlite3
import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources

from veracity.retrieval.tokens import numbers, tokens, without_numbers

WEIGHTS = (1.0, 2.0, 1.0)
"""BM25 weights of the columns names, topics, body."""
COMMON_SHARE = 0.1
"""A word in more than this share of the passages tells little and costs most."""
COMMON_FROM = 2000
"""Passages from which words can be called common."""
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


def expression(query: str, names: Sequence[str], common: Collection[str]) -> str:
    """`query` in the language of FTS5; empty when there is nothing to look for.

    `names` are the known names in it, as phrases.
    """
    phrases = [_phrase(name) for name in names]
    named = {token for name in names for token in tokens(name)}
    words = [word for word in tokens(without_numbers(query)) if word not in named]
    topical = [word for word in words if word not in _stop() and len(word) > 1]
    rare = [word for word in topical if word not in common]
    years = [number for number in numbers(query) if _is_year(number)]
    chosen = [_word(word) for word in rare or topical] + [_phrase(year) for year in years]
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


def common_words(connection: sqlite3.Connection, passages: int) -> list[str]:
    """The words that stand in more than `COMMON_SHARE` of the passages."""
    if passages < COMMON_FROM:
        return []
    rows = connection.execute(
        "SELECT term FROM vocabulary WHERE doc > ?", (int(passages * COMMON_SHARE),)
    )
    return sorted(term for (term,) in rows)


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
