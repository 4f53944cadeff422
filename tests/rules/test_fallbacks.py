"""Who is asked in the place of a member, and that nobody is doubled."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.fallbacks import stand_ins

PANEL = ["acme:one", "bolt:two", "core:three"]


@pytest.mark.parametrize(
    ("failed", "pairs", "chosen"),
    [
        ([], [("acme:one", "dune:four")], {}),
        (["acme:one"], [], {}),
        (["acme:one"], [("acme:one", "dune:four")], {"acme:one": "dune:four"}),
        (["acme:one"], [("bolt:two", "dune:four")], {}),
        (["acme:one"], [("acme:one", "bolt:two")], {}),
        (
            ["acme:one"],
            [("acme:one", "bolt:two"), ("acme:one", "dune:four")],
            {"acme:one": "dune:four"},
        ),
        (
            ["bolt:two", "acme:one"],
            [("bolt:two", "dune:four"), ("acme:one", "dune:four"), ("bolt:two", "dune:five")],
            {"acme:one": "dune:four", "bolt:two": "dune:five"},
        ),
        (
            ["bolt:two", "acme:one"],
            [("bolt:two", "dune:four"), ("acme:one", "dune:four")],
            {"acme:one": "dune:four"},
        ),
    ],
)
def test_the_first_fallback_that_doubles_nobody(
    failed: list[str], pairs: list[tuple[str, str]], chosen: dict[str, str]
) -> None:
    assert stand_ins(failed, PANEL, pairs) == chosen


@pytest.mark.parametrize(
    "double", ["router:bolt/two", "router:bolt/Two", "other:t.w-o", "router:bolt/two:free"]
)
def test_one_model_under_another_provider_is_the_same_model(double: str) -> None:
    assert stand_ins(["acme:one"], PANEL, [("acme:one", double)]) == {}


NAMES = st.sampled_from([*PANEL, "dune:four", "dune:five", "router:dune/four"])
PAIRS = st.lists(st.tuples(NAMES, NAMES), max_size=8)


@given(st.permutations(PANEL), st.sets(st.sampled_from(PANEL)), PAIRS)
def test_no_two_voices_are_one_model(
    members: list[str], failed: set[str], pairs: list[tuple[str, str]]
) -> None:
    chosen = stand_ins(failed, members, pairs)
    assert chosen == stand_ins(sorted(failed), PANEL, pairs)
    models = [name.partition(":")[2].rpartition("/")[2] for name in (*PANEL, *chosen.values())]
    assert len(set(models)) == len(models)
    assert set(chosen) <= failed
