from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from enum import IntEnum, StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.base import Frozen
from veracity.domain.canonical import canonical, digest, digest_bytes, plain

text = st.text(st.characters(exclude_categories=("Cs",)))
finite = st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | finite | text
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4)
)


@given(values)
def test_what_is_read_back_is_written_the_same(value: object) -> None:
    written = canonical(value)
    assert canonical(json.loads(written)) == written


@given(values)
def test_nothing_is_lost(value: object) -> None:
    assert json.loads(canonical(value)) == value


@given(st.dictionaries(text, scalars, max_size=6), st.randoms())
def test_the_order_of_keys_leaves_no_trace(mapping: dict[str, object], chance) -> None:
    names = list(mapping)
    chance.shuffle(names)
    assert digest({name: mapping[name] for name in names}) == digest(mapping)


@given(finite)
def test_a_float_keeps_every_bit(number: float) -> None:
    assert json.loads(canonical(number)).hex() == number.hex()


@given(values, values)
def test_different_values_are_written_differently(one: object, other: object) -> None:
    same = canonical(one) == canonical(other)
    # Not `one == other`: 1, 1.0 and True are equal in Python and different in JSON.
    assert same == (_shape(one) == _shape(other))


def _shape(value: object) -> str:
    if isinstance(value, dict):
        return "{}" + repr(sorted((key, _shape(item)) for key, item in value.items()))
    if isinstance(value, list):
        return repr([_shape(item) for item in value])
    return repr(value)


def test_the_form() -> None:
    value = {"b": [1, 1.0, True, None], "a": 'é\n"', "c": {}}
    assert canonical(value) == '{"a":"é\\n\\"","b":[1,1.0,true,null],"c":{}}'.encode()


class Color(StrEnum):
    RED = "red"


class Number(IntEnum):
    ONE = 1


class Point(Frozen):
    at: datetime
    color: Color = Color.RED
    cost: Decimal = Decimal("0.10")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Color.RED, "red"),
        ({Color.RED: Number.ONE}, {"red": 1}),
        (Decimal("1.50"), "1.50"),
        (date(2026, 3, 1), "2026-03-01"),
        (datetime(2026, 3, 1, 12, tzinfo=UTC), "2026-03-01T12:00:00Z"),
        (
            datetime(2026, 3, 1, 17, 30, tzinfo=timezone(timedelta(hours=5, minutes=30))),
            "2026-03-01T12:00:00Z",
        ),
        ((1, (2,)), [1, [2]]),
        (
            Point(at=datetime(2026, 3, 1, tzinfo=UTC)),
            {"at": "2026-03-01T00:00:00Z", "color": "red", "cost": "0.10"},
        ),
    ],
)
def test_plain(value: object, expected: object) -> None:
    assert plain(value) == expected
    assert type(plain(value)) is type(expected)


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), [float("-inf")], datetime(2026, 3, 1), "\ud800"]
)
def test_values_without_a_canonical_form(value: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - one for each, and the type is the promise
        canonical(value)


@pytest.mark.parametrize("value", [b"bytes", {1, 2}, object(), {1: "a"}, {None: "a"}])
def test_types_without_a_canonical_form(value: object) -> None:
    with pytest.raises(TypeError):
        canonical(value)


def test_a_digest_names_its_algorithm() -> None:
    # printf '{"a":1}' | sha256sum
    expected = "sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"
    assert digest({"a": 1}) == digest_bytes(b'{"a":1}') == expected
