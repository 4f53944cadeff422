"""Whether a claim's own source is the authority for it, so that nobody else can refute it.

A maker's changelog that says what its product does now is where that is laid down: a search for
other sources can only fail to find it. Code takes this to be so when all of these hold:

- the source is of tier 1 and the claim is a statement of fact;
- the domain of the source was registered under the name of one of the claim's entities, and not
  let by a host of other people's pages;
- the claim names that entity, before any other of its entities;
- the claim does not measure it against another.

Any doubt leaves the claim to the refuters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from veracity.rules.urls import domains
from veracity.rules.urls.address import Address, parse

AUTHORITATIVE_TIER = 1
FACT = "fact"

_COMPARED = re.compile(
    r"\b(?:than|versus|vs|unlike|compared|rivals?|competitors?"
    r"|the\s(?:\w+est|most|least|best|worst|first|only|sole|leading|top)|number\sone)\b",
    re.IGNORECASE,
)
"""Also the first of its kind and the like: what is above all others is measured against them."""
_NOT_A_NAME = re.compile(r"[\W_]+")


def own_authority(
    claim: str,
    *,
    source_url: str | None,
    source_tier: int | None,
    claim_type: str | None,
    entities: Sequence[str],
) -> str | None:
    """The entity whose own source settles the claim, None when there is none."""
    if source_url is None or source_tier != AUTHORITATIVE_TIER or claim_type != FACT:
        return None
    if _COMPARED.search(claim):
        return None
    places = {entity: place for entity in entities if (place := _place(entity, claim)) is not None}
    owner = _owner(source_url)
    if not places or owner is None:
        return None
    first = min(places.values())
    named_first = sorted(entity for entity, place in places.items() if place == first)
    return next((entity for entity in named_first if _bare(entity) == owner), None)


def _place(entity: str, claim: str) -> int | None:
    """Where the claim names the entity, None when it does not."""
    found = re.search(rf"(?<!\w){re.escape(entity)}(?!\w)", claim, re.IGNORECASE)
    return found.start() if found else None


def _owner(url: str) -> str | None:
    """The name under which the domain of `url` was registered."""
    address = parse(url)
    if not isinstance(address, Address) or domains.let_by(address.host) is not None:
        return None
    domain = domains.registrable(address.host)
    return None if domain is None else _bare(domain.partition(".")[0])


def _bare(name: str) -> str:
    return _NOT_A_NAME.sub("", name.casefold())
