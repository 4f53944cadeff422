"""What a claim may take at most: no run passes the bounds, and some run comes near them."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import count
from typing import Any

import pytest

from benchmarks.stubs import Filler, answer
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Found, Passage, Scores, Source, Tier
from veracity.domain.exchange import Exchange, Failure, FailureKind, Request
from veracity.domain.page import Hit, Hits
from veracity.evaluation.estimate import most
from veracity.methods import NAMES, method

CLAIM = (
    "The reservoir lost water, the canal froze, the mill burned, the bridge fell, the dam held "
    "and unemployment in Veltria rose by 12 percent in 2023."
)
PARTS = (
    "The reservoir lost water",
    "the canal froze",
    "the mill burned",
    "the bridge fell",
    "the dam held",
    "unemployment in Veltria rose by 12 percent in 2023",
)
SAID = CLAIM.partition(" by ")[0]
"""What every passage says: too little for code to compare, enough to be about the claim."""
ONE, TWO, THREE = "stub:a", "stub:b", "stub:c"
LIST = {"any_of": [f"Part {number} holds." for number in range(12)]}


class World:
    """Finds other passages and pages at every search, and fills every reply to its brim."""

    def __init__(self, down: tuple[str, ...] = ()) -> None:
        self._down = down
        self._numbers = count()
        self._filler = Filler(
            words=lambda name: f"stub {name} {next(self._numbers)}",
            choose=lambda options: "more_evidence" if "more_evidence" in options else options[0],
            most_items=99,
        )

    def __call__(self, request: Request) -> Any:
        if request.kind == "state":
            return None
        if request.kind == "fetch":
            return Failure(kind=FailureKind.UNREACHABLE, message="closed")
        if request.kind == "search":
            return self._found(request)
        if request.model in self._down:
            return Failure(kind=FailureKind.UNREACHABLE, message="down")
        if request.prompt is not None and request.prompt.id == "decompose":
            return {"kind": "all_of", "parts": [[part] for part in PARTS], "values": []}
        if request.provider == "cross-encoder":
            return {"scores": [0.5] * len(request.inputs["passages"])}
        return answer(request, self._filler)

    def _found(self, request: Request) -> Found | Hits:
        wanted = request.inputs["top_k"]
        if request.provider not in ("archive", "given", "pool"):
            pages = (f"https://{next(self._numbers)}.example.org/" for _ in range(20))
            return Hits(results=tuple(Hit(url=url, title="Page") for url in pages))
        return Found(passages=tuple(self._passage() for _ in range(wanted)))

    def _passage(self) -> Passage:
        number = next(self._numbers)
        return Passage(
            id=f"sha256:{number:064x}",
            document=f"sha256:{number + 100_000:064x}",
            text=f"{SAID} So says report {number} of its own survey.",
            source=Source(
                url=f"https://www.example.org/{number}",
                title=f"Report {number}",
                publisher=f"Publisher {number}",
                tier=Tier.OTHER,
                curated=True,
            ),
            scores=Scores(similarity=0.9, final=0.1),
        )


def run(name: str, dials: Any, world: World) -> tuple[Exchange, ...]:
    desk = ScriptedDesk(world)

    async def gather() -> None:
        await method(name).gather(Claim.whole(Submission(text=CLAIM)), desk, dials)

    asyncio.run(gather())
    return desk.exchanges


WEB = {"web": ("wikipedia", "brave", "factcheck"), "pages": 3}
GIVEN = {"given": "sha256:1"}
POOL = {"pool": "sha256:2", "web": ("wikipedia",)}

TRIBUNAL = {"strong": ONE, "fast": TWO}
REFUTE = {"models": (ONE, TWO), "votes": 5}
RUBRIC = {"models": (ONE, TWO), "roots": ONE, "decomposer": ONE, "writer": TWO}
PANEL = {"models": (ONE, TWO), "fallbacks": ((ONE, THREE), (TWO, THREE))}
ROUTED = {"adjudicator": ONE}
FULL = {
    "routed": ROUTED,
    "panel": PANEL,
    "rubric": RUBRIC,
    "tribunal": TRIBUNAL,
    "refute": REFUTE,
}
NOBODY = {
    "routed": {"model": None},
    "panel": {},
    "rubric": {},
    "tribunal": {},
    "refute": {},
}
OWN = [
    ("routed", ROUTED | {"rerank": "cross-encoder", "web_always": True} | WEB),
    ("routed", ROUTED | {"rerank": "stance", "rerank_depth": 20}),
    ("routed", ROUTED | {"route_at": 1.0, "pack": None} | WEB),
    ("panel", PANEL | {"own_search": ("stub",)} | WEB),
    ("rubric", RUBRIC | {"tree": LIST, "sample_share": 1.0}),
    ("rubric", RUBRIC | {"second_pass": False, "documents": 50}),
    ("rubric", RUBRIC | {"writer": None, "documents": 50, "top_k": 2}),
    ("rubric", {"decomposer": ONE, "writer": TWO}),
    ("tribunal", {"strong": ONE}),
    ("refute", REFUTE | {"searches": 0}),
]
TURNED = [
    *((name, players[name] | where) for name in NAMES for players in (FULL, NOBODY)
      for where in ({}, WEB, GIVEN, POOL)),
    *OWN,
]  # fmt: skip


@pytest.mark.parametrize(("name", "changes"), TURNED)
@pytest.mark.parametrize("down", [(), ("a",)])
def test_no_run_takes_more(name: str, changes: dict[str, Any], down: tuple[str, ...]) -> None:
    turned = method(name).with_dials(method(name).dials(), changes, live=True)
    bounds = most(name, turned)
    assert bounds is not None
    made = run(name, turned, World(down))
    kinds = Counter(exchange.request.kind for exchange in made)
    assert kinds["ask"] <= bounds.asks
    assert kinds["search"] <= bounds.searches
    assert kinds["fetch"] <= bounds.fetches
    asked = Counter(
        f"{one.request.provider}:{one.request.model}" for one in made if one.request.kind == "ask"
    )
    for model, times in asked.items():
        assert times <= bounds.questions.get(model, 0)


@pytest.mark.parametrize("where", [{}, WEB], ids=["archive", "web"])
@pytest.mark.parametrize("name", NAMES)
def test_some_run_comes_near(name: str, where: dict[str, Any]) -> None:
    always = {"web_always": True} if name == "routed" else {}
    turned = method(name).with_dials(method(name).dials(), FULL[name] | where | always, live=True)
    bounds = most(name, turned)
    assert bounds is not None
    kinds = Counter(exchange.request.kind for exchange in run(name, turned, World()))
    assert bounds.asks <= 4 * kinds["ask"]
    assert bounds.searches <= 4 * kinds["search"]
    assert bounds.fetches <= 4 * kinds["fetch"]


def test_a_method_of_another_package_has_no_bounds() -> None:
    assert most("other", None) is None
