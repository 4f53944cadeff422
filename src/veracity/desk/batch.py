"""Many steps over the ledger in one transaction, each as if it were by itself.

A transaction that lasts costs a flush of the disk, whether it writes one reply or two hundred. So
what waits for the journal's thread is done together, in the order in which it came.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from veracity.desk.database import explanation, patiently
from veracity.desk.ledger import Ledger

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Raised:
    """A step ended with an error."""

    error: Exception


@dataclass(frozen=True, slots=True, eq=False)
class Step(Generic[T]):
    """What one caller wants from the ledger.

    It may be done several times until what came of it is certain, so whatever it leaves outside the
    ledger belongs into `after`.
    """

    look: Callable[[Ledger], T | None] | None = None
    """Answers without a transaction. With a `write`, None leaves the answer to that."""
    write: Callable[[Ledger], T] | None = None
    """Answers within a transaction, which the step does not begin or end."""
    lasting: bool = False
    """What is written outlives a power cut."""
    alone: bool = False
    """Is never part of a transaction of others."""
    after: Callable[[T | Raised], None] | None = None
    """Is given what came of the step, once that is certain."""
    unwanted: Callable[[T], None] | None = None
    """Is given the answer when nobody can be told any more."""


def run(
    ledger: Ledger, steps: Sequence[Step[Any]], *, path: Path, wait_seconds: float
) -> list[Any]:
    """Do `steps` in order, and return what came of each when that is certain: answer or `Raised`.

    Those before the first that has to write need no transaction; the others share one. It lasts if
    one of them does. A fault of a step is its own and undoes only that step. When the transaction
    cannot begin or end, nothing of it has happened, and all its steps get a `StorageError`.
    """
    came: list[Any] = []
    for step in steps:
        answer = _look(ledger, step, path, wait_seconds)
        if answer is None and step.write is not None:
            break
        came.append(answer)
    rest = steps[len(came) :]
    return came + _write(ledger, rest, path, wait_seconds) if rest else came


def _look(ledger: Ledger, step: Step[Any], path: Path, wait_seconds: float) -> Any:
    look = step.look
    if look is None:
        return None
    try:
        return patiently(lambda: look(ledger), wait_seconds)
    except Exception as error:
        return Raised(_told(error, path))


def _write(
    ledger: Ledger, steps: Sequence[Step[Any]], path: Path, wait_seconds: float
) -> list[Any]:
    lasting = any(step.lasting for step in steps)

    def whole() -> list[Any]:
        with ledger.together(lasting=lasting):
            return [_part(ledger, step, path) for step in steps]

    try:
        return patiently(whole, wait_seconds)
    except Exception as error:
        # One for each, since whoever raises an error writes into it.
        return [Raised(_told(error, path)) for _ in steps]


def _part(ledger: Ledger, step: Step[Any], path: Path) -> Any:
    do = step.write or step.look
    assert do is not None
    try:
        return do(ledger)
    except sqlite3.OperationalError:
        raise  # A lock, a full disk: it concerns all.
    except Exception as error:
        if not ledger.in_transaction:
            raise
        return Raised(_told(error, path))


def _told(error: Exception, path: Path) -> Exception:
    """The error as a caller gets it."""
    if not isinstance(error, sqlite3.Error | OSError):
        return error
    told = explanation(error, path)
    told.__cause__ = error
    return told
