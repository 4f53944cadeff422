"""Veracity checks claims against evidence, and keeps a case that anyone can re-run offline.

    import asyncio, veracity

    case = asyncio.run(veracity.check("The coastline of Sri Lanka is 1,340 kilometres long."))
    print(case.verdict.label, case.verdict.explanation)

    again = asyncio.run(veracity.replay(case))   # no network, no model: arithmetic over the case
    assert again.same

`check` needs no key and no network. For many claims, open one `veracity.Newsroom` and share it.
Everything here is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date
    from os import PathLike

    from veracity.domain.case import Case
    from veracity.domain.claim import Submission
    from veracity.domain.errors import VeracityError
    from veracity.domain.evidence import Document, Source
    from veracity.domain.extraction import Extraction
    from veracity.intake.claims.by_model import Mode
    from veracity.methods.replay import Replayed
    from veracity.newsroom import Newsroom
    from veracity.settings import Settings

__version__ = "0.1.0"

__all__ = [
    "Case",
    "Document",
    "Extraction",
    "Newsroom",
    "Settings",
    "Source",
    "Submission",
    "VeracityError",
    "__version__",
    "check",
    "claims",
    "load",
    "replay",
]

_HOMES = {
    "Case": "veracity.domain.case",
    "Document": "veracity.domain.evidence",
    "Extraction": "veracity.domain.extraction",
    "Newsroom": "veracity.newsroom",
    "Settings": "veracity.settings",
    "Source": "veracity.domain.evidence",
    "Submission": "veracity.domain.claim",
    "VeracityError": "veracity.domain.errors",
}


async def check(
    text: str | Submission,
    *,
    method: str = "routed",
    dials: Mapping[str, Any] | None = None,
    evidence: Sequence[Document] | None = None,
    as_of: date | None = None,
    fresh: bool = False,
    settings: Settings | None = None,
) -> Case:
    """Judge one claim and return its case, which is also kept in the home folder.

    With `evidence` those documents are the only evidence. What was published after `as_of` is left
    out. `fresh` asks again what the journal could answer. The first call fetches the local model
    (1.1 GB) unless the settings say `model="none"`. Raises a `VeracityError` for what the
    caller has to put right; a model or a search that fails is an abstention in the case instead.
    """
    from veracity.newsroom import Newsroom
    from veracity.settings import read_settings

    async with Newsroom(settings if settings is not None else read_settings()) as newsroom:
        return await newsroom.check(
            text, method=method, dials=dials or {}, evidence=evidence, as_of=as_of, fresh=fresh
        )


async def claims(
    text: str | Submission,
    *,
    mode: Mode = "all",
    fresh: bool = False,
    settings: Settings | None = None,
) -> Extraction:
    """Find the claims of a text without judging them, each with the exact place it came from.

    `mode` is `all` for each claim, `main` for the single claim of a post, `whole` to take the text
    for one. The settings' model finds them; where it cannot, code does, and the trail says so. No
    sentence is lost: what is no claim is in `skipped`. `Newsroom.check_many` judges what is found.
    """
    from veracity.domain.claim import Submission
    from veracity.newsroom import Newsroom
    from veracity.settings import read_settings

    given = Submission(text=text) if isinstance(text, str) else text
    async with Newsroom(settings if settings is not None else read_settings()) as newsroom:
        return await newsroom.claims(given, mode=mode, fresh=fresh)


def load(place: str | PathLike[str]) -> Case:
    """Read a case file. `Case.verify` says whether anything in it was changed.

    Raises `BadInput` when there is no such file, `CaseDamaged` when it is not a case.
    """
    from pathlib import Path

    from veracity.publish.casefile import load as load_case

    return load_case(Path(place))


async def replay(
    case: Case, changes: Mapping[str, Any] | None = None, *, from_exchanges: bool = False
) -> Replayed:
    """Derive the verdict of a case again without asking anyone anything.

    `changes` are decision dials to decide under. With `from_exchanges` the record is drawn anew
    from the exchanges as well. Raises `DialRefused` for a dial that changes what is asked.
    """
    from veracity.methods.replay import replay as replay_case

    return await replay_case(case, changes or {}, from_exchanges=from_exchanges)


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'veracity' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
