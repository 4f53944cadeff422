"""Agreement of models over a report, against published examples and by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.agreement import Pair, nominal_alpha, ordinal_alpha, pairwise

# Krippendorff's own example C (four observers, twelve units, values missing): "Computing
# Krippendorff's Alpha-Reliability" (2011), where nominal alpha is .743 and ordinal alpha .815.
OBSERVERS = {
    "A": "1 2 3 3 2 1 4 1 2 . . .",
    "B": "1 2 3 3 2 2 4 1 2 5 . 3",
    "C": ". 3 3 3 2 3 4 2 2 5 1 .",
    "D": "1 2 3 3 2 4 4 1 2 5 1 .",
}


def units(observers: dict[str, str]) -> list[dict[str, str]]:
    columns = zip(*(values.split() for values in observers.values()), strict=True)
    return [
        {name: value for name, value in zip(observers, column, strict=True) if value != "."}
        for column in columns
    ]


def test_the_published_example_of_four_observers() -> None:
    assert nominal_alpha(units(OBSERVERS)) == pytest.approx(0.743, abs=5e-4)
    assert ordinal_alpha(units(OBSERVERS), ["1", "2", "3", "4", "5"]) == pytest.approx(
        0.815, abs=5e-4
    )


def test_the_published_example_of_two_observers_and_two_values() -> None:
    # Example A of the same text: ten units, alpha .095.
    pair = {"Meg": "0 1 0 0 0 0 0 0 1 0", "Owen": "1 1 1 0 0 1 0 0 0 0"}
    assert nominal_alpha(units(pair)) == pytest.approx(0.095, abs=5e-4)


def test_the_published_example_of_two_observers_and_five_values() -> None:
    # Example B: twelve units, alpha .692.
    pair = {"Ben": "a a b b d c c c e d d a", "Gerry": "b a b b b c c c e d d d"}
    assert nominal_alpha(units(pair)) == pytest.approx(0.692, abs=5e-4)


def test_by_hand() -> None:
    # Units {T, T}, {T, F}: o(T,T) = 2, o(T,F) = o(F,T) = 1, so n(T) = 3, n(F) = 1, n = 4.
    # alpha = 1 - 3 * (1 + 1) / (3*1 + 1*3) = 0.
    assert nominal_alpha([{"a": "T", "b": "T"}, {"a": "T", "b": "F"}]) == 0.0
    # Units {T, T}, {F, F}: no pair differs.
    assert nominal_alpha([{"a": "T", "b": "T"}, {"a": "F", "b": "F"}]) == 1.0
    # Units {T, F}, {F, T}: o(T,F) = o(F,T) = 2, n(T) = n(F) = 2, n = 4:
    # alpha = 1 - 3 * 4 / (2*2 + 2*2) = -0.5.
    assert nominal_alpha([{"a": "T", "b": "F"}, {"a": "F", "b": "T"}]) == -0.5


def test_neighbors_on_the_scale_disagree_less_than_its_ends() -> None:
    scale = ["low", "middle", "high"]
    anchor = [{"a": value, "b": value} for value in scale]
    near = ordinal_alpha([*anchor, {"a": "low", "b": "middle"}], scale)
    far = ordinal_alpha([*anchor, {"a": "low", "b": "high"}], scale)
    assert near is not None
    assert far is not None
    assert far < near < 1


def test_what_is_not_on_the_scale_is_missing() -> None:
    scale = ["low", "high"]
    agreed = [{"a": "low", "b": "low"}, {"a": "high", "b": "high"}]
    assert ordinal_alpha([*agreed, {"a": "low", "b": "unknown"}], scale) == 1.0


@pytest.mark.parametrize(
    "report",
    [[], [{}], [{"a": "T"}, {"b": "F"}], [{"a": "T", "b": "T"}, {"a": "T", "b": "T"}]],
)
def test_alpha_is_undefined_without_pairs_or_without_variation(
    report: list[dict[str, str]],
) -> None:
    assert nominal_alpha(report) is None


def test_pairs_count_the_claims_that_both_labeled() -> None:
    report = [{"a": "T", "b": "T", "c": "F"}, {"b": "F", "a": "T"}, {"c": "T"}]
    assert pairwise(report) == (
        Pair(one="a", other="b", claims=2, equal=1),
        Pair(one="a", other="c", claims=1, equal=0),
        Pair(one="b", other="c", claims=1, equal=0),
    )
    assert pairwise(report)[0].share == 0.5


UNIT = st.dictionaries(st.sampled_from("abcd"), st.sampled_from(["T", "M", "F"]), max_size=4)


@given(
    st.lists(UNIT, max_size=8).flatmap(
        lambda report: st.tuples(st.just(report), st.permutations(report))
    )
)
def test_the_order_of_claims_and_models_changes_nothing(
    case: tuple[list[dict[str, str]], list[dict[str, str]]],
) -> None:
    report, shuffled = case
    turned = [dict(reversed(unit.items())) for unit in shuffled]
    assert nominal_alpha(report) == nominal_alpha(turned)
    assert ordinal_alpha(report, "TMF") == ordinal_alpha(turned, "TMF")
    assert pairwise(report) == pairwise(turned)


@given(st.lists(UNIT, max_size=8))
def test_alpha_is_at_most_1_and_1_only_where_nobody_disagrees(report: list[dict[str, str]]) -> None:
    found = nominal_alpha(report)
    if found is None:
        return
    assert found <= 1
    assert (found == 1) is all(pair.equal == pair.claims for pair in pairwise(report))
