"""Consensus by count, and its projection under both lenses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.verdict import Bucket, Lens
from veracity.rules.consensus import consensus, project
from veracity.rules.scales import PANEL, panel_bucket

LABELS = st.sampled_from(sorted(PANEL))
T, M, E, X, F, U = "True", "Mostly True", "Exaggerated", "Misleading", "False", "Unverifiable"


@pytest.mark.parametrize(
    ("labels", "strength", "label", "agreeing"),
    [
        ([], "none", None, 0),
        ([F], "single", F, 1),
        ([T, T], "weak", T, 2),
        ([T, F], "split", None, 0),
        ([T, T, F], "weak", T, 2),
        ([T, F, X], "split", None, 0),
        ([T, T, T], "strong", T, 3),
        ([U, U, U], "strong", U, 3),
        ([T, T, F, F], "split", None, 0),
        ([T, T, F, X], "weak", T, 2),
        ([T, T, T, F], "strong", T, 3),
        ([T, T, F, F, X], "split", None, 0),
        ([T, T, T, F, F], "strong", T, 3),
        ([T, T, T, F, F, F], "split", None, 0),
    ],
)
def test_strength_is_a_count_of_equal_labels(
    labels: list[str], strength: str, label: str | None, agreeing: int
) -> None:
    found = consensus(labels)
    assert (found.strength, found.label, found.agreeing) == (strength, label, agreeing)
    assert found.answered == len(labels)


@pytest.mark.parametrize(
    ("labels", "lenient", "strict"),
    [
        ([], Bucket.UNVERIFIABLE, Bucket.UNVERIFIABLE),
        ([E], Bucket.TRUTHY, Bucket.FALSEY),
        # Two Truthy and two Falsey leniently; strictly Exaggerated joins Misleading, three to one.
        ([M, E, X, X], Bucket.SPLIT, Bucket.FALSEY),
        # Exaggerated alone moves: leniently three Truthy, strictly two and two.
        ([M, M, E, X], Bucket.TRUTHY, Bucket.SPLIT),
        # Two Truthy and two Falsey whichever way it is read.
        ([M, M, X, X], Bucket.SPLIT, Bucket.SPLIT),
        # The labels are split and agree in direction.
        ([M, E], Bucket.TRUTHY, Bucket.SPLIT),
        ([E, X], Bucket.SPLIT, Bucket.FALSEY),
        # True and Truthy are two buckets: a label that leads can lose its lead in projection.
        ([T, T, M, E], Bucket.SPLIT, Bucket.TRUE),
        ([U, U, F], Bucket.UNVERIFIABLE, Bucket.UNVERIFIABLE),
    ],
)
def test_a_projection_takes_the_bucket_that_leads_and_breaks_no_tie(
    labels: list[str], lenient: Bucket, strict: Bucket
) -> None:
    assert project(labels, Lens.LENIENT).bucket is lenient
    assert project(labels, Lens.STRICT).bucket is strict


def test_counts_are_ordered_by_number_and_then_by_the_scale() -> None:
    counts = consensus([F, U, T, F, T, X]).counts
    assert [(count.name, count.models) for count in counts] == [(T, 2), (F, 2), (X, 1), (U, 1)]
    strict = project([F, U, T, F, T, X], Lens.STRICT).counts
    assert [(count.name, count.models) for count in strict] == [
        ("True", 2),
        ("False", 2),
        ("Unverifiable", 1),
        ("Falsey", 1),
    ]


@given(
    st.lists(LABELS, max_size=8).flatmap(
        lambda labels: st.tuples(st.just(labels), st.permutations(labels))
    )
)
def test_the_order_of_models_changes_nothing(case: tuple[list[str], list[str]]) -> None:
    labels, shuffled = case
    assert consensus(labels) == consensus(shuffled)
    for lens in Lens:
        assert project(labels, lens) == project(shuffled, lens)


@given(st.lists(LABELS, min_size=1, max_size=8), st.sampled_from(list(Lens)))
def test_a_bucket_that_is_no_split_holds_more_models_than_any_other(
    labels: list[str], lens: Lens
) -> None:
    found = project(labels, lens)
    held = [panel_bucket(label, lens) for label in labels]
    most = max(held.count(bucket) for bucket in held)
    fullest = {bucket for bucket in held if held.count(bucket) == most}
    assert found.bucket is (fullest.pop() if len(fullest) == 1 else Bucket.SPLIT)


@given(st.lists(LABELS, min_size=1, max_size=8))
def test_one_more_model_with_the_leading_label_keeps_it_leading(labels: list[str]) -> None:
    before = consensus(labels)
    if before.label is None:
        return
    after = consensus([*labels, before.label])
    assert (after.label, after.agreeing) == (before.label, before.agreeing + 1)
