"""Recall@5, MRR and nDCG@5, by hand and against a library."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.evaluation.retrieval.measures import Measures, measure, quality


def test_measures_of_one_ranking() -> None:
    found = measure(["x", "a", "y", "b", "z", "c"], {"a", "b", "c"})
    assert found.recall == pytest.approx(2 / 3)  # a and b of a, b, c are among the first five
    assert found.rr == 1 / 2
    # gains 1/log2(3) and 1/log2(5); the most for three relevant is 1 + 1/log2(3) + 1/log2(4)
    most = 1 + 1 / math.log2(3) + 1 / 2
    assert found.ndcg == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / most)


def test_a_hit_below_the_fifth_place_counts_for_the_reciprocal_rank_alone() -> None:
    found = measure([*"uvwxyz", "a"], {"a"})
    assert found == Measures(recall=0.0, rr=1 / 7, ndcg=0.0)


def test_nothing_relevant_is_refused() -> None:
    with pytest.raises(ValueError, match="no document is relevant"):
        measure(["a"], ())


def test_means_resample_groups() -> None:
    hit, miss = Measures(recall=1, rr=1, ndcg=1), Measures(recall=0, rr=0, ndcg=0)
    one_group = quality([("g", hit), ("g", miss)])
    assert (one_group.n, one_group.recall.value) == (2, 0.5)
    # A single group is drawn whole every time, so nothing varies.
    assert (one_group.recall.low, one_group.recall.high) == (0.5, 0.5)
    apart = quality([("g", hit), ("h", miss)])
    assert (apart.recall.low, apart.recall.high) == (0.0, 1.0)


@given(
    st.lists(st.sampled_from("abcdefghij"), unique=True, min_size=1),
    st.sets(st.sampled_from("abcdefghij"), min_size=1),
)
def test_measures_are_those_of_ir_measures(ranking: list[str], relevant: set[str]) -> None:
    library = pytest.importorskip("ir_measures")
    pytest.importorskip("pytrec_eval")
    qrels = {"q": dict.fromkeys(relevant, 1)}
    run = {"q": {document: float(-rank) for rank, document in enumerate(ranking)}}
    wanted = [library.R @ 5, library.RR, library.nDCG @ 5]
    theirs = library.calc_aggregate(wanted, qrels, run)
    ours = measure(ranking, relevant)
    assert (ours.recall, ours.rr, ours.ndcg) == pytest.approx(tuple(theirs[one] for one in wanted))
