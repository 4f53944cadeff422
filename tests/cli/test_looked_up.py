"""What a case says was searched, found and not found, and what others concluded before."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from command import rows as command_rows
from command import veracity
from rich.console import Console
from sample_case import case

from veracity.domain.exchange import Exchange, Failure, FailureKind, Kind, Reply, Request
from veracity.interfaces.cli.card import draw
from veracity.publish.card import card
from veracity.publish.looked_up import fact_checks, searches
from veracity.publish.row import row

CLAIM = "The coast of Sri Lanka is 1,340 km long."


def exchange(provider: str, value: Any, kind: Kind = "search", **inputs: Any) -> Exchange:
    fault = value if isinstance(value, Failure) else None
    return Exchange(
        request=Request(kind=kind, provider=provider, inputs={"query": CLAIM, **inputs}),
        reply=None if fault else Reply(value=value),
        failure=fault,
        asked_at=datetime(2026, 11, 30, tzinfo=UTC),
        seconds=0.1,
    )


def check(claim: str, url: str, day: str | None = "2026-04-03") -> dict[str, Any]:
    named = {"claim": claim, "url": url, "rating": "Mostly true", "publisher": "Island Checks"}
    return named | {"reviewed_on": day}


TIMEOUT = Failure(kind=FailureKind.TIMEOUT, message="No answer within 30 seconds.")
SEARCHED = (
    exchange("archive", {"passages": [{}, {}]}),
    exchange("brave", {"results": [{}]}, sites=["a.example", "b.example"]),
    exchange("brave", {"results": []}),
    exchange("exa", TIMEOUT),
    exchange("pages", {"results": [{}]}, kind="fetch"),
)


def test_every_search_is_listed_by_backend_and_query_with_what_came_of_it() -> None:
    made = case(CLAIM, exchanges=SEARCHED)
    assert [line.said for line in searches(made)] == [
        f"archive, “{CLAIM}”: 2 found",
        f"brave on 2 sites, “{CLAIM}”: 1 found",
        f"brave, “{CLAIM}”: nothing found",
        f"exa, “{CLAIM}”: no answer: No answer within 30 seconds.",
    ]
    found = [(line["backend"], line["found"]) for line in rows(made, "searches")]
    assert found == [("archive", 2), ("brave", 1), ("brave", 0), ("exa", None)]


def rows(made: Any, name: str) -> Any:
    return row(made, place=None, seconds=0)[name]


def drawn(made: Any, *, trail: bool = False) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=200, highlight=False)
    draw(console, card(made), None, trail=trail)
    return stream.getvalue()


def test_the_card_lists_the_searches_of_the_web_and_those_alone() -> None:
    text = drawn(case(CLAIM, exchanges=SEARCHED))
    assert f"brave, “{CLAIM}”: nothing found" in text
    assert "exa" in text
    assert "archive" not in text
    assert "Searched" not in drawn(case(CLAIM, exchanges=SEARCHED[:1]))


def test_many_searches_are_shown_with_the_trail() -> None:
    made = case(CLAIM, exchanges=tuple(exchange("exa", {}, page=n) for n in range(9)))
    assert "and 3 more, with --trail" in drawn(made)
    assert drawn(made, trail=True).count("exa, ") == 9


ANSWER = {
    "results": [
        check("The coast of Sri Lanka is 5,000 km long.", "https://checks.example/5000"),
        check("Sri Lanka's coast is not 1340 km long.", "https://checks.example/not"),
        check("Sri Lanka has a coast that is 1340 km long", "https://checks.example/old", None),
        check(CLAIM, "https://checks.example/same"),
    ]
}


def test_an_earlier_fact_check_of_this_very_claim_is_shown_before_the_evidence() -> None:
    made = case(CLAIM, exchanges=(exchange("factcheck", ANSWER),))
    text = drawn(made)
    assert text.index("Mostly true, by Island Checks on 2026-04-03: “The coast") < text.index(
        "supports"
    )
    assert "https://checks.example/same" in text
    # Another figure, or a denial, makes it another claim.
    assert "https://checks.example/5000" not in text
    assert "https://checks.example/not" not in text


def test_all_of_them_are_in_the_row_the_same_claim_first_and_the_latest_before_others() -> None:
    made = case(CLAIM, exchanges=(exchange("factcheck", ANSWER),))
    shown = [(line["url"], line["same_claim"]) for line in rows(made, "fact_checks")]
    assert shown == [
        ("https://checks.example/same", True),
        ("https://checks.example/old", True),
        ("https://checks.example/5000", False),
        ("https://checks.example/not", False),
    ]


def test_only_the_fact_check_backend_gives_fact_checks() -> None:
    assert fact_checks(case(CLAIM, exchanges=(exchange("brave", ANSWER),))) == ()
    assert fact_checks(case(CLAIM, exchanges=(exchange("factcheck", {"results": [3]}),))) == ()
    assert fact_checks(case(CLAIM, exchanges=(exchange("factcheck", TIMEOUT),))) == ()


def test_words_of_a_backend_move_no_cursor() -> None:
    answer = {"results": [check(CLAIM, "https://checks.example/\x1b[2J")]}
    made = case(CLAIM, exchanges=(exchange("factcheck", answer),))
    assert "\x1b" not in drawn(made)


def test_what_was_concluded_before_is_shown_and_is_no_evidence(tmp_path: Path) -> None:
    evidence = tmp_path / "bridge.txt"
    evidence.write_text("The Example Bridge is 120 metres long.", "utf-8")
    plain = ("check", "--evidence", evidence, "--model", "none")
    first = veracity(*plain, "The Example Bridge is 120 metres long.", "--json", home=tmp_path)
    (line,) = command_rows(first.stdout)
    assert line["earlier_cases"] == []
    other = "In length the Example Bridge is 120 metres."
    again = veracity(*plain, other, "--json", "--method", "tribunal", home=tmp_path)
    (line,) = command_rows(again.stdout)
    (earlier,) = line["earlier_cases"]
    assert (earlier["label"], earlier["method"]) == ("True", "routed")
    assert line["label"] == "Unverifiable"  # no model is set, and what was concluded does not count
    card = veracity(*plain, other, "--method", "tribunal", home=tmp_path)
    assert "Judged before (shown, and no evidence for this verdict)" in card.stdout
