"""From a file of rows to a report, through a real newsroom: code decides, and no model is asked."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from veracity.evaluation.dataset import read_dataset
from veracity.evaluation.report import Report
from veracity.evaluation.run import Plan, run
from veracity.newsroom import Newsroom
from veracity.settings import Settings

BRIDGE = "The Example Bridge is 120 metres long. It was opened in 1901."

ROWS = [
    {"id": "a", "claim": "The Example Bridge is 120 metres long.", "label": "SUPPORTED"},
    {"id": "b", "claim": "The Example Bridge is 870 metres long.", "label": "REFUTED"},
    {"id": "c", "claim": "The Example Bridge is painted green.", "label": "NOT_ENOUGH_INFO"},
]


def evaluated(home: Path, file: Path, *, closed: bool = True) -> Report:
    async def judge() -> Report:
        async with Newsroom(Settings(home=home, model="none")) as newsroom:
            return await run([read_dataset(file, closed=closed)], newsroom, Plan(closed=closed))

    return asyncio.run(judge())


def test_rows_are_judged_scored_kept_and_taken_up_again(tmp_path: Path) -> None:
    file, home = tmp_path / "bridges.jsonl", tmp_path / "home"
    lines = [json.dumps({**row, "evidence": [{"text": BRIDGE}]}) for row in ROWS]
    file.write_text("\n".join(lines), "utf-8")

    report = evaluated(home, file)
    assert (report.n, report.errors, report.asked) == (3, 0, ())
    assert report.accuracy == 1
    assert report.decided_in_code == 2 / 3
    kept = {place.name for place in (home / "cases").iterdir()}
    assert {row.case for row in report.rows} == kept

    again = evaluated(home, file)
    assert (again.resumed, again.accuracy) == (3, report.accuracy)
    assert [row.predicted for row in again.rows] == [row.predicted for row in report.rows]


def test_a_row_without_evidence_is_not_enough_to_go_by(tmp_path: Path) -> None:
    file = tmp_path / "bridges.jsonl"
    file.write_text(json.dumps({**ROWS[0], "evidence": []}), "utf-8")
    report = evaluated(tmp_path / "home", file)
    assert (report.n, report.errors, report.dataset.no_evidence) == (1, 0, 1)
    assert report.rows[0].predicted == "NOT_ENOUGH_INFO"
