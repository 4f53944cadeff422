"""How much a source is trusted, by its host and by tables; never by what a page says of itself.

`rate` gives a `Rating`: the tier, whether a government speaks there and whose, what the office is
for, and which line of which table decided. `trust` is the weight of a tier.
"""

from veracity.rules.tiers.rating import Function, Rating
from veracity.rules.tiers.rules import rate
from veracity.rules.tiers.table import trust

__all__ = ["Function", "Rating", "rate", "trust"]
