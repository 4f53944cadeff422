from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.evidence import Tier
from veracity.rules import fusion

TODAY = date(2026, 6, 1)
RANKS = st.one_of(st.none(), st.integers(1, 1000))


def test_a_passage_that_both_searches_put_first_has_two_sixty_firsts() -> None:
    assert fusion.reciprocal_rank((1, 1)) == pytest.approx(2 / 61)


def test_a_search_without_the_passage_adds_nothing() -> None:
    assert fusion.reciprocal_rank((None, 3)) == pytest.approx(1 / 63)
    assert fusion.reciprocal_rank((None, None)) == 0


@given(RANKS, RANKS)
def test_the_order_of_the_rankings_does_not_matter(one: int | None, other: int | None) -> None:
    assert fusion.reciprocal_rank((one, other)) == fusion.reciprocal_rank((other, one))


@given(st.integers(1, 1000), RANKS)
def test_a_better_rank_never_scores_less(rank: int, other: int | None) -> None:
    better = fusion.reciprocal_rank((rank, other))
    assert better > fusion.reciprocal_rank((rank + 1, other))
    assert better > fusion.reciprocal_rank((None, other))


@pytest.mark.parametrize("tier", list(Tier))
def test_only_other_sources_weigh_less(tier: Tier) -> None:
    assert fusion.tier_weight(tier) == (0.6 if tier is Tier.OTHER else 1.0)


@pytest.mark.parametrize(
    ("age", "weight"),
    [
        (0, 1.0),
        (7, 1.0),
        (30, 0.85),
        # Half way from 30 days (0.85) to 90 days (0.7).
        (60, 0.775),
        (365, 0.35),
        (366, 0.35),
        (5000, 0.35),
        # Dated after the day that is asked for.
        (-3, 1.0),
    ],
)
def test_the_curve_of_ages(age: int, weight: float) -> None:
    published = TODAY - timedelta(days=age)
    assert fusion.recency_weight(published, TODAY) == pytest.approx(weight)


@given(st.integers(-100, 3000), st.integers(0, 400))
def test_an_older_document_never_weighs_more(age: int, more: int) -> None:
    younger = fusion.recency_weight(TODAY - timedelta(days=age), TODAY)
    older = fusion.recency_weight(TODAY - timedelta(days=age + more), TODAY)
    assert 0.35 <= older <= younger <= 1.0


@given(st.integers(8, 364))
def test_the_curve_has_no_steps(age: int) -> None:
    today = fusion.recency_weight(TODAY - timedelta(days=age), TODAY)
    tomorrow = fusion.recency_weight(TODAY - timedelta(days=age + 1), TODAY)
    # The steepest piece falls by 0.15 in 23 days.
    assert today - tomorrow <= 0.15 / 23 + 1e-9


def test_standing_facts_do_not_age_and_undated_ones_are_in_the_middle() -> None:
    assert fusion.recency_weight(date(1990, 1, 1), TODAY, standing=True) == 1.0
    assert fusion.recency_weight(None, TODAY, standing=True) == 1.0
    assert fusion.recency_weight(None, TODAY) == 0.55


@given(RANKS, RANKS, st.sampled_from(Tier), st.integers(0, 1000))
def test_the_final_score_is_the_product_of_what_is_kept(
    keyword: int | None, vector: int | None, tier: Tier, age: int
) -> None:
    published = TODAY - timedelta(days=age)
    weighed = fusion.weights((keyword, vector), tier, published, TODAY)
    assert weighed.fused == fusion.reciprocal_rank((keyword, vector))
    assert weighed.tier == fusion.tier_weight(tier)
    assert weighed.recency == fusion.recency_weight(published, TODAY)
    assert weighed.final == weighed.fused * weighed.tier * weighed.recency


def test_an_old_report_of_another_site_falls_behind_a_new_one_of_a_trusted_site() -> None:
    first = fusion.weights((1, 1), Tier.OTHER, None, TODAY)
    second = fusion.weights((9, 9), Tier.WIRE, TODAY, TODAY)
    # 2/61 * 0.6 * 0.55 = 0.0108 against 2/69 = 0.0290.
    assert sorted([("a", first), ("b", second)], key=lambda one: fusion.order(*one))[0][0] == "b"


@given(st.permutations(["a", "b", "c", "d"]))
def test_equal_scores_are_ordered_by_id(names: list[str]) -> None:
    assert sorted(
        names, key=lambda name: fusion.order(name, fusion.Weights(0.5, 1.0, 1.0))
    ) == list("abcd")


def test_no_named_subject_takes_more_than_its_share_while_another_has_rows() -> None:
    # Subject 1 has the four best rows; two names, four places: two for each.
    ranked = [(10, 1), (11, 1), (12, 1), (13, 1), (20, 2), (21, 2), (22, 2)]
    assert fusion.share(ranked, 4, 2) == [10, 11, 20, 21]


def test_places_that_nobody_else_fills_go_to_the_best() -> None:
    assert fusion.share([(10, 1), (11, 1), (12, 1), (20, 2)], 4, 2) == [10, 11, 12, 20]
    assert fusion.share([(10, 1), (11, 1), (12, 1)], 2, 2) == [10, 11]


def test_prose_keeps_its_rank_and_one_name_shares_with_nobody() -> None:
    assert fusion.share([(1, None), (2, None), (10, 1), (11, 1)], 3, 2) == [1, 2, 10]
    assert fusion.share([(10, 1), (11, 1), (12, 1), (1, None)], 3, 1) == [10, 11, 12]
    assert fusion.share([], 4, 0) == []


def test_what_is_less_than_half_as_similar_as_the_closest_is_no_evidence() -> None:
    rows = {1: (0.9, 5), 2: (0.45, 6), 3: (0.44, 2), 4: (None, 9), 5: (0.1, 1), 6: (0.1, None)}
    # 3 and 6 are too far, of 4 nothing is known, 5 is the first by keywords.
    assert fusion.relevant(rows) == {1, 2, 5}
    assert fusion.relevant({1: (None, 4), 2: (None, None)}) == {1, 2}
    assert fusion.relevant({}) == frozenset()


@given(st.dictionaries(st.integers(), st.floats(0, 1), min_size=1))
def test_the_closest_is_always_relevant(similarities: dict[int, float]) -> None:
    closest = max(similarities, key=lambda row: similarities[row])
    assert closest in fusion.relevant({row: (near, None) for row, near in similarities.items()})
