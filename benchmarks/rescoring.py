"""How long it takes to score finished `rubric` cases under other parameters.

    python -m benchmarks.rescoring

Made-up cases of the size of real ones: 3 leaves with 25 documents each, judged by 5 models. One
case is decided anew by `decide`, with its account; all of them are scored under a whole grid by
`evaluation/rescoring`. Times are medians.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from datetime import date

from veracity.domain.claim import Claim, ClaimTree, Submission
from veracity.domain.evidence import Passage, Source
from veracity.domain.exchange import Failure, FailureKind
from veracity.evaluation.answers import Answer
from veracity.evaluation.rescoring import rescore, tabulate
from veracity.evaluation.tuning.grids import RUBRIC, grid
from veracity.evaluation.tuning.losses import of_rubric
from veracity.evaluation.tuning.tune import tune
from veracity.methods.decompose import Decomposed
from veracity.methods.evidence import Pool, Search
from veracity.methods.rubric import decide
from veracity.methods.rubric.record import (
    Judgment,
    LeafEvidence,
    Missed,
    RubricDials,
    RubricRecord,
)
from veracity.methods.rubric.voices import score
from veracity.methods.standing import Standing
from veracity.rules.logodds_parameters import LOCKED

CASES, LEAVES, DOCUMENTS, MODELS = 51, 3, 25, 5


def made(
    chance: random.Random,
    *,
    leaves: int = LEAVES,
    documents: int = DOCUMENTS,
    models: int = MODELS,
    failing: float = 0.0,
) -> RubricRecord:
    """A case of this size whose judgments are drawn by `chance`; a share `failing` is missed."""
    names = [f"hosted:m{number}" for number in range(models)]
    claim = Claim.whole(Submission(text="Stones were laid by hand."))
    nodes = [ClaimTree(kind="leaf", claim=claim) for _ in range(leaves)]
    kind = chance.choice(["all_of", "any_of"])
    tree = ClaimTree(kind=kind, children=tuple(nodes)) if leaves > 1 else nodes[0]
    evidence = [_leaf(claim, place, documents, chance) for place in range(leaves)]
    return RubricRecord(
        claim=claim,
        decomposed=Decomposed(tree=tree),
        leaves=tuple(evidence),
        judgments=tuple(
            _judgment(place, passage, name, chance, failing)
            for place, leaf in enumerate(evidence)
            for passage in leaf.documents
            for name in names
        ),
        clusters={
            passage: f"cluster {chance.randrange(1 + documents * 2 // 3)}"
            for leaf in evidence
            for passage in leaf.documents
        },
    )


def _leaf(claim: Claim, place: int, documents: int, chance: random.Random) -> LeafEvidence:
    passages = tuple(
        Passage(
            id=f"{place}-{number}",
            document=f"sha256:{place}-{number}",
            text="Stones were laid by hand, one after the other, all summer long.",
            source=Source(url="https://example.org/", title="A page", publisher="Example"),
        )
        for number in range(documents)
    )
    ids = tuple(passage.id for passage in passages)
    standings = {
        passage.id: Standing(tier=passage.source.tier, decides=chance.random() > 0.05)
        for passage in passages
    }
    searches = [
        Search(key=None, provider="archive", query=purpose, purpose=purpose, found=found)
        for purpose, found in (("support", ids[::2]), ("refute", ids[1::2]))
    ]
    pool = Pool(
        as_of=date(2026, 1, 1), searches=tuple(searches), passages=passages, standings=standings
    )
    return LeafEvidence(claim=claim, pool=pool, documents=ids)


def _judgment(
    place: int, passage: str, model: str, chance: random.Random, failing: float
) -> Judgment:
    if chance.random() < failing:
        failure = Failure(kind=FailureKind.TIMEOUT, message="no answer in time")
        missed = (Missed(question="quality", failure=failure),)
        return Judgment(leaf=place, passage=passage, model=model, missed=missed)
    return Judgment(
        leaf=place,
        passage=passage,
        model=model,
        quality=chance.randrange(11),
        directness=chance.randrange(11),
        direction=chance.choice([-1, 0, 1]),
        strength=chance.randrange(11),
        basis=chance.choice(["finding", "mixed", "assertion"]),
    )


def show(name: str, step: Callable[[], object], times: int) -> None:
    taken: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        step()
        taken.append((time.perf_counter() - began) * 1000)
    print(f"  {name:<28} {statistics.median(taken):9.2f}")


def main() -> None:
    chance = random.Random(51)
    records = [made(chance) for _ in range(CASES)]
    over = grid(RUBRIC, LOCKED.model_dump())
    points = [LOCKED.model_copy(update=over.named(point)) for point in over.points()]
    table = tabulate(records)
    one = tabulate(records[:1])
    rescore(one, points[:1])  # so that NumPy is there
    dials = RubricDials()
    print(f"{CASES} cases of {LEAVES} leaves, {DOCUMENTS} documents, {MODELS} models, in ms")
    show("tabulated", lambda: tabulate(records), 3)
    show(f"at {len(points)} points", lambda: rescore(table, points), 3)
    golds = [chance.choice([Answer.SUPPORTED, Answer.REFUTED]) for _ in records]
    losses = of_rubric(records, golds, over)
    show("tuned, 5 folds", lambda: tune("rubric", losses, over, list(map(str, range(CASES)))), 1)
    print("one of them")
    show("rescored at one point", lambda: rescore(one, points[:1]), 50)
    show("scored by the rules", lambda: score(records[0], LOCKED), 20)
    show("decided, with its account", lambda: decide(records[0], dials), 5)


if __name__ == "__main__":
    main()
