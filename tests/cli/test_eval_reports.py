"""`veracity eval compare` and `eval report`, on two real runs over the same rows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import veracity

BRIDGE = "The Example Bridge is 120 metres long. It was opened in 1901."
ROWS = [
    {"id": "length", "claim": "The Example Bridge is 120 metres long.", "label": "SUPPORTED"},
    {"id": "other", "claim": "The Example Bridge is 870 metres long.", "label": "REFUTED"},
    {"id": "green", "claim": "The Example Bridge is painted green.", "label": "NOT_ENOUGH_INFO"},
]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """A home, the report of a method that without a model abstains, and that of a plain run."""
    folder = tmp_path_factory.mktemp("runs")
    home, rows = folder / "home", folder / "bridges.jsonl"
    lines = [json.dumps({**row, "evidence": [{"text": BRIDGE}]}) for row in ROWS]
    rows.write_text("\n".join(lines), "utf-8")
    plain = ("eval", "run", rows, "--closed", "--model", "none", "-q", "--report")
    for name, dials in (("a.json", ("--method", "tribunal")), ("b.json", ())):
        ran = veracity(*plain, folder / name, *dials, home=home)
        assert ran.returncode == 0, ran.stderr
    return home, folder / "a.json", folder / "b.json"


def test_what_changed_is_shown(reports: tuple[Path, Path, Path]) -> None:
    home, first, second = reports
    ran = veracity("eval", "compare", first, second, home=home)
    assert ran.returncode == 0, ran.stderr
    assert "only A right 0, only B right 2, McNemar's exact p 0.500" in ran.stdout
    assert "length" in ran.stdout
    assert "green" not in ran.stdout


def test_as_json_it_is_one_object(reports: tuple[Path, Path, Path]) -> None:
    home, first, second = reports
    ran = veracity("eval", "compare", second, first, "--json", home=home)
    compared = json.loads(ran.stdout)
    assert (compared["n"], compared["only_first_right"], compared["p"]) == (3, 2, 0.5)
    assert compared["figures"]["coverage"]["delta"] == pytest.approx(-2 / 3)
    assert {row["id"] for row in compared["changed"]} == {"length", "other"}


def test_a_file_that_is_no_report_is_refused(reports: tuple[Path, Path, Path]) -> None:
    home, first, _ = reports
    other = first.with_name("bridges.jsonl")
    ran = veracity("eval", "compare", first, other, home=home)
    assert ran.returncode == 2
    assert "is not the report of a run" in ran.stderr


def test_the_runs_are_put_on_a_page(reports: tuple[Path, Path, Path], tmp_path: Path) -> None:
    home, first, second = reports
    ran = veracity("eval", "report", first, second, "--out", tmp_path / "runs.html", home=home)
    assert ran.returncode == 0, ran.stderr
    page = (tmp_path / "runs.html").read_text("utf-8")
    assert "routed, no model" in page
    assert "tribunal, no model" in page
    assert "<svg" in page
