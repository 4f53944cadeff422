"""Several models on one pool: consensus, divergence, cold answers, consistency, backends."""

from __future__ import annotations

import asyncio
import math
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.methods.rubric_bench import BUDGET, CLAIM, TIMEOUT, Said, World, document, run
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Stance
from veracity.domain.exchange import Request
from veracity.methods.rubric import decide, gather
from veracity.methods.rubric.record import RubricDials
from veracity.rules.logodds import sigmoid

A = document("Volunteers made the harbor of Ostrana new, the port says.", "Daily")
B = document("The old harbor still lies in ruins.", "Weekly")
MODELS = ("hosted:one", "hosted:two", "hosted:three")
THREE = RubricDials(models=MODELS, roots="hosted:roots", sample_share=0.0)


def at(strength: int, direction: str = "supports") -> Said:
    """On a perfect document this is a push of 0.3 * strength."""
    return Said(strength=strength, direction=direction)


def test_the_consensus_is_the_median_of_the_leaf_log_odds() -> None:
    # Pushes 3.0, 1.5 and -0.9: the median is 1.5.
    differs = {("two", A.text): at(5), ("three", A.text): at(3, "refutes")}
    done = run(World(found=[A], says={A.text: at(10)}, differs=differs), THREE)
    assert done.verdict.probability == pytest.approx(sigmoid(1.5))
    assert done.verdict.path == "logodds:consensus"
    (leaf,) = done.account.leaves
    assert leaf.spread == pytest.approx(3.9)
    high, middle, low = sigmoid(3.0), sigmoid(1.5), sigmoid(-0.9)
    pairs = (high - middle, high - low, middle - low)
    assert leaf.disagreement == pytest.approx(sum(pairs) / 3)
    assert {one.model: one.probability for one in done.account.models} == {
        "hosted:one": pytest.approx(high),
        "hosted:two": pytest.approx(middle),
        "hosted:three": pytest.approx(low),
    }


def test_the_median_of_leaves_is_aggregated_through_the_tree_and_not_the_trees_median() -> None:
    # Log-odds by leaf: first 3, 1.5, 0.3 and second 0.3, 3, 1.5. Both medians are 1.5. The models'
    # own products are smaller: p(3) * p(0.3), p(1.5) * p(3), p(0.3) * p(1.5).
    first, second = "Ostrana exports copper", "Marn exports tin"
    differs = {
        ("one", A.text): at(10),
        ("two", A.text): at(5),
        ("three", A.text): at(1),
        ("one", B.text): at(1),
        ("two", B.text): at(10),
        ("three", B.text): at(5),
    }
    world = World(
        found={first: [A], second: [B]},
        differs=differs,
        answers={"decompose": {"kind": "all_of", "parts": [[first], [second]], "values": []}},
    )
    dials = THREE.model_copy(update={"decomposer": "hosted:big"})
    done = run(world, dials, f"{first} and {second}")
    assert done.verdict.probability == pytest.approx(sigmoid(1.5) ** 2)


def test_documents_that_models_score_differently_are_named() -> None:
    differs = {("two", A.text): at(2, "refutes")}
    done = run(World(found=[A, B], says={B.text: at(5)}, differs=differs), THREE)
    (divergent,) = done.account.divergent
    # 3.0 - (-0.6)
    assert (divergent.passage, divergent.spread) == (A.id, pytest.approx(3.6))
    moved = {one.passage: one for one in done.account.moved}
    assert (moved[A.id].lowest, moved[A.id].highest) == (pytest.approx(-0.6), pytest.approx(3.0))
    assert moved[A.id].push == pytest.approx(3.0)


def test_what_moved_it_is_ordered_by_push_with_its_sign() -> None:
    weak = document("One visitor thinks it is new.", "Blog")
    says = {A.text: at(10), B.text: at(5, "refutes"), weak.text: at(1)}
    done = run(World(found=[weak, B, A], says=says), THREE)
    assert [round(one.push, 9) for one in done.account.moved] == [3.0, -1.5, 0.3]
    stances = [finding.stance for finding in done.verdict.findings]
    # What is decisive comes first, and with 3.0 - 1.5 + 0.3 on the supporting side that is for.
    assert stances == [Stance.SUPPORTS, Stance.SUPPORTS, Stance.REFUTES]


def test_a_model_that_fails_is_not_counted() -> None:
    def cut(request: Request) -> Any:
        return TIMEOUT if request.model == "three" else None

    answers = {"rubric_direction": cut}
    differs = {("two", A.text): at(5)}
    done = run(World(found=[A], differs=differs, answers=answers), THREE)
    # Two voices, 3.0 and 1.5: half way between.
    assert done.verdict.probability == pytest.approx(sigmoid(2.25))
    assert done.account.leaves[0].voices[0].model == "hosted:one"
    assert len(done.account.leaves[0].voices) == 2
    assert [a.who for a in done.verdict.abstentions] == ["hosted:three"]


def test_most_models_have_to_find_the_evidence_sufficient() -> None:
    differs = {(name, A.text): Said(quality=1) for name in ("two", "three")}
    done = run(World(found=[A], differs=differs), THREE)
    assert done.verdict.label == "insufficient evidence"


def test_one_model_on_all_shares_the_roots_that_another_named() -> None:
    done = run(World(found=[A, B]), THREE)
    assert {request.model for request in done.asked("rubric_roots")} == {"roots"}
    assert len(done.asked("rubric_roots")) == 2


def test_the_cold_answers_stand_beside_the_verdict() -> None:
    def cold(request: Request) -> Any:
        said = {"one": 90, "two": 20}
        return {"probability": said[request.model]} if request.model in said else TIMEOUT

    done = run(World(found=[A], answers={"rubric_cold": cold}), THREE)
    assert done.account.cold == pytest.approx(0.55)
    assert {one.model: one.cold for one in done.account.models} == {
        "hosted:one": 0.9,
        "hosted:two": 0.2,
        "hosted:three": None,
    }
    assert "Without evidence the models put it at 55%." in done.verdict.explanation
    assert done.verdict.probability == pytest.approx(sigmoid(3.0))


def test_a_fifth_of_the_readings_is_repeated_under_the_negated_claim() -> None:
    many = [document(f"Stone {number} was laid by hand.", f"Paper{number}") for number in range(4)]
    dials = THREE.model_copy(update={"sample_share": 0.2})
    done = run(World(found=many), dials)
    # 4 documents, 3 models: ceil(0.2 * 12) = 3
    assert len(done.record.reruns) == 3
    assert all(one.consistent for one in done.record.reruns)
    negated = [r for r in done.asked("rubric_direction") if "not so" in r.inputs["claim"]]
    assert len(negated) == 3
    assert not any("negated" in caveat for caveat in done.verdict.caveats)


def test_a_reading_that_does_not_turn_around_is_flagged_and_still_counts() -> None:
    dials = THREE.model_copy(update={"sample_share": 1.0})
    says = {A.text: Said(turned="supports"), B.text: at(5)}
    done = run(World(found=[A, B], says=says), dials)
    moved = {one.passage: one.consistent for one in done.account.moved}
    assert moved == {A.id: False, B.id: True}
    assert "3 of 6 readings repeated under the negated claim did not turn around." in (
        done.verdict.caveats
    )
    assert [(one.reruns, one.turned) for one in done.account.models] == [(2, 1)] * 3
    # Which fifth is drawn is chance, and no chance decides a verdict.
    assert done.verdict.probability == pytest.approx(sigmoid(4.5))


def test_a_rerun_that_fails_says_nothing() -> None:
    def negated(request: Request) -> Any:
        return TIMEOUT if "not so" in request.inputs["claim"] else None

    dials = THREE.model_copy(update={"sample_share": 1.0})
    done = run(World(found=[A], answers={"rubric_direction": negated}), dials)
    assert done.account.moved[0].consistent is None
    assert done.verdict.probability == pytest.approx(sigmoid(3.0))


def test_leaving_out_what_one_kind_of_search_found() -> None:
    answers = {"queries": {"support": ["harbor rebuilt"], "refute": ["harbor ruins"]}}
    found = {CLAIM: [], "harbor rebuilt": [A], "harbor ruins": [B]}
    dials = THREE.model_copy(update={"writer": "hosted:fast"})
    says = {A.text: at(10), B.text: at(5, "refutes")}
    done = run(World(found=found, says=says, answers=answers), dials)
    assert done.account.without == {
        "support": pytest.approx(sigmoid(-1.5)),
        "refute": pytest.approx(sigmoid(3.0)),
    }
    spread = sigmoid(3.0) - sigmoid(-1.5)
    assert done.account.backend_spread == pytest.approx(spread)


def test_leaving_out_one_backend_of_two() -> None:
    says = {A.text: at(10), B.text: at(5, "refutes")}
    done = run(World(found=[A, B], says=says), THREE)
    assert done.account.without == {}
    pool = done.record.leaves[0].pool
    searches = (
        pool.searches[0].model_copy(update={"found": (B.id,)}),
        pool.searches[0].model_copy(update={"provider": "pages", "found": (A.id, B.id)}),
    )
    leaf = done.record.leaves[0].model_copy(
        update={"pool": pool.model_copy(update={"searches": searches})}
    )
    verdict = decide(done.record.model_copy(update={"leaves": (leaf,)}), THREE)
    # B was found by both, so only what the pages alone found is ever missing.
    assert verdict.account["without"] == {
        "archive": pytest.approx(sigmoid(1.5)),
        "pages": pytest.approx(sigmoid(-1.5)),
    }


def test_an_incomplete_case_has_no_spread_and_no_consensus() -> None:
    def cut(request: Request) -> Any:
        return BUDGET if request.model == "three" else None

    done = run(World(found=[A], answers={"rubric_quality": cut}), THREE)
    assert (done.account.probability, done.account.without) == (None, {})
    assert done.account.models[0].probability == pytest.approx(sigmoid(3.0))


def test_what_may_not_decide_is_shown_and_pushes_nothing() -> None:
    done = run(World(found=[A, B], says={B.text: at(10, "refutes")}), THREE)
    pool = done.record.leaves[0].pool
    barred = pool.standings[B.id].model_copy(update={"decides": False, "why": "its own office"})
    leaf = done.record.leaves[0].model_copy(
        update={"pool": pool.model_copy(update={"standings": {**pool.standings, B.id: barred}})}
    )
    record = done.record.model_copy(update={"leaves": (leaf,)})
    verdict = decide(record, THREE)
    assert verdict.probability == pytest.approx(sigmoid(3.0))
    own = next(finding for finding in verdict.findings if finding.source.publisher == "Weekly")
    assert (own.stance, own.confidence, own.decisive) == (Stance.INSUFFICIENT, 0.0, False)
    assert "its own office" in own.reason
    assert any("own source" in caveat for caveat in verdict.caveats)


STRENGTHS = st.integers(0, 10)
WAYS = st.sampled_from(["supports", "refutes", "neither"])
TEXTS = [f"Stone {number} was laid by hand." for number in range(4)]


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(
        st.tuples(st.sampled_from(["one", "two", "three"]), st.sampled_from(TEXTS)),
        st.builds(at, STRENGTHS, WAYS),
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_of_models_and_judgments_changes_nothing(
    differs: dict[tuple[str, str], Said], shuffler: random.Random
) -> None:
    world = World(found=[document(text, text[:7]) for text in TEXTS], differs=differs)
    claim = Claim.whole(Submission(text=CLAIM))
    verdicts: list[Any] = []
    for _ in range(2):
        models = list(MODELS)
        shuffler.shuffle(models)
        dials = THREE.model_copy(update={"models": tuple(models)})
        record = asyncio.run(gather(claim, ScriptedDesk(world), dials))
        judgments = list(record.judgments)
        shuffler.shuffle(judgments)
        verdict = decide(record.model_copy(update={"judgments": tuple(judgments)}), dials)
        verdicts.append(verdict.model_dump(exclude={"trail"}))
    assert verdicts[0] == verdicts[1]
    probability = verdicts[0]["probability"]
    assert probability is None or 0 <= probability <= 1
    assert math.isfinite(verdicts[0]["confidence"])
