"""The provider `local`: a small model that runs in this process, behind the same port as any other.

It answers two kinds of request, both over a locked prompt:

- with `settings["logprobs"]`, a list of tokens: `{"logprobs": {token: natural log-probability}}`
  of the first token of the reply. A token that is not among the `LISTED` likeliest is missing.
- with an `output_schema`: the JSON value that the model wrote, held to the schema by a grammar.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from veracity.domain.errors import VeracityError
from veracity.domain.exchange import Failure, FailureKind, Reply, Request, Usage
from veracity.models.catalogue import LocalModel
from veracity.models.grammar import in_order
from veracity.models.openmp import load_openmp
from veracity.models.turns import turns_of
from veracity.models.weights import WeightStore
from veracity.prompts import Turn, load

CONTEXT = 4096
"""Tokens that a prompt and its reply may have together."""

LISTED = 600
"""How many of the likeliest tokens the log-probabilities are read from."""

MAX_TOKENS = 512
"""The longest reply in text, unless the request's settings say otherwise."""

PROMPT_CACHE = 256
"""MiB for the states of prompts that other prompts pushed out. The engine's own limit is 8 GiB."""

THREADS = 8
"""More threads than this gain nothing, since memory is what limits a small model."""

Completion: TypeAlias = dict[str, Any]


class Engine(Protocol):
    """What completes a prompt: a llama.cpp server inside this process."""

    def handle_completions(self, request: Completion, /) -> Any:
        """Complete `request["prompt"]`; the reply is an OpenAI completion or `{"error": ...}`."""
        ...


Start: TypeAlias = Callable[[Path, int, int], Engine]
"""Loads the weights at a path with a context in tokens and a number of threads."""


class LocalProvider:
    """Answers requests with the weights in `store`. The engine is loaded by the first of them."""

    name = "local"
    concurrency = 1

    def __init__(
        self,
        store: WeightStore,
        model: LocalModel,
        *,
        threads: int | None = None,
        start: Start | None = None,
    ) -> None:
        self.model = model
        self._store = store
        self._start = start or start_llama
        self._threads = threads or min(os.cpu_count() or 1, THREADS)
        self._engine: Engine | None = None
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="local-model")

    async def answer(self, request: Request) -> Reply | Failure:
        """Answer one request. Every fault is a `Failure`."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, self._answer, request)

    async def warm(self, prompt_id: str) -> None:
        """Load the engine and have it read the fixed turns of a prompt, so that the next call need
        not. A fault is left to that call, which reports it.
        """
        turns = load(prompt_id).turns[:-1]
        loop = asyncio.get_running_loop()
        text = _plain(turns, ask=False)
        await loop.run_in_executor(self._worker, lambda: self._complete(text, 1, {}))

    def close(self) -> None:
        """Let go of the engine, after the call that is running."""
        self._worker.submit(self._forget)
        self._worker.shutdown(wait=True)

    def _forget(self) -> None:
        self._engine = None

    def _answer(self, request: Request) -> Reply | Failure:
        if request.kind != "ask" or request.prompt is None or request.model != self.model.id:
            return _failure(FailureKind.UNAVAILABLE, f"This is not a request to {self.model.id}.")
        turns = turns_of(request)
        if isinstance(turns, Failure):
            return turns
        text = _plain(turns)
        tokens = request.settings.get("logprobs")
        if tokens is not None:
            return self._logprobs(text, tokens)
        return self._text(text, request)

    def _logprobs(self, text: str, tokens: Sequence[str]) -> Reply | Failure:
        completion = self._complete(text, 1, {"temperature": 0, "n_probs": LISTED})
        if isinstance(completion, Failure):
            return completion
        try:
            listed = completion["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
            found: dict[str, float] = {}
            for entry in listed:
                found.setdefault(entry["token"], float(entry["logprob"]))
        except (KeyError, IndexError, TypeError, ValueError) as error:
            return _failure(FailureKind.MALFORMED, f"No log-probabilities came back: {error!r}.")
        value = {"logprobs": {token: found[token] for token in tokens if token in found}}
        return Reply(value=value, usage=_usage(completion))

    def _text(self, text: str, request: Request) -> Reply | Failure:
        settings: dict[str, Any] = {"temperature": request.settings.get("temperature", 0)}
        if request.output_schema is not None:
            settings["json_schema"] = in_order(request.output_schema)
        if "seed" in request.settings or request.sample:
            settings["seed"] = int(request.settings.get("seed", 0)) + request.sample
        limit = int(request.settings.get("max_tokens", MAX_TOKENS))
        completion = self._complete(text, limit, settings)
        if isinstance(completion, Failure):
            return completion
        choice = completion["choices"][0]
        if choice["finish_reason"] == "length":
            return _failure(FailureKind.TRUNCATED, f"The reply is longer than {limit} tokens.")
        if request.output_schema is None:
            return Reply(value=choice["text"].strip(), usage=_usage(completion))
        try:
            return Reply(value=json.loads(choice["text"]), usage=_usage(completion))
        except json.JSONDecodeError as error:
            return _failure(FailureKind.MALFORMED, f"The reply is not JSON: {error}.")

    def _complete(self, text: str, limit: int, settings: Mapping[str, Any]) -> Completion | Failure:
        """Run in the worker thread, so that the engine has one caller."""
        try:
            if self._engine is None:
                path = self._store.require(self.model)
                context = min(CONTEXT, self.model.context)
                self._engine = self._start(path, context, self._threads)
            reply = self._engine.handle_completions(
                {"prompt": text, "n_predict": limit, "cache_prompt": True, **settings}
            )
        except VeracityError as error:
            return _failure(FailureKind.UNAVAILABLE, str(error))
        except ImportError as error:
            return _failure(FailureKind.UNAVAILABLE, f"xllamacpp cannot be imported: {error}.")
        except Exception as error:  # an engine's defect must not end the claim
            return _failure(FailureKind.INTERNAL, f"{type(error).__name__}: {error}")
        if "error" in reply:
            said = reply["error"]
            long = said.get("type") == "exceed_context_size_error"
            return _failure(
                FailureKind.TRUNCATED if long else FailureKind.INTERNAL, str(said.get("message"))
            )
        return reply


def start_llama(weights: Path, context: int, threads: int) -> Engine:
    """Load weights into a llama.cpp server inside this process. Takes seconds."""
    load_openmp()
    import xllamacpp

    library: Any = xllamacpp  # it has no types
    params = library.CommonParams()
    params.model.path = str(weights)
    params.n_ctx = context
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.verbosity = -1
    params.cache_ram_mib = PROMPT_CACHE
    # The engine also listens on a port of this machine. Nobody else is to use it.
    params.api_keys = [secrets.token_hex(16)]
    return library.Server(params)


def _plain(turns: Sequence[Turn], *, ask: bool = True) -> str:
    """The turns in the ChatML layout that the models of the catalogue were trained on."""
    text = "".join(f"<|im_start|>{turn.role}\n{turn.text}<|im_end|>\n" for turn in turns)
    return f"{text}<|im_start|>assistant\n" if ask else text


def _usage(completion: Completion) -> Usage:
    usage = completion.get("usage", {})
    return Usage(
        input_tokens=usage.get("prompt_tokens", 0), output_tokens=usage.get("completion_tokens", 0)
    )


def _failure(kind: FailureKind, message: str) -> Failure:
    return Failure(kind=kind, message=message)
