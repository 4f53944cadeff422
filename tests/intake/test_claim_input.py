"""One claim in the shape of seed 004, and every way in which it may be wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from veracity.domain.claim import Claim
from veracity.domain.errors import BadInput
from veracity.intake.claim_input import parse_claim_input, read_claim_input
from veracity.methods.refute import METHOD

WHOLE = {
    "claim": "The Ostrana ferry now takes bicycles.",
    "quoted_anchor": "The ferry takes bicycles (previously on weekends only).",
    "source_url": "https://ostrana.example/ferry",
    "source_tier": 1,
    "claim_type": "fact",
    "entities": ["ferry"],
    "confidence_hint": 2,
}


def parse(**changes: Any):
    return parse_claim_input(json.dumps({**WHOLE, **changes}).encode())


def test_the_seeds_shape_becomes_a_submission_and_dials() -> None:
    given = parse(votes=5, refute_threshold=3, time_budget_seconds=30)
    submission = given.alone()
    assert submission.text == WHOLE["claim"]
    assert Claim.whole(submission).origin == "https://ostrana.example/ferry"
    dials = METHOD.with_dials(METHOD.dials(), given.dials(), live=True)
    assert (dials.votes, dials.refute_threshold, dials.time_budget_seconds) == (5, 3, 30.0)
    assert (dials.anchor, dials.source_tier) == (WHOLE["quoted_anchor"], 1)
    assert (dials.claim_type, dials.entities) == ("fact", ("ferry",))


def test_only_the_claim_has_to_be_there() -> None:
    given = parse_claim_input(b'\xef\xbb\xbf{"claim": "It rains."}')
    assert given.alone().text == "It rains."
    assert Claim.whole(given.alone()).origin is None
    assert given.dials() == {}


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"claim": 3}, "claim"),
        ({"claim": ""}, "claim"),
        ({"claim": "  "}, "no text"),
        ({"claim": "?!"}, "no words"),
        ({"quoted_anchor": ["x"]}, "quoted_anchor"),
        ({"source_url": "ftp://ostrana.example/"}, "source_url"),
        ({"source_url": "ostrana.example"}, "source_url"),
        ({"source_url": "https://ostrana.example/a b"}, "source_url"),
        ({"source_url": "https://user:word@ostrana.example/"}, "source_url"),
        ({"source_url": "https://evil.example\\@ostrana.example/"}, "source_url"),
        ({"source_url": "https://ostrana.example:99999/"}, "source_url"),
        ({"source_url": ""}, "source_url"),
        ({"source_tier": 0}, "source_tier"),
        ({"source_tier": "1"}, "source_tier"),
        ({"source_tier": True}, "source_tier"),
        ({"claim_type": ""}, "claim_type"),
        ({"entities": "ferry"}, "entities"),
        ({"entities": ["ferry", 3]}, "entities.1"),
        ({"confidence_hint": 4}, "confidence_hint"),
        ({"confidence_hint": 1.5}, "confidence_hint"),
        ({"votes": "3"}, "votes"),
        ({"refute_threshold": 1.5}, "refute_threshold"),
        ({"time_budget_seconds": "90"}, "time_budget_seconds"),
        ({"refute_treshold": 2}, "refute_treshold"),
    ],
)
def test_a_wrong_field_is_named(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(BadInput, match=named):
        parse(**changes)


def test_every_wrong_field_is_named_at_once() -> None:
    with pytest.raises(BadInput) as raised:
        parse(source_tier=0, votes="3")
    assert "source_tier" in raised.value.message
    assert "votes" in raised.value.message


@pytest.mark.parametrize("content", [b"", b"[]", b'"a claim"', b"{", b"\xff{}", b"null", b"NaN"])
def test_what_is_no_object_is_refused(content: bytes) -> None:
    with pytest.raises(BadInput):
        parse_claim_input(content)


def test_a_file_is_read(tmp_path: Path) -> None:
    place = tmp_path / "claim.json"
    place.write_text(json.dumps(WHOLE), encoding="utf-8")
    assert read_claim_input(place) == parse()


def test_a_file_that_is_not_there_or_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_claim_input(tmp_path / "none.json")
    with pytest.raises(BadInput, match="cannot be read"):
        read_claim_input(tmp_path)
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (1024 * 1024) + b'{"claim": "It rains."}')
    with pytest.raises(BadInput, match="bytes"):
        read_claim_input(large)
