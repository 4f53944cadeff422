from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.retrieval.words_embedder import WordsEmbedder
from veracity.domain.evidence import Document, Source, Tier
from veracity.retrieval.archive import Archive

TODAY = date(2026, 6, 1)


def document(
    text: str,
    *,
    url: str = "note.txt",
    tier: Tier = Tier.OTHER,
    published: date | None = None,
    title: str = "Note",
) -> Document:
    source = Source(url=url, title=title, publisher="", tier=tier, published=published)
    return Document(text=text, source=source)


@pytest.fixture
def embedder() -> WordsEmbedder:
    return WordsEmbedder()


@pytest.fixture
def archive(tmp_path: Path, embedder: WordsEmbedder) -> Iterator[Archive]:
    opened = Archive.open(tmp_path, starter=False, embedder=embedder, today=lambda: TODAY)
    yield opened
    opened.close()
