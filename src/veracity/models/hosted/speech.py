"""What is said to a hosted model and what is heard from it, whatever the wire format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from veracity.models.asking import WebResult
from veracity.models.hosted.parts import Part
from veracity.models.hosted.table import Host
from veracity.prompts import Turn

ANSWER = "answer"
"""The name of the shape of a reply: of its schema, or of the tool that takes it."""

Finish: TypeAlias = Literal["", "stop", "length", "refused", "filtered", "other"]
"""Why the model stopped: it was done, its tokens were used up, it declined, a filter of the
provider's cut in, or something else. Empty as long as nothing was said about it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One turn of a conversation with a model."""

    host: Host
    model: str
    turns: tuple[Turn, ...]
    max_tokens: int
    schema: Mapping[str, Any] | None = None
    """What the reply is held to; None for free text."""
    by_tool: bool = False
    """Whether the schema goes as a tool that must be called, for want of a native schema."""
    search: bool = False
    """Whether the provider's own web search may be used."""
    temperature: float | None = None
    seed: int | None = None


@dataclass(slots=True)
class Heard:
    """What has been heard so far. Nothing of it holds before `ended`."""

    text: str = ""
    arguments: str = ""
    """The JSON that was written into the tool `ANSWER`."""
    finish: Finish = ""
    declined: str = ""
    """The words of a refusal."""
    ended: bool = False
    """The event that ends a reply has come: all that was said was heard."""
    spoke: bool = False
    """There was a choice, a candidate or a message at all."""
    error: Any = None
    """The body of an error that came in place of the rest."""
    input_tokens: int = 0
    output_tokens: int = 0
    returned: dict[str, WebResult] = field(default_factory=dict[str, WebResult])
    """Pages that the provider's search returned, by address."""
    queries: list[str] = field(default_factory=list[str])
    blocks: dict[int, Part] = field(default_factory=dict[int, Part])
    """What a wire format has to remember between its events."""

    @property
    def said(self) -> str:
        """The reply: the arguments of the tool where one was called, else the text."""
        return self.arguments or self.text

    @property
    def is_uncounted(self) -> bool:
        """Whether there is a whole reply, and nobody says what it took."""
        return self.spoke and self.ended and not (self.input_tokens or self.output_tokens)

    def found(self, url: str, title: str) -> None:
        """Note a page that the search returned. The first title given for it stays."""
        if url:
            self.returned.setdefault(url, WebResult(url=url, title=title))


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire format."""

    path: Callable[[str], str]
    """From a model's name to the path below the provider's base URL."""
    headers: Callable[[str], dict[str, str]]
    """From a key to the headers that carry it."""
    body: Callable[[Ask], dict[str, Any]]
    hear: Callable[[Heard, Part], None]
    """Takes one event of a stream, or the whole of a reply that was not streamed."""
    ends_with: str = ""
    """Data of the event that ends a stream, where it is no JSON."""
