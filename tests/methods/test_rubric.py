"""`rubric` over a scripted desk: the arithmetic from end to end, faults, and what it tells.

Unless a test says otherwise the parameters are the locked ones: prior 0.5, scale 3, directness to
the power of 2, and a document that is said to be perfect in all respects pushes by 3.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.methods.rubric_bench import BUDGET, CLAIM, ONE, TIMEOUT, Said, World, document, run
from tests.rules.entries import entry
from veracity.domain.errors import DialRefused
from veracity.domain.evidence import Stance
from veracity.domain.exchange import Request
from veracity.domain.verdict import Bucket, Lens
from veracity.methods.rubric import METHOD
from veracity.methods.rubric.record import RubricDials

A = document("Volunteers made the harbor of Ostrana new, the port says.", "Daily")
B = document("The old harbor still lies in ruins.", "Weekly")
C = document("Two hundred people laid the stones of the quay by hand.", "Gazette")

FOR = Said()
AGAINST = Said(direction="refutes")
P3 = 1 / (1 + math.exp(-3))  # 0.9526


def test_one_perfect_document_moves_an_even_prior_by_the_scale() -> None:
    done = run(World(found=[A], says={A.text: FOR}))
    verdict = done.verdict
    assert verdict.probability == pytest.approx(P3)
    assert (verdict.label, verdict.bucket) == ("very likely (95%)", Bucket.TRUE)
    assert (verdict.path, verdict.confidence) == ("logodds:one-model", pytest.approx(P3))
    (finding,) = verdict.findings
    assert (finding.stance, finding.decisive, finding.by) == (Stance.SUPPORTS, True, "model")
    assert finding.quote.verified
    # 2 * sigmoid(3) - 1
    assert finding.confidence == pytest.approx(2 * P3 - 1)


def test_what_is_against_mirrors_what_is_for() -> None:
    verdict = run(World(found=[A], says={A.text: AGAINST})).verdict
    assert verdict.probability == pytest.approx(1 - P3)
    assert (verdict.label, verdict.bucket) == ("very unlikely (5%)", Bucket.FALSE)
    assert verdict.findings[0].stance is Stance.REFUTES


def test_the_seven_numbers_of_a_judgment_make_its_push() -> None:
    # 0.8^1 * 0.5^2 * 0.6 (mixed) = 0.12, less than mass_min 0.25: insufficient.
    said = Said(quality=8, directness=5, rests_on="both", strength=5)
    done = run(World(found=[A], says={A.text: said}))
    (moved,) = done.account.moved
    # 0.5 * 3 * 0.12
    assert moved.push == pytest.approx(0.18)
    assert done.verdict.label == "insufficient evidence"
    loose = done.again(mass_min=0.1)
    assert loose.probability == pytest.approx(1 / (1 + math.exp(-0.18)))
    assert loose.bucket is Bucket.UNVERIFIABLE


def test_evidence_that_says_it_is_contested_holds_back_the_rest() -> None:
    # Masses 1 and 1: shrink 1/2, so the log-odds are 1.5.
    says = {A.text: FOR, B.text: Said(direction="neither", strength=0)}
    done = run(World(found=[A, B], says=says))
    (leaf,) = done.account.leaves
    assert leaf.voices[0].shrink == pytest.approx(0.5)
    assert leaf.log_odds == pytest.approx(1.5)
    free = done.again(contested_pull=0.0)
    assert free.probability == pytest.approx(P3)


def test_documents_on_one_root_count_once_in_full() -> None:
    # B counts a quarter: 3 + 3/4.
    port = Said(names=("Ostrana port survey",))
    shared = [
        document(text, publisher)
        for text, publisher in (
            ("The Ostrana port survey counts the new quays.", "Daily"),
            ("New quays, says the Ostrana port survey.", "Weekly"),
        )
    ]
    done = run(World(found=shared, says={one.text: port for one in shared}))
    assert done.account.leaves[0].log_odds == pytest.approx(3.75)
    assert len({one.cluster for one in done.account.moved}) == 1
    apart = run(World(found=shared))
    assert apart.account.leaves[0].log_odds == pytest.approx(6.0)


def test_a_root_that_stands_nowhere_in_the_document_is_dropped() -> None:
    invented = Said(names=("Marn census bureau",))
    done = run(World(found=[A, C], says={A.text: invented, C.text: invented}))
    assert done.account.leaves[0].log_odds == pytest.approx(6.0)
    assert all(one.dropped == ("Marn census bureau",) for one in done.record.rootings)


def test_spellings_of_one_root_are_merged_where_code_finds_them_alike() -> None:
    one = document("The Ostrana Port Survey counts the new quays.", "Daily")
    two = document("New quays, says OPS, the port's own count.", "Weekly")
    says = {one.text: Said(names=("Ostrana Port Survey",)), two.text: Said(names=("OPS",))}
    # Listed by the alphabet: 1 OPS, 2 Ostrana Port Survey.
    together = {"rubric_roots_canon": {"groups": [[1, 2]]}}
    done = run(World(found=[one, two], says=says, answers=together))
    assert done.account.leaves[0].log_odds == pytest.approx(3.75)
    assert run(World(found=[one, two], says=says)).account.leaves[0].log_odds == pytest.approx(6.0)


def test_what_a_model_calls_one_source_without_likeness_stays_apart() -> None:
    one = document("The Ostrana Port Survey counts the new quays.", "Daily")
    two = document("New quays, says the Marn Gazette.", "Weekly")
    says = {
        one.text: Said(names=("Ostrana Port Survey",)),
        two.text: Said(names=("Marn Gazette",)),
    }
    answers = {"rubric_roots_canon": {"groups": [[1, 2, 40]]}}
    done = run(World(found=[one, two], says=says, answers=answers))
    assert done.account.leaves[0].log_odds == pytest.approx(6.0)


def tree_of(*parts: list[str], kind: str = "all_of") -> dict[str, Any]:
    return {"kind": kind, "parts": list(parts), "values": []}


SPLIT = RubricDials(
    models=("hosted:one",), roots="hosted:roots", decomposer="hosted:big", sample_share=0.0
)


@pytest.mark.parametrize(
    ("word", "kind", "probability"),
    [("and", "all_of", P3 * (1 - P3)), ("or", "any_of", 1 - (1 - P3) * P3)],
)
def test_leaves_are_combined_through_the_tree(word: str, kind: str, probability: float) -> None:
    first, second = "Ostrana exports copper", "Marn exports tin"
    world = World(
        found={first: [A], second: [B]},
        says={A.text: FOR, B.text: AGAINST},
        answers={"decompose": tree_of([first], [second], kind=kind)},
    )
    done = run(world, SPLIT, f"{first} {word} {second}")
    assert done.verdict.probability == pytest.approx(probability)
    assert [leaf.probability for leaf in done.account.leaves] == pytest.approx([P3, 1 - P3])
    assert "Its parts:" in done.verdict.explanation


def test_an_insufficient_leaf_leaves_a_conjunction_open_unless_the_other_fails() -> None:
    first, second = "Ostrana exports copper", "Marn exports tin"
    answers = {"decompose": tree_of([first], [second])}
    text = f"{first} and {second}"
    held = run(World(found={first: [A]}, answers=answers), SPLIT, text)
    assert (held.verdict.label, held.verdict.path) == ("insufficient evidence", "mass")
    failed = run(World(found={first: [A]}, says={A.text: AGAINST}, answers=answers), SPLIT, text)
    assert failed.verdict.probability == pytest.approx(1 - P3)


def test_a_tree_that_no_person_reviewed_says_so() -> None:
    caveat = "No person reviewed how the claim was taken apart."
    assert caveat in run(World(found=[A])).verdict.caveats
    given = RubricDials.model_validate({**ONE.model_dump(), "tree": {"all_of": [CLAIM, "Foo is."]}})
    reviewed = run(World(found=[A]), given)
    assert caveat not in reviewed.verdict.caveats
    assert reviewed.account.tree.reviewed
    assert reviewed.asked("decompose") == []
    assert reviewed.verdict.probability == pytest.approx(P3 * P3)


def test_a_given_tree_that_is_none_is_refused() -> None:
    with pytest.raises(DialRefused, match="tree"):
        METHOD.with_dials(ONE, {"tree": {"some_of": ["a"]}}, live=True)


def test_too_little_evidence_is_a_verdict() -> None:
    verdict = run(World(found=[A], says={A.text: Said(quality=2)})).verdict
    assert (verdict.label, verdict.bucket, verdict.path) == (
        "insufficient evidence",
        Bucket.UNVERIFIABLE,
        "mass",
    )
    assert (verdict.probability, verdict.confidence) == (None, 0.0)


def test_no_evidence_is_an_answer_and_a_failed_search_is_none() -> None:
    assert run(World()).verdict.path == "no-evidence"
    failed = run(World(found=TIMEOUT)).verdict
    assert failed.path == "search-failed"
    assert ("search", "timeout") in [(a.who, a.failure) for a in failed.abstentions]


def test_without_a_model_nobody_is_asked() -> None:
    done = run(World(found=[A]), RubricDials())
    assert (done.verdict.path, done.verdict.probability) == ("no-model", None)
    assert [request for request in done.desk.asked if request.kind == "ask"] == []
    assert ("judge", "no model is set") in [(a.who, a.why) for a in done.verdict.abstentions]


WRITING = RubricDials(
    models=("hosted:one",), roots="hosted:roots", writer="hosted:fast", sample_share=0.0
)
WRITTEN = {"support": ["harbor rebuilt"], "refute": ["harbor ruins"]}


def test_a_one_sided_leaf_is_searched_once_more_for_the_thin_side() -> None:
    answers = {"queries": WRITTEN, "rubric_side": {"searches": ["Ostrana quay wreck"]}}
    found = {CLAIM: [A], "harbor rebuilt": [A], "Ostrana quay wreck": [A, B]}
    says = {A.text: FOR, B.text: AGAINST}
    done = run(World(found=found, says=says, answers=answers), WRITING)
    (asked,) = done.asked("rubric_side")
    assert asked.inputs["side"] == "against"
    leaf = done.record.leaves[0]
    assert (leaf.documents, leaf.added) == ((A.id,), (B.id,))
    # The new document pushes by -3 against +3.
    assert done.verdict.probability == pytest.approx(0.5)
    assert done.account.leaves[0].one_sided == ()


def test_a_side_that_stays_thin_is_told_and_not_searched_a_third_time() -> None:
    answers = {"queries": WRITTEN, "rubric_side": {"searches": ["Ostrana quay wreck"]}}
    done = run(World(found=[A], answers=answers), WRITING)
    assert len(done.asked("rubric_side")) == 1
    assert done.account.leaves[0].one_sided == ("refute",)
    assert done.account.leaves[0].second_pass
    assert any(c.startswith("One-sided") and "second search" in c for c in done.verdict.caveats)


def test_a_leaf_with_both_sides_is_not_searched_again() -> None:
    says = {A.text: FOR, B.text: AGAINST}
    done = run(World(found=[A, B], says=says, answers={"queries": WRITTEN}), WRITING)
    assert done.asked("rubric_side") == []
    assert done.record.leaves[0].second is None


def test_decision_dials_change_nothing_that_is_asked() -> None:
    # Under a side_mass_min of 0 no side is thin, but what is asked follows the locked parameters.
    turned = WRITING.model_copy(update={"side_mass_min": 0.0})
    answers = {"queries": WRITTEN, "rubric_side": {"searches": ["Ostrana quay wreck"]}}
    one, two = (run(World(found=[A], answers=answers), dials) for dials in (WRITING, turned))
    assert [r.key for r in one.desk.asked] == [r.key for r in two.desk.asked]
    assert two.account.leaves[0].one_sided == ()


def test_a_writer_that_fails_leaves_the_claims_own_words() -> None:
    answers = {"queries": TIMEOUT, "rubric_side": TIMEOUT}
    done = run(World(found=[A], answers=answers), WRITING)
    assert done.verdict.probability == pytest.approx(P3)
    assert ("writer", "timeout") in [(a.who, a.failure) for a in done.verdict.abstentions]


def test_what_a_budget_cut_short_gives_no_consensus() -> None:
    says = {A.text: FOR, C.text: Said(quality=BUDGET)}
    done = run(World(found=[A, C], says=says))
    verdict = done.verdict
    assert (verdict.label, verdict.bucket, verdict.probability) == (
        "incomplete",
        Bucket.UNVERIFIABLE,
        None,
    )
    assert done.account.incomplete
    assert verdict.caveats[0].startswith("Incomplete")
    assert not any(finding.decisive for finding in verdict.findings)


@pytest.mark.parametrize("prompt", ["rubric_cold", "rubric_roots", "rubric_roots_canon", "queries"])
def test_a_budget_that_ends_anywhere_is_noticed(prompt: str) -> None:
    named = Said(names=("Daily",))
    other = Said(names=("Gazette",))
    world = World(found=[A, C], says={A.text: named, C.text: other}, answers={prompt: BUDGET})
    assert run(world, WRITING).verdict.label == "incomplete"


def test_a_judge_that_fails_on_most_documents_abstains_on_the_leaf() -> None:
    # Two of three failed: what is left would be a third of the evidence.
    says = {B.text: Said(quality=TIMEOUT), C.text: Said(directness=TIMEOUT)}
    done = run(World(found=[A, B, C], says=says))
    assert (done.verdict.path, done.verdict.probability) == ("model-failed", None)
    half = run(World(found=[A, B], says={B.text: Said(quality=TIMEOUT)}))
    assert half.verdict.probability == pytest.approx(P3)
    assert ("hosted:one", "timeout") in [(a.who, a.failure) for a in half.verdict.abstentions]


@pytest.mark.parametrize("quality", [11, -1, "good", 7.5])
def test_a_number_out_of_range_is_an_abstention(quality: Any) -> None:
    done = run(World(found=[A], says={A.text: Said(quality=quality)}))
    assert done.verdict.path == "model-failed"
    assert done.verdict.abstentions[0].failure == "malformed"


def test_quality_is_asked_without_the_claim() -> None:
    done = run(World(found=[A]))
    (asked,) = done.asked("rubric_quality")
    assert set(asked.inputs) == {"source", "evidence"}
    assert CLAIM not in str(asked.inputs)


COAST = entry("Ostrana", ("Coastline", "1,340 km"))
COAST_CLAIM = "The coastline of Ostrana is 1,340 kilometres long."


def test_what_code_compares_is_kept_from_the_models() -> None:
    world = World(found=[COAST], names=(("Ostrana",),))
    done = run(world, ONE, COAST_CLAIM)
    assert done.asked("rubric_direction") == done.asked("rubric_directness") == []
    assert len(done.asked("rubric_quality")) == 1
    assert done.verdict.probability == pytest.approx(P3)
    (finding,) = done.verdict.findings
    assert (finding.by, finding.quote.text) == ("code", "Coastline: 1,340 km")
    wrong = run(world, ONE, COAST_CLAIM.replace("1,340", "2,500"))
    assert wrong.verdict.probability == pytest.approx(1 - P3)


def test_comparison_in_code_can_be_turned_off_for_a_live_run_alone() -> None:
    off = ONE.model_copy(update={"compare_in_code": False})
    done = run(World(found=[COAST], names=(("Ostrana",),)), off, COAST_CLAIM)
    assert len(done.asked("rubric_direction")) == 1
    with pytest.raises(DialRefused, match="changes what is asked"):
        METHOD.with_dials(ONE, {"compare_in_code": False}, live=False)


def test_strictness_is_one_dial_for_three_and_its_middle_is_locked() -> None:
    done = run(World(found=[A], says={A.text: Said(quality=6)}))
    assert done.account.locked
    middle, strict = done.again(strictness=0.5), done.again(strictness=1.0)
    assert middle.probability == done.verdict.probability
    assert middle.account["locked"]
    # 0.6^2 = 0.36 is below the strict mass_min of 0.5; at 0.6 it was 1.8 log-odds.
    assert strict.probability is None
    assert not strict.account["locked"]
    assert any("locked" in caveat for caveat in strict.caveats)
    assert done.verdict.probability == pytest.approx(1 / (1 + math.exp(-1.8)))


def test_the_account_holds_the_parameters_and_their_version() -> None:
    done = run(World(found=[A]))
    assert done.account.params_version == 1
    assert done.account.parameters == done.dials.parameters()
    assert done.verdict.account["parameters"]["scale"] == 3.0


def test_both_lenses_read_a_probability_alike() -> None:
    done = run(World(found=[A]))
    strict = done.again(lens=Lens.STRICT)
    assert (strict.bucket, strict.lens) == (done.verdict.bucket, Lens.STRICT)


def test_the_trail_names_every_step_and_its_exchanges() -> None:
    done = run(World(found=[A, B], answers={"queries": WRITTEN}), WRITING)
    assert [step.name for step in done.verdict.trail] == [
        "decompose",
        "retrieve",
        "roots",
        "judge",
        "rerun",
        "cold",
        "combine",
    ]
    known = {exchange.key for exchange in done.desk.exchanges}
    assert {key for step in done.verdict.trail for key in step.exchanges} <= known


def test_calls_are_bounded_by_the_dials() -> None:
    many = [document(f"Stone {number} was laid by hand.", "Daily") for number in range(40)]
    dials = WRITING.model_copy(update={"documents": 3, "sample_share": 1.0})
    answers = {"queries": WRITTEN, "rubric_side": {"searches": ["a b c", "d e f"]}}
    done = run(World(found=many, answers=answers), dials)
    # Two passes of three documents, each judged three times, rooted once and read once more.
    asked: list[Request] = [r for r in done.desk.asked if r.kind == "ask"]
    assert len([r for r in asked if r.prompt and r.prompt.id == "rubric_direction"]) == 2 * 6
    assert len(asked) == 6 * (3 + 1 + 1) + len(("queries", "rubric_side", "rubric_cold"))


def test_a_leaf_that_nobody_could_judge_is_not_searched_again() -> None:
    answers = {"queries": WRITTEN, "rubric_side": {"searches": ["Ostrana quay wreck"]}}
    failed = run(World(found=[A], says={A.text: Said(quality=TIMEOUT)}, answers=answers), WRITING)
    assert failed.asked("rubric_side") == []
    empty = run(World(answers=answers), WRITING)
    assert [asked.inputs["side"] for asked in empty.asked("rubric_side")] == ["for", "against"]


def test_what_moved_next_to_nothing_is_shown_and_not_rested_on() -> None:
    # 0.1 * 3 * 0.3 = 0.09, under a tenth.
    done = run(World(found=[A, B], says={B.text: Said(quality=3, strength=1)}))
    shown = {f.source.publisher: f.decisive for f in done.verdict.findings}
    assert shown == {"Daily": True, "Weekly": False}


@pytest.mark.parametrize("kind", ["all_of", "any_of"])
def test_open_parts_that_multiply_to_a_side_bear_nothing_out(kind: str) -> None:
    # Three leaves at the prior: 0.5 ^ 3 = 0.125, or 1 - 0.125 for "or". Nobody said either.
    parts = ("Ostrana exports copper", "Marn exports tin", "Ostrana has a quay")
    given = RubricDials.model_validate({**ONE.model_dump(), "tree": {kind: parts}})
    contested = Said(direction="neither", strength=0)
    world = World(found=[A, B], says={A.text: contested, B.text: contested})
    verdict = run(world, given).verdict
    assert verdict.probability == pytest.approx(0.125 if kind == "all_of" else 0.875)
    assert verdict.bucket is Bucket.UNVERIFIABLE
    assert any(caveat.startswith("No document by itself bears") for caveat in verdict.caveats)


def test_a_prior_alone_decides_nothing() -> None:
    done = run(World(found=[A], says={A.text: Said(direction="neither", strength=0)}))
    told = done.again(prior=0.95)
    assert (told.label, told.bucket) == ("very likely (95%)", Bucket.UNVERIFIABLE)


def test_a_document_without_words_to_quote_is_not_rested_on() -> None:
    verdict = run(World(found=[document(" ")])).verdict
    assert [(f.quote.verified, f.decisive) for f in verdict.findings] == [(False, False)]
    assert verdict.bucket is Bucket.UNVERIFIABLE
