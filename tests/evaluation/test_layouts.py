"""Published sets, read from files as they are distributed. The rows here are made up."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from veracity.domain.errors import BadInput
from veracity.evaluation.answers import Answer
from veracity.evaluation.dataset import Dataset, read_dataset
from veracity.evaluation.layouts import LAYOUTS

AVERITEC = {
    "claim": "The Example Bridge is closed.",
    "required_reannotation": False,
    "label": "Conflicting Evidence/Cherrypicking",
    "justification": "It is closed on Mondays.",
    "claim_date": "31-10-2020",
    "speaker": "The mayor of Example",
    "original_claim_url": None,
    "fact_checking_article": "https://daily.example/bridge",
    "reporting_source": "Facebook",
    "location_ISO_code": None,
    "claim_types": ["Event/Property Claim"],
    "fact_checking_strategies": ["Written Evidence"],
    "questions": [
        {
            "question": "Is the bridge closed?",
            "answers": [
                {
                    "answer": "No",
                    "answer_type": "Boolean",
                    "boolean_explanation": "It was open on Tuesday.",
                    "source_url": "https://bridge.example/hours",
                    "source_medium": "Web text",
                },
                {"answer": "No answer could be found.", "answer_type": "Unanswerable"},
            ],
        }
    ],
}
CLIMATE = {
    "claim_id": "7",
    "claim": "The Example Glacier grew.",
    "claim_label": "DISPUTED",
    "evidences": [
        {
            "evidence_id": "Example Glacier:3",
            "evidence_label": "SUPPORTS",
            "article": "Example Glacier",
            "evidence": "The glacier grew in 1901.",
            "entropy": 0.0,
            "votes": ["SUPPORTS"],
        }
    ],
}
FEVER = {
    "id": 75397,
    "verifiable": "VERIFIABLE",
    "label": "REFUTES",
    "claim": "The Example Bridge has 9 arches.",
    "evidence": [[[92206, 104971, "Example_Bridge", 7]]],
}
SCIFACT = {
    "id": 263,
    "claim": "Examples reduce errors.",
    "evidence": {"11": [{"sentences": [0], "label": "CONTRADICT"}]},
    "cited_doc_ids": [11, 12],
}
CORPUS = [
    {"doc_id": 11, "title": "Errors", "abstract": ["Errors rose.", "So did cost."]},
    {"doc_id": 12, "title": "Others", "abstract": ["Nothing was found."]},
]
WICE = {
    "label": "partially_supported",
    "claim": "The bridge is old and green.",
    "evidence": ["The bridge is old.", "It is grey."],
    "supporting_sentences": [[0]],
    "meta": {"id": "dev00001", "claim_title": "Bridge"},
}
AGGREFACT = {"dataset": "Wice", "doc": "The bridge is old.", "claim": "It is old.", "label": 1}
FACTOOL = {
    "prompt": "How long is it?",
    "response": "It is 120 metres long and was opened in 1950.",
    "claims": [
        {"claim": "The bridge is 120 metres long.", "label": True},
        {"claim": "The bridge was opened in 1950.", "label": False},
    ],
    "label": False,
    "entry_point": None,
}
FACTCHECK_BENCH = {
    "prompt": "How long is it?",
    "response": "It is 120 metres long. Lovely.",
    "sentences": {
        "sentence1": {
            "text": "It is 120 metres long.",
            "claims": ["The bridge is 120 metres long.", "The bridge is lovely."],
            "claims_factuality_label": [True, None],
            "auto_evidence": [["Its length is 120 m.", ""], []],
            "auto_evidence_url": [["https://bridge.example/", "https://b.example/"], []],
        },
        "sentence2": {
            "text": "Nobody counted its stones.",
            "claims": ["Nobody counted its stones."],
            "claims_factuality_label": ["NA"],
            "auto_evidence": [[]],
            "auto_evidence_url": [[]],
        },
    },
}
POSTS = {
    "id": "bridge/a",
    "event": "bridge",
    "style": "mixed-a",
    "text": "bridge eka close lu",
    "claim": "The Example Bridge is closed.",
    "label": "True",
    "published": "2026-05-02",
}
OBJECTS = {
    "AVeriTeC": AVERITEC,
    "Climate-FEVER": CLIMATE,
    "FEVER": FEVER,
    "FacTool": FACTOOL,
    "Factcheck-Bench": FACTCHECK_BENCH,
    "LLM-AggreFact": AGGREFACT,
    "SciFact": SCIFACT,
    "WiCE": WICE,
    "posts": POSTS,
}


def read(folder: Path, *objects: Any, as_list: bool = False) -> Dataset:
    file = folder / "set.json"
    lines = json.dumps(objects) if as_list else "\n".join(map(json.dumps, objects))
    file.write_text(lines, "utf-8")
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, CORPUS)), "utf-8")
    return read_dataset(file, closed=True)


def test_every_layout_is_told_from_every_other() -> None:
    assert {layout.name for layout in LAYOUTS} == set(OBJECTS)
    for name, fields in OBJECTS.items():
        assert [layout.name for layout in LAYOUTS if layout.known(fields)] == [name]


def test_a_row_of_our_own_has_no_layout() -> None:
    own = {"claim": "A.", "label": "SUPPORTED", "evidence": [{"text": "A."}], "kind": "number"}
    assert not any(layout.known(own) for layout in LAYOUTS)
    assert not any(layout.known({"claim": "A.", "label": "x"}) for layout in LAYOUTS)


def test_averitec(tmp_path: Path) -> None:
    (row,) = read(tmp_path, AVERITEC, as_list=True).rows
    assert row.gold is Answer.NOT_ENOUGH_INFO
    assert row.submission.speaker == "The mayor of Example"
    assert row.submission.published == date(2020, 10, 31)
    assert row.group == "https://daily.example/bridge"
    assert row.evidence is not None
    first, second = row.evidence
    assert first.text == "Is the bridge closed? No. It was open on Tuesday."
    assert first.source.url == "https://bridge.example/hours"
    assert second.text == "Is the bridge closed? No answer could be found."


def test_averitec_without_a_date_or_a_speaker(tmp_path: Path) -> None:
    (row,) = read(tmp_path, {**AVERITEC, "claim_date": None, "speaker": None}).rows
    assert (row.submission.speaker, row.submission.published) == (None, None)


def test_climate_fever(tmp_path: Path) -> None:
    (row,) = read(tmp_path, CLIMATE).rows
    assert (row.id, row.gold) == ("7", Answer.NOT_ENOUGH_INFO)
    assert row.evidence is not None
    assert [one.text for one in row.evidence] == ["The glacier grew in 1901."]


def test_fever_is_judged_against_an_archive(tmp_path: Path) -> None:
    (row,) = read(tmp_path, FEVER).rows
    assert (row.gold, row.evidence) == (Answer.REFUTED, ())
    assert row.id == "75397"


def test_scifact_reads_its_abstracts_from_the_file_beside_it(tmp_path: Path) -> None:
    (row,) = read(tmp_path, SCIFACT).rows
    assert row.gold is Answer.REFUTED
    assert row.evidence is not None
    assert [one.text for one in row.evidence] == ["Errors rose. So did cost.", "Nothing was found."]


def test_scifact_without_a_rationale_is_not_enough(tmp_path: Path) -> None:
    (row,) = read(tmp_path, {**SCIFACT, "evidence": {}}).rows
    assert row.gold is Answer.NOT_ENOUGH_INFO


def test_scifact_without_its_abstracts_says_which_file_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    file.write_text(json.dumps(SCIFACT), "utf-8")
    with pytest.raises(BadInput, match=r"claims\.jsonl, line 1: its abstracts cannot be read"):
        read_dataset(file, closed=True)


def test_wice_has_one_page_a_claim(tmp_path: Path) -> None:
    picked = {**WICE, "meta": {"id": "dev00001", "chunk_idx": [0], "oracle_idx": [0]}}
    del picked["supporting_sentences"]
    rows = read(tmp_path, WICE, picked).rows
    assert {row.group for row in rows} == {"dev00001"}
    assert {row.gold for row in rows} == {Answer.NOT_ENOUGH_INFO}
    assert rows[0].evidence is not None
    assert [one.text for one in rows[0].evidence] == ["The bridge is old. It is grey."]


def test_aggrefact_never_says_refuted(tmp_path: Path) -> None:
    rows = read(tmp_path, AGGREFACT, {**AGGREFACT, "label": 0}).rows
    assert [row.gold for row in rows] == [Answer.SUPPORTED, Answer.NOT_ENOUGH_INFO]
    assert rows[0].kind == "Wice"


def test_factool_has_the_claims_of_an_answer_in_one_group(tmp_path: Path) -> None:
    rows = read(tmp_path, FACTOOL).rows
    assert [row.gold for row in rows] == [Answer.SUPPORTED, Answer.REFUTED]
    assert len({row.group for row in rows}) == 1


def test_factcheck_bench_leaves_out_what_was_not_labelled(tmp_path: Path) -> None:
    dataset = read(tmp_path, FACTCHECK_BENCH)
    assert [row.gold for row in dataset.rows] == [Answer.SUPPORTED, Answer.NOT_ENOUGH_INFO]
    assert dataset.rows[0].evidence is not None
    assert [one.text for one in dataset.rows[0].evidence] == ["Its length is 120 m."]
    assert dataset.blank == 1
    assert len({row.group for row in dataset.rows}) == 1


@pytest.mark.parametrize(
    "damaged",
    [
        {**AVERITEC, "questions": "none"},
        {**AVERITEC, "questions": [{"question": "Is it?"}]},
        {**FACTOOL, "claims": ["The bridge is long."]},
        {**FACTCHECK_BENCH, "sentences": {"sentence1": {"text": "A."}}},
        {**SCIFACT, "evidence": {"99": [{"sentences": [0], "label": "SUPPORT"}]}},
        {**AGGREFACT, "label": "perhaps"},
        {**WICE, "evidence": [1, 2]},
    ],
)
def test_an_object_of_another_shape_is_refused_with_its_place(
    tmp_path: Path, damaged: dict[str, Any]
) -> None:
    with pytest.raises(BadInput, match=r"set\.json, line 2: it has the keys of"):
        read(tmp_path, CLIMATE, damaged)


def test_items_of_a_list_are_counted(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"set\.json, item 2: it is not an object"):
        read(tmp_path, CLIMATE, 7, as_list=True)
