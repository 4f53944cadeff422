from __future__ import annotations

import io
from pathlib import Path

from veracity.desk.events import Failed, Stepped
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.interfaces.cli.progress import Progress
from veracity.newsroom import Fetching, Loading, News, Notice

STEP = Stepped("claim", "retrieve", "archive")
FAILED = Failed(
    "claim",
    Request(kind="ask", provider="local"),
    Failure(kind=FailureKind.TIMEOUT, message="too slow"),
    9.0,
)


def shown(*news: News, claims: int = 1, quiet: bool = False) -> str:
    stream = io.StringIO()
    with Progress(stream, claims=claims, quiet=quiet) as progress:
        for item in news:
            progress.watch(item)
    return stream.getvalue()


def test_steps_are_shown_as_they_happen() -> None:
    assert shown(STEP) == "  retrieve: archive\n"


def test_failures_are_shown() -> None:
    assert "ask failed: too slow" in shown(FAILED)


def test_many_claims_show_no_steps_but_each_verdict() -> None:
    stream = io.StringIO()
    with Progress(stream, claims=3) as progress:
        progress.watch(STEP)
        progress.judged(1, "True 97%  The sea is salty.")
    assert stream.getvalue() == "[1/3] True 97%  The sea is salty.\n"


def test_quiet_shows_only_what_a_person_must_know() -> None:
    text = shown(STEP, FAILED, Loading("Loading"), Notice("No model."), quiet=True)
    assert text == "veracity: No model.\n"


def test_a_notice_is_given_once() -> None:
    assert shown(Notice("No model."), Notice("No model.")).count("No model.") == 1


def test_a_fetch_says_what_how_large_and_where_to_and_then_its_progress() -> None:
    total = 1_117_320_768
    parts = (
        Fetching("A model", Path("/home/x/models"), done, total)
        for done in range(0, total, total // 40)
    )
    lines = shown(*parts, Fetching("A model", Path("/home/x/models"), total, total)).splitlines()
    assert lines[0].startswith("Fetching the local model once: A model, 1.12 GB")
    assert lines[0].endswith("/home/x/models")
    # One line for each tenth, from 0 to 100 per cent.
    assert len(lines) == 1 + 11
    assert lines[-1].endswith("1,117 of 1,117 MB (100%)")
