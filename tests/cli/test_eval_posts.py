"""`veracity eval` on a folder of posts, with the real embedder and no other model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import veracity

POSTS = [
    ("bridge", "True", "Example bridge eka 3 weeks close karala lu, repairs wage"),
    ("museum", "False", "Sample museum eken coins 90k horakam karala"),
]
ALERTS = [
    ("bridge", "The Example bridge is closed for 3 weeks of repairs."),
    ("museum", "Forty old coins were stolen from the Sample museum."),
    (None, "The price of onions did not change."),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "posts"
    place.mkdir()
    (place / "dataset.toml").write_text('sets = ["dev.jsonl", "held_out.jsonl"]\narchive = "a"\n')
    for name in ("dev", "held_out"):
        rows = [
            {"id": f"{name}/{event}", "event": event, "style": "mixed-a", "text": text}
            | {"claim": "-", "label": label, "published": "2026-05-02"}
            for event, label, text in POSTS
        ]
        (place / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    alerts = [
        {"id": str(at), "text": text, "published": "2026-05-01", "outlet": "Wire"}
        | ({} if event is None else {"event": event})
        for at, (event, text) in enumerate(ALERTS)
    ]
    (place / "a").write_text("".join(json.dumps(row) + "\n" for row in alerts))
    return place


def test_retrieval_is_measured_and_a_second_look_needs_a_reason(folder: Path) -> None:
    home, out = folder.parent / "home", folder.parent / "out.json"
    ran = veracity("eval", "retrieval", folder, "--report", out, "-q", home=home)
    assert ran.returncode == 0, ran.stderr
    assert "Recall@5" in ran.stdout
    found = json.loads(out.read_text())
    assert found["sets"]["held_out"]["backends"]["archive"]["recall"]["value"] == 1.0
    assert 'method = "retrieval"' in (folder / "ledger.toml").read_text()
    again = veracity("eval", "retrieval", folder, "-q", home=home)
    assert again.returncode == 2
    assert "--why" in again.stderr
    only = veracity("eval", "retrieval", folder, "--only", "dev", "-q", home=home)
    assert only.returncode == 0, only.stderr
    assert "held_out" not in only.stdout


def test_a_set_that_the_folder_has_not_is_refused(folder: Path) -> None:
    ran = veracity("eval", "retrieval", folder, "--only", "other", home=folder.parent / "home")
    assert ran.returncode == 2
    assert "no queries of that set" in ran.stderr


def test_posts_are_judged_against_the_folders_own_archive(folder: Path) -> None:
    home, out = folder.parent / "home", folder.parent / "out.json"
    plain = ("--only", "dev", "--model", "none", "-q")
    ran = veracity("eval", "run", folder, *plain, "--report", out, home=home)
    assert ran.returncode == 0, ran.stderr
    assert "dev: weighted F1" in ran.stdout
    found = json.loads(out.read_text())
    assert (found["n"], found["errors"]) == (2, 0)
    assert set(found["by_kind"]) == {"mixed-a"}
    assert not (home / "archive").exists()
    again = veracity("eval", "run", folder, *plain, "--report", out, home=home)
    assert again.returncode == 0, again.stderr
    assert json.loads(out.read_text())["resumed"] == 2
