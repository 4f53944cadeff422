"""Each method, end to end: the command line, the real local model, the archive, and replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import rows, veracity

from veracity.methods import NAMES
from veracity.models.catalogue import catalogue
from veracity.models.weights import WeightStore

CLAIMS = (
    "The coastline of Sri Lanka is 1,340 kilometres long.",
    "The capital of Kenya is Mombasa.",
    "Iceland's highest point is 2,110 metres above the sea.",
    "Most people in Bhutan work in agriculture.",
    "Portugal borders France.",
)
LESS = {"rubric": ("--set", "documents=4")}
"""Four documents a leaf."""


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize("name", NAMES)
def test_five_claims_are_judged_and_replay_with_the_network_blocked(
    name: str, tmp_path: Path
) -> None:
    known = catalogue()
    weights = WeightStore.default().path(known.find(known.default))
    if weights is None:
        pytest.skip("the local model is not installed")
    home = tmp_path / "home"
    (home / "models").mkdir(parents=True)
    (home / "models" / weights.name).symlink_to(weights)
    (tmp_path / "claims.txt").write_text("\n".join(CLAIMS))

    arguments = ("check", tmp_path / "claims.txt", "--method", name, "--json", *LESS.get(name, ()))
    first = veracity(*arguments, home=home, timeout=3000)
    assert first.returncode == 0, first.stderr
    judged = rows(first.stdout)
    assert [line["claim"] for line in judged] == list(CLAIMS)
    assert not [line for line in judged for a in line["abstentions"] if a["failure"] == "internal"]
    for line in judged:
        replayed = veracity("replay", line["case"], "--from-exchanges", home=tmp_path / "other")
        assert replayed.stdout.startswith("same verdict, "), replayed.stdout
    again = rows(veracity(*arguments, home=home, timeout=600).stdout)
    for line, before in zip(again, judged, strict=True):
        if before["abstentions"]:
            continue  # What failed, as on a machine too busy to answer in time, is asked again.
        assert line["calls"] == 0
        assert line["label"] == before["label"]
