"""Which models answered in place of others, so that no report names one that said nothing."""

from __future__ import annotations

from veracity.domain.case import Case


def stood_in(case: Case) -> tuple[str, ...]:
    """One sentence for each pair of a model that was asked and its fallback that answered."""
    pairs = {
        (f"{exchange.request.provider}:{exchange.request.model}", exchange.reply.model)
        for exchange in case.exchanges
        if exchange.reply is not None and exchange.reply.model is not None
    }
    return tuple(f"{named} could not answer; {other} did." for named, other in sorted(pairs))
