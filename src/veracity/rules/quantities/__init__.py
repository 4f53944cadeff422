"""Quantities in a text, and their comparison in code.

`find` reads every number with what it measures, how exactly it is meant and for when; `compare`
holds a claimed quantity against a found one; `latest` picks among figures for several years.
"""

from veracity.rules.comparison_outcome import Comparison, Outcome
from veracity.rules.quantities.comparison import compare
from veracity.rules.quantities.model import Modifier, Quantity
from veracity.rules.quantities.periods import latest, same_period
from veracity.rules.quantities.reading import find

__all__ = [
    "Comparison",
    "Modifier",
    "Outcome",
    "Quantity",
    "compare",
    "find",
    "latest",
    "same_period",
]
