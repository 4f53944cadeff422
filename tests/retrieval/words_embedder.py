"""An embedder for tests: each word is a direction, so texts with words in common are near."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from veracity.retrieval.tokens import tokens


class WordsEmbedder:
    """Deterministic, needs no weights, and counts what it was asked."""

    def __init__(self, dimensions: int = 64) -> None:
        self.id = "words"
        self.digest = "sha256:0"
        self.dimensions = dimensions
        self.asked = 0

    def queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._vectors(texts)

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._vectors(texts)

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += len(texts)
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in tokens(text):
                row[zlib.crc32(word.encode()) % self.dimensions] += 1.0
            row /= np.linalg.norm(row) or 1.0
        return rows
