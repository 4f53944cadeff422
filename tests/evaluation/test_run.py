"""Judging rows and putting the report together, with a stand-in for the newsroom."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.evaluation.sample import (
    DiskFull,
    ScriptedJudge,
    ask,
    case,
    dataset,
    finding,
    row,
)
from veracity.domain.case import Case
from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.domain.evidence import Document, Source, Stance
from veracity.domain.verdict import Abstention
from veracity.evaluation.dataset import Dataset
from veracity.evaluation.report import Report
from veracity.evaluation.run import Judge, Plan, Tally, run
from veracity.methods.routed.record import RoutedDials

KEYS = {
    "n",
    "accuracy",
    "macro_f1",
    "flips",
    "coverage",
    "precision",
    "median_seconds",
    "decided_in_code",
    "by_kind",
    "rows",
    "intervals",
    "confusion",
    "per_class",
    "errors",
    "without_abstention",
    "dataset",
    "method",
    "model",
    "made_by",
    "dials",
    "sets",
}
"""What others script against."""


def judged(judge: Judge, *sets: Dataset, plan: Plan | None = None) -> Report:
    return asyncio.run(run(sets, judge, plan or Plan()))


FOUR = dataset(
    row("A.", "SUPPORTED", kind="number"),
    row("B.", "REFUTED", kind="number"),
    row("C.", "REFUTED", kind="name"),
    row("D.", "CONFLICTING"),
)
SCRIPT = {"A.": "True", "B.": "Misleading", "C.": "True", "D.": "Unverified"}


def test_labels_and_verdicts_are_compared_by_their_direction() -> None:
    report = judged(ScriptedJudge(SCRIPT), FOUR)
    assert [(one.label, one.predicted) for one in report.rows] == [
        ("SUPPORTED", "SUPPORTED"),
        ("REFUTED", "REFUTED"),  # Misleading is on the contested side.
        ("REFUTED", "SUPPORTED"),
        ("NOT_ENOUGH_INFO", "NOT_ENOUGH_INFO"),
    ]
    assert (report.n, report.errors) == (4, 0)
    assert report.accuracy == 3 / 4
    assert report.flips == 1 / 3
    assert report.coverage == 3 / 4
    assert report.precision == 2 / 3
    assert report.dataset.labels == {"CONFLICTING": 1, "REFUTED": 2, "SUPPORTED": 1}


def test_confidence_is_held_against_what_came_true() -> None:
    report = judged(ScriptedJudge(SCRIPT), FOUR)
    assert report.confidence is not None
    assert report.selective is not None
    # Three answers are decisive, A, B and C, and C is wrong. They are equally confident.
    assert (report.confidence.n, report.confidence.base_rate) == (3, pytest.approx(2 / 3))
    assert [(one.coverage, one.risk) for one in report.selective.points] == [
        (1.0, pytest.approx(1 / 3))
    ]
    assert report.probability is None  # This method gives none.


def test_the_very_label_counts_where_rows_have_one() -> None:
    labelled = dataset(
        row("A.", "True"), row("B.", "False"), row("C.", "Misleading"), row("D.", "Unverifiable")
    )
    # A and D have their label; B is Misleading and not False, C is True.
    assert judged(ScriptedJudge(SCRIPT), labelled).exact == 2 / 4
    assert judged(ScriptedJudge(SCRIPT), FOUR).exact is None


def test_cases_of_an_earlier_run_took_no_calls_in_this_one() -> None:
    assert judged(ScriptedJudge(SCRIPT), FOUR).calls == 4
    again = judged(ScriptedJudge(SCRIPT, reused=True), FOUR)
    assert (again.calls, again.usd, again.resumed) == (0, 0, 4)
    assert again.accuracy == 3 / 4


def test_each_kind_is_counted_alone() -> None:
    kinds = judged(ScriptedJudge(SCRIPT), FOUR).by_kind
    assert set(kinds) == {"name", "number"}
    assert (kinds["number"].n, kinds["number"].accuracy, kinds["number"].flips) == (2, 1, 0)
    assert (kinds["name"].n, kinds["name"].accuracy, kinds["name"].flips) == (1, 0, 1)


def test_the_report_file_has_the_keys_that_others_script_against() -> None:
    written = json.loads(judged(ScriptedJudge(SCRIPT), FOUR).to_json())
    assert set(written) >= KEYS
    assert set(written["rows"][0]) >= {"id", "label", "predicted", "seconds"}
    assert set(written["dataset"]) >= {"name", "sha256", "n", "limit", "seed"}
    assert len(written["intervals"]["accuracy"]) == 2
    assert written["sets"]["bridges"]["accuracy"] == written["accuracy"]


def test_the_report_never_repeats_a_claim() -> None:
    secret = "The zeugmatic bridge is long."
    report = judged(ScriptedJudge({secret: "True"}), dataset(row(secret, "SUPPORTED", group="g")))
    text = report.model_copy(
        update={"rows": tuple(one.model_copy(update={"id": "r"}) for one in report.rows)}
    ).to_json()
    assert "zeugmatic" not in text


def missing(text: str, label: str = "Unverified") -> Case:
    why = Abstention(who="model on passage 1", why="no answer", failure="timeout")
    return case(Submission(text=text), label, abstentions=(why,))


def test_a_fault_of_infrastructure_is_counted_and_never_scored() -> None:
    judge = ScriptedJudge({**SCRIPT, "A.": missing("A."), "B.": ValueError("a defect")})
    report = judged(judge, FOUR)
    assert (report.n, report.errors) == (2, 2)
    assert report.error_kinds == {"internal": 1, "timeout": 1}
    assert report.accuracy == 1 / 2  # C is wrong, D is right.
    first, second = report.rows[:2]
    assert (first.predicted, second.predicted) == (None, None)
    assert first.error == "timeout: model on passage 1: no answer"
    assert second.error == "internal: ValueError: a defect"


def test_a_verdict_in_spite_of_a_fault_is_scored() -> None:
    report = judged(ScriptedJudge({**SCRIPT, "A.": missing("A.", "True")}), FOUR)
    assert (report.n, report.errors) == (4, 0)


def test_an_abstention_without_a_fault_is_an_answer() -> None:
    quiet = case(
        Submission(text="A."), "Unverified", abstentions=(Abstention(who="model", why="unsure"),)
    )
    report = judged(ScriptedJudge({**SCRIPT, "A.": quiet}), FOUR)
    assert report.rows[0].predicted == "NOT_ENOUGH_INFO"
    assert report.errors == 0


def test_a_run_in_which_everything_fails_has_no_figures() -> None:
    report = judged(ScriptedJudge(dict.fromkeys(SCRIPT, RuntimeError("down"))), FOUR)
    assert (report.n, report.errors) == (0, 4)
    assert report.accuracy is None
    assert report.median_seconds is None
    assert report.decided_in_code is None
    assert report.without_abstention is None
    assert report.intervals["accuracy"] is None


def test_what_a_person_must_put_right_stops_the_run() -> None:
    judge = ScriptedJudge({**SCRIPT, "B.": DiskFull("The disk is full.")})
    with pytest.raises(DiskFull):
        judged(judge, FOUR)
    assert "D." not in judge.given


def test_each_row_is_judged_against_its_own_evidence() -> None:
    mine = Document(text="A.", source=Source(url="", title="T", publisher="given"))
    rows = dataset(row("A.", "SUPPORTED", evidence=(mine,)), row("B.", "REFUTED", evidence=()))
    judge = ScriptedJudge(SCRIPT)
    report = judged(judge, rows, plan=Plan(closed=True))
    assert judge.given == {"A.": (mine,), "B.": ()}
    assert report.dataset.no_evidence == 1
    assert judged(judge, rows).closed is False
    assert judge.given == {"A.": None, "B.": None}


def test_rows_in_work_are_bounded() -> None:
    rows = dataset(*(row(f"{number}.", "SUPPORTED") for number in range(20)))
    script = {one.submission.text: "True" for one in rows.rows}
    for wanted in (1, 3):
        judge = ScriptedJudge(script)
        report = judged(judge, rows, plan=Plan(concurrency=wanted))
        assert judge.at_once == wanted
        assert [one.id for one in report.rows] == [one.id for one in rows.rows]


def test_progress_is_told_row_by_row() -> None:
    told: list[Tally] = []
    judge = ScriptedJudge({**SCRIPT, "B.": RuntimeError("down")})
    asyncio.run(run((FOUR,), judge, Plan(), told.append))
    assert [(tally.done, tally.total, tally.errors) for tally in told] == [
        (1, 4, 0),
        (2, 4, 1),
        (3, 4, 1),
        (4, 4, 1),
    ]
    assert [tally.accuracy for tally in told] == [1, 1, 1 / 2, 2 / 3]


def test_seconds_of_what_the_journal_answered_do_not_count() -> None:
    again = case(Submission(text="A."), "True", exchanges=(ask(1, reused=True),))
    report = judged(ScriptedJudge({**SCRIPT, "A.": again}), FOUR)
    assert report.resumed == 1
    assert [one.resumed for one in report.rows] == [True, False, False, False]


def test_what_code_decided_is_counted_by_what_the_verdict_rests_on() -> None:
    code = case(
        Submission(text="A."),
        "True",
        findings=(finding(Stance.SUPPORTS, by="code", decisive=True),),
    )
    beside = case(
        Submission(text="B."),
        "False",
        findings=(
            finding(Stance.REFUTES, by="model", decisive=True),
            finding(Stance.INSUFFICIENT, by="code", decisive=False),
        ),
    )
    report = judged(ScriptedJudge({**SCRIPT, "A.": code, "B.": beside}), FOUR)
    assert report.decided_in_code == 1 / 4


def test_sets_are_scored_alone_and_pooled() -> None:
    other = dataset(row("E.", "SUPPORTED", group="A."), name="tunnels")
    report = judged(ScriptedJudge({**SCRIPT, "E.": "False"}), FOUR, other)
    assert (report.n, report.accuracy) == (5, 3 / 5)
    assert report.sets["bridges"].accuracy == 3 / 4
    assert report.sets["tunnels"].accuracy == 0
    assert report.dataset.name == "bridges + tunnels"
    assert report.dataset.n == 5
    assert [one.set for one in report.rows] == ["bridges"] * 4 + ["tunnels"]


def test_two_sets_of_one_name_are_refused() -> None:
    with pytest.raises(BadInput, match="told apart"):
        judged(ScriptedJudge(SCRIPT), FOUR, FOUR)


def test_the_report_says_who_judged_and_how() -> None:
    dials = RoutedDials(given="sha256:evidence", model="named")
    last = case(Submission(text="D."), "Unverified", dials=dials, exchanges=(ask(1),))
    report = judged(ScriptedJudge({**SCRIPT, "D.": last}), FOUR)
    assert (report.made_by, report.method, report.model) == ("veracity test", "routed", "named")
    assert report.asked == ("tiny",)
    assert report.dials["top_k"] == 4
    assert "given" not in report.dials


def test_cases_go_where_they_are_wanted(tmp_path: Path) -> None:
    judge = ScriptedJudge(SCRIPT)
    judged(judge, FOUR, plan=Plan(cases=tmp_path))
    assert judge.places == [tmp_path / "bridges" / f"{number:05d}.json" for number in range(1, 5)]
