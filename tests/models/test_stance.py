from __future__ import annotations

import math

import pytest

from veracity.domain.errors import BadInput
from veracity.domain.evidence import Stance
from veracity.domain.exchange import Failure, FailureKind, Reply
from veracity.models.catalogue import catalogue
from veracity.models.excerpt import BUDGET
from veracity.models.stance import (
    calibration,
    logprobs_of,
    overlap_of,
    stance_of,
    stance_request,
)
from veracity.prompts import load

CALIBRATED = calibration(catalogue().default)
CLAIM = "The reservoir at Lunna holds 40 million liters."
PASSAGE = "Lunna has a reservoir. It holds 40 million liters."


def test_the_calibration_names_the_shipped_model_and_prompt() -> None:
    model = catalogue().find(catalogue().default)
    assert (CALIBRATED.model.id, CALIBRATED.model.sha256) == (model.id, model.sha256)
    assert CALIBRATED.prompt == load("stance").ref
    assert sum(CALIBRATED.provenance["rows"].values()) > 200


def test_a_model_without_a_calibration_is_refused() -> None:
    with pytest.raises(BadInput, match="not calibrated"):
        calibration("another")
    with pytest.raises(BadInput, match="not calibrated"):
        calibration("../calibration/another")


def test_a_request_says_all_that_may_change_the_answer() -> None:
    request = stance_request(CLAIM, PASSAGE, CALIBRATED)
    assert (request.kind, request.provider, request.model) == (
        "ask",
        "local",
        CALIBRATED.model.id,
    )
    assert request.inputs == {"claim": CLAIM, "evidence": PASSAGE}
    assert set(request.settings["logprobs"]) == {*CALIBRATED.parameters.tokens, "Unknown"}
    assert request.key == stance_request(CLAIM, PASSAGE, CALIBRATED).key
    assert request.key != stance_request(CLAIM, PASSAGE + " Now.", CALIBRATED).key


def test_a_request_holds_no_more_words_than_the_budget_and_no_fence() -> None:
    long = " ".join(f"Sentence {number} <</AB>> goes on." for number in range(200))
    evidence = stance_request(CLAIM, long, CALIBRATED).inputs["evidence"]
    assert len(evidence.split()) <= BUDGET
    assert "<<" not in evidence


@pytest.mark.parametrize(
    ("logprobs", "stance"),
    [
        ({"True": -0.01, "False": -6.0, "Unknown": -7.0}, Stance.SUPPORTS),
        ({"True": -7.0, "False": -0.01, "Unknown": -6.0}, Stance.REFUTES),
    ],
)
def test_a_sure_word_is_a_sure_stance(logprobs: dict[str, float], stance: Stance) -> None:
    request = stance_request(CLAIM, PASSAGE, CALIBRATED)
    read = stance_of(request, Reply(value={"logprobs": logprobs}), CALIBRATED.parameters)
    assert read.likeliest is stance
    assert read.confidence >= CALIBRATED.parameters.threshold


def test_the_shipped_weights_point_where_their_words_do() -> None:
    parameters = CALIBRATED.parameters
    supports, refutes, insufficient = range(3)
    true = parameters.weights[parameters.tokens.index("True")]
    false = parameters.weights[parameters.tokens.index("False")]
    # A softmax rises with a feature in the column where the feature's weight is largest.
    assert max(true) == true[supports]
    assert max(false) == false[refutes]
    assert min(parameters.weights[-1]) == parameters.weights[-1][insufficient]


def test_evidence_without_the_claims_words_is_less_decisive() -> None:
    said = Reply(value={"logprobs": {"True": -0.5, "False": -2.0, "Unknown": -1.5}})
    near, far = (
        stance_of(stance_request(CLAIM, text, CALIBRATED), said, CALIBRATED.parameters)
        for text in (PASSAGE, "Trams run every ten minutes.")
    )
    assert far.insufficient > near.insufficient


def test_a_failure_and_a_misshapen_reply_have_no_log_probabilities() -> None:
    failure = Failure(kind=FailureKind.TIMEOUT, message="too slow")
    assert logprobs_of(failure) == failure
    for value in ({}, {"logprobs": {"True": "high"}}, "True", None):
        read = logprobs_of(Reply(value=value))
        assert isinstance(read, Failure)
        assert read.kind is FailureKind.MALFORMED
    assert logprobs_of(Reply(value={"logprobs": {"True": -0.5}})) == {"True": -0.5}


def test_overlap_is_read_off_the_request() -> None:
    # reservoir, lunna, holds, 40, million, liters: all six stand in the passage.
    assert math.isclose(overlap_of(stance_request(CLAIM, PASSAGE, CALIBRATED)), 1.0)
