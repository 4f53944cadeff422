"""`--input` speaks the shape of refuters; a claim that was judged lately is not judged again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import rows, veracity

CLAIM = "The village of Brakka has more than 120 inhabitants."
KEYS = [
    "claim",
    "verdict",
    "votes",
    "refute_count",
    "confirm_count",
    "abstentions",
    "dispute",
    "vote_breakdown",
    "recommended_confidence",
    "recommended_tags_addition",
]


@pytest.fixture
def given(tmp_path: Path) -> Path:
    place = tmp_path / "claim.json"
    place.write_text(json.dumps({"claim": CLAIM, "source_url": "https://example.com/a"}))
    return place


@pytest.fixture
def evidence(tmp_path: Path) -> Path:
    place = tmp_path / "brakka.txt"
    place.write_text("The village of Brakka has 125 inhabitants.")
    return place


def test_a_claim_in_json_is_answered_in_json(given: Path, evidence: Path, tmp_path: Path) -> None:
    arguments = ("check", "--input", given, "--evidence", evidence, "--model", "none")
    ran = veracity(*arguments, home=tmp_path / "home")
    assert ran.returncode == 0, ran.stderr
    answer = json.loads(ran.stdout)
    assert list(answer)[: len(KEYS)] == KEYS
    assert answer["claim"] == CLAIM
    assert (answer["verdict"], answer["abstentions"]) == ("inconclusive", 3), "no model, no vote"
    assert answer["recommended_tags_addition"] == ["#unverified"]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("Another claim.",), "both given"),
        (("--method", "panel"), "panel does not read --input"),
    ],
)
def test_what_does_not_go_with_it_is_refused(
    more: tuple[str, ...], says: str, given: Path, tmp_path: Path
) -> None:
    ran = veracity("check", *more, "--input", given, home=tmp_path / "home")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert says in ran.stderr


def test_a_check_without_a_claim_says_what_to_give(tmp_path: Path) -> None:
    ran = veracity("check", home=tmp_path / "home")
    assert ran.returncode == 2
    assert "--input" in ran.stderr


def test_a_case_of_the_last_hour_is_the_answer_until_fresh(evidence: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    arguments = ("check", CLAIM, "--evidence", evidence, "--model", "none", "--json")
    (first,) = rows(veracity(*arguments, home=home).stdout)
    again = veracity(*arguments, "--reuse", "1h", "--lens", "strict", home=home)
    (second,) = rows(again.stdout)
    assert "--fresh" in again.stderr
    assert second["lens"] == "strict", "decided again under the dials of this run"
    assert second["label"] == first["label"]
    assert (first["calls"], second["calls"]) == (1, 0), "it took its call when it was made"
    fresh = veracity(*arguments, "--reuse", "1h", "--fresh", home=home)
    assert "--fresh" not in fresh.stderr
    other = veracity("check", CLAIM, "--model", "none", "--json", "--reuse", "1h", home=home)
    assert "--fresh" not in other.stderr, "other evidence is another check"
    past = veracity(*arguments, "--reuse", "1h", "--as-of", "2001-02-03", home=home)
    assert "--fresh" not in past.stderr, "what was known on another day is another check"


def test_a_length_of_time_that_is_none_is_refused(tmp_path: Path) -> None:
    ran = veracity("check", CLAIM, "--reuse", "soon", home=tmp_path / "home")
    assert ran.returncode == 2
    assert "soon" in ran.stderr
