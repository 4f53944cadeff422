"""A folder as a data set: its sets, its archive, and what is measured over it."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from veracity.domain.errors import BadInput
from veracity.domain.evidence import Found, Tier
from veracity.evaluation.dataset import read_dataset
from veracity.evaluation.folder import alerts, read_folder, with_sets
from veracity.evaluation.labels import label_figures
from veracity.evaluation.retrieval.run import run
from veracity.evaluation.retrieval.sets import Query, read_set
from veracity.retrieval.archive import Archive

POST = {
    "id": "flood/a",
    "event": "flood",
    "category": "weather",
    "style": "mixed-a",
    "text": "River town eke flood ekak, 3 boats lost",
    "language": "si-Latn",
    "claim": "3 boats were lost.",
    "label": "False",
    "published": "2026-05-02",
}
ALERTS = [
    ("a1", "Two boats were lost in the flood at River town on 1 May.", "flood"),
    ("a2", "The market of Hill town is closed on 1 May.", None),
]


class Letters:
    """Vectors of how often each letter stands in a text: no model, and alike texts are near."""

    id = "letters"
    digest = "sha256:0"
    dimensions = 26

    def queries(self, texts: list[str]) -> np.ndarray:
        counts = np.array([[t.lower().count(chr(97 + i)) for i in range(26)] for t in texts])
        return (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)

    passages = queries


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "dataset.toml").write_text('sets = ["dev.jsonl"]\narchive = "alerts.jsonl"\n')
    (tmp_path / "dev.jsonl").write_text(json.dumps(POST) + "\n")
    rows = [
        {"id": name, "text": text, "published": "2026-05-01", "outlet": "Wire"}
        | ({} if event is None else {"event": event})
        for name, text, event in ALERTS
    ]
    (tmp_path / "alerts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def test_a_folder_stands_for_its_sets(folder: Path) -> None:
    paths, found = with_sets([folder])
    assert paths == [folder / "dev.jsonl"]
    assert found == read_folder(folder)
    assert with_sets([folder / "dev.jsonl"]) == ([folder / "dev.jsonl"], None)
    assert with_sets([folder], ["dev"])[0] == paths
    with pytest.raises(BadInput, match="no set named test"):
        with_sets([folder], ["test"])
    with pytest.raises(BadInput, match="archive of its own"):
        with_sets([folder, folder / "dev.jsonl"])


def test_a_set_that_is_not_there_is_named(folder: Path) -> None:
    (folder / "dev.jsonl").unlink()
    with pytest.raises(BadInput, match=r"dev\.jsonl is not there"):
        read_folder(folder)


def test_a_post_is_judged_in_its_own_words_on_its_day(folder: Path) -> None:
    (row,) = read_dataset(folder / "dev.jsonl").rows
    assert row.submission.text == POST["text"]
    assert (row.kind, row.group, row.label) == ("mixed-a", "flood", "False")
    assert row.as_of == row.submission.published == date(2026, 5, 2)


def test_alerts_are_documents_that_a_person_vouched_for(folder: Path) -> None:
    (first, event), (_, none) = alerts(read_folder(folder))
    assert (event, none) == ("flood", None)
    assert first.source.curated
    assert first.source.tier is Tier.ESTABLISHED
    assert first.source.published == date(2026, 5, 1)


def test_every_way_of_ranking_is_measured_by_event(folder: Path) -> None:
    found = read_set(folder)
    archive = Archive(None, embedder=Letters())
    archive.add(found.documents)
    asked: list[date | None] = []

    def search(query: Query) -> Found:
        asked.append(query.as_of)
        return archive.search(query.text, 10, query.as_of)

    report = run(found, search, embedder="letters")
    archive.close()
    figures = report.sets["dev"]
    assert asked == [date(2026, 5, 2)]
    assert set(figures.backends) == {"keywords", "vectors", "fused", "archive"}
    assert figures.backends["archive"].mrr.value == 1.0
    assert figures.styles["mixed-a"]["keywords"].n == 1


def test_a_set_in_the_layout_of_beir_is_read(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text('{"_id": "d1", "title": "", "text": "Rain fell."}\n')
    queries = [{"_id": "q1", "text": "rain"}, {"_id": "q2", "text": "not judged"}]
    (tmp_path / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\n")
    found = read_set(tmp_path)
    (query,) = found.queries[tmp_path.name]
    assert (query.id, query.relevant) == ("q1", frozenset({"d1"}))


def test_weighted_f1_of_a_verdicts_own_labels() -> None:
    found = label_figures(
        [("True", "True"), ("True", "Unverified"), ("False", "False"), ("unverified", "Unverified")]
    )
    assert found is not None
    # True: precision 1, recall 1/2, F1 2/3. False: 1. Unverified: precision 1/2, recall 1, F1 2/3.
    assert found.per_label["True"].f1 == pytest.approx(2 / 3)
    assert found.weighted_f1 == pytest.approx((2 * 2 / 3 + 1 + 2 / 3) / 4)
    assert found.confusion["True"] == {"False": 0, "True": 1, "Unverifiable": 1}


def test_rows_on_another_scale_have_no_figures_of_labels() -> None:
    assert label_figures([("SUPPORTED", "True")]) is None
    assert label_figures([]) is None
