"""How a fault ends a command: one line, what to do about it, and the exit code."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from typing import cast

import typer

from veracity.domain.errors import StorageError, VeracityError
from veracity.interfaces.cli.console import note

UNEXPECTED = 1
USAGE = 2
STOPPED = 130
NOT_READ = 141

_DISK = {
    errno.ENOSPC: ("The disk is full", "Free some space, or set VERACITY_HOME to another disk."),
    errno.EDQUOT: ("The disk quota is used up", "Free some space, or set VERACITY_HOME."),
    errno.EROFS: ("The file system is read-only", "Set VERACITY_HOME to a folder you can write."),
    errno.EACCES: ("Permission is denied", "Set VERACITY_HOME to a folder you can write."),
    errno.EPERM: ("Permission is denied", "Set VERACITY_HOME to a folder you can write."),
}
_JOURNAL = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
}


def explain(fault: BaseException) -> tuple[str, int]:
    """The line for a person, and the exit code. Causes inside a group of faults count."""
    if isinstance(fault, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", fault)
        return explain(group.exceptions[0])
    if isinstance(fault, VeracityError):
        return str(fault), fault.exit_code
    if isinstance(fault, typer.TyperException):
        return f"{fault.format_message()} See `veracity --help`.", USAGE
    if isinstance(fault, sqlite3.Error):
        return _storage(fault)
    if isinstance(fault, OSError) and fault.errno in _DISK:
        what, fix = _DISK[fault.errno]
        where = f": {fault.filename}" if fault.filename else ""
        return f"{what}{where}. {fix}", StorageError.exit_code
    return (
        f"An unexpected fault: {type(fault).__name__}: {fault}. "
        "Run again with `veracity --debug` and report what it prints.",
        UNEXPECTED,
    )


def end(fault: BaseException, *, debug: bool) -> int:
    """Tell the person about `fault` on standard error. Returns the exit code."""
    if isinstance(fault, BrokenPipeError):
        # Python flushes standard output once more at its end; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_READ
    if isinstance(fault, KeyboardInterrupt):
        note("stopped.")
        return STOPPED
    if isinstance(fault, typer.TyperException) and "\n" in fault.format_message():
        print(fault.format_message(), file=sys.stderr)  # A command group alone shows its help.
        return USAGE
    if debug:
        import traceback

        traceback.print_exception(fault)
    line, code = explain(fault)
    note(line)
    return code


def _storage(fault: sqlite3.Error) -> tuple[str, int]:
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    if code in _JOURNAL:
        what, fix = _DISK[_JOURNAL[code]]
        return f"{what} (the database says: {fault}). {fix}", StorageError.exit_code
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return (
            "Another process holds the database. Wait for it to end, or stop it.",
            StorageError.exit_code,
        )
    return f"The database failed: {fault}. Run `veracity doctor`.", StorageError.exit_code
