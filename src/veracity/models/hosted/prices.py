"""What a call to a hosted model costs, and the most that it may cost.

Prices come from the settings, else from `genai-prices`. A model that neither knows is counted at
`ASSUMED`, which is dear, so that a budget is kept rather than a call made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from veracity.models.hosted.table import Host

MILLION = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class Rate:
    """US dollars for a million tokens."""

    input: Decimal
    output: Decimal
    known: bool = True

    def cost(self, input_tokens: int, output_tokens: int) -> Decimal:
        """US dollars for so many tokens."""
        return (self.input * input_tokens + self.output * output_tokens) / MILLION


FREE = Rate(Decimal(0), Decimal(0))
ASSUMED = Rate(Decimal(15), Decimal(75), known=False)
"""For a model whose price nobody here knows."""

Prices: TypeAlias = Mapping[str, tuple[Decimal, Decimal]]
"""US dollars for a million tokens in and out, by `provider:model`."""


def rate_of(host: Host, model: str, own: Prices) -> Rate:
    """The rate of `model`, first from `own`. A long question may cost more than its rate says."""
    if (named := own.get(f"{host.name}:{model}")) is not None:
        return Rate(*named)
    if host.prices == "free":
        return FREE
    return _listed(host.prices, model) if host.prices else ASSUMED


def _listed(provider: str, model: str) -> Rate:
    from genai_prices import Usage, calc_price

    try:
        price = calc_price(
            Usage(input_tokens=1_000, output_tokens=1_000), model_ref=model, provider_id=provider
        )
    except (LookupError, ValueError):
        return ASSUMED
    return Rate(price.input_price * 1_000, price.output_price * 1_000)
