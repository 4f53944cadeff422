"""The most that one claim may take, by method and dials, before anything is asked.

W are the backends that find pages, P the pages that are read of one search (`pages`). Both are 0
where evidence was handed over or is shared. Q different texts are searched for:

| what     | at most                                                      |
|----------|--------------------------------------------------------------|
| searches | Q at home, Q W on the web, and one where `factcheck` is named |
| fetches  | Q W P                                                        |

| method   | texts searched for                | questions to models                             |
|----------|-----------------------------------|-------------------------------------------------|
| routed   | 1; the web once over the pack's   | one a passage read, one to the re-ranker, one   |
|          | sites and once over all of it     | to the adjudicator                              |
| panel    | 1, 6 written for each member      | 2 a member and fallback (1 if it searches by    |
|          | or fallback the desk searches for,| itself), and 1 once more; 1 where the evidence  |
|          | and sites of primary sources      | is fixed                                        |
| tribunal | 1, 8 parts, 2 gaps                | 1 split, and 2 hearings of 2 advocates and a    |
|          |                                   | judge                                           |
| refute   | 1, and `searches` a voter         | 1 vote a voter, 1 where it writes searches      |
| rubric   | a leaf: 1, 6 written, 2 for each  | a leaf: 3 searches written, and of each of 4    |
|          | thin side                         | times `documents`: 3 a model and 1 for its      |
|          |                                   | roots; `sample_share` of the readings once      |
|          |                                   | more; 1 split, 1 canon, 1 cold a model          |

A claim that a model splits has at most 8 leaves, one that a person split has those of its tree. A
question counts once, however often its provider has to be called for it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from veracity.domain.fact_check import FACT_CHECKS
from veracity.methods.decompose import MOST_LEAVES
from veracity.methods.evidence import EvidenceDials
from veracity.methods.panel.record import PanelDials
from veracity.methods.refute.record import RefuteDials
from veracity.methods.routed.record import RoutedDials
from veracity.methods.rubric.record import RubricDials
from veracity.methods.tribunal.record import TribunalDials
from veracity.retrieval.rerank import CROSS_ENCODER
from veracity.retrieval.rerank import MODEL as RERANKER
from veracity.rules import packs
from veracity.rules.fallbacks import stand_ins
from veracity.settings import LOCAL

BOTH_SIDES = 6
"""Searches that a model writes for the two sides of a claim (`methods/queries`)."""
ONE_SIDE = 2
"""Searches that it writes for a thin side (`methods/rubric/shapes`)."""
SIDES = 2
GAPS = 2
"""Searches that a judge may send a case back for."""
HEARINGS = 2
NARROW = 3
"""Questions on one document: its quality, its directness, its direction."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most that one claim may take."""

    questions: Mapping[str, int] = field(default_factory=dict[str, int])
    """To models, by `provider:model`."""
    searches: int = 0
    fetches: int = 0
    searching: Mapping[str, int] = field(default_factory=dict[str, int])
    """Those of `questions` in which the model searches with its provider's own tool."""

    @property
    def asks(self) -> int:
        """Questions to all models."""
        return sum(self.questions.values())


def most(method: str, dials: Any) -> Bounds | None:
    """The bounds of `method` under `dials`; None for a method of another package."""
    count = _METHODS.get(method)
    return None if count is None else count(dials)


def _routed(dials: RoutedDials) -> Bounds:
    backends = len(dials.page_backends) if dials.searches_web else 0
    trusted = bool(backends and dials.pack and packs.pack(dials.pack).sites)
    on_web = (1 + trusted) * backends
    questions: Counter[str] = Counter()
    read = (1 + backends) * dials.depth
    if dials.rerank == CROSS_ENCODER:
        questions[f"{CROSS_ENCODER}:{RERANKER}"] += 1
        read = min(read, (1 + bool(backends)) * dials.top_k)
    if dials.model is not None:
        questions[f"{LOCAL}:{dials.model}"] += read
    if dials.adjudicator is not None:
        questions[dials.adjudicator] += 1
    fact_checks = dials.home == "archive" and FACT_CHECKS in dials.web
    return Bounds(questions, 1 + on_web + fact_checks, on_web * dials.pages)


def _panel(dials: PanelDials) -> Bounds:
    closed = dials.given is not None or dials.pool is not None
    members = tuple(sorted(set(dials.models)))
    instead = tuple(stand_ins(members, members, dials.fallbacks).values())
    own = {
        name
        for name in (*members, *instead)
        if not closed and name.partition(":")[0] in dials.own_search
    }
    questions: Counter[str] = Counter()
    for name in (*members, *instead):
        first = 1 if closed or name in own else 2
        questions[name] += first if closed else first + 1
    searching = {name: count for name, count in questions.items() if name in own}
    turns = sum(name not in own for name in (*members, *instead))
    if not turns:
        return Bounds(questions, searching=searching)
    written = 0 if closed else BOTH_SIDES * turns
    searches, fetches = _sought(dials, 1 + written)
    if not closed:
        more = _on_web(dials)
        searches, fetches = searches + max(more, 1), fetches + more * dials.pages
    return Bounds(questions, searches, fetches, searching)


def _tribunal(dials: TribunalDials) -> Bounds:
    questions: Counter[str] = Counter()
    parts = gaps = 0
    if dials.strong is not None:
        questions[dials.strong] += 1
        parts = MOST_LEAVES
    if dials.strong is not None and dials.fast is not None:
        questions[dials.strong] += HEARINGS
        questions[dials.fast] += HEARINGS * 2
        gaps = GAPS
    return Bounds(questions, *_sought(dials, 1 + parts + gaps))


def _refute(dials: RefuteDials) -> Bounds:
    models = tuple(dict.fromkeys(dials.models))
    if not models:
        return Bounds()
    writes = bool(dials.searches) and dials.pool is None
    questions: Counter[str] = Counter()
    for number in range(dials.votes):
        questions[models[number % len(models)]] += 1 + writes
    written = dials.votes * dials.searches if writes else 0
    return Bounds(questions, *_sought(dials, 1 + written))


def _rubric(dials: RubricDials) -> Bounds:
    models = tuple(dict.fromkeys(dials.models))
    questions: Counter[str] = Counter(models)
    leaves = 1
    if dials.tree is not None:
        leaves = len(list(dials.tree.texts()))
    elif dials.decomposer is not None:
        questions[dials.decomposer] += 1
        leaves = MOST_LEAVES
    queries = [1]
    if dials.writer is not None:
        queries = [1 + BOTH_SIDES, SIDES * ONE_SIDE if dials.second_pass and models else 0]
        questions[dials.writer] += leaves * (1 + (SIDES if queries[1] else 0))
    documents = leaves * sum(_documents(dials, number) for number in queries)
    # The draw may fall on one model alone, and repeats none of its readings twice.
    again = min(documents, math.ceil(dials.sample_share * documents * len(models)))
    for name in models:
        questions[name] += NARROW * documents + again
    if dials.roots is not None and models:
        questions[dials.roots] += documents + 1
    return Bounds(questions, *_sought(dials, leaves * sum(queries)))


def _documents(dials: RubricDials, queries: int) -> int:
    """Documents of one pass over a leaf: as many that may decide, and as many that may not."""
    return min(2 * dials.documents, queries * (1 + _on_web(dials)) * dials.top_k)


def _on_web(dials: EvidenceDials) -> int:
    """The backends that a text is searched for on the web with; none where evidence is fixed."""
    return 0 if dials.given or dials.pool else len(dials.page_backends)


def _sought(dials: EvidenceDials, queries: int) -> tuple[int, int]:
    """Searches and fetches of a pool of so many texts."""
    web = _on_web(dials)
    fact_checks = FACT_CHECKS in dials.web and not (dials.given or dials.pool)
    return queries * (1 + web) + fact_checks, queries * web * dials.pages


_METHODS: Mapping[str, Callable[[Any], Bounds]] = {
    "panel": _panel,
    "routed": _routed,
    "rubric": _rubric,
    "tribunal": _tribunal,
    "refute": _refute,
}
