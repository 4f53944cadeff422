"""One turn with a model: called as often as the retry table says, and paid for each time."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field, replace

from veracity.domain.exchange import Failure
from veracity.models.hosted.calls import RAISED, Account, longest
from veracity.models.hosted.faults import Cause, Fault
from veracity.models.hosted.lanes import Lanes
from veracity.models.hosted.line import Line
from veracity.models.hosted.retrying import Retrying, failure_of
from veracity.models.hosted.speech import Ask, Heard
from veracity.prompts import Turn

_UNTOLD = frozenset({Cause.CUT, Cause.LATE})
"""Faults after which nobody says whether the call is billed, so that it counts as billed."""


@dataclass(slots=True)
class Speaker:
    """Speaks with the models of one provider, and remembers what they do not take."""

    line: Line
    lanes: Lanes
    retrying: Retrying
    _without_temperature: set[str] = field(default_factory=set[str])

    async def turn(
        self,
        account: Account,
        turns: tuple[Turn, ...],
        *,
        shaped: bool = False,
        search: bool = False,
    ) -> Heard | Failure:
        """One turn of the conversation `turns`. `shaped` holds the reply to the request's schema,
        `search` lets the model search the web with its provider's own tool.
        """
        request, host, model = account.request, account.host, str(account.request.model)
        given = request.settings
        untaken = model in self._without_temperature
        said = _Said(
            ask=Ask(
                host=host,
                model=model,
                turns=turns,
                max_tokens=longest(request),
                schema=request.output_schema if shaped else None,
                by_tool=host.takes_tool_only(model),
                search=search,
                temperature=None if untaken else given.get("temperature"),
                seed=int(given["seed"]) + request.sample if "seed" in given else None,
            )
        )

        async def attempt(seconds: float) -> Heard | Fault:
            if not account.allows(said.ask):
                after = f", after: {said.last}" if said.last else ""
                return Fault(Cause.SPENT, f"another call may cost more than is set aside{after}")
            account.tried = True
            came = await self.line.say(said.ask, seconds, said.once)
            account.pay(came.heard)
            if came.heard.is_uncounted and (came.fault is None or came.fault.cause not in _UNTOLD):
                account.pay_unknown(said.ask)
            if came.fault is None:
                return came.heard
            self._learn(account, said, came.fault)
            return came.fault

        return await self.retrying.run(self.lanes.of(model), attempt, account.until)

    def _learn(self, account: Account, said: _Said, fault: Fault) -> None:
        """Pay for a fault, change what has to be changed, and shut what is of no more use."""
        said.last = fault.message
        if fault.cause in _UNTOLD:
            account.pay_unknown(said.ask)
        match fault.cause:
            case Cause.TRUNCATED:
                said.change(replace(said.ask, max_tokens=RAISED * longest(account.request)))
            case Cause.PARAMETER:
                self._without_temperature.add(said.ask.model)
                said.change(replace(said.ask, temperature=None))
            case Cause.QUOTA | Cause.KEY:
                self.lanes.shut(failure_of(fault))
            case Cause.ALLOWANCE | Cause.RETIRED:
                self.lanes.of(said.ask.model).shut(failure_of(fault))
            case _:
                pass


@dataclass(slots=True)
class _Said:
    """What is said in a turn, the same each time unless a fault asks for a change."""

    ask: Ask
    last: str = ""
    """What went wrong last."""
    once: str = field(default_factory=lambda: str(uuid.uuid4()))
    """The same as long as the same is sent, so that a provider can tell that it is."""

    def change(self, ask: Ask) -> None:
        """Say `ask` from now on."""
        self.ask, self.once = ask, str(uuid.uuid4())
