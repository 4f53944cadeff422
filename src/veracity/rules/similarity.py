"""Cosine similarity on a scale that means something.

Embedders squeeze cosines into a narrow band (multilingual-e5-small: about 0.75 to 0.92), so a
threshold on them says little. Here similarity = 1 / (1 + exp(-(slope * cosine + intercept))): the
estimated probability that a passage is about what the query says. The parameters are data, fitted
for one embedder; see `sources/similarity.toml` for what they were fitted on.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Calibration:
    """Parameters of the logistic curve for one embedder."""

    slope: float
    intercept: float

    def similarity(self, cosine: float) -> float:
        """The cosine as a probability, 0 to 1."""
        z = self.slope * cosine + self.intercept
        if z >= 0:
            return 1.0 / (1.0 + math.exp(-z))
        return math.exp(z) / (1.0 + math.exp(z))


@cache
def calibration(embedder: str) -> Calibration | None:
    """The calibration for an embedder's id, None when none was fitted for it."""
    text = resources.files("veracity.sources").joinpath("similarity.toml").read_text("utf-8")
    entry = tomllib.loads(text).get(embedder)
    return None if entry is None else Calibration(entry["slope"], entry["intercept"])
