"""A scripted world for `rubric`: documents, what each model says of them, and what fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.canonical import plain
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Found, Passage, Source, Tier
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.domain.verdict import Verdict
from veracity.methods.rubric import METHOD, decide, gather
from veracity.methods.rubric.account import RubricAccount
from veracity.methods.rubric.record import RubricDials, RubricRecord

TIMEOUT = Failure(kind=FailureKind.TIMEOUT, message="no answer in time")
BUDGET = Failure(kind=FailureKind.BUDGET, message="the budget is spent")

CLAIM = "Volunteers rebuilt the harbor of Ostrana."
NEGATED = f"It is not so that Volunteers{CLAIM.removeprefix('Volunteers')}"

ONE = RubricDials(models=("hosted:one",), roots="hosted:roots", sample_share=0.0)
"""One judge, nobody who splits the claim or writes searches."""

_TURNED = {"supports": "refutes", "refutes": "supports", "neither": "neither"}


@dataclass(frozen=True)
class Said:
    """What models say of one document."""

    quality: Any = 10
    directness: Any = 10
    direction: str = "supports"
    strength: int = 10
    rests_on: str = "record"
    names: tuple[str, ...] = ()
    turned: str | None = None
    """The direction under the negated claim; None for the opposite one."""


def document(text: str, publisher: str = "Daily", **source: Any) -> Passage:
    """A passage that is the whole of its document."""
    return Passage(
        id=f"{publisher}:{text}",
        document=f"sha256:{publisher}:{text}",
        text=text,
        source=Source(
            url=f"https://{publisher.lower()}.example/",
            title="A page",
            publisher=publisher,
            tier=Tier.ESTABLISHED,
            **source,
        ),
    )


@dataclass
class World:
    """Answers what `rubric` asks."""

    found: Any = ()
    """Passages for every search, or a mapping by its words, or a `Failure`."""
    says: Mapping[str, Said] = field(default_factory=dict[str, Said])
    """By the text of a document."""
    differs: Mapping[tuple[str, str], Said] = field(default_factory=dict[tuple[str, str], Said])
    """By model and text, where a model says something else."""
    answers: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """By prompt: a reply, a `Failure`, or a function of the request."""
    names: tuple[tuple[str, ...], ...] = ()

    def __call__(self, request: Request) -> Any:
        if request.kind == "search":
            return self._search(request)
        if request.kind != "ask":
            return None
        assert request.prompt is not None
        answer = self.answers.get(request.prompt.id)
        if callable(answer):
            answer = answer(request)
        if answer is not None:
            return answer
        return self._said(request, request.prompt.id)

    def _search(self, request: Request) -> Any:
        found = self.found
        if isinstance(found, Mapping):
            found = found.get(request.inputs["query"], ())
        if isinstance(found, Failure):
            return found
        return Found(passages=tuple(found), names=self.names, searched=len(found))

    def _said(self, request: Request, prompt: str) -> Any:
        if prompt == "rubric_cold":
            return {"probability": 50}
        if prompt == "rubric_roots_canon":
            return {"groups": []}
        if prompt == "queries":
            return {"support": [], "refute": []}
        if prompt == "rubric_side":
            return {"searches": []}
        text = request.inputs["evidence"]
        said = self.differs.get((str(request.model), text)) or self.says.get(text, Said())
        if prompt == "rubric_quality":
            return _number("quality", said.quality)
        if prompt == "rubric_directness":
            return _number("directness", said.directness)
        if prompt == "rubric_roots":
            return {"kind": "dataset" if said.names else "none", "names": list(said.names)}
        assert prompt == "rubric_direction", prompt
        direction = said.direction
        if request.inputs["claim"].startswith("It is not so"):
            direction = said.turned or _TURNED[direction]
        return {"direction": direction, "rests_on": said.rests_on, "strength": said.strength}


def _number(name: str, value: Any) -> Any:
    return value if isinstance(value, Failure) else {name: value}


@dataclass(frozen=True)
class Run:
    """What came of a check."""

    record: RubricRecord
    verdict: Verdict
    desk: ScriptedDesk
    dials: RubricDials

    @property
    def account(self) -> RubricAccount:
        return RubricAccount.model_validate(self.verdict.account)

    def asked(self, prompt: str) -> list[Request]:
        return [
            request
            for request in self.desk.asked
            if request.prompt is not None and request.prompt.id == prompt
        ]

    def again(self, **changes: Any) -> Verdict:
        """Decided anew on the finished case."""
        return decide(self.record, METHOD.with_dials(self.dials, changes, live=False))


def run(world: Callable[[Request], Any], dials: RubricDials = ONE, text: str = CLAIM) -> Run:
    """Gather and decide, and hold that the exchanges and the JSON give the same again."""
    desk = ScriptedDesk(world)
    claim = Claim.whole(Submission(text=text))
    record = asyncio.run(gather(claim, desk, dials))
    verdict = decide(record, dials)
    assert asyncio.run(gather(claim, ReplayDesk(desk.exchanges), dials)) == record
    assert decide(RubricRecord.model_validate(plain(record)), dials) == verdict
    return Run(record=record, verdict=verdict, desk=desk, dials=dials)
