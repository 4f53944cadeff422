"""The providers of hosted models that Veracity knows, as data."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import Field

from veracity.domain.base import Frozen


class Host(Frozen):
    """One provider. `providers.toml` says what each field means."""

    name: str
    wire: Literal["chat", "gemini", "messages", "responses"]
    url: str
    key: str
    keyless: bool = False
    concurrency: int = Field(ge=1)
    search: Literal["none", "with", "before"] = "none"
    search_usd: Decimal = Decimal(0)
    drop: tuple[str, ...] = ()
    closed: bool = False
    by_tool: tuple[str, ...] = ()
    usage: bool = False
    idempotency: str = ""
    prices: str = ""
    resolve: str = ""

    def takes_tool_only(self, model: str) -> bool:
        """Whether `model` takes the schema of its reply only as a tool."""
        return any(start == "*" or model.startswith(start) for start in self.by_tool)


class _Table(Frozen):
    provider: tuple[Host, ...]


@cache
def hosts() -> dict[str, Host]:
    """The providers by name, in the order of the table."""
    text = files("veracity.models.hosted").joinpath("providers.toml").read_text(encoding="utf-8")
    table = _Table.model_validate(tomllib.loads(text))
    return {host.name: host for host in table.provider}
