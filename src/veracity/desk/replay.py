"""A desk that answers from a case and reaches nothing."""

from __future__ import annotations

from collections.abc import Iterable

from veracity.desk.base import Desk
from veracity.domain.errors import CaseDamaged, NotRecorded
from veracity.domain.exchange import Exchange, Request


class ReplayDesk(Desk):
    """Answers each request with the exchange that was recorded for it, failures included.

    Raises `CaseDamaged` for two different exchanges of one request, `NotRecorded` for a request
    that has none.
    """

    calls = 0
    """How often the world was reached. Never."""

    def __init__(self, exchanges: Iterable[Exchange]) -> None:
        self._recorded: dict[str, Exchange] = {}
        self._asked: dict[str, Exchange] = {}
        for exchange in exchanges:
            if self._recorded.setdefault(exchange.key, exchange) != exchange:
                raise CaseDamaged(
                    f"The case holds two different answers to the request {exchange.key}."
                )

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """Those that were asked for so far, each once."""
        return tuple(self._asked.values())

    @property
    def unasked(self) -> tuple[Exchange, ...]:
        """Recorded, and not asked for so far."""
        return tuple(e for key, e in self._recorded.items() if key not in self._asked)

    async def exchange(self, request: Request) -> Exchange:
        """The recorded exchange of an equal request."""
        key = request.key
        if key not in self._recorded:
            raise NotRecorded(
                f"The case never recorded {_named(request)}{self._nearest(request)}.",
                "Run `veracity check` on the claim to ask it.",
            )
        return self._asked.setdefault(key, self._recorded[key])

    def _nearest(self, request: Request) -> str:
        """How a recorded request of the same kind to the same provider differs from this one."""
        for other in (exchange.request for exchange in self.unasked):
            if (other.kind, other.provider) == (request.kind, request.provider):
                fields = type(request).model_fields
                unlike = [name for name in fields if getattr(other, name) != getattr(request, name)]
                return f"; one that it did record differs in {', '.join(unlike)}"
        return ""


def _named(request: Request) -> str:
    model = f", model {request.model}" if request.model else ""
    return f"this request (kind {request.kind}, provider {request.provider}{model}, {request.key})"
