"""The doctor speaks of every extra that there is."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.cli.command import veracity
from veracity.interfaces.cli.examination import EXTRAS

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_every_extra_is_looked_for(tmp_path: Path) -> None:
    extras = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(EXTRAS) == set(extras)
    said = veracity("doctor", home=tmp_path).stdout
    assert "images:" in said
    assert "recordings:" in said
    assert [extra for extra in extras if f"extra {extra}:" not in said] == []
