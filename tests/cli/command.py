"""Runs the real command line in a process of its own, with an empty home."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parents[2] / "src"


def environment(home: Path, **extra: str) -> dict[str, str]:
    """This process's environment with a home of its own and no settings from outside."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("VERACITY_") or name == "VERACITY_THREADS"
    }
    path = os.pathsep.join([str(SOURCE), *filter(None, [clean.get("PYTHONPATH")])])
    return {**clean, "PYTHONPATH": path, "VERACITY_HOME": str(home), "COLUMNS": "80", **extra}


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "veracity", *map(str, arguments)]


def veracity(
    *arguments: str | Path, home: Path, stdin: bytes = b"", timeout: float = 120, **extra: str
) -> subprocess.CompletedProcess[str]:
    """Run `veracity` with `arguments` and wait for its end."""
    ran = subprocess.run(
        command(*arguments),
        input=stdin,
        capture_output=True,
        env=environment(home, **extra),
        timeout=timeout,
        check=False,
    )
    return subprocess.CompletedProcess(
        ran.args, ran.returncode, ran.stdout.decode(), ran.stderr.decode()
    )


def rows(output: str) -> list[dict[str, Any]]:
    """The JSON Lines of `check --json`."""
    return [json.loads(line) for line in output.splitlines()]
