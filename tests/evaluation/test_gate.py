"""What a gate lets through, and what it takes to lower it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.evaluation.sample import ScriptedJudge, dataset, row
from veracity.domain.errors import BadInput
from veracity.evaluation.gate import (
    Gate,
    Gates,
    allow_lowering,
    faults,
    lowered,
    pinned,
    read_gates,
)
from veracity.evaluation.report import Report
from veracity.evaluation.run import Plan, run

FOUR = dataset(
    row("A.", "SUPPORTED"), row("B.", "REFUTED"), row("C.", "REFUTED"), row("D.", "CONFLICTING")
)
PROMPTS = {"stance": "sha256:1"}
EMPTY = Gate(
    name="four",
    set="four.jsonl",
    sha256=FOUR.digest,
    closed=True,
    method="routed",
    model="none",
)


def judged(**said: str) -> Report:
    """A run in which A, B, C and D get these labels. Right are True, False, False, Unverified."""
    script = {f"{name}.": label for name, label in said.items()}
    return asyncio.run(run([FOUR], ScriptedJudge(script), Plan()))


RIGHT = judged(A="True", B="False", C="False", D="Unverified")
FLIPPED = judged(A="True", B="False", C="True", D="Unverified")
HELD = pinned(EMPTY, RIGHT, PROMPTS)


def test_pinning_keeps_what_was_measured() -> None:
    assert HELD.bounds["accuracy"] == 1
    assert HELD.bounds["flips"] == 0
    assert HELD.prompts == PROMPTS
    assert "exact" not in HELD.bounds  # no row of this set has a label on a verdict's scale


def test_the_same_run_passes() -> None:
    assert faults(HELD, RIGHT, PROMPTS) == []


def test_a_worse_run_is_told_figure_by_figure() -> None:
    found = faults(HELD, FLIPPED, PROMPTS)
    assert "accuracy is 0.750; its bound is 1.000 with a margin of 0.020." in found
    # One of the three rows whose gold has a direction.
    assert "flips is 0.333; its bound is 0.000 with a margin of 0.020." in found


def test_a_margin_lets_noise_pass_and_no_more() -> None:
    wide = HELD.model_copy(update={"margin": 0.25, "bounds": {"accuracy": 1.0}})
    assert faults(wide, FLIPPED, PROMPTS) == []
    narrow = wide.model_copy(update={"margin": 0.24})
    assert len(faults(narrow, FLIPPED, PROMPTS)) == 1


def test_a_better_run_passes() -> None:
    low = HELD.model_copy(update={"bounds": {"accuracy": 0.5, "flips": 0.5}})
    assert faults(low, RIGHT, PROMPTS) == []


def test_a_changed_prompt_is_red_whatever_the_figures() -> None:
    assert faults(HELD, RIGHT, {"stance": "sha256:2"}) == [
        "The prompt stance is not the one that was pinned."
    ]
    assert faults(HELD, RIGHT, {**PROMPTS, "ruling": "sha256:3"}) == [
        "The prompt ruling was not asked when the bounds were pinned."
    ]
    assert faults(HELD, RIGHT, {}) == []  # a run in which nothing had to be asked


def test_a_changed_set_is_red() -> None:
    other = HELD.model_copy(update={"sha256": "sha256:0"})
    assert faults(other, RIGHT, PROMPTS) == ["The set four.jsonl is not the one that was pinned."]


def test_a_figure_that_is_undefined_fails_its_bound() -> None:
    undefined = HELD.model_copy(update={"bounds": {"exact": 0.5}})
    assert faults(undefined, RIGHT, PROMPTS) == ["exact is undefined; its bound is 0.500."]


def test_rows_that_could_not_be_judged_are_red_and_not_pinned() -> None:
    broken = RIGHT.model_copy(update={"errors": 1, "error_kinds": {"timeout": 1}})
    assert faults(HELD, broken, PROMPTS) == ["1 rows could not be judged: {'timeout': 1}."]
    with pytest.raises(BadInput, match="could not be judged"):
        pinned(HELD, broken, PROMPTS)


def test_a_bound_is_lowered_for_a_reason_in_the_change_log_alone() -> None:
    worse = pinned(HELD, FLIPPED, PROMPTS)
    found = lowered([HELD], [worse])
    assert "four: accuracy goes from 1.0000 to 0.7500." in found
    assert "four: flips goes from 0.0000 to 0.3333." in found
    with pytest.raises(BadInput, match="would lower what is asked"):
        allow_lowering(found, None, "- A smaller model.\n")
    with pytest.raises(BadInput, match="does not stand in the change log"):
        allow_lowering(found, "A smaller model.", "- Nothing.\n")
    allow_lowering(found, "A smaller model.", "- A smaller model.\n")


def test_raising_a_bound_needs_no_reason() -> None:
    assert lowered([pinned(HELD, FLIPPED, PROMPTS)], [HELD]) == []
    allow_lowering([], None, "")


def test_a_gate_or_a_bound_that_is_taken_away_is_lowering() -> None:
    bare = HELD.model_copy(update={"bounds": {"accuracy": 1.0}})
    assert "four: flips is no longer bounded." in lowered([HELD], [bare])
    assert lowered([HELD], []) == ["four is gone."]


def test_the_file_is_read_back(tmp_path: Path) -> None:
    place = tmp_path / "gates.json"
    place.write_text(Gates(gates=(HELD,)).to_json(), "utf-8")
    assert read_gates(place).gates == (HELD,)


@pytest.mark.parametrize(
    "content",
    [
        "{",
        '{"gates": [{"name": "a"}]}',
        Gates(gates=(HELD.model_copy(update={"bounds": {"beauty": 1.0}}),)).to_json(),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, content: str) -> None:
    place = tmp_path / "gates.json"
    place.write_text(content, "utf-8")
    with pytest.raises(BadInput):
        read_gates(place)
