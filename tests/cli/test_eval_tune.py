"""`veracity eval tune`, over the cases of a real run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import veracity

TEXT = "The Example Bridge is 120 metres long. It was opened in 1901. It has 7 arches."
ROWS = [
    {"claim": "The Example Bridge is 120 metres long.", "label": "SUPPORTED"},
    {"claim": "The Example Bridge is 870 metres long.", "label": "REFUTED"},
    {"claim": "The Example Bridge was opened in 1901.", "label": "SUPPORTED"},
    {"claim": "The Example Bridge was opened in 1950.", "label": "REFUTED"},
    {"claim": "The Example Bridge has 7 arches.", "label": "SUPPORTED"},
    {"claim": "The Example Bridge has 9 arches.", "label": "REFUTED"},
    {"claim": "The Example Bridge is painted green.", "label": "NOT_ENOUGH_INFO"},
]


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """A home, the set, and the folder of its cases."""
    folder = tmp_path_factory.mktemp("tuned")
    rows, cases = folder / "bridges.jsonl", folder / "cases"
    lines = [json.dumps({**row, "evidence": [{"text": TEXT}]}) for row in ROWS]
    rows.write_text("\n".join(lines), "utf-8")
    plain = ("eval", "run", rows, "--closed", "--model", "none", "-q", "--cases", cases)
    ran = veracity(*plain, home=folder / "home")
    assert ran.returncode == 0, ran.stderr
    return folder / "home", rows, cases


def test_nothing_moves_without_a_reason(judged: tuple[Path, Path, Path]) -> None:
    home, rows, cases = judged
    tune = ("eval", "tune", rows, "--cases", cases, "--method", "routed")
    ran = veracity(*tune, "--json", home=home)
    assert ran.returncode == 0, ran.stderr
    tuning = json.loads(ran.stdout)
    assert (tuning["cases"], tuning["points"]) == (7, 243)
    # Without a model four of the seven are left open, at a quarter each, whatever the dials.
    assert tuning["locked"]["loss"] == tuning["best"]["loss"] == pytest.approx(4 / 4 / 7)
    assert not tuning["together"]["moves"]
    shown = veracity(*tune, home=home)
    assert "Dials that may move alone: none." in shown.stdout


def test_cases_of_another_method_are_no_cases(judged: tuple[Path, Path, Path]) -> None:
    home, rows, cases = judged
    ran = veracity("eval", "tune", rows, "--cases", cases, "--method", "rubric", home=home)
    assert ran.returncode == 2
    assert "has no case of rubric" in ran.stderr
    assert "eval run DATASET --method rubric" in ran.stderr
