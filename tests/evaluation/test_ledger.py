"""The ledger of held-out scorings: what is written, and what is refused."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest

from veracity.domain.errors import BadInput
from veracity.evaluation.ledger import LEDGER, Scoring, allow, enter, held_out, scorings

FIRST = Scoring(
    date=date(2026, 11, 30),
    release="0.1.0",
    commit="abc",
    set="held_out",
    sha256="sha256:1",
    method="routed",
    model="local",
    why='a "first" look\nover two lines \\ ',
    figures={"accuracy": 0.5, "flips": 0.0},
)


def test_only_held_out_sets_are_kept_account_of() -> None:
    assert held_out(Path("golden/held_out.jsonl"))
    assert held_out(Path("held_out_posts.jsonl"))
    assert not held_out(Path("held_out/dev.jsonl"))


def test_what_is_entered_is_read_back(tmp_path: Path) -> None:
    assert scorings(tmp_path) == ()
    enter(tmp_path, [FIRST])
    second = FIRST.model_copy(update={"release": "0.2.0", "figures": {}})
    enter(tmp_path, [second])
    assert scorings(tmp_path) == (FIRST, second)


def test_what_stands_there_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / LEDGER).write_text("# Kept by hand, too.\n", "utf-8")
    enter(tmp_path, [FIRST])
    written = (tmp_path / LEDGER).read_text("utf-8")
    assert written.startswith("# Kept by hand, too.\n")
    assert len(tomllib.loads(written)["scoring"]) == 1


def test_a_second_look_needs_a_reason(tmp_path: Path) -> None:
    place = tmp_path / "held_out.jsonl"
    look = {"release": "0.1.0", "method": "routed", "model": "local"}
    assert allow(place, **look, why=None) == "first scoring of release 0.1.0"
    enter(tmp_path, [FIRST])
    with pytest.raises(BadInput, match=r"was scored for release .* on 2026-11-30") as refused:
        allow(place, **look, why="  ")
    assert "--why" in refused.value.fix
    assert allow(place, **look, why=" the report was lost ") == "the report was lost"


@pytest.mark.parametrize(
    "other", [{"release": "0.2.0"}, {"method": "panel"}, {"model": "none"}], ids=str
)
def test_another_release_method_or_model_is_a_first_look(
    tmp_path: Path, other: dict[str, str]
) -> None:
    enter(tmp_path, [FIRST])
    look = {"release": "0.1.0", "method": "routed", "model": "local"} | other
    assert allow(tmp_path / "held_out.jsonl", **look, why=None).startswith("first scoring")


@pytest.mark.parametrize("content", ["[[scoring", "[[scoring]]\nset = 1\n"])
def test_a_damaged_ledger_stops_the_scoring(tmp_path: Path, content: str) -> None:
    (tmp_path / LEDGER).write_text(content, "utf-8")
    with pytest.raises(BadInput, match="cannot be read"):
        allow(tmp_path / "held_out.jsonl", release="1", method="m", model="x", why="so")
