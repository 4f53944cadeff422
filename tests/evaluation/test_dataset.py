"""Reading rows: what is read, what is refused, and how a sample is drawn."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from veracity.domain.errors import BadInput
from veracity.domain.evidence import Tier
from veracity.evaluation.answers import Answer
from veracity.evaluation.dataset import read_dataset

GOOD = '{"claim": "The bridge is 120 m long.", "label": "SUPPORTED"}'


def write(place: Path, *rows: str | dict[str, Any]) -> Path:
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    file = place / "bridges.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_a_row_is_read_with_all_it_says(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        {"id": 7, "claim": " A. ", "label": "refutes", "kind": "number", "group": "g", "extra": []},
    )
    (row,) = read_dataset(file).rows
    assert (row.id, row.label, row.gold) == ("7", "refutes", Answer.REFUTED)
    assert (row.kind, row.group, row.evidence) == ("number", "g", None)
    assert row.submission.text == " A. "


def test_a_row_needs_a_claim_and_a_label_only(tmp_path: Path) -> None:
    found = read_dataset(write(tmp_path, GOOD, "", GOOD.replace("120", "130")))
    assert found.name == "bridges"
    assert found.size == len(found.rows) == 2
    first, second = found.rows
    assert first.id != second.id
    assert first.group != second.group


def test_a_label_may_be_a_truth_value(tmp_path: Path) -> None:
    (row,) = read_dataset(write(tmp_path, {"claim": "A.", "label": False})).rows
    assert row.gold is Answer.REFUTED


def test_evidence_becomes_documents_that_were_given(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        {
            "claim": "A.",
            "label": "SUPPORTED",
            "evidence": [
                {
                    "text": "The bridge is 120 m long.",
                    "title": "Bridges",
                    "url": "https://example.org/bridges",
                    "published": "2026-01-31T10:00:00Z",
                    "stance": "supports",
                },
                "It was built in 1901.",
                {"question": "Is it long?", "text": "No."},
            ],
        },
    )
    (row,) = read_dataset(file, closed=True).rows
    assert row.evidence is not None
    first, second, third = row.evidence
    assert first.text == "The bridge is 120 m long."
    assert first.source.publisher == "example.org"
    assert (first.source.title, first.source.published) == ("Bridges", date(2026, 1, 31))
    assert {document.source.tier for document in row.evidence} == {Tier.GIVEN}
    assert second.text == "It was built in 1901."
    assert third.text == "Is it long? No."


def test_what_annotators_wrote_beside_the_evidence_never_reaches_the_judge(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        {
            "claim": "A.",
            "label": "SUPPORTED",
            "evidence": [{"text": "B.", "stance": "REFUTES-MARK", "by": "MARK"}],
        },
    )
    (row,) = read_dataset(file, closed=True).rows
    assert row.evidence is not None
    assert "MARK" not in row.evidence[0].model_dump_json()


def test_pieces_without_text_are_left_out_and_counted(tmp_path: Path) -> None:
    evidence = [{"text": " "}, {"text": "B."}, {"text": "B."}]
    file = write(tmp_path, {"claim": "A.", "label": "SUPPORTED", "evidence": evidence})
    found = read_dataset(file, closed=True)
    assert [len(row.evidence or ()) for row in found.rows] == [1]
    assert found.blank == 1


def test_a_row_without_evidence_is_kept_when_its_list_is_empty(tmp_path: Path) -> None:
    file = write(tmp_path, {"claim": "A.", "label": "SUPPORTED", "evidence": []})
    (row,) = read_dataset(file, closed=True).rows
    assert row.evidence == ()


def test_evidence_is_not_read_where_the_archive_is_asked(tmp_path: Path) -> None:
    file = write(tmp_path, {"claim": "A.", "label": "SUPPORTED", "evidence": "nonsense"})
    (row,) = read_dataset(file).rows
    assert row.evidence is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[1]", "not an object"),
        ('{"label": "SUPPORTED"}', "`claim`"),
        ('{"claim": 5, "label": "SUPPORTED"}', "`claim`"),
        ('{"claim": "  ", "label": "SUPPORTED"}', "no text to check"),
        ('{"claim": "A."}', "`label`"),
        ('{"claim": "A.", "label": ""}', "`label`"),
        ('{"claim": "A.", "label": 1}', "`label`"),
        ('{"claim": "A.", "label": "SUPPORTED", "kind": ["x"]}', "`kind`"),
        ('{"claim": "A.", "label": "SUPPORTED", "group": true}', "`group`"),
        ('{"claim": "A.", "label": "SUPPORTED", "score": NaN}', "canonical"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_row_that_cannot_be_read_is_named_by_its_line(
    tmp_path: Path, line: str, message: str
) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        read_dataset(write(tmp_path, GOOD, "", line))
    assert caught.value.message.startswith("bridges.jsonl, line 3: ")


@pytest.mark.parametrize(
    ("evidence", "message"),
    [
        (None, "no list"),
        ("B.", "no list"),
        ([5], "evidence 1 has no text"),
        ([{"text": "B."}, {"title": "no text"}], "evidence 2 has no text"),
        ([{"text": "B.", "title": 5}], "`title` of evidence 1"),
        ([{"text": "B.", "published": "soon"}], "no date"),
    ],
)
def test_evidence_that_cannot_be_read_is_named_by_its_line(
    tmp_path: Path, evidence: object, message: str
) -> None:
    file = write(tmp_path, {"claim": "A.", "label": "SUPPORTED", "evidence": evidence})
    with pytest.raises(BadInput, match=message) as caught:
        read_dataset(file, closed=True)
    assert "line 1" in caught.value.message


def test_bytes_that_are_no_text_are_named_by_their_line(tmp_path: Path) -> None:
    file = tmp_path / "bridges.jsonl"
    file.write_bytes(GOOD.encode() + b"\n" + b'{"claim": "\xff"}\n')
    with pytest.raises(BadInput, match=r"line 2: it is not UTF-8"):
        read_dataset(file)


def test_a_missing_file_and_an_empty_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_dataset(tmp_path / "none.jsonl")
    with pytest.raises(BadInput, match="no rows"):
        read_dataset(write(tmp_path, "", " "))


ROWS = [{"claim": f"Bridge {number} is long.", "label": "SUPPORTED"} for number in range(50)]


def claims(file: Path, limit: int | None, seed: int = 0) -> list[str]:
    return [row.submission.text for row in read_dataset(file, limit=limit, seed=seed).rows]


def test_a_sample_does_not_depend_on_the_order_of_the_file(tmp_path: Path) -> None:
    drawn = claims(write(tmp_path, *ROWS), 10)
    assert claims(write(tmp_path, *reversed(ROWS)), 10) == drawn


def test_a_smaller_sample_is_the_head_of_a_larger_one(tmp_path: Path) -> None:
    file = write(tmp_path, *ROWS)
    assert claims(file, 10) == claims(file, 20)[:10]
    assert len(set(claims(file, 20))) == 20


def test_another_seed_draws_another_sample(tmp_path: Path) -> None:
    file = write(tmp_path, *ROWS)
    assert set(claims(file, 10, seed=1)) != set(claims(file, 10, seed=2))


def test_a_sample_larger_than_the_set_is_all_of_it(tmp_path: Path) -> None:
    found = read_dataset(write(tmp_path, *ROWS), limit=500, seed=3)
    assert (len(found.rows), found.size, found.limit, found.seed) == (50, 50, 500, 3)


def test_without_a_limit_the_rows_keep_their_order(tmp_path: Path) -> None:
    assert claims(write(tmp_path, *ROWS), None) == [row["claim"] for row in ROWS]
