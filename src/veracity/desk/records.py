"""What every kind of desk does with a request before it is answered."""

from __future__ import annotations

import json
from datetime import datetime

from veracity.domain.canonical import canonical, digest, digest_bytes, plain
from veracity.domain.exchange import Exchange, Reply, Request


def settled(request: Request) -> tuple[Request, str]:
    """A copy of `request` in JSON types that no caller can change any more, and its key.

    So a tuple becomes a list, live as well as on record.
    """
    content = canonical(request)
    copy, key = Request.model_validate(json.loads(content)), digest_bytes(content)
    for one in (request, copy):
        one.remember_key(key)
    return copy, key


def told(request: Request, now: datetime) -> Exchange:
    """The exchange for a `clock` request: the time, to be kept by the claim that asked."""
    return Exchange(request=request, reply=Reply(value=plain(now)), asked_at=now, seconds=0)


def drawn(request: Request, now: datetime) -> Exchange:
    """The exchange for a `draw` request: `count` of `items`, by the hash of purpose and item.

    The order in which the items were given does not matter, and an item that is added or removed
    does not change which of two others goes first.
    """
    inputs = request.inputs
    purpose, items, count = inputs["purpose"], inputs["items"], inputs["count"]
    ranked = sorted(items, key=lambda item: digest([purpose, item]))
    return Exchange(request=request, reply=Reply(value=ranked[:count]), asked_at=now, seconds=0)
