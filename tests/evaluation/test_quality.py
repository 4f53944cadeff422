"""Tables for people, and the page that is made from report files."""

from __future__ import annotations

import asyncio
import io
import json
from datetime import date
from pathlib import Path

import pytest
from rich.console import Console

from tests.evaluation.sample import ScriptedJudge, dataset, row
from veracity.domain.errors import BadInput
from veracity.evaluation.quality import kept_beside, main, rendered
from veracity.evaluation.report import Report
from veracity.evaluation.run import Plan, run
from veracity.evaluation.tables import cell, draw
from veracity.models.catalogue import catalogue
from veracity.models.stance import calibration

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "quality.md"


def report() -> Report:
    bridges = dataset(row("A.", "SUPPORTED", kind="number"), row("B.", "REFUTED", kind="number"))
    tunnels = dataset(row("C.", "REFUTED"), row("D.", "SUPPORTED"), name="tunnels")
    script = {"A.": "True", "B.": "True", "C.": "Unverified", "D.": RuntimeError("down")}
    plan = Plan(dials={"clear": 0.9}, as_of=date(2026, 1, 31))
    return asyncio.run(run((bridges, tunnels), ScriptedJudge(script), plan))


def test_a_figure_stands_with_its_interval() -> None:
    assert cell(0.905, (0.875, 0.9349)) == "0.91 [0.88, 0.93]"
    assert cell(0.5, None) == "0.50"
    assert cell(None, None) == "-"


def test_people_see_every_set_and_what_was_left_out() -> None:
    out = io.StringIO()
    draw(Console(file=out, width=80), report())
    text = out.getvalue()
    for word in ("bridges", "tunnels", "all rows", "macro-F1", "precision", "0.00-1.00", "number"):
        assert word in text
    assert "Not scored: 1 of 4 rows" in text
    assert "internal 1" in text


def page(tmp_path: Path) -> Path:
    place = tmp_path / "quality.md"
    place.write_text("Before.\n\n<!-- figures: run -->\nold\n<!-- end -->\n\nAfter.\n", "utf-8")
    return place


def test_the_page_is_written_from_the_report(tmp_path: Path) -> None:
    place, written = page(tmp_path), tmp_path / "run.json"
    written.write_text(report().to_json(), "utf-8")
    main([str(written), "--page", str(place)])
    text = place.read_text("utf-8")
    assert text.startswith("Before.\n\n<!-- figures: run -->\n")
    assert text.endswith("<!-- end -->\n\nAfter.\n")
    assert "old" not in text
    assert "| bridges | 2 | 0.50 [0.00, 1.00] |" in text
    assert "| all rows | 3 |" in text
    command = "veracity eval run bridges.jsonl tunnels.jsonl --as-of 2026-01-31 --method routed"
    assert f"{command} --set clear=0.9 --report OUT.json" in text
    assert "1 left out for want of a verdict" in text


def test_writing_the_page_again_changes_nothing(tmp_path: Path) -> None:
    place, written = page(tmp_path), tmp_path / "run.json"
    written.write_text(report().to_json(), "utf-8")
    main([str(written), "--page", str(place)])
    once = place.read_text("utf-8")
    main(["--page", str(place)])
    assert place.read_text("utf-8") == once


def test_only_figures_are_kept(tmp_path: Path) -> None:
    place, written = page(tmp_path), tmp_path / "run.json"
    written.write_text(report().to_json(), "utf-8")
    main([str(written), "--page", str(place)])
    kept = json.loads((kept_beside(place) / "run.json").read_text("utf-8"))
    assert "rows" not in kept
    assert "id of A." not in json.dumps(kept)
    assert kept["accuracy"] == report().accuracy


def test_a_part_without_figures_and_a_file_that_is_no_report_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no figures for 'run'"):
        main(["--page", str(page(tmp_path))])
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[]", "utf-8")
    with pytest.raises(BadInput, match="no report"):
        main([str(wrong), "--page", str(page(tmp_path))])


def test_the_published_page_says_what_its_figures_say() -> None:
    text = PAGE.read_text("utf-8")
    assert rendered(text, kept_beside(PAGE)) == text


@pytest.mark.parametrize("place", sorted(kept_beside(PAGE).glob("*.json")), ids=lambda p: p.stem)
def test_published_figures_hold_no_rows_and_are_shown(place: Path) -> None:
    assert "rows" not in json.loads(place.read_text("utf-8"))
    assert f"<!-- figures: {place.stem} -->" in PAGE.read_text("utf-8")


def test_the_cross_validated_table_is_the_calibrations() -> None:
    text = PAGE.read_text("utf-8")
    figures = calibration(catalogue().default).provenance["figures"]
    for name, scores in figures.items():
        cells = [
            f"{scores[key]['value']:.3f} [{low:.3f}, {high:.3f}]"
            for key in ("macro_f1", "flips_without_abstention", "coverage", "flips", "precision")
            for low, high in [scores[key]["interval_95"]]
        ]
        assert f"| {name} | {scores['rows']} | {' | '.join(cells)} |" in text
