"""Re-ranking: scoring each passage together with the query, after a search that scored them apart.

A search compares vectors and words that were made of query and passage separately. A re-ranker
reads both at once, which finds better and costs a model's run a passage, so it is only given the
few that a search found. Two are here, and neither is on unless it is asked for:

* `StanceReranker`, free where the stance verifier reads the passages anyway: a passage on which the
  verifier takes a side is about the claim.
* `CrossEncoder`, a model trained for this, from the extra `rerank`. `RerankProvider` puts it behind
  the desk, so that its scores are in the case.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from pydantic import ValidationError

from veracity.domain.base import Frozen
from veracity.domain.canonical import plain
from veracity.domain.errors import NotInstalled, VeracityError
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.rules.calibration import StanceProbabilities

STANCE = "stance"
CROSS_ENCODER = "cross-encoder"
"""Also the name of its provider."""

MODEL = "ms-marco-MiniLM-L-6-v2"
"""The cross-encoder that is used: 6 layers, 23 million parameters, trained on the queries of
MS MARCO. English only."""

_HUB_NAME = f"Xenova/{MODEL}"
"""By which name `fastembed` knows the model's ONNX files."""

NamedT = TypeVar("NamedT")
Score: TypeAlias = Callable[[str, Sequence[str]], Iterable[float]]


class Reranker(Protocol):
    """Scores passages for one query; a larger score is closer."""

    name: str

    def score(self, query: str, passages: Sequence[str]) -> list[float]:
        """One score for each passage, in their order."""
        ...


def best(items: Sequence[NamedT], scores: Sequence[float], count: int) -> tuple[NamedT, ...]:
    """The `count` items of the largest scores, best first. Equal scores keep the order given."""
    order = sorted(range(len(items)), key=lambda place: -scores[place])
    return tuple(items[place] for place in order[:count])


class StanceReranker:
    """Scores by stances that were asked already: 1 - p(insufficient).

    A passage that was not read scores 0. The order of stances is by how much a passage settles the
    claim, either way, so it cannot favor a side.
    """

    name = STANCE

    def __init__(self, read: Mapping[str, StanceProbabilities]) -> None:
        self._read = read

    def score(self, query: str, passages: Sequence[str]) -> list[float]:
        """The scores; the query is the claim that the stances are about."""
        del query
        return [
            1.0 - self._read[passage].insufficient if passage in self._read else 0.0
            for passage in passages
        ]


class CrossEncoder:
    """The cross-encoder `MODEL`, run by ONNX Runtime through `fastembed`.

    `folder` is where models lie. Its folder `ms-marco-MiniLM-L-6-v2` is used where it holds the
    model (`onnx/model.onnx`, `tokenizer.json`, `config.json`, `tokenizer_config.json`,
    `special_tokens_map.json`); else `fastembed` fetches it into `folder`, once. The model is loaded
    at the first query.
    """

    name = CROSS_ENCODER

    def __init__(self, folder: Path, *, load: Callable[[], Score] | None = None) -> None:
        self._folder = folder
        self._load = load or self._open
        self._scorer: Score | None = None

    def score(self, query: str, passages: Sequence[str]) -> list[float]:
        """The model's logits.

        Raises `NotInstalled` where the extra is missing or the model cannot be had.
        """
        if self._scorer is None:
            self._scorer = self._load()
        return [float(score) for score in self._scorer(query, passages)]

    def _open(self) -> Score:
        try:
            library: Any = import_module("fastembed.rerank.cross_encoder")
        except ImportError:
            raise NotInstalled(
                "The cross-encoder's runtime is not installed.", "pip install 'veracity[rerank]'"
            ) from None
        own = self._folder / MODEL
        here = (own / "onnx" / "model.onnx").is_file()
        place = {"specific_model_path": str(own)} if here else {"cache_dir": str(self._folder)}
        try:
            model = library.TextCrossEncoder(_HUB_NAME, **place)
        except Exception as error:  # Of a hub, a network or a file, by many types of its libraries.
            raise NotInstalled(
                f"{MODEL} could not be loaded: {error}",
                f"Put the files of {_HUB_NAME} into {own}.",
            ) from error
        return cast("Score", model.rerank)


class _Scores(Frozen):
    scores: tuple[float, ...]


def rerank_request(query: str, passages: Sequence[str]) -> Request:
    """Ask the cross-encoder for a score of each passage."""
    return Request(
        kind="ask",
        provider=CROSS_ENCODER,
        model=MODEL,
        inputs={"query": query, "passages": list(passages)},
    )


def scores_of(outcome: Reply | Failure, count: int) -> tuple[float, ...] | Failure:
    """The scores of a reply to a `rerank_request` for `count` passages, or why there are none."""
    if isinstance(outcome, Failure):
        return outcome
    try:
        scores = _Scores.model_validate(outcome.value).scores
    except ValidationError:
        return Failure(kind=FailureKind.MALFORMED, message="The reply has no scores.")
    if len(scores) != count or any(score != score for score in scores):
        message = f"The reply does not have one number for each of {count} passages."
        return Failure(kind=FailureKind.MALFORMED, message=message)
    return scores


class RerankProvider:
    """Answers a `rerank_request` from a `Reranker`, in a thread."""

    name = CROSS_ENCODER
    concurrency = 1

    def __init__(self, reranker: Reranker) -> None:
        self._reranker = reranker

    async def answer(self, request: Request) -> Reply | Failure:
        """`{"scores": [...]}`, in the order of the passages. Every fault is a `Failure`."""
        if request.kind != "ask" or request.model != MODEL:
            message = f"This is not a request to {MODEL}."
            return Failure(kind=FailureKind.UNAVAILABLE, message=message)
        query, passages = request.inputs["query"], request.inputs["passages"]
        try:
            scores = await asyncio.to_thread(self._reranker.score, query, passages)
        except VeracityError as error:
            return Failure(kind=FailureKind.UNAVAILABLE, message=str(error))
        return Reply(value=plain(_Scores(scores=tuple(scores))))
