from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

import pytest

from veracity.domain.errors import (
    BadInput,
    CaseDamaged,
    DialRefused,
    NotInstalled,
    NotRecorded,
    StorageError,
    VeracityError,
)
from veracity.interfaces.cli.faults import end, explain


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (VeracityError("m", "f"), 1),
        (BadInput("m", "f"), 2),
        (DialRefused("m", "f"), 2),
        (NotRecorded("m", "f"), 3),
        (CaseDamaged("m", "f"), 4),
        (NotInstalled("m", "f"), 5),
        (StorageError("m", "f"), 6),
    ],
)
def test_each_kind_of_error_has_its_exit_code_and_its_fix(fault: VeracityError, code: int) -> None:
    assert explain(fault) == ("m f", code)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_a_fault_of_the_disk_says_what_to_do(number: int) -> None:
    line, code = explain(OSError(number, "x", "/some/place"))
    assert code == StorageError.exit_code
    assert "/some/place" in line
    assert "VERACITY_HOME" in line


def test_a_locked_database_says_who_holds_it(tmp_path: Path) -> None:
    holder = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    other = sqlite3.connect(tmp_path / "a.db", timeout=0, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError) as caught:
        other.execute("BEGIN EXCLUSIVE")
    line, code = explain(caught.value)
    assert code == StorageError.exit_code
    assert "Another process" in line
    other.close()
    holder.close()


def test_the_cause_inside_a_group_counts() -> None:
    group = ExceptionGroup("tasks", [BadInput("m", "f")])
    assert explain(group) == ("m f", 2)


def test_an_unexpected_fault_names_itself_and_the_way_to_its_trace() -> None:
    line, code = explain(ZeroDivisionError("division by zero"))
    assert code == 1
    assert "ZeroDivisionError" in line
    assert "--debug" in line


def test_a_fault_is_one_line_without_control_characters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert end(BadInput("a\nb\x1b[2J", "c"), debug=False) == 2
    assert capsys.readouterr().err == "veracity: a b [2J c\n"


def test_the_trace_is_shown_when_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise BadInput("a", "b")
    except BadInput as error:
        end(error, debug=True)
    assert "Traceback" in capsys.readouterr().err
