from __future__ import annotations

import pytest

from veracity.rules.negation import negated


@pytest.mark.parametrize(
    ("claim", "denied"),
    [
        ("The port is full.", "It is not so that the port is full."),
        ("Ostrana exports tin.", "It is not so that Ostrana exports tin."),
        ("In 1931 it burned.", "It is not so that in 1931 it burned."),
        ("1931 was dry.", "It is not so that 1931 was dry."),
        ("", "It is not so that "),
    ],
)
def test_a_claim_is_denied_as_a_whole(claim: str, denied: str) -> None:
    assert negated(claim) == denied
