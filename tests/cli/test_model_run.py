"""One claim from the command line to the real local model and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import rows, veracity

from veracity.models.catalogue import catalogue
from veracity.models.weights import WeightStore

EVIDENCE = "The old mill at Tessmar burned down last winter, and nothing of it is left."


@pytest.mark.model
def test_the_model_reads_what_code_cannot_compare_and_is_asked_once(tmp_path: Path) -> None:
    known = catalogue()
    weights = WeightStore.default().path(known.find(known.default))
    if weights is None:
        pytest.skip("the local model is not installed")
    home = tmp_path / "home"
    (home / "models").mkdir(parents=True)
    (home / "models" / weights.name).symlink_to(weights)
    (tmp_path / "mill.txt").write_text(EVIDENCE)

    arguments = ("check", "The mill at Tessmar is still standing.", "--evidence")
    first = veracity(*arguments, tmp_path / "mill.txt", "--json", home=home, timeout=600)
    assert first.returncode == 0, first.stderr
    assert "verify" in first.stderr
    (line,) = rows(first.stdout)
    assert line["label"] in ("False", "Unverified")
    assert line["calls"] == 2, "one search and one stance"
    assert line["evidence"][0]["quote"] in EVIDENCE

    (again,) = rows(veracity(*arguments, tmp_path / "mill.txt", "--json", home=home).stdout)
    assert again["calls"] == 0
    assert again["label"] == line["label"]
    replayed = veracity("replay", again["case"], "--from-exchanges", home=tmp_path / "other")
    assert replayed.stdout.startswith("same verdict, ")
