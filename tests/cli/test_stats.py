"""`veracity stats models`, through its own application."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.evaluation.panel_cases import keep_panel
from tests.methods.panel_script import DOWN, FERRY, says
from veracity.interfaces.cli.stats import app

URL = FERRY.source.url
MADE_UP = "https://bureau.example/made-up"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    replies = {
        "local:a": says("True", URL, MADE_UP),
        "local:b": says("False", URL),
        "local:c": DOWN,
    }
    keep_panel(tmp_path / "cases", replies)
    return tmp_path / "cases"


def test_the_figures_of_each_model_as_json(folder: Path) -> None:
    ran = CliRunner().invoke(app, ["models", "--cases", str(folder), "--json"])
    assert ran.exit_code == 0
    told = json.loads(ran.stdout)
    assert [(line["model"], line["cited"], line["rate"]) for line in told["models"]] == [
        ("local:a", 2, 0.5),
        ("local:b", 1, 0.0),
        ("local:c", 0, None),
    ]
    assert told["models"][2]["abstained"] == {"unreachable": 1}
    # One unit {True, False}: o = 1 each way, n = 2. alpha = 1 - 1 * 2 / 2 = 0.
    assert told["alpha"] == 0.0
    assert told["pairs"][0]["share"] == 0.0


def test_the_figures_of_each_model_as_a_table(folder: Path) -> None:
    ran = CliRunner().invoke(app, ["models", "--cases", str(folder)])
    assert ran.exit_code == 0
    lines = [line.split() for line in ran.stdout.splitlines()]
    assert ["local:a", "1", "1", "0", "2", "1", "50%"] in lines
    assert ["local:c", "1", "0", "1", "unreachable", "0", "0", "-"] in lines
    assert ["local:a", "local:b", "1", "0", "0%"] in lines
    assert "Krippendorff's alpha: 0.000; as a scale: 0.000" in ran.stdout


def test_the_cases_of_the_home_are_read_when_no_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setenv("VERACITY_HOME", str(tmp_path))
    ran = CliRunner().invoke(app, ["models", "--json"])
    assert json.loads(ran.stdout)["cases"] == 1
    assert folder.is_dir()


def test_a_home_without_cases_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERACITY_HOME", str(tmp_path))
    ran = CliRunner().invoke(app, ["models"])
    assert ran.exit_code == 0
    assert "0 cases of panels" in ran.stdout


def test_a_folder_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["models", "--cases", str(tmp_path / "none")])
    assert ran.exit_code == 2
