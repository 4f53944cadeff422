"""`veracity check` as a person runs it: in a process of its own, with an empty home, no model."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command import command, environment, rows, veracity

EVIDENCE = """The Harrow Lane footbridge was opened in 1931. It is 212 metres long.

It was closed for repairs in 1987."""
CLAIM = "The Harrow Lane footbridge was opened in 1931."
ALONE = ("--model", "none")


@pytest.fixture
def evidence(tmp_path: Path) -> Path:
    file = tmp_path / "bridge.txt"
    file.write_text(EVIDENCE)
    return file


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_a_claim_against_given_evidence_is_one_json_object(home: Path, evidence: Path) -> None:
    ran = veracity("check", CLAIM, "--evidence", evidence, *ALONE, "--json", home=home)
    assert ran.returncode == 0, ran.stderr
    (line,) = rows(ran.stdout)
    assert line["claim"] == CLAIM
    assert line["method"] == "routed"
    assert line["lens"] == "lenient"
    assert 0 <= line["confidence"] <= 1
    assert line["calls"] == 1
    assert line["cost"] == 0
    assert Path(line["case"]).parent == home / "cases"
    assert json.loads(Path(line["case"]).read_bytes())["claim"]["text"] == CLAIM
    for shown in line["evidence"]:
        assert shown["quote"] in EVIDENCE
        assert shown["tier"] == "given"


def test_the_second_check_of_a_claim_makes_no_call(home: Path, evidence: Path) -> None:
    arguments = ("check", CLAIM, "--evidence", evidence, *ALONE, "--json")
    (first,) = rows(veracity(*arguments, home=home).stdout)
    (second,) = rows(veracity(*arguments, home=home).stdout)
    assert (first["calls"], second["calls"]) == (1, 0)
    del first["calls"], second["calls"], first["seconds"], second["seconds"]
    assert first == second
    assert len(list((home / "cases").iterdir())) == 1
    (fresh,) = rows(veracity(*arguments, "--fresh", home=home).stdout)
    assert fresh["calls"] == 1


def test_the_card_shows_the_claim_the_label_and_where_the_case_lies(
    home: Path, evidence: Path
) -> None:
    ran = veracity("check", CLAIM, "--evidence", evidence, *ALONE, "--trail", home=home)
    assert ran.returncode == 0, ran.stderr
    assert CLAIM in ran.stdout
    assert "confidence" in ran.stdout
    assert "1. retrieve" in ran.stdout
    (place,) = (line for line in ran.stdout.splitlines() if line.startswith("case: "))
    assert Path(place.removeprefix("case: ")).is_file()
    assert "\x1b" not in ran.stdout + ran.stderr
    assert max(map(len, ran.stdout.splitlines()[:-1])) <= 80
    assert "retrieve: given" in ran.stderr


def test_quiet_says_nothing_beside_the_verdict(home: Path, evidence: Path) -> None:
    ran = veracity("check", CLAIM, "--evidence", evidence, *ALONE, "--quiet", home=home)
    assert ran.returncode == 0
    assert ran.stderr == ""


def test_the_case_goes_where_it_is_wanted(home: Path, evidence: Path, tmp_path: Path) -> None:
    out = tmp_path / "here" / "case.json"
    ran = veracity(
        "check", CLAIM, "--evidence", evidence, *ALONE, "--json", "--out", out, home=home
    )
    assert rows(ran.stdout)[0]["case"] == str(out)
    assert out.is_file()
    assert not (home / "cases").exists()


def test_a_file_of_claims_is_judged_line_by_line_past_a_bad_one(
    home: Path, evidence: Path, tmp_path: Path
) -> None:
    claims = tmp_path / "claims.txt"
    claims.write_bytes(b"The bridge is long.\n\n\xff\xfe\nThe bridge is old.\n")
    out = tmp_path / "cases"
    ran = veracity(
        "check", claims, "--evidence", evidence, *ALONE, "--json", "--out", out, home=home
    )
    assert ran.returncode == 2
    assert [line["claim"] for line in rows(ran.stdout)] == [
        "The bridge is long.",
        "The bridge is old.",
    ]
    assert "line 3: The text is not valid UTF-8" in ran.stderr
    assert sorted(file.name for file in out.iterdir()) == ["00001.json", "00004.json"]


def test_standard_input_is_read(home: Path, evidence: Path) -> None:
    ran = veracity(
        "check",
        "-",
        "--evidence",
        evidence,
        *ALONE,
        "--json",
        home=home,
        stdin="පාලම දිගයි.\n".encode(),
    )
    assert [line["claim"] for line in rows(ran.stdout)] == ["පාලම දිගයි."]


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("", "no text"),
        ("missing.txt", "There is no file missing.txt"),
        ("/", "is a directory"),
        ("a" * 100_000, "100,000"),
    ],
)
def test_bad_input_is_one_line_and_code_2(home: Path, argument: str, said: str) -> None:
    ran = veracity("check", argument, home=home)
    assert ran.returncode == 2
    assert ran.stdout == ""
    (line,) = ran.stderr.splitlines()
    assert line.startswith("veracity: ")
    assert said in line
    assert not home.exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe\xff", "UTF-8"),
        (b"\x7fELF\x00\x00", "binary"),
        (b"x" * 1_000_000, "1,000,000"),
        (b"", "no text"),
    ],
)
def test_bad_standard_input_is_one_line_and_code_2(home: Path, content: bytes, said: str) -> None:
    ran = veracity("check", "-", home=home, stdin=content)
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    assert said in line


def test_an_argument_that_is_not_utf8_is_one_line_and_code_2(home: Path) -> None:
    ran = subprocess.run(
        [*map(os.fsencode, command("check")), b"caf\xe9 is a word"],
        capture_output=True,
        env=environment(home),
        check=False,
    )
    assert ran.returncode == 2
    assert b"not valid UTF-8" in ran.stderr
    assert ran.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--set", "depth=3"), "no dial 'depth'"),
        (("--set", "clear"), "--set dial=value"),
        (("--set", "clear=2"), "clear"),
        (("--lens", "rosy"), "lens"),
        (("--method", "oracle"), "no method 'oracle'"),
        (("--model", "oracle"), "no local model 'oracle'"),
        (("--evidence", "missing.txt"), "no evidence at missing.txt"),
        (("--out", "case.txt"), "ends in .json"),
        (("--budget", "much"), "--budget"),
    ],
)
def test_a_wrong_option_is_one_line_and_code_2(
    home: Path, options: tuple[str, ...], said: str
) -> None:
    ran = veracity("check", CLAIM, *options, home=home)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert len(ran.stderr.splitlines()) == 1
    assert said in ran.stderr


def test_several_claims_need_a_folder(home: Path) -> None:
    ran = veracity("check", "-", "--out", "case.json", home=home, stdin=b"One.\nTwo.\n")
    assert ran.returncode == 2
    assert "Name a folder" in ran.stderr


def test_a_home_that_cannot_be_made_is_one_line_and_code_6(tmp_path: Path, evidence: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ran = veracity("check", CLAIM, "--evidence", evidence, *ALONE, home=tmp_path / "file" / "home")
    assert ran.returncode == 6
    assert len(ran.stderr.splitlines()[-1:]) == 1
    assert "VERACITY_HOME" in ran.stderr
    assert "Traceback" not in ran.stderr


@contextmanager
def mounted(at: Path, options: str) -> Generator[Path]:
    """A small file system in memory at `at`; the test is skipped where none can be mounted."""
    at.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(at)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield at
    finally:
        subprocess.run(["umount", str(at)], check=True)


def test_a_read_only_home_is_one_line_and_code_6(tmp_path: Path, evidence: Path) -> None:
    with mounted(tmp_path / "disk", "ro") as disk:
        ran = veracity("check", CLAIM, "--evidence", evidence, *ALONE, "--quiet", home=disk)
    assert ran.returncode == 6
    (line,) = ran.stderr.splitlines()
    assert "VERACITY_HOME" in line


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path, evidence: Path) -> None:
    claims = tmp_path / "claims.txt"
    claims.write_text("".join(f"The bridge is {n} metres long.\n" for n in range(200)))
    arguments = ("check", claims, "--evidence", evidence, *ALONE, "--json", "--quiet")
    with mounted(tmp_path / "disk", "size=600k") as disk:
        full = veracity(*arguments, home=disk)
        assert full.returncode == 6
        (line,) = full.stderr.splitlines()
        assert "full" in line or "No space" in line
        kept = rows(full.stdout)
        assert 0 < len(kept) < 200
        assert all(json.loads(Path(line["case"]).read_bytes()) for line in kept)
        subprocess.run(["mount", "-o", "remount,size=40m", str(disk)], check=True)
        again = veracity(*arguments, home=disk)
        assert again.returncode == 0, again.stderr
        assert len(rows(again.stdout)) == 200
        assert all(line["calls"] == 0 for line in rows(again.stdout)[: len(kept)])


def test_a_trace_is_shown_with_debug_only(home: Path) -> None:
    assert "Traceback" not in veracity("check", "", home=home).stderr
    assert "Traceback" in veracity("--debug", "check", "", home=home).stderr
    assert "Traceback" in veracity("check", "", home=home, VERACITY_DEBUG="1").stderr


def test_a_reader_that_stops_reading_is_no_fault(home: Path, evidence: Path) -> None:
    claims = "\n".join(f"The bridge is {number} metres long." for number in range(200))
    ran = subprocess.Popen(
        command("check", "-", "--evidence", evidence, *ALONE, "--json", "--quiet"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
    )
    assert ran.stdin is not None
    assert ran.stdout is not None
    assert ran.stderr is not None
    ran.stdin.write(claims.encode())
    ran.stdin.close()
    ran.stdout.readline()
    ran.stdout.close()
    assert ran.wait(60) == 141
    assert ran.stderr.read() == b""
    ran.stderr.close()


def test_a_journal_that_is_locked_for_a_while_is_waited_for(home: Path, evidence: Path) -> None:
    arguments = ("check", CLAIM, "--evidence", evidence, *ALONE, "--json")
    veracity(*arguments, home=home)
    holder = sqlite3.connect(home / "journal.sqlite3", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    waiting = subprocess.Popen(
        command(*arguments, "--fresh"), stdout=subprocess.PIPE, env=environment(home)
    )
    time.sleep(3)
    assert waiting.poll() is None
    holder.execute("COMMIT")
    holder.close()
    output, _ = waiting.communicate(timeout=60)
    assert waiting.returncode == 0
    assert rows(output.decode())[0]["calls"] == 1


def test_a_journal_that_stays_locked_is_one_line_and_code_6(home: Path, evidence: Path) -> None:
    arguments = ("check", CLAIM, "--evidence", evidence, *ALONE, "--quiet")
    veracity(*arguments, home=home)
    holder = sqlite3.connect(home / "journal.sqlite3", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    ran = veracity(*arguments, "--fresh", home=home, VERACITY_LOCK_WAIT="1")
    holder.execute("ROLLBACK")
    holder.close()
    assert ran.returncode == 6
    (line,) = ran.stderr.splitlines()
    assert "locked" in line


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_keeps_what_was_finished(home: Path, evidence: Path, tmp_path: Path) -> None:
    claims = tmp_path / "claims.txt"
    claims.write_text("\n".join(f"The bridge is {n} metres long." for n in range(400)))
    ran = subprocess.Popen(
        command("check", claims, "--evidence", evidence, *ALONE, "--json", "--quiet"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
    )
    assert ran.stdout is not None
    assert ran.stderr is not None
    output = ran.stdout.readline()
    ran.send_signal(signal.SIGINT)
    output += ran.stdout.read()
    errors = ran.stderr.read()
    assert ran.wait(60) == 130
    ran.stdout.close()
    ran.stderr.close()
    kept = rows(output.decode())
    assert 0 < len(kept) < 400
    assert [line["claim"] for line in kept] == [
        f"The bridge is {n} metres long." for n in range(len(kept))
    ]
    assert all(Path(line["case"]).is_file() for line in kept)
    assert b"Traceback" not in errors
    assert f"{len(kept)} of 400 claims".encode() in errors
