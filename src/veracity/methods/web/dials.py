"""What can be turned in a search of the web, and what is written down of it."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field

from veracity.domain.base import Frozen
from veracity.domain.fact_check import FACT_CHECKS
from veracity.methods.base import asks


def _named(given: Any) -> Any:
    """One name, or None, as older cases have it."""
    if given is None:
        return ()
    return (given,) if isinstance(given, str) else given


Backends: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_named)]
"""Who searches the web: all of them for every query."""


class WebDials(Frozen):
    """How the web is searched."""

    web: Backends = Field(default=(), json_schema_extra=asks())
    """Who searches the web beside the archive; empty for nobody. With `factcheck` among them,
    earlier fact-checks of the claim are looked up and shown; they are never evidence."""
    pages: int = Field(default=5, ge=1, le=20, json_schema_extra=asks())
    """How many pages of one web search are fetched."""

    @property
    def page_backends(self) -> tuple[str, ...]:
        """The backends that find pages, each once, in the order given."""
        return tuple(name for name in dict.fromkeys(self.web) if name != FACT_CHECKS)


class LeftOut(Frozen):
    """A page that was found and gives no passage."""

    url: str
    key: str
    """Key of the fetch."""
    why: str
