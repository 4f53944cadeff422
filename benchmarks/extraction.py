"""How well pages are read: words, dates, false walls and speed, beside the libraries' defaults.

    python benchmarks/extraction.py PAGES.jsonl ... [--json OUT.json]

Each line of a file is a page: `file` under `pages/` beside it, `url`, and what is known of it:
`article_body`, or pieces that its text must and must not have (`must_contain`,
`must_not_contain`), and `expected_date`.

Word F1 is the harmonic mean of precision and recall over the words of a text with their counts,
averaged over pages. Snippet F1 pools the pieces of all pages: a piece that must be there and is not
is a miss, one that must not be there and is counts as a false hit. A date is right, wrong or not
told; what is told where nothing is known counts for neither. Beside ours stand `trafilatura`'s
`extract` and `htmldate`'s `find_date` as they are called without options. Figures only are printed
and written, never a row. Processor time is that of this process.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from htmldate import find_date
from trafilatura import extract as trafilatura_extract

from veracity.domain.page import Extracted
from veracity.retrieval.pages import extract

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Page:
    content: bytes
    url: str
    body: str | None
    must: tuple[str, ...]
    must_not: tuple[str, ...]
    date: str | None


@dataclass
class Reading:
    """What one way of reading makes of a set of pages."""

    text: Callable[[Page], str]
    date: Callable[[Page], str | None]
    word_f1: list[float] = field(default_factory=list[float])
    snippets: Counter[str] = field(default_factory=Counter[str])
    dates: Counter[str] = field(default_factory=Counter[str])
    seconds: float = 0.0

    def read(self, page: Page) -> None:
        start = time.process_time()
        text, date = self.text(page), self.date(page)
        self.seconds += time.process_time() - start
        if page.body:
            self.word_f1.append(word_f1(text, page.body))
        plain = " ".join(text.split())
        for piece in page.must:
            self.snippets["hit" if piece in plain else "miss"] += 1
        for piece in page.must_not:
            self.snippets["false" if piece in plain else "clear"] += 1
        if page.date:
            told = "right" if date == page.date else "wrong" if date else "not told"
            self.dates[told] += 1

    def figures(self, pages: int) -> dict[str, Any]:
        hit, miss, false = (self.snippets[name] for name in ("hit", "miss", "false"))
        told = self.dates["right"] + self.dates["wrong"]
        return {
            "word_f1": _mean(self.word_f1),
            "snippet_f1": 2 * hit / (2 * hit + miss + false) if hit + miss else None,
            "dates": dict(sorted(self.dates.items())) if self.dates else None,
            "wrong_of_told": self.dates["wrong"] / told if told else None,
            "pages_a_second": pages / self.seconds,
        }


class Ours:
    """Our reading; text and date come of one call, which is what is timed."""

    def __init__(self) -> None:
        self.found: Extracted | None = None
        self.obstacles: Counter[str] = Counter()

    def text(self, page: Page) -> str:
        self.found = extract(page.content, url=page.url, media_type="text/html")
        if self.found.obstacle is not None:
            self.obstacles[self.found.obstacle.value] += 1
        return self.found.text

    def date(self, page: Page) -> str | None:
        published = self.found.published if self.found else None
        return published.isoformat() if published else None


def pages_of(path: Path) -> Iterable[Page]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield Page(
            content=(path.parent / "pages" / row["file"]).read_bytes(),
            url=row["url"],
            body=row["article_body"],
            must=tuple(" ".join(piece.split()) for piece in row["must_contain"]),
            must_not=tuple(" ".join(piece.split()) for piece in row["must_not_contain"]),
            date=row["expected_date"],
        )


def word_f1(text: str, body: str) -> float:
    """F1 over the words of two texts with their counts, letter case aside."""
    one, two = (Counter(_WORD.findall(each.casefold())) for each in (text, body))
    shared = (one & two).total()
    return 2 * shared / (one.total() + two.total()) if shared else 0.0


def measured(path: Path) -> dict[str, Any]:
    pages = list(pages_of(path))
    ours = Ours()
    readings = {
        "ours": Reading(ours.text, ours.date),
        "defaults": Reading(
            lambda page: trafilatura_extract(page.content, url=page.url) or "",
            lambda page: find_date(page.content.decode("utf-8", "replace"), url=page.url),
        ),
    }
    for reading in readings.values():
        reading.text(pages[0])  # Imports and tables are no part of the time.
    ours.obstacles.clear()
    for page in pages:
        for reading in readings.values():
            reading.read(page)
    return {
        "pages": len(pages),
        "taken_for_an_obstacle": dict(ours.obstacles),
        **{name: reading.figures(len(pages)) for name, reading in readings.items()},
    }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path, metavar="PAGES")
    parser.add_argument("--json", type=Path, metavar="OUT")
    given = parser.parse_args()
    figures = {path.stem: measured(path) for path in given.files}
    text = json.dumps(figures, indent=1)
    print(text)
    if given.json:
        given.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
