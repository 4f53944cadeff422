from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

from sample_case import TEXT, case, exchange, failed, finding

from veracity.domain.exchange import FailureKind
from veracity.publish.row import calls, cost, row


def test_the_object_has_exactly_the_keys_that_others_script_against() -> None:
    line = row(case(), place=Path("/a/case.json"), seconds=1.23456)
    assert list(line) == [
        "claim",
        "label",
        "bucket",
        "lens",
        "confidence",
        "probability",
        "method",
        "explanation",
        "evidence",
        "abstentions",
        "trail",
        "caveats",
        "prompts",
        "earlier_cases",
        "fact_checks",
        "searches",
        "account",
        "cost",
        "seconds",
        "calls",
        "case",
    ]
    assert line["seconds"] == 1.235
    assert line["case"] == "/a/case.json"
    assert line["probability"] is None
    assert json.loads(json.dumps(line)) == line


def test_evidence_carries_its_source_quote_stance_and_scores() -> None:
    (shown,) = row(case(), place=None, seconds=0)["evidence"]  # pyright: ignore
    assert list(shown) == [
        "url",
        "title",
        "publisher",
        "tier",
        "published",
        "quote",
        "stance",
        "scores",
    ]
    assert shown["quote"] == TEXT
    assert shown["tier"] == "government"
    assert shown["published"] == "2026-02-01"
    assert shown["stance"] == "supports"
    assert shown["scores"]["keyword_rank"] == 1


def test_a_quote_that_was_not_found_in_the_text_is_not_shown() -> None:
    made = case(findings=(finding("Coastline: 9 km", verified=False), finding()))
    evidence = row(made, place=None, seconds=0)["evidence"]
    assert [shown["quote"] for shown in evidence] == [TEXT]  # pyright: ignore


def test_what_the_verdict_rests_on_comes_first() -> None:
    made = case(findings=(finding("Area: 1", decisive=False), finding("Area: 2"), finding()))
    evidence = row(made, place=None, seconds=0)["evidence"]
    assert [shown["quote"] for shown in evidence] == ["Area: 2", TEXT, "Area: 1"]  # pyright: ignore


def test_only_live_asks_searches_and_fetches_are_calls() -> None:
    made = case(
        exchanges=(
            exchange("ask", cost="0.10"),
            exchange("search"),
            exchange("fetch", reused=True, cost="5"),
            exchange("clock"),
            exchange("state"),
            failed("ask", FailureKind.MALFORMED, cost="0.03"),
            failed("ask", FailureKind.UNAVAILABLE),
            failed("ask", FailureKind.BUDGET),
        )
    )
    assert calls(made) == 3, "the ask, the search, and the ask that failed"
    assert cost(made) == Decimal("0.13")


def test_a_case_that_the_journal_answered_made_no_call() -> None:
    assert calls(case(exchanges=(exchange("ask", reused=True), exchange("clock")))) == 0
