"""Why a search gave no answer, in words that name the backend and never an address or a key."""

from __future__ import annotations

from veracity.domain.exchange import Failure, FailureKind
from veracity.retrieval.search.backend import Backend


def failed(backend: Backend, kind: FailureKind, why: str, fix: str = "") -> Failure:
    """`why` completes a sentence that begins with the backend's title."""
    return Failure(kind=kind, message=f"{backend.title}: {why}. {fix}".strip())


def without_key(backend: Backend) -> Failure:
    """There is no key for it here."""
    fix = f"Set {backend.key}, or leave {backend.name} out of the search."
    return failed(backend, FailureKind.UNAVAILABLE, "no key is set", fix)


def without_address(backend: Backend) -> Failure:
    """Nobody said where its server is."""
    fix = f"Name its address as {backend.name} under [urls] in settings.toml."
    return failed(backend, FailureKind.UNAVAILABLE, "no server is set", fix)


def malformed(backend: Backend, why: str) -> Failure:
    """What came is no reply in the backend's format."""
    return failed(backend, FailureKind.MALFORMED, why)


def wait(backend: Backend, seconds: float) -> Failure:
    """It asks to be left alone for a while."""
    why = f"it asks to be left alone for {seconds:.0f} seconds"
    answer = failed(backend, FailureKind.RATE_LIMITED, why)
    return answer.model_copy(update={"retry_after": seconds})


def status(backend: Backend, code: int, retry_after: float | None) -> Failure:
    """It answered with a status other than 200."""
    if code in backend.spent:
        why = f"the searches of this plan are used up (status {code})"
        return failed(backend, FailureKind.QUOTA, why)
    if code == 429 or (code == 503 and retry_after is not None):
        return wait(backend, retry_after or 0.0)
    said = f"it answered with status {code}"
    if code in (401, 403):
        fix = backend.refusal or (f"Check {backend.key}." if backend.key else "")
        return failed(backend, FailureKind.UNAVAILABLE, said, fix)
    if code < 500 and code != 408:
        return failed(backend, FailureKind.REFUSED, said)
    return failed(backend, FailureKind.UNREACHABLE, said)
