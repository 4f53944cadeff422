"""What earlier cases took, and what a run is forecast to take."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from veracity.domain.base import Frozen
from veracity.domain.case import Case
from veracity.domain.claim import Claim, Submission
from veracity.domain.errors import BadInput, DialRefused
from veracity.domain.exchange import Exchange, Kind, Reply, Request, Usage
from veracity.domain.verdict import Bucket, Lens, Verdict
from veracity.evaluation.earlier import ENOUGH, NEWEST, earlier_cases
from veracity.evaluation.forecast import Forecast, forecasts
from veracity.publish.casefile import keep
from veracity.settings import read_settings


class Nothing(Frozen):
    """A record and dials without a field."""


def exchange(kind: Kind, number: int, *, seconds: float = 1, **more: Any) -> Exchange:
    usage = Usage(input_tokens=10, output_tokens=5, cost=Decimal("0.01"))
    return Exchange(
        request=Request(kind=kind, provider="x", inputs={"number": number}),
        reply=Reply(value="x", usage=usage if kind == "ask" else Usage()),
        asked_at=datetime(2026, 1, 1, tzinfo=UTC),
        seconds=seconds,
        **more,
    )


def keep_case(home: Path, number: int, *exchanges: Exchange, method: str = "routed") -> Path:
    submission = Submission(text=f"Claim {number}.")
    case = Case.close(
        made_by="test",
        method=method,
        method_version=1,
        submission=submission,
        claim=Claim.whole(submission),
        exchanges=exchanges,
        record=Nothing(),
        dials=Nothing(),
        verdict=Verdict(
            method=method,
            label="True",
            bucket=Bucket.TRUE,
            lens=Lens.LENIENT,
            confidence=1,
            path="rules",
            explanation="It holds.",
        ),
    )
    return keep(case, home / "cases" / f"{method}-{number}.json")


def fill(home: Path, cases: int = ENOUGH) -> None:
    """Case n asks n questions of n seconds each, and searches once."""
    for number in range(1, cases + 1):
        asked = (exchange("ask", one, seconds=number) for one in range(number))
        keep_case(home, number, *asked, exchange("search", 0, seconds=0), exchange("clock", 0))


def test_the_medians_of_five_cases(tmp_path: Path) -> None:
    fill(tmp_path)
    found = earlier_cases(tmp_path / "cases")["routed"]
    # The third of five: 3 questions of 15 tokens, one cent and 3 s each. The clock takes 1 s.
    assert found.cases == 5
    assert (found.typical.asks, found.typical.searches, found.typical.fetches) == (3, 1, 0)
    assert (found.typical.tokens, found.typical.usd) == (45, pytest.approx(0.03))
    assert found.typical.seconds == pytest.approx(10)
    assert found.slowest == pytest.approx(26)  # 5 questions of 5 s, and the clock.


def test_four_cases_say_nothing(tmp_path: Path) -> None:
    fill(tmp_path, ENOUGH - 1)
    assert earlier_cases(tmp_path / "cases") == {}


def test_what_the_journal_answered_took_nothing(tmp_path: Path) -> None:
    fill(tmp_path)
    for number in range(10, 20):  # Nothing was asked for these at all.
        keep_case(tmp_path, number, exchange("ask", 0, seconds=900, reused=True))
    keep_case(tmp_path, 3, *(exchange("ask", n, seconds=3, reused=n > 0) for n in range(3)))
    found = earlier_cases(tmp_path / "cases")["routed"]
    assert found.cases == 5
    assert found.typical.asks == 2  # 1, 1, 2, 4, 5


def test_what_is_no_case_is_passed_over(tmp_path: Path) -> None:
    fill(tmp_path)
    (tmp_path / "cases" / "torn.json").write_text("{")
    (tmp_path / "cases" / "gone.json").symlink_to(tmp_path / "nowhere")
    assert earlier_cases(tmp_path / "cases")["routed"].cases == 5
    assert earlier_cases(tmp_path / "none") == {}


def test_only_the_newest_files_are_read(tmp_path: Path) -> None:
    fill(tmp_path)
    for number in range(NEWEST - ENOUGH + 1):
        torn = tmp_path / "cases" / f"torn-{number}.json"
        torn.write_text("{")
        os.utime(torn, (2_000_000_000, 2_000_000_000))
    # One of the five cases is beyond the newest files now, and four say nothing.
    assert earlier_cases(tmp_path / "cases") == {}


def forecast(home: Path, method: str, claims: int = 2, **changes: Any) -> Forecast:
    dials: Mapping[str, Any] = changes.pop("dials", {})
    settings = read_settings({"home": home, **changes}, {})
    return forecasts(settings, (method,), dials, claims)[0]


def test_a_run_is_so_many_claims(tmp_path: Path) -> None:
    fill(tmp_path)
    found = forecast(tmp_path, "routed", 3)
    assert found.likely is not None
    assert (found.likely.asks, found.likely.tokens) == (9, 135)
    # Three cents a case, and yet a local model costs nothing.
    assert (found.likely.usd, found.likely.seconds) == (0, pytest.approx(30))
    assert found.most is not None
    # Four passages a claim, one search, 4,096 tokens of context a question; no local answer costs.
    assert (found.most.asks, found.most.searches, found.most.tokens) == (12, 3, 49_152)
    assert (found.most.usd, found.most.seconds) == (0, pytest.approx(78))


def test_cases_of_other_dials_do_not_pass_the_bounds(tmp_path: Path) -> None:
    fill(tmp_path)
    found = forecast(tmp_path, "routed", 3, model="none")
    assert found.likely is not None
    assert (found.likely.asks, found.likely.searches) == (0, 3)  # They asked 3 questions each.
    assert (found.likely.tokens, found.likely.usd) == (0, 0)


def test_the_price_that_the_settings_name(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[prices]\n"openai:some" = [1, 10]\n')
    found = forecast(tmp_path, "tribunal", 1, model="openai:some")
    assert found.most is not None
    # 7 questions of 2 x 4,096 + 3,000 tokens in and 3 x 3,000 out: 0.011192 + 0.09 USD each.
    assert found.most.tokens == 7 * 20_192
    assert found.most.usd == pytest.approx(7 * 0.101192)
    assert found.assumed == ()
    assert found.likely is None


def test_a_price_that_nobody_knows_is_said_to_be_assumed(tmp_path: Path) -> None:
    found = forecast(tmp_path, "tribunal", 1, model="openai_compatible:some")
    assert found.most is not None
    assert found.most.usd > 0
    assert found.assumed == ("openai_compatible:some",)
    assert forecast(tmp_path, "tribunal", 0, model="openai_compatible:some").assumed == ()


def test_a_fallback_may_be_paid_as_well(tmp_path: Path) -> None:
    alone = forecast(tmp_path, "tribunal", 1, model="openai:some")
    named = '[fallbacks]\n"openai:some" = "openai_compatible:other"\n'
    (tmp_path / "settings.toml").write_text(named)
    both = forecast(tmp_path, "tribunal", 1, model="openai:some")
    assert alone.most is not None
    assert both.most is not None
    assert both.most.asks == alone.most.asks
    assert both.most.tokens == 2 * alone.most.tokens
    assert "openai_compatible:other" in both.assumed


def test_a_providers_own_search_is_read_and_paid(tmp_path: Path) -> None:
    by_itself = forecast(tmp_path, "panel", 1, model="openai:some")
    reading = forecast(tmp_path, "panel", 1, model="openai:some", dials={"own_search": []})
    assert by_itself.most is not None
    assert reading.most is not None
    # 2 questions with 60,000 tokens of pages each, against 3 without.
    assert by_itself.most.tokens == 2 * (20_192 + 60_000)
    assert reading.most.tokens == 3 * 20_192
    assert (by_itself.most.searches, reading.most.searches) == (0, 8)


def test_more_evidence_is_more_to_read(tmp_path: Path) -> None:
    usual = forecast(tmp_path, "refute", 1, model="openai_compatible:some")
    dials = {"shown": 12, "words": 400}
    wide = forecast(tmp_path, "refute", 1, model="openai_compatible:some", dials=dials)
    assert usual.most is not None
    assert wide.most is not None
    assert wide.most.tokens > usual.most.tokens


def test_several_methods_and_a_dial_of_one(tmp_path: Path) -> None:
    settings = read_settings({"home": tmp_path}, {})
    found = forecasts(settings, ("tribunal", "refute"), {"votes": 5}, 1)
    assert [one.method for one in found] == ["tribunal", "refute"]
    assert [one.most.asks for one in found if one.most] == [7, 10]
    with pytest.raises(DialRefused):
        forecasts(settings, ("tribunal", "refute"), {"unheard_of": 1}, 1)
    with pytest.raises(BadInput):
        forecasts(settings, ("unheard_of",), {}, 1)
