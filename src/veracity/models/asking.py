"""Asking any model for a reply of a known shape, and reading the reply.

The shape is a frozen Pydantic model. Its JSON schema goes with the request, so that the provider
holds the reply to it while it is written (a grammar, a native schema, a tool). What comes back is
validated once more and never repaired: another shape is a `Failure` of kind `malformed`.

A model is named `provider:model`, such as `local:qwen2.5-coder-1.5b-instruct`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar, cast

from pydantic import ValidationError

from veracity.desk.base import Desk
from veracity.domain.base import Frozen
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.prompts import load

AnswerT = TypeVar("AnswerT", bound=Frozen)

WEB_SEARCH = "web_search"
"""The setting of a request that lets the model search the web with its provider's own tool."""

_NOT_IN_GRAMMARS = frozenset({"title", "description", "default"})


@dataclass(frozen=True, slots=True)
class Asked(Generic[AnswerT]):
    """A question that was put to a model, and what came of it: an answer or a failure."""

    key: str
    """Key of the exchange."""
    answer: AnswerT | None = None
    failure: Failure | None = None


class WebResult(Frozen):
    """A page that a provider's own search returned, apart from what the model then cited."""

    url: str
    title: str = ""
    text: str = ""
    """The words of the page that the provider handed over, empty when it keeps them to itself."""


class WebReply(Frozen):
    """The value of a reply to a request with `WEB_SEARCH`: what was searched and what was said."""

    output: dict[str, Any]
    """The reply proper, in the shape of the request's schema."""
    returned: tuple[WebResult, ...] = ()
    """Every page that the search tool returned during this exchange."""
    queries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Searched(Generic[AnswerT]):
    """A question to a model that searches by itself, and what came of it."""

    key: str
    answer: AnswerT | None = None
    returned: tuple[WebResult, ...] = ()
    queries: tuple[str, ...] = ()
    failure: Failure | None = None


def question(
    model: str,
    prompt_id: str,
    inputs: Mapping[str, str],
    answer: type[Frozen],
    *,
    settings: Mapping[str, Any] | None = None,
    sample: int = 0,
) -> Request:
    """A request to `model` (`provider:model`) for a reply in the shape of `answer`.

    `inputs` fill the prompt's placeholders. Text from outside has to be cleaned
    (`models/untrusted`) and has to stand between the prompt's marks. `sample` tells apart several
    draws of one question, which need a `temperature` above 0 in `settings` to differ.
    """
    provider, _, name = model.partition(":")
    return Request(
        kind="ask",
        provider=provider,
        model=name,
        prompt=load(prompt_id).ref,
        inputs=dict(inputs),
        output_schema=schema_of(answer),
        settings=dict(settings or {}),
        sample=sample,
    )


async def ask_for(desk: Desk, request: Request, answer: type[AnswerT]) -> Asked[AnswerT]:
    """Ask, and read the reply as `answer`."""
    outcome = await desk.ask(request)
    if isinstance(outcome, Failure):
        return Asked(key=request.key, failure=outcome)
    read = _read(outcome.value, answer)
    if isinstance(read, Failure):
        return Asked(key=request.key, failure=read)
    return Asked(key=request.key, answer=read)


async def ask_with_search(desk: Desk, request: Request, answer: type[AnswerT]) -> Searched[AnswerT]:
    """Ask a model that searches by itself; the request has the setting `WEB_SEARCH`."""
    outcome: Reply | Failure = await desk.ask(request)
    if isinstance(outcome, Failure):
        return Searched(key=request.key, failure=outcome)
    reply = _read(outcome.value, WebReply)
    if isinstance(reply, Failure):
        return Searched(key=request.key, failure=reply)
    read = _read(reply.output, answer)
    return Searched(
        key=request.key,
        answer=None if isinstance(read, Failure) else read,
        returned=reply.returned,
        queries=reply.queries,
        failure=read if isinstance(read, Failure) else None,
    )


@cache
def schema_of(answer: type[Frozen]) -> dict[str, Any]:
    """The JSON schema of `answer`, without references and without words: what a grammar needs."""
    schema = answer.model_json_schema()
    definitions = cast("dict[str, Any]", schema.pop("$defs", {}))
    return cast("dict[str, Any]", _plain(schema, definitions))


def _plain(node: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_plain(item, definitions) for item in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    held = cast("dict[str, Any]", node)
    if "$ref" in held:
        return _plain(definitions[str(held["$ref"]).rpartition("/")[2]], definitions)
    plain: dict[str, Any] = {}
    for name, item in held.items():
        if name == "properties":
            plain[name] = {field: _plain(about, definitions) for field, about in item.items()}
        elif name not in _NOT_IN_GRAMMARS:
            plain[name] = _plain(item, definitions)
    return plain


def _read(value: Any, answer: type[AnswerT]) -> AnswerT | Failure:
    try:
        return answer.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"]) or "the top"
        return Failure(
            kind=FailureKind.MALFORMED, message=f"The reply has another shape at {where}."
        )
