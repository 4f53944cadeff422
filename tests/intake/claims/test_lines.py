"""Claims as lines: what goes out can come back, edited, and only at a place that it has."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from veracity.domain.claim import Claim, ClaimTree, Span, Submission
from veracity.domain.errors import BadInput
from veracity.intake.claim_input import ClaimInput, parse_claim_input
from veracity.intake.claims.lines import line_of, listed, put_back
from veracity.intake.claims.placed import Listed

TEXT = 'Good evening.\nShe said: "Brakka has {5} schools \\ 2 banks." Brakka has 5 schools.'
EXTRACTOR = (
    "claim",
    "quoted_anchor",
    "source_url",
    "source_tier",
    "claim_type",
    "entities",
    "confidence_hint",
)
"""What other claim extractors write, in their order."""


@pytest.fixture
def submission() -> Submission:
    return Submission(text=TEXT, origin="https://www.bls.gov/a", published=date(2026, 5, 1))


@pytest.fixture
def claim(submission: Submission) -> Claim:
    start = TEXT.index("Brakka has {5}")
    again = TEXT.index("Brakka has 5")
    return Claim.whole(submission).model_copy(
        update={
            "text": "Brakka has 5 schools and 2 banks.",
            "span": Span(start=start, end=TEXT.index('" Brakka')),
            "places": (Span(start=again, end=len(TEXT)),),
            "speaker": "A mayor",
            "reported_by": "She",
            "unresolved": ("she",),
            "entities": ("Brakka",),
            "worth": 0.75,
            "found_by": "code",
            "language": "en",
        }
    )


def tree(claim: Claim) -> ClaimTree:
    texts = ("Brakka has 5 schools.", "Brakka has 2 banks.")
    leaves = (claim.model_copy(update={"text": text}) for text in texts)
    children = tuple(ClaimTree(kind="leaf", claim=leaf) for leaf in leaves)
    return ClaimTree(kind="all_of", children=children, excluded=("splendid",))


def read(line: dict[str, Any]) -> ClaimInput:
    return parse_claim_input(json.dumps(line).encode())


def test_a_line_has_the_fields_of_a_claim_extractor_first(
    claim: Claim, submission: Submission
) -> None:
    line = line_of(claim, submission)
    assert tuple(line)[: len(EXTRACTOR)] == EXTRACTOR
    assert line["quoted_anchor"] == "Brakka has {5} schools \\ 2 banks."
    assert (line["source_tier"], line["confidence_hint"], line["line"]) == (1, 3, 2)
    assert line["reviewed"] is False


def test_what_went_out_comes_back_the_same(claim: Claim, submission: Submission) -> None:
    back = put_back(read(line_of(claim, submission, tree(claim))), submission, "a.json")
    assert back.claim == claim
    assert back.submission == submission
    assert back.tree == tree(claim)


def test_a_tree_is_reviewed_only_when_a_person_says_so(
    claim: Claim, submission: Submission
) -> None:
    line = line_of(claim, submission, tree(claim))
    assert put_back(read(line), submission, "a.json").tree == tree(claim)
    approved = put_back(read({**line, "reviewed": True}), submission, "a.json").tree
    assert approved is not None
    assert approved.reviewed
    assert all(child.reviewed for child in approved.children)


def test_an_edited_claim_keeps_its_place(claim: Claim, submission: Submission) -> None:
    line = line_of(claim, submission) | {"claim": "Brakka has 5 schools.", "speaker": None}
    back = put_back(read(line), submission, "a.json").claim
    assert (back.text, back.speaker, back.span) == ("Brakka has 5 schools.", None, claim.span)


@pytest.mark.parametrize(
    "changes",
    [
        {"quoted_anchor": "Brakka has 6 schools, and two banks too."},
        {"span": [0, 10_000], "quoted_anchor": None},
        {"span": [5, 5], "quoted_anchor": None},
        {"places": [[-1, 4]]},
    ],
)
def test_a_place_that_the_text_does_not_have_is_refused(
    changes: dict[str, Any], claim: Claim, submission: Submission
) -> None:
    with pytest.raises(BadInput):
        put_back(read(line_of(claim, submission) | changes), submission, "a.json")


def test_an_anchor_that_was_moved_is_found_again(claim: Claim, submission: Submission) -> None:
    anchor = 'She said: "Brakka has {5} schools'
    line = line_of(claim, submission) | {"quoted_anchor": anchor}
    assert put_back(read(line), submission, "a.json").claim.span.of(TEXT) == anchor


def test_without_its_submission_a_claim_stands_alone(claim: Claim, submission: Submission) -> None:
    back = put_back(read(line_of(claim, submission)), None, "a.json")
    assert back.submission.text == claim.text
    assert back.claim.submission == back.submission.digest
    assert back.claim.span.of(back.submission.text) == claim.text
    assert (back.claim.speaker, back.claim.origin) == ("A mayor", submission.origin)


@pytest.mark.parametrize(
    ("named", "nature"), [("opinion", "opinion"), ("statistic", "other"), (None, "fact")]
)
def test_the_type_of_a_claim_is_its_nature(
    named: str | None, nature: str, claim: Claim, submission: Submission
) -> None:
    line = line_of(claim, submission) | {"claim_type": named}
    assert put_back(read(line), submission, "a.json").claim.nature == nature


def test_a_file_of_lines_is_a_list_and_so_is_one_json_list(
    claim: Claim, submission: Submission, tmp_path: Path
) -> None:
    line = json.dumps(line_of(claim, submission))
    for content in (f"{line}\n\n{line}\n", f"[{line},\n {line}]"):
        place = tmp_path / "claims.json"
        place.write_text(content)
        found = listed(place)
        assert isinstance(found, Listed)
        assert [isinstance(row.given, ClaimInput) for row in found.rows] == [True, True]


def test_a_bad_line_does_not_cost_the_others(
    claim: Claim, submission: Submission, tmp_path: Path
) -> None:
    line = json.dumps(line_of(claim, submission))
    place = tmp_path / "claims.json"
    place.write_text(f'{line}\n{{"claim": "It rains.", "speeker": "A"}}\nnot json\n')
    found = listed(place)
    assert found is not None
    assert [row.line for row in found.rows] == [1, 2, 3]
    assert [isinstance(row.given, BadInput) for row in found.rows] == [False, True, True]
    assert "speeker" in str(found.rows[1].given)


@pytest.mark.parametrize("content", ['{"claim": "It rains."}\n', "It rains.\n", "[1, 2]", "{"])
def test_any_other_file_is_no_list_of_found_claims(content: str, tmp_path: Path) -> None:
    place = tmp_path / "claims.jsonl"
    place.write_text(content)
    assert listed(place) is None
