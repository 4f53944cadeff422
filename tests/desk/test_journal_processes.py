"""Several real processes on one journal, stopped and killed at bad moments."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import veracity
from veracity.desk.journal import Journal
from veracity.domain.exchange import Request

ASKER = Path(__file__).with_name("asker.py")
SOURCE = Path(veracity.__path__[0]).parent


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "calls").touch()
    return tmp_path


def start(home: Path, **options: object) -> subprocess.Popen[str]:
    arguments = [str(home / "journal.sqlite3"), str(home / "calls")]
    for name, value in options.items():
        arguments += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    process = subprocess.Popen(
        [sys.executable, str(ASKER), *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def outcomes(process: subprocess.Popen[str]) -> list[dict[str, object]]:
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return json.loads(printed)


def calls(home: Path) -> list[tuple[int, int]]:
    lines = (home / "calls").read_text().splitlines()
    return [(int(number), int(pid)) for number, pid in (line.split() for line in lines)]


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.005)


def recorded(home: Path, count: int) -> set[int]:
    async def look() -> set[int]:
        async with Journal(home / "journal.sqlite3") as journal:
            keys = {
                n: Request(kind="ask", provider="paid", inputs={"n": n}).key for n in range(count)
            }
            return {n for n, key in keys.items() if await journal.find("local", key) is not None}

    return asyncio.run(look())


def test_processes_on_one_journal_never_pay_twice(home: Path) -> None:
    processes = [start(home, count=40, shuffle=seed) for seed in range(3)]
    answers = [outcomes(process) for process in processes]
    assert sorted(number for number, _ in calls(home)) == list(range(40))
    assert answers[0] == answers[1] == answers[2]
    assert [answer["square"] for answer in answers[0]] == [n * n for n in range(40)]


def test_a_process_waits_for_the_reply_of_another(home: Path) -> None:
    first = start(home, seconds=1.5)
    wait_until(lambda: len(calls(home)) == 1)
    second = start(home)
    assert outcomes(first) == outcomes(second)
    assert calls(home) == [(0, first.pid)]


def test_a_killed_holder_is_followed_at_once(home: Path) -> None:
    first = start(home, seconds=60, lease=600)
    wait_until(lambda: len(calls(home)) == 1)
    first.kill()
    first.wait()
    began = time.monotonic()
    (answer,) = outcomes(start(home, lease=600))
    assert answer["by"] != first.pid
    assert time.monotonic() - began < 20, "a dead holder's lease of 600 s was waited for"


def test_a_hung_holder_is_fenced_off_and_takes_the_reply_of_its_successor(home: Path) -> None:
    hung = start(home, seconds=0.3, lease=1)
    wait_until(lambda: len(calls(home)) == 1)
    hung.send_signal(signal.SIGSTOP)
    try:
        successor = start(home, lease=1)
        (answer,) = outcomes(successor)
    finally:
        hung.send_signal(signal.SIGCONT)
    assert answer["by"] == successor.pid
    assert outcomes(hung) == [answer]
    assert outcomes(start(home)) == [answer]
    assert [pid for _, pid in calls(home)] == [hung.pid, successor.pid]


def test_a_killed_run_repeats_only_what_was_in_flight(home: Path) -> None:
    _kill_and_resume(home, count=60, kills=4, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_many_kills(home: Path, seed: int) -> None:
    _kill_and_resume(home, count=400, kills=25, seed=seed)


def _kill_and_resume(home: Path, *, count: int, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    done: set[int] = set()
    for _ in range(kills):
        before = len(calls(home))
        process = start(home, count=count, concurrency=4, shuffle=seed, large=True)
        time.sleep(chance.uniform(0, 0.25))
        process.kill()
        process.wait()
        made = [number for number, _ in calls(home)[before:]]
        assert done.isdisjoint(made), "a completed call was repeated"
        assert max(Counter(made).values(), default=0) <= 1
        now_done = recorded(home, count)
        assert now_done >= done, "a recorded reply was lost"
        # A call beyond those in flight would be one whose reply did not get into the journal.
        assert len(set(made) - now_done) <= 4
        done = now_done
    before = len(calls(home))
    answers = outcomes(start(home, count=count, shuffle=seed, large=True))
    made = [number for number, _ in calls(home)[before:]]
    assert sorted(made) == sorted(set(range(count)) - done)
    assert [answer["square"] for answer in answers] == [n * n for n in range(count)]
