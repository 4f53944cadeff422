from __future__ import annotations

import pytest

from veracity.domain.errors import DialRefused
from veracity.interfaces.cli.dials import dial_changes


def test_values_are_read_as_json_where_they_are_json() -> None:
    assert dial_changes(["clear=0.9", "top_k=4", "model=null", "lens=strict", "on=true"]) == {
        "clear": 0.9,
        "top_k": 4,
        "model": None,
        "lens": "strict",
        "on": True,
    }


def test_a_value_may_hold_an_equals_sign() -> None:
    assert dial_changes(["query=a=b"]) == {"query": "a=b"}


def test_an_option_that_was_not_given_sets_nothing() -> None:
    assert dial_changes([], lens=None, top_k=3) == {"top_k": 3}


@pytest.mark.parametrize("item", ["lens", "=3", " =3", ""])
def test_what_is_not_a_dial_and_a_value_is_refused(item: str) -> None:
    with pytest.raises(DialRefused, match="not a dial and a value"):
        dial_changes([item])


def test_a_dial_may_be_set_once() -> None:
    with pytest.raises(DialRefused, match="twice"):
        dial_changes(["lens=strict"], lens="lenient")
