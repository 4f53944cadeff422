"""Telemetry over kept panels: silence, citations that were made up, agreement."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evaluation.panel_cases import keep_panel
from tests.methods.panel_script import DOWN, FERRY, says
from veracity.evaluation.fabrication import ModelLine, telemetry

URL = FERRY.source.url
MADE_UP = "https://bureau.example/made-up"


def three_cases(folder: Path) -> None:
    """Two members over three claims, and a fallback for one of them once."""
    keep_panel(
        folder,
        {"local:a": says("True", URL, MADE_UP), "local:b": says("True", URL)},
        claim="The ferry to Ostrana carries 900 people.",
    )
    keep_panel(
        folder,
        {"local:a": says("False", MADE_UP), "local:b": says("True")},
        claim="The ferry to Ostrana is 900 people wide.",
    )
    keep_panel(
        folder,
        {"local:a": DOWN, "local:b": says("False", URL), "local:spare": says("False", URL)},
        claim="The ferry to Ostrana is free.",
        members=("local:a", "local:b"),
        fallbacks=(("local:a", "local:spare"),),
    )


def test_every_model_is_counted_over_all_cases(tmp_path: Path) -> None:
    three_cases(tmp_path)
    found = telemetry(tmp_path)
    assert (found.cases, found.unreadable) == (3, 0)
    assert found.models == (
        ModelLine(
            model="local:a",
            cases=3,
            answered=2,
            abstained={"unreachable": 1},
            cited=3,  # the ferry page and a made-up one, then a made-up one
            fabricated=2,
        ),
        ModelLine(model="local:b", cases=3, answered=3, abstained={}, cited=2, fabricated=0),
        ModelLine(model="local:spare", cases=1, answered=1, abstained={}, cited=1, fabricated=0),
    )
    assert [line.rate for line in found.models] == [pytest.approx(2 / 3), 0.0, 0.0]


def test_agreement_is_between_those_who_answered(tmp_path: Path) -> None:
    three_cases(tmp_path)
    found = telemetry(tmp_path)
    assert [(pair.one, pair.other, pair.claims, pair.equal) for pair in found.pairs] == [
        ("local:a", "local:b", 2, 1),
        ("local:b", "local:spare", 1, 1),
    ]
    # Units {True, True}, {False, True}, {False, False}: o(T,T) = o(F,F) = 2, o(T,F) = o(F,T) = 1,
    # n(T) = n(F) = 3, n = 6. alpha = 1 - 5 * 2 / (3*3 + 3*3) = 4/9. With two labels at the ends of
    # the scale every difference has the same distance, so the ordinal alpha is the same.
    assert found.alpha == pytest.approx(4 / 9)
    assert found.ordinal == pytest.approx(4 / 9)


def test_a_model_that_cited_nothing_has_no_rate(tmp_path: Path) -> None:
    keep_panel(tmp_path, {"local:a": says("Unverifiable")})
    (line,) = telemetry(tmp_path).models
    assert (line.cited, line.rate) == (0, None)
    assert telemetry(tmp_path).alpha is None


def test_files_that_are_no_case_of_a_panel_are_told_apart(tmp_path: Path) -> None:
    place = keep_panel(tmp_path, {"local:a": says("True", URL)})
    content = place.read_bytes()
    (tmp_path / "changed.json").write_bytes(content.replace(b'"cited":1', b'"cited":9'))
    (tmp_path / "cut.json").write_bytes(content[:100])
    (tmp_path / "list.json").write_text("[]\n")
    (tmp_path / "routed.json").write_text('{"method": "routed"}\n')
    found = telemetry(tmp_path)
    assert (found.cases, found.unreadable) == (1, 2)
    assert found.models[0].cited == 1


def test_a_folder_that_is_not_there_holds_no_case(tmp_path: Path) -> None:
    found = telemetry(tmp_path / "none")
    assert (found.cases, found.unreadable, found.models, found.alpha) == (0, 0, (), None)
