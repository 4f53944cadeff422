"""A walk: one claim through Wikipedia, a search engine, fact-checkers and a model, from the shell.

Everything that Veracity reaches is one server on loopback that speaks the real formats
(tests/retrieval/search/replies, tests/models/hosted/dialects). The pages lie under names that lead
to it as well: `fetch_allow` names a mirror for each. Ostrana, its survey, its newspaper and its
fact-checker are invented. docs/web.md tells the same walk in words.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from tests.cli.command import veracity
from tests.models.hosted.dialects import Reply, chat
from tests.retrieval.search.engines import Answer, Asked, Engines, reply
from veracity.desk.blobs import Blobs
from veracity.domain.case import Case

CLAIM = "The coastline of Ostrana is 1,340 km long."
KEY = "seeded-key-that-opens-nothing-4711"

WIKIPEDIA = """
<p>Ostrana is an island country. The coastline of Ostrana is 1,340 km long, most of it cliffs, and
its people live by fishing, by the ferries and by the yards that build them.</p>
<p>The country has three provinces and a parliament of ninety members.</p>
"""
SURVEY = """
<p>Our teams walked the shore with receivers for two summers. We found that the coastline of Ostrana
is 1,340 kilometres long at high water; islets under one hectare are left out.</p>
<p>The next measurement is planned for the end of the decade.</p>
"""
NEWS = """
<p>How far is it around the country on foot? A reader asked, and our reporter rang the harbor
masters one by one. The coastline of Ostrana is 1,340 km, they say, though no one has walked it
without a rest.</p>
<p>The walk would take about seven weeks.</p>
"""
WALLED = "In its place came: bot wall."
WALL = "<h1>Just a moment...</h1><p>Checking your browser before accessing this site.</p>"
PAGES = {
    "en.wikipedia.org/wiki/Ostrana": WIKIPEDIA,
    "en.wikipedia.org/wiki/Harbor_of_Ostrana": WALL,
    "survey.ostrana.example/coast": SURVEY,
    "harbornews.example/length": NEWS,
}


READS = {
    "explanation": "Source 1 says 'The coastline of Ostrana is 1,340 km long', as the claim does.",
    "label": "True",
    "confidence": "High",
    "caveats": "",
    "web_sources": ["http://en.wikipedia.org/wiki/Ostrana", "http://never-found.example/made-up"],
}
SEARCHES = {"support": ["length of the coast of Ostrana"], "refute": []}


def answer(asked: Asked) -> Answer:
    """An engine's reply, a model's, or the page at a host."""
    host = asked.headers["host"].partition(":")[0]
    if asked.path == "/v1/chat/completions":
        said = READS if "web_sources" in json.dumps(asked.body) else SEARCHES
        stream = chat(Reply(json.dumps(said)))
        return Answer(stream.body.encode(), content_type="text/event-stream")
    if host == "127.0.0.1":
        found = reply(asked.path.strip("/"))
        # The pages are fetched without TLS here: their server has no certificate.
        return Answer(found.body.replace(b"https://", b"http://"))
    text = PAGES.get(f"{host}{asked.path}")
    if text is None:
        return Answer(b"", 404)
    title = "Just a moment..." if text is WALL else "Ostrana"
    page = (
        f"<html lang=en><head><title>{title}</title></head><body><main>{text}</main></body></html>"
    )
    return Answer(page.encode(), content_type="text/html; charset=utf-8")


@dataclass
class Walk:
    """What came of one run."""

    ran: CompletedProcess[str]
    asked: list[Asked]
    home: Path

    @property
    def line(self) -> dict[str, Any]:
        return json.loads(self.ran.stdout)

    @property
    def case(self) -> Case:
        return Case.from_bytes(Path(self.line["case"]).read_bytes())

    def sent_to(self, name: str) -> list[Asked]:
        return [one for one in self.asked if one.path == f"/{name}"]


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    home = tmp_path_factory.mktemp("home")
    hosts = sorted({page.partition("/")[0] for page in PAGES})
    with Engines(answer) as engines:
        named = ("wikipedia", "brave", "factcheck")
        lines = [
            'pack = "none"',
            f"fetch_allow = {json.dumps([f'{host}:80={engines.place}' for host in hosts])}",
            "fetch_delay = 0",
            "[urls]",
            *(f'{name} = "{engines.url(name)}"' for name in named),
            f'openai_compatible = "{engines.url("v1")}"',
        ]
        (home / "settings.toml").write_text("\n".join(lines), encoding="utf-8")
        keys = ("BRAVE_API_KEY", "GOOGLE_FACT_CHECK_API_KEY", "OPENAI_COMPATIBLE_API_KEY")
        ran = veracity(
            *("check", CLAIM, "--json", "--method", "panel", "--search", ",".join(named)),
            *("--model", "openai_compatible:reader"),
            home=home,
            **dict.fromkeys(keys, KEY),
        )
        assert ran.returncode == 0, ran.stderr
        yield Walk(ran, list(engines.asked), home)


def test_the_model_reads_what_was_fetched_and_cites_it(walk: Walk) -> None:
    assert walk.line["label"] == "True"
    assert [one["url"] for one in walk.line["evidence"]] == ["http://en.wikipedia.org/wiki/Ostrana"]
    asked = json.dumps([one.body for one in walk.sent_to("v1/chat/completions")])
    for host in ("en.wikipedia.org", "survey.ostrana.example", "harbornews.example"):
        assert f"http://{host}/" in asked


def test_an_address_that_nothing_returned_reaches_no_verdict(walk: Walk) -> None:
    verdict = walk.case.verdict
    assert "never-found.example" not in str([verdict.findings, verdict.explanation])


def test_the_engines_are_asked_in_their_formats_and_for_both_sides(walk: Walk) -> None:
    first, second = sorted(walk.sent_to("wikipedia"), key=lambda one: one.params["gsrsearch"])
    assert first.params["gsrsearch"].startswith("coastline OR Ostrana")
    assert second.params["gsrsearch"] == "length OR coast OR Ostrana"
    assert {one.params["q"] for one in walk.sent_to("brave")} == {CLAIM, *SEARCHES["support"]}
    assert {one.headers["x-subscription-token"] for one in walk.sent_to("brave")} == {KEY}


def test_a_wall_is_not_quoted_and_said(walk: Walk) -> None:
    searches = walk.case.record["searches"]
    left_out = {page["url"]: page["why"] for one in searches for page in one.get("left_out", ())}
    assert left_out == {"http://en.wikipedia.org/wiki/Harbor_of_Ostrana": WALLED}
    shown = json.dumps([one.body for one in walk.sent_to("v1/chat/completions")])
    assert "Checking your browser" not in shown


def test_what_was_searched_is_on_the_case(walk: Walk) -> None:
    said = {(one["backend"], one["query"], one["found"]) for one in walk.line["searches"]}
    for query in (CLAIM, *SEARCHES["support"]):
        assert {("wikipedia", query, 2), ("brave", query, 2)} <= said
    assert ("factcheck", CLAIM, 1) in said


def test_the_earlier_fact_check_is_of_another_claim(walk: Walk) -> None:
    (check,) = walk.line["fact_checks"]
    assert (check["rating"], check["same_claim"]) == ("Mostly false", False)


def test_every_page_lies_under_its_digest(walk: Walk) -> None:
    pages = [one.reply for one in walk.case.exchanges if one.request.kind == "fetch"]
    assert len(pages) == len(PAGES)
    for page in pages:
        assert page is not None
        content = Blobs(walk.home / "blobs").get(page.value["digest"])
        assert len(content) == page.value["size"]


def test_the_case_replays_with_the_servers_gone(walk: Walk) -> None:
    ran = veracity("replay", walk.line["case"], "--from-exchanges", home=walk.home)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_key_went_into_one_header_and_lies_nowhere(walk: Walk) -> None:
    assert KEY not in walk.ran.stdout + walk.ran.stderr
    kept = [file for file in walk.home.rglob("*") if file.is_file()]
    assert any(file.suffix == ".json" for file in kept)
    assert [file for file in kept if KEY.encode() in file.read_bytes()] == []


def test_naming_a_search_searches_the_web_whatever_the_archive_has(tmp_path: Path) -> None:
    claim = "The coastline of Sri Lanka is 1,340 km long."
    nothing = Answer(b'{"type": "search"}')
    with Engines(lambda _: nothing) as engines:
        (tmp_path / "settings.toml").write_text(
            f'search = ["brave"]\n[urls]\nbrave = "{engines.url("brave")}"\n', encoding="utf-8"
        )
        line = ("check", claim, "--json", "--model", "none", "--fresh")
        for options, count in (((), 0), (("--search", "brave"), 2)):
            ran = veracity(*line, *options, home=tmp_path, BRAVE_API_KEY=KEY)
            assert json.loads(ran.stdout)["label"] == "True", ran.stderr
            assert len(engines.asked) == count  # On the sites of the pack, then everywhere.


def test_what_was_found_is_kept_and_never_covers_a_claim_by_itself(walk: Walk) -> None:
    stats = veracity("archive", "stats", home=walk.home).stdout
    assert "1 found" in stats  # the page that the verdict shows
    words = "cliffs fishing ferries yards Ostrana"
    found = veracity("archive", "search", words, "--json", home=walk.home).stdout
    kept = json.loads(found)["passages"][0]
    assert kept["source"]["url"] == "http://en.wikipedia.org/wiki/Ostrana"
    assert kept["source"]["curated"] is False
    alone = veracity("check", CLAIM, "--json", "--model", "none", home=walk.home)
    assert json.loads(alone.stdout)["label"] == "Unverified"


def test_a_copy_that_is_planted_does_not_decide_either(walk: Walk, tmp_path: Path) -> None:
    """The claim word for word, on a page that was kept: it is shown, and decides nothing."""
    home = tmp_path / "home"
    shutil.copytree(walk.home, home)
    other = "The coastline of Ostrana is 1,340 km long, most of it cliffs."
    ran = veracity("check", other, "--json", "--model", "none", home=home)
    assert json.loads(ran.stdout)["label"] == "Unverified"


def test_nothing_is_kept_by_who_does_not_want_it(walk: Walk, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(walk.home, home)
    gone = veracity("archive", "remove", "--found", home=home)
    assert gone.stdout.startswith("removed 1 document")
    assert "0 found" in veracity("archive", "stats", home=home).stdout
