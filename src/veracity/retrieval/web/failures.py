"""Why there is no page, in words that say what to do. Addresses in them are fit to be shown."""

from __future__ import annotations

from veracity.domain.exchange import Failure, FailureKind
from veracity.retrieval.web.policy import shown


class Stopped(Exception):
    """Ends a fetch from inside the connection. Its failure is what the fetch returns."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def refused(url: str, why: str) -> Failure:
    """The policy forbids the address."""
    return Failure(kind=FailureKind.REFUSED, message=f"{shown(url)} is not fetched: {why}.")


def by_robots(url: str) -> Failure:
    """The site asks programs to stay away from the page."""
    return Failure(
        kind=FailureKind.REFUSED,
        message=(
            f"{shown(url)} is not fetched: the site's robots.txt asks programs to stay away. "
            'Read it yourself and add it to the archive, or set robots = "ignore" if you may.'
        ),
    )


def unreachable(url: str, why: str) -> Failure:
    """Nothing answered, or what answered broke off."""
    return Failure(kind=FailureKind.UNREACHABLE, message=f"{shown(url)} cannot be reached: {why}.")


def malformed(url: str, why: str) -> Failure:
    """What came is no page."""
    return Failure(kind=FailureKind.MALFORMED, message=f"{shown(url)} is no page to read: {why}.")


def too_large(url: str, what: str) -> Failure:
    """What came passed a limit."""
    return Failure(kind=FailureKind.TRUNCATED, message=f"{shown(url)} was given up: {what}.")


def late(url: str, seconds: float) -> Failure:
    """The whole of it took too long."""
    return Failure(
        kind=FailureKind.TIMEOUT,
        message=f"{shown(url)} was given up: not there within {seconds:g} seconds. Try it later.",
    )


def wait(url: str, seconds: float, status: int | None = None) -> Failure:
    """The site asks to be left alone for a while."""
    answered = "asked earlier" if status is None else f"answered {status} and asks"
    return Failure(
        kind=FailureKind.RATE_LIMITED,
        message=f"{shown(url)}: the site {answered} to be left alone for {seconds:.0f} seconds.",
        retry_after=seconds,
    )


def status(url: str, code: int, retry_after: float | None = None) -> Failure:
    """The site answered with an error. Such an answer is never a page."""
    if code == 429 or (code == 503 and retry_after is not None):
        return wait(url, retry_after or 0.0, code)
    kind, meaning = _STATUS.get(code, (FailureKind.UNREACHABLE, "Try it later."))
    if code < 500 and code not in _STATUS:
        meaning = "Open the address in a browser to see why."
    return Failure(kind=kind, message=f"{shown(url)} answered with status {code}. {meaning}")


_WALLED = (FailureKind.REFUSED, "The site does not give it to programs; read it in a browser.")
_GONE = (FailureKind.UNREACHABLE, "There is no such page; look for another copy of it.")
_STATUS = {401: _WALLED, 402: _WALLED, 403: _WALLED, 404: _GONE, 410: _GONE, 451: _WALLED}
