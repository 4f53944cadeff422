"""What a label counts for, given the sources that survived."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.discipline import counted
from veracity.rules.scales import CONFIDENCE, PANEL


@pytest.mark.parametrize(
    ("label", "surviving", "readable", "counts_as"),
    [
        ("True", 1, True, ("True", "High", "as_said")),
        ("True", 1, False, ("True", "High", "as_said")),
        ("True", 0, True, ("True", "Low", "no_source")),
        ("True", 0, False, ("Unverifiable", "Low", "no_evidence")),
        ("Unverifiable", 0, True, ("Unverifiable", "High", "as_said")),
        ("Unverifiable", 0, False, ("Unverifiable", "High", "as_said")),
    ],
)
def test_the_table(
    label: str, surviving: int, readable: bool, counts_as: tuple[str, str, str]
) -> None:
    found = counted(label, "High", surviving=surviving, readable=readable)
    assert (found.label, found.confidence, found.why) == counts_as


@given(
    st.sampled_from(sorted(PANEL)),
    st.sampled_from(sorted(CONFIDENCE)),
    st.integers(min_value=0, max_value=3),
    st.booleans(),
)
def test_nothing_gains_confidence_or_changes_into_another_decisive_label(
    label: str, confidence: str, surviving: int, readable: bool
) -> None:
    found = counted(label, confidence, surviving=surviving, readable=readable)
    assert CONFIDENCE[found.confidence] <= CONFIDENCE[confidence]
    assert found.label in (label, "Unverifiable")
    more = counted(label, confidence, surviving=surviving + 1, readable=readable)
    assert CONFIDENCE[more.confidence] >= CONFIDENCE[found.confidence]
