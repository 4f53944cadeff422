from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import veracity

CLAIM = "The village of Brakka has more than 120 inhabitants."


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A case, made once by the real command."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "evidence.txt").write_text("The village of Brakka has 125 inhabitants.")
    case = folder / "case.json"
    ran = veracity(
        "check",
        CLAIM,
        "--evidence",
        folder / "evidence.txt",
        "--model",
        "none",
        "--out",
        case,
        home=folder / "home",
    )
    assert ran.returncode == 0, ran.stderr
    return case


def changed(made: Path, into: Path, **parts: Any) -> Path:
    """A copy of the case with parts changed, in its canonical spelling."""
    from veracity.domain.canonical import canonical

    content = json.loads(made.read_bytes())
    into.write_bytes(canonical({**content, **parts}) + b"\n")
    return into


def test_the_same_verdict_comes_out_again(made: Path, tmp_path: Path) -> None:
    ran = veracity("replay", made, home=tmp_path)
    assert ran.returncode == 0, ran.stderr
    count = len(json.loads(made.read_bytes())["exchanges"])
    assert ran.stdout.splitlines()[0] == f"same verdict, {count} exchanges, 0 calls"
    assert list(tmp_path.iterdir()) == [], "a replay leaves nothing behind"


@pytest.mark.parametrize("options", [(), ("--from-exchanges",)])
def test_the_json_says_whether_it_is_the_same(
    made: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    ran = veracity("replay", made, "--json", *options, home=tmp_path)
    assert ran.returncode == 0, ran.stderr
    line = json.loads(ran.stdout)
    assert line["same"] is True
    assert line["calls"] == 0
    assert line["verdict"] == json.loads(made.read_bytes())["verdict"]


def test_another_dial_gives_another_verdict(made: Path, tmp_path: Path) -> None:
    ran = veracity("replay", made, "--json", "--set", "code_confidence=0.5", home=tmp_path)
    assert ran.returncode == 0, ran.stderr
    line = json.loads(ran.stdout)
    assert line["same"] is False
    assert line["verdict"]["confidence"] == 0.5
    assert any("confidence" in difference for difference in line["differences"])
    words = veracity("replay", made, "--set", "code_confidence=0.5", home=tmp_path).stdout
    assert words.startswith("another verdict")


def test_a_lens_is_a_dial(made: Path, tmp_path: Path) -> None:
    ran = veracity("replay", made, "--json", "--lens", "strict", home=tmp_path)
    assert json.loads(ran.stdout)["verdict"]["lens"] == "strict"


def test_a_dial_that_asks_is_refused(made: Path, tmp_path: Path) -> None:
    ran = veracity("replay", made, "--set", "top_k=2", home=tmp_path)
    assert ran.returncode == 2
    assert "changes what is asked" in ran.stderr


def test_a_case_whose_digests_do_not_hold_is_not_replayed(made: Path, tmp_path: Path) -> None:
    verdict = {**json.loads(made.read_bytes())["verdict"], "label": "False"}
    forged = changed(made, tmp_path / "forged.json", verdict=verdict)
    ran = veracity("replay", forged, home=tmp_path / "home")
    assert ran.returncode == 4
    assert "The case is not what it was: verdict" in ran.stderr


def test_a_whole_case_verifies(made: Path, tmp_path: Path) -> None:
    ran = veracity("verify", made, home=tmp_path)
    assert ran.returncode == 0
    assert ran.stdout.startswith("unchanged: ")


def test_a_changed_part_is_named(made: Path, tmp_path: Path) -> None:
    dials = {**json.loads(made.read_bytes())["dials"], "clear": 0.1}
    ran = veracity("verify", changed(made, tmp_path / "c.json", dials=dials), home=tmp_path)
    assert ran.returncode == 4
    assert ran.stdout.startswith("dials: ")


def test_one_flipped_byte_is_found(made: Path, tmp_path: Path) -> None:
    content = made.read_bytes()
    at = content.index(b"120 inhabitants")
    flipped = tmp_path / "flipped.json"
    flipped.write_bytes(content[:at] + b"9" + content[at + 1 :])
    ran = veracity("verify", flipped, home=tmp_path)
    assert ran.returncode == 4
    assert "claim" in ran.stdout
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("content", "code"), [(b"{}\n", 4), (b"", 4), (b"\xff", 4), (b"[1, 2]\n", 4), (None, 2)]
)
def test_what_is_no_case_is_one_line(tmp_path: Path, content: bytes | None, code: int) -> None:
    place = tmp_path / "case.json"
    if content is not None:
        place.write_bytes(content)
    for command in ("replay", "verify"):
        ran = veracity(command, place, home=tmp_path)
        assert ran.returncode == code
        assert len(ran.stderr.splitlines()) == 1


def test_what_evidence_hides_does_not_reach_the_terminal(tmp_path: Path) -> None:
    evidence, case = tmp_path / "evidence.txt", tmp_path / "case.json"
    evidence.write_text("The village of \u202eBrakka\u2066 has 125 \U000e0041inhabitants.", "utf-8")
    options = ("--evidence", evidence, "--model", "none", "--out", case)
    home = tmp_path / "home"
    assert veracity("check", CLAIM, *options, home=home).returncode == 0
    for turned in ((), ("--lens", "strict")):
        ran = veracity("replay", case, *turned, home=home)
        assert "Brakka has 125 inhabitants." in ran.stdout
        assert not {"\u202e", "\u2066", "\U000e0041"}.intersection(ran.stdout)
