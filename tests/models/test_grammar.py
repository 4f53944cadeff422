"""The order in which the local engine has a reply written."""

from __future__ import annotations

import json
from typing import Literal

from veracity.desk.records import settled
from veracity.domain.base import Frozen
from veracity.models.asking import question
from veracity.models.grammar import in_order


class Ground(Frozen):
    quote: str
    number: int


class Shape(Frozen):
    why: str
    label: Literal["yes", "no"]
    grounds: tuple[Ground, ...]
    confidence: int = 0


def test_a_reply_is_written_in_the_order_of_its_shape() -> None:
    request, _ = settled(question("local:x", "stance", {}, Shape))
    assert request.output_schema is not None
    # What a request keeps is sorted.
    assert list(request.output_schema["properties"]) == ["confidence", "grounds", "label", "why"]
    schema = in_order(request.output_schema)
    assert list(schema["properties"]) == ["why", "label", "grounds", "confidence"]
    assert list(schema["properties"]["grounds"]["items"]["properties"]) == ["quote", "number"]


def test_nothing_else_of_the_schema_changes() -> None:
    request, _ = settled(question("local:x", "stance", {}, Shape))
    assert in_order(request.output_schema) == request.output_schema
    assert json.dumps(in_order({"enum": ["b", "a"]})) == '{"enum": ["b", "a"]}'
