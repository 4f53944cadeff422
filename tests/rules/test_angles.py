"""No two refuters of a case are asked the same question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.angles import angles, attack, voters

ANGLES = len(angles())


def test_three_voters_of_one_model_attack_from_three_angles() -> None:
    assigned = voters(["local:a"], 3)
    assert [voter.angle for voter in assigned] == ["figures", "roles", "scope"]
    assert [voter.name for voter in assigned] == ["verifier-1", "verifier-2", "verifier-3"]
    assert {voter.sample for voter in assigned} == {0}


def test_three_models_take_one_vote_each() -> None:
    assigned = voters(["a:1", "b:2", "c:3"], 3)
    assert [voter.model for voter in assigned] == ["a:1", "b:2", "c:3"]
    assert len({voter.angle for voter in assigned}) == 3


def test_more_voters_than_models_times_angles_are_sampled() -> None:
    # One model and three angles: voters 4 to 6 are the first samples, voter 7 a second one.
    assert [voter.sample for voter in voters(["local:a"], 7)] == [0, 0, 0, 1, 1, 1, 2]


def test_without_a_model_there_are_voters_that_can_only_abstain() -> None:
    assert [voter.model for voter in voters([], 3)] == [None, None, None]


def test_a_model_that_is_named_twice_is_one() -> None:
    assert voters(["a:1", "a:1"], 3) == voters(["a:1"], 3)


@given(
    models=st.lists(st.sampled_from(["a:1", "b:2", "c:3", "d:4"]), max_size=5),
    votes=st.integers(1, 40),
)
def test_no_two_voters_are_alike(models: list[str], votes: int) -> None:
    assigned = voters(models, votes)
    assert len(assigned) == votes
    assert len({(voter.model, voter.angle, voter.sample) for voter in assigned}) == votes
    # A sample is only drawn where the model has been sent from every angle.
    most = len(set(models) or {None}) * ANGLES
    assert all(voter.sample == at // most for at, voter in enumerate(assigned))


def test_every_angle_has_a_question() -> None:
    assert all(attack(angle.name).endswith("?") for angle in angles())
    with pytest.raises(KeyError):
        attack("elsewhere")
