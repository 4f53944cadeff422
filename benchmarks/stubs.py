"""Stand-ins for models and searches that need nothing but a request.

A reply is made from the request's own schema, so one stand-in serves every method and every prompt.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from veracity.domain.canonical import plain
from veracity.domain.evidence import Found, Passage, Scores, Source, Tier
from veracity.domain.exchange import Failure, Reply, Request, Usage
from veracity.models.asking import WEB_SEARCH

Words = Callable[[str], str]
"""The text for a field of this name."""
Choice = Callable[[Sequence[Any]], Any]
"""One of the values that a field may have."""


@dataclass(frozen=True, slots=True)
class Filler:
    """Fills a JSON schema with one value that fits it."""

    words: Words = lambda name: f"stub {name}"
    choose: Choice = lambda options: options[0]
    number: Callable[[int, int], int] = lambda low, high: min(low + 1, high)
    yes: bool = True
    most_items: int = 1

    def fill(self, schema: dict[str, Any], name: str = "") -> Any:
        """A value of `schema`; `name` is the field's."""
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.choose(schema["enum"])
        if "anyOf" in schema:
            options = [one for one in schema["anyOf"] if one.get("type") != "null"]
            return self.fill(self.choose(options), name)
        kind = schema.get("type")
        if kind == "object":
            fields = cast("dict[str, Any]", schema.get("properties", {}))
            return {field: self.fill(about, field) for field, about in fields.items()}
        if kind == "array":
            return self._array(schema, name)
        if kind == "string":
            return self.words(name)[: schema.get("maxLength", 200)]
        if kind in ("integer", "number"):
            return self.number(int(schema.get("minimum", 0)), int(schema.get("maximum", 100)))
        if kind == "boolean":
            return self.yes
        raise ValueError(f"nothing fills {schema!r}")

    def _array(self, schema: dict[str, Any], name: str) -> list[Any]:
        items = cast("list[dict[str, Any]]", schema.get("prefixItems", []))
        if items:
            return [self.fill(one, name) for one in items]
        count = min(self.most_items, schema.get("maxItems", self.most_items))
        count = max(count, schema.get("minItems", 0))
        return [self.fill(schema["items"], name) for _ in range(count)]


def answer(request: Request, filler: Filler) -> Any:
    """The value of a reply to a request that asks a model."""
    if "logprobs" in request.settings:
        return {"logprobs": dict.fromkeys(request.settings["logprobs"], -9.0) | {"True": -0.1}}
    if request.output_schema is None:
        return filler.words("text")
    output = filler.fill(request.output_schema)
    if request.settings.get(WEB_SEARCH):
        return {"output": output, "returned": [], "queries": []}
    return output


def passages(count: int, about: str = "") -> tuple[Passage, ...]:
    """Passages of `count` publishers, each with a text of its own."""
    return tuple(
        Passage(
            id=f"sha256:{number:064x}",
            document=f"sha256:{number + 1000:064x}",
            text=f"Report {number}. {about} Measured in spring, the level was {number + 3} metres.",
            source=Source(
                url=f"https://www.example.org/{number}",
                title=f"Report {number}",
                publisher=f"Publisher {number}",
                tier=Tier.ESTABLISHED,
                curated=True,
            ),
            scores=Scores(similarity=0.9, final=0.1 / (number + 1)),
        )
        for number in range(count)
    )


@dataclass
class StubProvider:
    """Answers after `seconds`, and counts what it was asked and how many at once."""

    name: str
    seconds: float
    concurrency: int = 1024
    filler: Filler = field(default_factory=Filler)
    calls: int = 0
    tokens: int = 0
    running: int = 0
    peak: int = 0

    async def answer(self, request: Request) -> Reply | Failure:
        """See `Provider.answer`."""
        if request.kind == "state":
            return Reply(value="stub")
        self.calls += 1
        self.running += 1
        self.peak = max(self.peak, self.running)
        try:
            await asyncio.sleep(self.seconds)
        finally:
            self.running -= 1
        if request.kind == "search":
            found = Found(passages=passages(request.inputs["top_k"], request.inputs["query"]))
            return Reply(value=plain(found))
        value = answer(request, self.filler)
        usage = Usage(
            input_tokens=len(str(request.inputs)) // 4, output_tokens=len(str(value)) // 4
        )
        self.tokens += usage.input_tokens + usage.output_tokens
        return Reply(value=value, usage=usage)
