"""`veracity eval gate`, on a real run, and the gates of the project."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.command import SOURCE, veracity
from veracity.models.catalogue import catalogue
from veracity.models.weights import WeightStore
from veracity.prompts import parse

ROOT = Path(__file__).resolve().parents[2]
TEXT = "The Example Bridge is 120 metres long. It was opened in 1901."
ROWS = [
    {"claim": "The Example Bridge is 120 metres long.", "label": "True"},
    {"claim": "The Example Bridge is 870 metres long.", "label": "False"},
    {"claim": "The Example Bridge is painted green.", "label": "Unverifiable"},
]
GATE = {
    "name": "bridges",
    "set": "bridges.jsonl",
    "sha256": "sha256:0",
    "closed": True,
    "method": "routed",
    "model": "none",
}


@pytest.fixture
def gates(tmp_path: Path) -> Path:
    rows = [json.dumps({**row, "evidence": [{"text": TEXT}]}) for row in ROWS]
    (tmp_path / "bridges.jsonl").write_text("\n".join(rows), "utf-8")
    place = tmp_path / "gates.json"
    place.write_text(json.dumps({"gates": [GATE]}), "utf-8")
    return place


def test_a_gate_is_pinned_holds_and_goes_red(gates: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    ran = veracity("eval", "gate", gates, "-q", home=home)
    assert ran.returncode == 1
    assert "The set bridges.jsonl is not the one that was pinned." in ran.stdout

    assert veracity("eval", "gate", gates, "--pin", "-q", home=home).returncode == 0
    (held,) = json.loads(gates.read_text("utf-8"))["gates"]
    assert (held["bounds"]["accuracy"], held["bounds"]["exact"]) == (1, 1)
    ran = veracity("eval", "gate", gates, "-q", home=home)
    assert (ran.returncode, ran.stdout[:5]) == (0, "green")

    worse = {**GATE, **held, "method": "tribunal"}  # which abstains without a model
    gates.write_text(json.dumps({"gates": [worse]}), "utf-8")
    ran = veracity("eval", "gate", gates, "-q", home=home)
    assert ran.returncode == 1
    assert "coverage is 0.000; its bound is 0.667 with a margin of 0.020." in ran.stdout

    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text("- Judge bridges by a tribunal.\n", "utf-8")
    pin = ("eval", "gate", gates, "--pin", "-q", "--changelog", changelog)
    refused = veracity(*pin, home=home)
    assert refused.returncode == 2
    assert "would lower what is asked" in refused.stderr
    lowered = veracity(*pin, "--lower", "Judge bridges by a tribunal.", home=home)
    assert lowered.returncode == 0, lowered.stderr


def test_the_gates_of_the_project_that_need_no_model_hold(tmp_path: Path) -> None:
    gates = ROOT / "benchmarks" / "gates.json"
    ran = veracity("eval", "gate", gates, "--only", "golden, by code alone", "-q", home=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def with_model(home: Path) -> Path:
    """A home that has the local model. Skips where it is not installed."""
    known = catalogue()
    weights = WeightStore.default().path(known.find(known.default))
    if weights is None:
        pytest.skip("the local model is not installed")
    (home / "models").mkdir(parents=True)
    (home / "models" / weights.name).symlink_to(weights)
    return home


LOCAL = ("eval", "gate", ROOT / "benchmarks" / "gates.json", "--only", "golden, local model", "-q")


@pytest.mark.model
def test_the_gates_of_the_project_hold_with_the_local_model(tmp_path: Path) -> None:
    ran = veracity(*LOCAL, home=with_model(tmp_path / "home"), timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.slow
@pytest.mark.model
def test_a_worse_prompt_turns_the_gate_red_by_its_digest_and_by_its_figures(
    tmp_path: Path,
) -> None:
    """The program in a copy, in which the prompt asks for the opposite words and the calibration
    was told to take it: by itself it refuses a prompt that it was not fitted with."""
    copy = tmp_path / "src"
    shutil.copytree(SOURCE, copy)
    prompt = copy / "veracity" / "prompts" / "stance.md"
    text = prompt.read_text("utf-8")
    worse = {"True": "False", "False": "True"}
    swapped = re.sub(r"\b(True|False)\b", lambda word: worse[word[0]], text)
    assert swapped != text
    prompt.write_text(swapped, "utf-8")
    for file in (copy / "veracity" / "models" / "calibration").glob("*.json"):
        fitted = file.read_text("utf-8")
        file.write_text(fitted.replace(parse(text).digest, parse(swapped).digest), "utf-8")
    home = with_model(tmp_path / "home")
    ran = veracity(*LOCAL, home=home, timeout=600, PYTHONPATH=str(copy))
    assert ran.returncode == 1, ran.stderr
    assert "The prompt stance is not the one that was pinned." in ran.stdout
    assert "accuracy is " in ran.stdout
