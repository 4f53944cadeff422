"""Errors that a person can act on: what went wrong, and what to do about it.

Faults of models and searches are not here. They are `Failure` values, because a method must go on
when one of its voices is missing.
"""

from __future__ import annotations


class VeracityError(Exception):
    """Something that the caller has to put right. `fix` says how, in one sentence."""

    exit_code = 1

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.message} {self.fix}".strip()


class BadInput(VeracityError):
    """What was given cannot be read, or is not what it should be."""

    exit_code = 2


class NotRecorded(VeracityError):
    """A request that the case never recorded."""

    exit_code = 3


class CaseDamaged(VeracityError):
    """A case file whose digests do not match its content."""

    exit_code = 4


class DialRefused(VeracityError):
    """A dial that does not exist, or that changes what is asked and so needs a live run."""

    exit_code = 2


class NotInstalled(VeracityError):
    """Weights, an extra or a service that the request needs and this machine lacks."""

    exit_code = 5


class StorageError(VeracityError):
    """A folder that cannot be written, a full disk, a journal that stays locked."""

    exit_code = 6


class Paused(VeracityError):
    """A run over several claims that stopped because it cannot go on now, and can later."""

    exit_code = 7
