"""Splitting a claim into a tree of simpler ones, by a model or by a person.

A model writes the parts, and code holds them to the claim (`rules/decomposition`). When they fail,
or the model does, the claim stays whole: a tree of one leaf. A tree that a model wrote is never
`reviewed`; only one that a person hands over is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field, ValidationError, model_validator

from veracity.desk.base import Desk
from veracity.domain.base import Frozen
from veracity.domain.claim import Claim, ClaimTree
from veracity.domain.errors import BadInput
from veracity.domain.exchange import Failure
from veracity.models.asking import ask_for, question
from veracity.models.untrusted import clean
from veracity.rules.decomposition import adds, brought, lost, misjoined

PROMPT = "decompose"

MOST_LEAVES = 8
"""Of a tree that a model wrote: every leaf is searched and read on its own."""
MOST_GIVEN = 32
"""Leaves of a tree that a person hands over."""

Kind: TypeAlias = Literal["all_of", "any_of"]
Statement = Annotated[str, Field(max_length=240)]
Group = Annotated[tuple[Statement, ...], Field(min_length=1, max_length=4)]


class Written(Frozen):
    """What a model writes: two levels, the inner of the opposite kind to the outer."""

    kind: Kind
    """A claim of one part is neither, and what stands here does not matter."""
    parts: tuple[Group, ...] = Field(max_length=6)
    """Under `all_of` a part of several statements is a choice among them; under `any_of` they have
    to hold together."""
    values: tuple[Annotated[str, Field(max_length=160)], ...] = Field(max_length=4)
    """The words that state a value or a prediction. Named so that grammars, which write fields in
    the order of their names, put it after the parts."""


class Decomposed(Frozen):
    """A claim as a tree, and how it was come by."""

    tree: ClaimTree
    key: str | None = None
    """Key of the exchange; None when no model was asked."""
    failure: Failure | None = None
    whole: str = ""
    """Why the claim was left whole although a split was asked for; empty when it was not."""


class GivenTree(Frozen):
    """A tree as a person writes it: `{"all_of": ["...", {"any_of": ["...", "..."]}]}`.

    A leaf is its text. A node has exactly one of `claim`, `all_of` and `any_of`.
    """

    claim: str | None = Field(default=None, min_length=1, max_length=1000)
    all_of: tuple[GivenTree, ...] = ()
    any_of: tuple[GivenTree, ...] = ()
    excluded: tuple[str, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _leaf(cls, given: Any) -> Any:
        return {"claim": given} if isinstance(given, str) else given

    @model_validator(mode="after")
    def _shaped(self) -> Self:
        if sum(map(bool, (self.claim, self.all_of, self.any_of))) != 1:
            raise ValueError("a node of a tree is one of claim, all_of and any_of")
        if len(list(self.texts())) > MOST_GIVEN:
            raise ValueError(f"a tree has at most {MOST_GIVEN} leaves")
        return self

    def texts(self) -> Iterable[str]:
        """The texts of the leaves, left to right."""
        if self.claim is not None:
            yield self.claim
        for child in (*self.all_of, *self.any_of):
            yield from child.texts()

    def of(self, claim: Claim) -> ClaimTree:
        """This tree over `claim`, as reviewed."""
        children = tuple(child.of(claim) for child in (*self.all_of, *self.any_of))
        if self.claim is not None:
            return ClaimTree(
                kind="leaf",
                claim=_part(claim, self.claim),
                excluded=self.excluded,
                reviewed=True,
            )
        kind: Kind = "all_of" if self.all_of else "any_of"
        return ClaimTree(kind=kind, children=children, excluded=self.excluded, reviewed=True)


def read_tree(given: str | Mapping[str, Any], claim: Claim) -> ClaimTree:
    """The tree that a person hands over for `claim`, as JSON or as its value.

    Raises `BadInput` for what is not a tree. A person may word the leaves freely: nothing is held
    against the claim.
    """
    try:
        if isinstance(given, str) and given.lstrip().startswith("{"):
            return GivenTree.model_validate_json(given).of(claim)
        return GivenTree.model_validate(given).of(claim)
    except ValidationError as error:
        raise BadInput(
            f"This is not a claim tree: {error.errors()[0]['msg']}.",
            'Write {"all_of": ["...", {"any_of": ["...", "..."]}], "excluded": []}.',
        ) from None


def leaf(claim: Claim, excluded: tuple[str, ...] = ()) -> ClaimTree:
    """The tree of a claim that is left whole."""
    return ClaimTree(kind="leaf", claim=claim, excluded=excluded)


async def decompose(claim: Claim, desk: Desk, model: str | None) -> Decomposed:
    """Have `model` (`provider:model`) split the claim. Without one the claim stays whole."""
    if model is None:
        return Decomposed(tree=leaf(claim), whole="no model is set")
    request = question(model, PROMPT, {"claim": clean(claim.text)}, Written)
    asked = await ask_for(desk, request, Written)
    if asked.answer is None:
        whole = asked.failure.message if asked.failure else "the model gave no answer"
        return Decomposed(tree=leaf(claim), key=asked.key, failure=asked.failure, whole=whole)
    tree = tree_of(asked.answer, claim)
    if isinstance(tree, str):
        return Decomposed(tree=leaf(claim), key=asked.key, whole=tree)
    return Decomposed(tree=tree, key=asked.key)


def tree_of(written: Written, claim: Claim) -> ClaimTree | str:
    """The tree that a model wrote, or in words why it does not hold.

    A claim of one statement with nothing excluded is the claim itself, in its own words.
    """
    groups = [_texts(group) for group in written.parts]
    groups = [group for group in dict.fromkeys(groups) if group]
    leaves = [text for group in groups for text in group]
    excluded = tuple(text for text in _texts(written.values) if adds(text, leaves))
    if not leaves or (len(leaves) == 1 and not excluded):
        return leaf(claim)
    if len(leaves) > MOST_LEAVES:
        return f"the model wrote {len(leaves)} parts, more than {MOST_LEAVES}"
    texts = (*leaves, *excluded)
    if wrong := _wrong(texts, claim) or lost(texts, claim.text):
        return wrong
    inner: Kind = "all_of" if written.kind == "any_of" else "any_of"
    parts = [_node(inner, [leaf(_part(claim, text)) for text in group]) for group in groups]
    tree = _node(written.kind, parts).model_copy(update={"excluded": excluded})
    kinds = {tree.kind, *(part.kind for part in parts)}
    joined = misjoined(texts, claim.text, all_of="all_of" in kinds, any_of="any_of" in kinds)
    return joined or tree


def _wrong(texts: Iterable[str], claim: Claim) -> str:
    found = ((text, brought(text, claim.text)) for text in texts)
    return next((f"of the part “{text}”: {why}" for text, why in found if why), "")


def _node(kind: Kind, children: list[ClaimTree]) -> ClaimTree:
    return children[0] if len(children) == 1 else ClaimTree(kind=kind, children=tuple(children))


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    cleaned = (clean(text) for text in texts)
    return tuple(dict.fromkeys(text for text in cleaned if text))


def _part(claim: Claim, text: str) -> Claim:
    """A part of the claim: from the same place, by the same speaker, of the same day."""
    return claim.model_copy(update={"text": text})
