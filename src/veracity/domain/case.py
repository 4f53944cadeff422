"""A case: a claim, everything that was asked about it, what was drawn from that, and the verdict.

A verdict is arithmetic over a case, so the case has to be complete and has to prove that nobody
touched it. Its file is its canonical JSON: one line, one possible spelling. Every part has a digest
and the whole has a seal, so that a flipped byte is not only found but named.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import Field, ValidationError

from veracity.domain.base import Frozen
from veracity.domain.canonical import canonical, digest, plain
from veracity.domain.claim import Claim, Submission
from veracity.domain.errors import CaseDamaged
from veracity.domain.exchange import Exchange, PromptRef
from veracity.domain.explanation import Explanation
from veracity.domain.verdict import Verdict


def _is_empty(value: Any) -> bool:
    """A field that came later is left out where it is empty, so that older cases stay readable."""
    return not value


HEAD = ("format", "made_by", "method", "method_version")


class ExchangeDigest(Frozen):
    """The request's key, and the digest of the whole exchange."""

    key: str
    exchange: str


class Digests(Frozen):
    """The digest of each part, as it was when the case was made."""

    head: str
    """Of the format, the program, the method and its version."""
    submission: str
    claim: str
    exchanges: tuple[ExchangeDigest, ...]
    prompts: str
    record: str
    dials: str
    verdict: str
    explanations: str | None = Field(default=None, exclude_if=_is_empty)


class Problem(Frozen):
    """A part of a case that is not what its digest says."""

    part: str
    recorded: str
    derived: str

    def __str__(self) -> str:
        return f"{self.part}: recorded {self.recorded}, derived {self.derived}"


class Case(Frozen):
    """One claim judged by one method."""

    format: Literal["veracity.case/1"] = "veracity.case/1"
    made_by: str
    """Name and version of the program."""
    method: str
    method_version: int = Field(ge=1)
    submission: Submission
    claim: Claim
    exchanges: tuple[Exchange, ...]
    """In the order of their keys, so that the order in which they finished leaves no trace."""
    prompts: tuple[PromptRef, ...] = ()
    record: dict[str, Any]
    """What the method drew from the exchanges, in the shape that the method documents."""
    dials: dict[str, Any]
    verdict: Verdict
    explanations: tuple[Explanation, ...] = Field(default=(), exclude_if=_is_empty)
    """The verdict in words for whoever asked, a language each; empty where none was asked for."""
    digests: Digests
    seal: str
    """Digest of everything above."""

    @classmethod
    def close(
        cls,
        *,
        made_by: str,
        method: str,
        method_version: int,
        submission: Submission,
        claim: Claim,
        exchanges: tuple[Exchange, ...],
        record: Frozen,
        dials: Frozen,
        verdict: Verdict,
        explanations: tuple[Explanation, ...] = (),
    ) -> Case:
        """Put the parts together and seal them."""
        ordered = tuple(sorted(exchanges, key=lambda exchange: exchange.key))
        refs = (exchange.request.prompt for exchange in ordered)
        used = {(ref.id, ref.version, ref.digest): ref for ref in refs if ref is not None}
        parts: dict[str, Any] = {
            "format": "veracity.case/1",
            "made_by": made_by,
            "method": method,
            "method_version": method_version,
            "submission": submission,
            "claim": claim,
            "exchanges": ordered,
            "prompts": tuple(used[name] for name in sorted(used)),
            "record": plain(record),
            "dials": plain(dials),
            "verdict": verdict,
        }
        if explanations:
            parts["explanations"] = explanations
        parts["digests"] = _digests(parts)
        return cls(**parts, seal=digest(parts))

    def verify(self) -> tuple[Problem, ...]:
        """Derive every digest again. An empty answer means that nothing was changed."""
        parts = {name: getattr(self, name) for name in type(self).model_fields if name != "seal"}
        if not self.explanations:
            del parts["explanations"]
        derived = _digests(parts)
        problems = [
            Problem(
                part=name,
                recorded=str(getattr(self.digests, name)),
                derived=str(getattr(derived, name)),
            )
            for name in Digests.model_fields
            if name != "exchanges" and getattr(self.digests, name) != getattr(derived, name)
        ]
        problems += _exchange_problems(self.digests.exchanges, derived.exchanges)
        if self.claim.submission != self.submission.digest:
            problems.append(
                Problem(
                    part="claim.submission",
                    recorded=self.claim.submission,
                    derived=self.submission.digest,
                )
            )
        if not problems and (seal := digest(parts)) != self.seal:
            problems.append(Problem(part="seal", recorded=self.seal, derived=seal))
        return tuple(problems)

    def to_bytes(self) -> bytes:
        """The case file: canonical JSON and a line end."""
        return canonical(self) + b"\n"

    @classmethod
    def from_bytes(cls, content: bytes) -> Case:
        """Read a case file without trusting it; `verify` says whether it is what it was.

        Raises `CaseDamaged` for what is not a case file in its one canonical spelling.
        """
        try:
            case = cls.model_validate(json.loads(content))
            spelled = case.to_bytes()
        except UnicodeDecodeError as error:
            raise CaseDamaged(f"The case file is not UTF-8 at byte {error.start}.") from None
        except json.JSONDecodeError as error:
            raise CaseDamaged(f"The case file is not JSON at character {error.pos}.") from None
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(step) for step in first["loc"]) or "the top"
            raise CaseDamaged(f"The case file is wrong at {where}: {first['msg']}.") from None
        except (ValueError, RecursionError) as error:
            # Python reads it as JSON: NaN, a lone surrogate, endless digits, endless nesting.
            raise CaseDamaged(f"The case file has no canonical spelling: {error}.") from None
        if spelled != content:
            at = next(
                (i for i, (a, b) in enumerate(zip(spelled, content, strict=False)) if a != b),
                min(len(spelled), len(content)),
            )
            raise CaseDamaged(f"The case file is not in its canonical spelling at byte {at}.")
        return case


def _digests(parts: dict[str, Any]) -> Digests:
    return Digests(
        head=digest({name: parts[name] for name in HEAD}),
        submission=digest(parts["submission"]),
        claim=digest(parts["claim"]),
        exchanges=tuple(
            ExchangeDigest(key=exchange.key, exchange=digest(exchange))
            for exchange in parts["exchanges"]
        ),
        prompts=digest(parts["prompts"]),
        record=digest(parts["record"]),
        dials=digest(parts["dials"]),
        verdict=digest(parts["verdict"]),
        explanations=digest(parts["explanations"]) if "explanations" in parts else None,
    )


def _exchange_problems(
    recorded: tuple[ExchangeDigest, ...], derived: tuple[ExchangeDigest, ...]
) -> list[Problem]:
    if len(recorded) != len(derived):
        return [
            Problem(part="exchanges", recorded=f"{len(recorded)}", derived=f"{len(derived)}"),
        ]
    problems: list[Problem] = []
    for index, (was, now) in enumerate(zip(recorded, derived, strict=True)):
        part = f"exchanges.{index}"
        if was.key != now.key:
            problems.append(Problem(part=f"{part}.request", recorded=was.key, derived=now.key))
        elif was.exchange != now.exchange:
            problems.append(Problem(part=part, recorded=was.exchange, derived=now.exchange))
    return problems
