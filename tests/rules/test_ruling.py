"""Every row of the table that makes a label of what a tribunal heard."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.evidence import Stance
from veracity.rules.ruling import BEARING, Citation, Heard, Ruling, decision, unopposed

FOR = Citation(side="for", bears=True)
AGAINST = Citation(side="against", bears=True)
BLOG = Citation(side="for", bears=True, weight=0.6)
IDLE = Citation(side="for", bears=False)
NOWHERE = Citation()


def ruled(label: Any, *citations: Citation, confidence: float = 0.8) -> Ruling:
    return Ruling(ruled=label, confidence=confidence, citations=citations)


def heard(ruling: Ruling | None = None, **changes: Any) -> Heard:
    parts: dict[str, Any] = {"found": 3, "independent": 3, "deciding": 3, "ruling": ruling}
    return Heard(**{**parts, **changes})


def decided(ruling: Ruling | None = None, **changes: Any) -> tuple[str, str, float]:
    found = decision(heard(ruling, **changes), code_confidence=0.97, one_sided=0.5)
    return found.label, found.path, found.confidence


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"searched": False, "found": 0, "independent": 0, "deciding": 0}, "search-failed"),
        ({"found": 0, "independent": 0, "deciding": 0}, "no-evidence"),
        ({"independent": 0, "deciding": 0}, "self-sourced"),
        ({"deciding": 0}, "not-covered"),
        ({"sat": False}, "no-model"),
        ({"prosecution": False, "defense": False}, "both-sides-unheard"),
        ({"prosecution": False}, "one-side-unheard"),
        ({"defense": False}, "one-side-unheard"),
    ],
)
def test_without_a_hearing_nothing_is_decided(changes: dict[str, Any], path: str) -> None:
    # Whatever a judge said, and whatever code compared.
    sure = ruled("True", FOR, confidence=1.0)
    assert decided(sure, compared=Stance.SUPPORTS, **changes) == ("Unverifiable", path, 0.0)


def test_without_a_judge_nothing_is_decided() -> None:
    assert decided(compared=Stance.SUPPORTS) == ("Unverifiable", "judge-failed", 0.0)


@pytest.mark.parametrize("said", ["True", "False", "Misleading", "Unverifiable", "more_evidence"])
@pytest.mark.parametrize(("stance", "label"), [("supports", "True"), ("refutes", "False")])
def test_a_comparison_in_code_outranks_the_ruling(said: str, stance: str, label: str) -> None:
    found = decision(
        heard(ruled(said, FOR, AGAINST), compared=Stance(stance)),
        code_confidence=0.97,
        one_sided=0.5,
    )
    assert (found.label, found.path, found.confidence) == (label, "rules:comparison", 0.97)
    assert found.overruled == (said != label)


@pytest.mark.parametrize(
    ("said", "path"), [("Unverifiable", "judge"), ("more_evidence", "judge:more-evidence")]
)
def test_a_judge_may_leave_it_open(said: str, path: str) -> None:
    assert decided(ruled(said, FOR)) == ("Unverifiable", path, 0.0)


@pytest.mark.parametrize(
    ("said", "citations", "confidence"),
    [
        ("True", (FOR,), 0.8),
        ("False", (AGAINST,), 0.8),
        ("Misleading", (FOR, AGAINST), 0.8),
        # One side bears it: 0.8 * 0.5.
        ("Misleading", (FOR,), 0.4),
        ("Misleading", (AGAINST,), 0.4),
        # One of two citations bears: 0.8 * 1/2; one of four: 0.8 * 1/4.
        ("True", (FOR, NOWHERE), 0.4),
        ("False", (AGAINST, IDLE, NOWHERE, NOWHERE), 0.2),
        # Borne by a source of no standing alone: 0.8 * 0.6; beside a trusted one: 0.8.
        ("True", (BLOG,), 0.48),
        ("True", (BLOG, FOR), 0.8),
        # The trusted source is on the other side: 0.8 * 0.6.
        ("True", (BLOG, AGAINST), 0.48),
    ],
)
def test_a_ruling_counts_by_what_bears_it(
    said: str, citations: tuple[Citation, ...], confidence: float
) -> None:
    label, path, got = decided(ruled(said, *citations))
    assert (label, path) == (said, "judge")
    assert got == pytest.approx(confidence)


@pytest.mark.parametrize(
    ("said", "citations"),
    [
        ("True", ()),
        ("True", (AGAINST,)),
        ("True", (IDLE,)),
        ("False", (FOR,)),
        ("Misleading", (IDLE, NOWHERE)),
        ("False", (NOWHERE,)),
    ],
)
def test_a_ruling_that_nothing_bears_is_none(said: str, citations: tuple[Citation, ...]) -> None:
    assert decided(ruled(said, *citations)) == ("Unverifiable", "rules:no-verified-citation", 0.0)


def test_comparisons_decide_only_one_way() -> None:
    yes, no, open_ = Stance.SUPPORTS, Stance.REFUTES, Stance.INSUFFICIENT
    assert unopposed([yes, open_, yes]) is yes
    assert unopposed([no]) is no
    assert unopposed([yes, no]) is None
    assert unopposed([open_]) is None
    assert unopposed([]) is None


CITATIONS = st.lists(st.sampled_from([FOR, AGAINST, BLOG, IDLE, NOWHERE]), max_size=6)
RULINGS = st.builds(
    Ruling,
    ruled=st.sampled_from(["True", "False", "Misleading", "Unverifiable", "more_evidence"]),
    confidence=st.floats(0, 1),
    citations=CITATIONS.map(tuple),
)
HEARDS = st.builds(
    Heard,
    searched=st.booleans(),
    found=st.integers(0, 2),
    independent=st.integers(0, 2),
    deciding=st.integers(0, 2),
    sat=st.booleans(),
    prosecution=st.booleans(),
    defense=st.booleans(),
    ruling=st.none() | RULINGS,
    compared=st.none() | st.sampled_from([Stance.SUPPORTS, Stance.REFUTES]),
)
SHARE = st.floats(0, 1)


@given(HEARDS, SHARE, SHARE)
def test_a_decisive_label_was_heard_and_is_borne(
    case: Heard, code_confidence: float, one_sided: float
) -> None:
    found = decision(case, code_confidence=code_confidence, one_sided=one_sided)
    assert 0 <= found.confidence <= 1
    if found.label == "Unverifiable":
        assert found.confidence == 0
        return
    assert case.searched
    assert case.deciding
    assert case.sat
    assert case.prosecution
    assert case.defense
    assert case.ruling is not None
    if found.path == "rules:comparison":
        return
    assert any(c.bears and c.side in BEARING[found.label] for c in case.ruling.citations)
    assert found.confidence <= case.ruling.confidence


@given(RULINGS)
def test_the_order_of_citations_changes_nothing(ruling: Ruling) -> None:
    orders = itertools.islice(itertools.permutations(ruling.citations), 24)
    cases = [heard(ruling.model_copy(update={"citations": order})) for order in orders]
    first, *rest = [decision(case, code_confidence=0.9, one_sided=0.5) for case in cases]
    assert all(other == first for other in rest)
