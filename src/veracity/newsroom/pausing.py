"""When a run over many claims had better wait.

A quota that is spent meets every claim that follows. Going on would write a verdict of Unverifiable
for each of them, and a person would have to tell those from verdicts that were reached. So the run
stops at the first claim that is left open for want of it; what was judged is kept, and the same
command goes on from there: nothing that was answered is asked again.
"""

from __future__ import annotations

from datetime import timedelta

from veracity.domain.case import Case
from veracity.domain.errors import Paused
from veracity.domain.exchange import Exchange, FailureKind
from veracity.domain.verdict import Polarity
from veracity.rules.scales import polarity


def spent(case: Case) -> Paused | None:
    """Why no more claims should be judged now, told from a claim that a spent quota left open; None
    for a claim that it did not. One that was decided all the same is as good as any."""
    if polarity(case.verdict.bucket) is not Polarity.UNKNOWN:
        return None
    silent = any(voice.failure == FailureKind.QUOTA.value for voice in case.verdict.abstentions)
    lacking = next((one for one in case.exchanges if _is_spent(one)), None)
    if not silent or lacking is None:
        return None
    return Paused(
        f"The quota of {_whose(lacking)} is spent, so the run stops here{_until(lacking)}: "
        f"{_said(lacking)}",
        "Every verdict so far is kept. The same command goes on from there once there is quota; "
        "or name another model for it under [fallbacks] in settings.toml.",
    )


def _is_spent(exchange: Exchange) -> bool:
    return exchange.failure is not None and exchange.failure.kind is FailureKind.QUOTA


def _whose(exchange: Exchange) -> str:
    request = exchange.request
    return request.provider if request.model is None else f"{request.provider}:{request.model}"


def _until(exchange: Exchange) -> str:
    seconds = exchange.failure.retry_after if exchange.failure is not None else None
    if not seconds:
        return ""
    return f"; it asks to wait for {timedelta(seconds=round(seconds))}"


def _said(exchange: Exchange) -> str:
    assert exchange.failure is not None
    return exchange.failure.message
