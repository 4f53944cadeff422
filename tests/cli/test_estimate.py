"""`veracity estimate`: what a run would take, and nothing asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import veracity


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    file = tmp_path / "claims.txt"
    file.write_text("The lake is deep.\n\nThe mill burned in 1920.\n")
    return file


def test_every_method_and_nothing_is_asked(tmp_path: Path, claims: Path) -> None:
    ran = veracity("estimate", claims, "--method", "all", home=tmp_path / "home")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert lines[0] == "2 claims; nothing was asked"
    told = [line.split()[0] for line in lines if line.split()[1:2] == ["likely"]]
    assert told == ["panel", "routed", "rubric", "tribunal", "refute"]
    # 7 questions and 11 searches a claim.
    tribunal = next(at for at, line in enumerate(lines) if line.split()[:1] == ["tribunal"])
    assert lines[tribunal + 1].split()[:5] == ["at", "most", "14", "22", "0"]
    assert "fewer than 5: panel, routed, rubric, tribunal, refute" in ran.stdout
    assert not (tmp_path / "home").exists()


def test_one_json_object(tmp_path: Path, claims: Path) -> None:
    ran = veracity(
        "estimate", claims, "--method", "refute", "--set", "votes=5", "--search", "wikipedia",
        "--model", "openai_compatible:some", "--json", home=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert (told["claims"], told["unread_lines"]) == (2, 0)
    (refute,) = told["methods"]
    assert refute["likely"] is None
    assert refute["assumed_prices"] == ["openai_compatible:some"]
    # 5 voters, each a vote and 2 searches; a search at home, one on the web and 5 pages of it.
    assert refute["most"]["questions"] == 2 * 10
    assert refute["most"]["searches"] == 2 * 11 * 2
    assert refute["most"]["fetches"] == 2 * 11 * 5
    assert refute["most"]["usd"] > 0


def test_no_model_asks_nothing(tmp_path: Path, claims: Path) -> None:
    ran = veracity("estimate", claims, "--model", "none", "--json", home=tmp_path)
    assert json.loads(ran.stdout)["methods"][0]["most"]["questions"] == 0


def test_a_bad_line_is_told_and_not_counted(tmp_path: Path) -> None:
    file = tmp_path / "claims.txt"
    file.write_bytes(b"The lake is deep.\n\xff\xfe\nThe mill burned.\n")
    ran = veracity("estimate", file, "--json", home=tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.startswith("veracity: line 2: ")
    told = json.loads(ran.stdout)
    assert (told["claims"], told["unread_lines"]) == (2, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["none.txt"],
        ["The lake is deep.", "--method", "unheard_of"],
        ["The lake is deep.", "--set", "unheard_of=1"],
        ["The lake is deep.", "--method", "all", "--set", "unheard_of=1"],
    ],
)
def test_what_cannot_be_estimated_is_bad_input(tmp_path: Path, arguments: list[str]) -> None:
    ran = veracity("estimate", *arguments, home=tmp_path)
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stdout == ""
