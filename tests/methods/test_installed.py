"""Whether what another package offers as a method is one."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest

from veracity import __version__
from veracity.desk.base import Desk
from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.errors import BadInput
from veracity.domain.verdict import Bucket, Lens, Verdict
from veracity.extensions import METHODS, Extension
from veracity.methods import NAMES, made_by, method
from veracity.methods.base import Method
from veracity.methods.installed import checked


class Nothing(Frozen):
    pass


class Undefined(Frozen):
    needed: int


async def gather(claim: Claim, desk: Desk, dials: Nothing) -> Nothing:
    return Nothing()


def gather_at_once(claim: Claim, desk: Desk, dials: Nothing) -> Nothing:
    return Nothing()


def decide(record: Nothing, dials: Nothing) -> Verdict:
    return Verdict(
        method="silent",
        label="Silent",
        bucket=Bucket.UNVERIFIABLE,
        lens=Lens.LENIENT,
        confidence=0.0,
        path="silent",
        explanation="",
    )


SILENT = Method(
    name="silent", version=1, record=Nothing, dials=Nothing, gather=gather, decide=decide
)
FLAWED = {
    "it is no Method but a dict": {},
    "calls itself 'loud'": replace(SILENT, name="loud"),
    "version is 0": replace(SILENT, version=0),
    "version is True": replace(SILENT, version=True),
    "version is '1'": replace(SILENT, version="1"),  # type: ignore[arg-type]
    "its record is no class": replace(SILENT, record=dict),  # type: ignore[arg-type]
    "its dials is no class": replace(SILENT, dials=Nothing()),  # type: ignore[arg-type]
    "its gather is not an `async def`": replace(SILENT, gather=gather_at_once),  # type: ignore[arg-type]
    "its decide is not a function": replace(SILENT, decide=None),  # type: ignore[arg-type]
    "its dials cannot be made from their defaults": replace(SILENT, dials=Undefined),
}
"""What is wrong, and a method with that flaw."""


PACKAGE = SimpleNamespace(sound=SILENT, **{f"m{n}": one for n, one in enumerate(FLAWED.values())})
"""What entry points can name: attributes."""


def offered(attribute: str) -> Extension:
    entry = EntryPoint("silent", f"{__name__}:PACKAGE.{attribute}", group=METHODS)
    return Extension(METHODS, "silent", "quiet-ways", "3.2", entry)


def test_a_method_is_taken_as_it_is() -> None:
    assert checked(offered("sound")) is SILENT


@pytest.mark.parametrize(("number", "flaw"), list(enumerate(FLAWED)))
def test_what_could_not_judge_or_replay_is_refused_in_words(number: int, flaw: str) -> None:
    with pytest.raises(BadInput) as raised:
        checked(offered(f"m{number}"))
    assert "The method 'silent' of the package quiet-ways 3.2 cannot be used: " in str(raised.value)
    assert flaw in raised.value.message


def test_own_methods_are_made_by_the_program_alone() -> None:
    assert [made_by(name) for name in NAMES] == [f"veracity {__version__}"] * len(NAMES)


def test_a_name_that_nobody_offers_is_bad_input() -> None:
    with pytest.raises(BadInput, match=r"no method 'astrology'.*routed"):
        method("astrology")
