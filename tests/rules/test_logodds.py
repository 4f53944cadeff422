"""The arithmetic of `rubric`: expected numbers are derived in comments from the formulas."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from veracity.domain.canonical import digest
from veracity.domain.claim import Claim, ClaimTree, Submission
from veracity.domain.verdict import Polarity
from veracity.rules import scales
from veracity.rules.logodds import (
    CONTESTED,
    SUPPORTED,
    Range,
    Scored,
    combine,
    logit,
    score_leaf,
    settled,
    sigmoid,
    weigh,
)
from veracity.rules.logodds_parameters import LOCKED, PARAMS_VERSION, Parameters, under

PLAIN = Parameters(
    scale=2.0,
    quality_exp=1.0,
    directness_exp=1.0,
    basis_mixed=0.5,
    basis_assertion=0.25,
    independence_discount=0.5,
    contested_pull=1.0,
    mass_min=0.25,
    side_mass_min=0.2,
)


def scored(document: str, direction: Any = 1, **fields: Any) -> Scored:
    given: dict[str, Any] = {
        "quality": 1.0,
        "directness": 1.0,
        "strength": 1.0,
        "basis": "finding",
        "cluster": document,
    }
    return Scored(document=document, direction=direction, **{**given, **fields})


def test_one_document() -> None:
    # weight = 0.8^1 * 0.5^1 * 0.25 = 0.1; push = 1 * 0.5 * 2 * 0.1 * 1 = 0.1
    one = scored("a", quality=0.8, directness=0.5, strength=0.5, basis="assertion")
    (weighed,) = weigh([one], PLAIN)
    assert weighed.weight == pytest.approx(0.1)
    assert (weighed.rank, weighed.independence) == (1, 1.0)
    assert weighed.push == pytest.approx(0.1)


def test_exponents_bear_on_quality_and_directness() -> None:
    # 0.5^2 * 0.25^0.5 = 0.25 * 0.5 = 0.125
    turned = PLAIN.model_copy(update={"quality_exp": 2.0, "directness_exp": 0.5})
    (weighed,) = weigh([scored("a", quality=0.5, directness=0.25)], turned)
    assert weighed.weight == pytest.approx(0.125)


def test_copies_are_discounted_by_rank_and_the_strongest_counts_in_full() -> None:
    # Weight * strength: b 0.9, a 0.6, c 0.5. Independence 1, 1/2, 1/4, so the pushes are
    # 2 * 0.9 = 1.8, 2 * 0.6 / 2 = 0.6, 2 * 0.5 / 4 = 0.25.
    shared = [
        scored("a", strength=0.6, cluster="r"),
        scored("b", quality=0.9, cluster="r"),
        scored("c", quality=0.5, cluster="r"),
    ]
    weighed = {one.document: one for one in weigh(shared, PLAIN)}
    assert [weighed[name].rank for name in "bac"] == [1, 2, 3]
    assert [weighed[name].push for name in "bac"] == pytest.approx([1.8, 0.6, 0.25])


def test_equal_copies_are_ranked_by_id() -> None:
    # 0.8 * 0.5 = 0.5 * 0.8
    shared = [
        scored("b", quality=0.8, strength=0.5, cluster="r"),
        scored("a", quality=0.5, strength=0.8, cluster="r"),
    ]
    assert {one.document: one.rank for one in weigh(shared, PLAIN)} == {"a": 1, "b": 2}


def test_what_may_not_decide_pushes_nothing_and_takes_no_rank() -> None:
    own = scored("own", cluster="r", decides=False)
    other = scored("other", quality=0.5, cluster="r")
    leaf = score_leaf([own, other], PLAIN)
    by_id = {one.document: one for one in leaf.weighed}
    assert (by_id["own"].push, by_id["own"].mass, by_id["own"].rank) == (0.0, 0.0, 0)
    assert by_id["other"].rank == 1
    assert leaf.mass == pytest.approx(0.5)


def test_contested_evidence_holds_back_the_rest() -> None:
    # Directional mass 1, mixed mass 0.5: shrink = 1 / (1 + 0.5) = 2/3, so L = 2/3 * 2 = 4/3.
    leaf = score_leaf([scored("a"), scored("b", 0, quality=0.5)], PLAIN)
    assert leaf.shrink == pytest.approx(2 / 3)
    assert leaf.log_odds == pytest.approx(4 / 3)
    assert leaf.probability == pytest.approx(1 / (1 + math.exp(-4 / 3)))


def test_without_direction_the_prior_stands() -> None:
    turned = PLAIN.model_copy(update={"prior": 0.2})
    leaf = score_leaf([scored("a", 0)], turned)
    assert leaf.shrink == 1.0
    assert leaf.probability == pytest.approx(0.2)


def test_both_sides_push() -> None:
    # Pushes +2 and -2 * 0.5 = -1: L = 1.
    leaf = score_leaf([scored("a"), scored("b", -1, strength=0.5)], PLAIN)
    assert leaf.log_odds == pytest.approx(1.0)
    assert (leaf.supporting_mass, leaf.refuting_mass) == (1.0, 1.0)
    assert leaf.thin == ()


def test_too_little_mass_is_insufficient_and_exactly_enough_is_not() -> None:
    assert score_leaf([scored("a", quality=0.24)], PLAIN).probability is None
    assert score_leaf([scored("a", quality=0.25)], PLAIN).probability is not None
    assert score_leaf([], PLAIN).probability is None


def test_a_side_with_too_little_mass_is_thin() -> None:
    assert score_leaf([scored("a")], PLAIN).thin == ("refute",)
    weak = scored("b", -1, quality=0.19)
    assert score_leaf([scored("a"), weak], PLAIN).thin == ("refute",)
    enough = scored("b", -1, quality=0.2)
    assert score_leaf([scored("a"), enough], PLAIN).thin == ()
    assert score_leaf([], PLAIN).thin == ("support", "refute")


def leaf_tree() -> ClaimTree:
    return ClaimTree(kind="leaf", claim=Claim.whole(Submission(text="Foo is bar.")))


def tree(kind: Any, *children: ClaimTree) -> ClaimTree:
    return ClaimTree(kind=kind, children=children)


BOTH = tree("all_of", leaf_tree(), leaf_tree())
EITHER = tree("any_of", leaf_tree(), leaf_tree())


def test_and_multiplies_and_or_multiplies_what_is_against() -> None:
    assert combine(BOTH, [0.9, 0.8]) == pytest.approx((0.72, 0.72))
    # 1 - 0.1 * 0.2 = 0.98
    assert combine(EITHER, [0.9, 0.8]) == pytest.approx((0.98, 0.98))
    # all of (leaf, any of two): 0.5 * (1 - 0.5 * 0.5) = 0.375
    nested = tree("all_of", leaf_tree(), EITHER)
    assert combine(nested, [0.5, 0.5, 0.5]) == pytest.approx((0.375, 0.375))


@pytest.mark.parametrize(
    ("shape", "leaves", "probability"),
    [
        (BOTH, [0.1, None], 0.1),  # 0 to 0.1: contested whatever the other is
        (BOTH, [0.9, None], None),  # 0 to 0.9: open
        (EITHER, [0.9, None], 0.9),  # 0.9 to 1: supported whatever the other is
        (EITHER, [0.1, None], None),  # 0.1 to 1: open
        (BOTH, [None, None], None),
        (BOTH, [0.5, 0.9], 0.45),  # nothing is missing, so nothing is asked of its side
    ],
)
def test_an_insufficient_leaf_matters_unless_the_others_settle_it(
    shape: ClaimTree, leaves: list[float | None], probability: float | None
) -> None:
    assert settled(combine(shape, leaves)) == (
        None if probability is None else pytest.approx(probability)
    )


def test_sides_are_those_of_the_common_scale() -> None:
    def side(p: float) -> Polarity:
        return scales.polarity(scales.probability_bucket(p))

    assert (side(CONTESTED), side(CONTESTED + 0.001)) == (Polarity.CONTESTED, Polarity.UNKNOWN)
    assert (side(SUPPORTED), side(SUPPORTED - 0.001)) == (Polarity.SUPPORTED, Polarity.UNKNOWN)
    assert settled(Range(0.0, CONTESTED)) == CONTESTED
    assert settled(Range(SUPPORTED, 1.0)) == SUPPORTED


def test_strictness_turns_three_dials_and_its_middle_is_locked() -> None:
    assert under(None) == LOCKED
    assert under(0.5) == LOCKED
    lenient, strict = under(0.0), under(1.0)
    assert lenient.independence_discount > LOCKED.independence_discount
    assert strict.independence_discount < LOCKED.independence_discount
    assert lenient.mass_min < LOCKED.mass_min < strict.mass_min
    assert lenient.quality_exp < LOCKED.quality_exp < strict.quality_exp
    # Half of the way from 0.25 to 0.5.
    assert under(0.75).mass_min == pytest.approx(0.375)
    kept = {"independence_discount", "mass_min", "quality_exp"}
    assert strict.model_dump(exclude=kept) == LOCKED.model_dump(exclude=kept)


def test_the_locked_values_are_those_of_their_version() -> None:
    assert (PARAMS_VERSION, digest(LOCKED)[:15]) == (1, "sha256:2a695925")


def test_logit_undoes_sigmoid_and_nothing_overflows() -> None:
    assert sigmoid(logit(0.3)) == pytest.approx(0.3)
    assert (sigmoid(1e6), sigmoid(-1e6)) == (1.0, 0.0)


UNIT = st.integers(0, 10).map(lambda tenths: tenths / 10)
DOCUMENTS = st.lists(
    st.builds(
        Scored,
        document=st.uuids().map(str),
        quality=UNIT,
        directness=UNIT,
        direction=st.sampled_from([-1, 0, 1]),
        strength=UNIT,
        basis=st.sampled_from(["finding", "mixed", "assertion"]),
        cluster=st.sampled_from(["r", "s", "t"]),
        decides=st.booleans(),
    ),
    max_size=12,
    unique_by=lambda one: one.document,
)
PARAMETERS = st.builds(
    Parameters,
    prior=st.floats(0.05, 0.95),
    scale=st.floats(0, 10),
    quality_exp=st.floats(0, 4),
    directness_exp=st.floats(0, 4),
    independence_discount=st.floats(0, 1),
    contested_pull=st.floats(0, 5),
    mass_min=st.floats(0, 2),
)


@given(DOCUMENTS, PARAMETERS, st.randoms())
def test_the_order_of_documents_changes_nothing(
    documents: list[Scored], parameters: Parameters, random: Any
) -> None:
    shuffled = documents.copy()
    random.shuffle(shuffled)
    assert score_leaf(shuffled, parameters) == score_leaf(documents, parameters)


@given(DOCUMENTS, PARAMETERS)
def test_probabilities_are_between_0_and_1(documents: list[Scored], parameters: Parameters) -> None:
    leaf = score_leaf(documents, parameters)
    assert 0 <= leaf.shrink <= 1
    assert leaf.probability is None or 0 <= leaf.probability <= 1
    for node in (BOTH, EITHER):
        low, high = combine(node, [leaf.probability, 0.3])
        assert 0 <= low <= high <= 1


def side_sum(documents: list[Scored], direction: int, parameters: Parameters) -> float:
    pushes = [one.push for one in weigh(documents, parameters) if one.direction == direction]
    return abs(math.fsum(pushes))


@given(DOCUMENTS, PARAMETERS, st.sampled_from([-1, 1]), UNIT, UNIT)
def test_an_agreeing_independent_document_never_lowers_its_side(
    documents: list[Scored], parameters: Parameters, direction: int, quality: float, strength: float
) -> None:
    added = scored("new", direction, quality=quality, strength=strength, cluster="own")
    before = side_sum(documents, direction, parameters)
    assert side_sum([*documents, added], direction, parameters) >= before - 1e-12


@given(DOCUMENTS, PARAMETERS)
def test_a_later_copy_weighs_no_more_than_an_earlier_one(
    documents: list[Scored], parameters: Parameters
) -> None:
    strengths = {one.document: one.strength for one in documents}
    counted = [one for one in weigh(documents, parameters) if one.rank > 0]
    for one in counted:
        for later in counted:
            if one.cluster == later.cluster and one.rank < later.rank:
                assert later.independence <= one.independence
                heavy, light = (x.mass * strengths[x.document] for x in (one, later))
                assert light <= heavy + 1e-9


@given(DOCUMENTS, PARAMETERS)
def test_turning_every_document_around_mirrors_the_probability(
    documents: list[Scored], parameters: Parameters
) -> None:
    even = parameters.model_copy(update={"prior": 0.5})
    turned = [replace(one, direction=-one.direction) for one in documents]
    leaf, mirrored = score_leaf(documents, even), score_leaf(turned, even)
    assume(leaf.probability is not None)
    assert leaf.probability is not None
    assert mirrored.probability == pytest.approx(1 - leaf.probability)
