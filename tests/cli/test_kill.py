"""`kill -9` at random points of a run of 50 claims, and the same command again."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from command import command, environment, rows, veracity

CLAIMS = 50
TIMED = ("seconds", "calls")
"""What may differ between a run that was killed and one that was not."""


@pytest.fixture
def inputs(tmp_path: Path) -> tuple[str | Path, ...]:
    """A command over 50 claims, about half of them true by the evidence."""
    evidence = tmp_path / "evidence.txt"
    evidence.write_text("The village of Brakka has 125 inhabitants.")
    claims = tmp_path / "claims.txt"
    claims.write_text(
        "".join(f"Brakka has more than {100 + n} inhabitants.\n" for n in range(CLAIMS))
    )
    return ("check", claims, "--evidence", evidence, "--model", "none", "--json", "--quiet")


def completed(home: Path) -> set[str]:
    """The keys of the requests whose replies the journal holds."""
    if not (home / "journal.sqlite3").exists():
        return set()
    journal = sqlite3.connect(home / "journal.sqlite3")
    try:
        return {key for (key,) in journal.execute("SELECT key FROM replies")}
    except sqlite3.OperationalError:  # Killed before the table was there.
        return set()
    finally:
        journal.close()


def untimed(output: str) -> list[dict[str, Any]]:
    """The rows, with the name of the case's file: it names the record and the verdict."""
    return [
        {name: value for name, value in line.items() if name not in TIMED}
        | {"case": Path(line["case"]).name}
        for line in rows(output)
    ]


def kill_and_resume(
    inputs: tuple[str | Path, ...], home: Path, kills: int, chance: random.Random, whole: float
) -> tuple[str, int]:
    """Kill the run `kills` times, then let it end. Returns its output and the calls it made."""
    for _ in range(kills):
        ran = subprocess.Popen(command(*inputs), stdout=subprocess.DEVNULL, env=environment(home))
        time.sleep(chance.uniform(0.15, 1.0) * whole)
        ran.kill()
        ran.wait()
    before = completed(home)
    ended = veracity(*inputs, home=home)
    assert ended.returncode == 0, ended.stderr
    asked_again = [
        exchange
        for line in rows(ended.stdout)
        for exchange in json.loads(Path(line["case"]).read_bytes())["exchanges"]
        if exchange["request"]["kind"] in ("ask", "search") and not exchange["reused"]
    ]
    assert not before & {key_of(exchange) for exchange in asked_again}
    assert len(completed(home)) == len(before) + len(asked_again)
    return ended.stdout, len(asked_again)


def key_of(exchange: dict[str, Any]) -> str:
    from veracity.domain.exchange import Request

    return Request.model_validate(exchange["request"]).key


def check_kills(inputs: tuple[str | Path, ...], tmp_path: Path, rounds: int, kills: int) -> None:
    began = time.monotonic()
    undisturbed = veracity(*inputs, home=tmp_path / "undisturbed")
    whole = time.monotonic() - began
    assert undisturbed.returncode == 0, undisturbed.stderr
    expected = untimed(undisturbed.stdout)
    assert len(expected) == CLAIMS
    chance = random.Random(20261130)
    spared = 0
    for number in range(rounds):
        output, calls = kill_and_resume(inputs, tmp_path / f"home{number}", kills, chance, whole)
        assert untimed(output) == expected
        spared += CLAIMS - calls
    assert spared > 0, "no kill came between two claims, so nothing was shown"


def test_a_killed_run_goes_on_where_it_was(inputs: tuple[str | Path, ...], tmp_path: Path) -> None:
    check_kills(inputs, tmp_path, rounds=1, kills=3)


@pytest.mark.slow
def test_many_kills_at_random_points(inputs: tuple[str | Path, ...], tmp_path: Path) -> None:
    check_kills(inputs, tmp_path, rounds=15, kills=4)
