"""`veracity check` on a file of every kind, from its claim in the file to its case."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import rows, veracity

from benchmarks.rendered import drawn, png
from tests.intake.reading.made import docx, pdf
from tests.intake.reading.test_image import needs_ocr

CLAIM = "The Harrow Lane footbridge was opened in 1931."
OTHER = "It is 212 metres long."
BOTH = f"{CLAIM} {OTHER}"
PAGE = f"""<!DOCTYPE html><html><head><title>A bridge</title></head><body><nav>Home</nav>
<article><p>{CLAIM} It crosses the river between the old market and the station.</p>
<p>{OTHER} Nobody has counted the people who walk over it on a day in summer.</p>
</article></body></html>"""
CUES = "00:00:01{0}000 --> 00:00:04{0}000\nThe Harrow Lane footbridge\n\n" + (
    "00:00:04{0}000 --> 00:00:06{0}000\nwas opened in 1931. " + OTHER + "\n"
)

KINDS: dict[str, Callable[[], str | bytes]] = {
    "a.txt": lambda: BOTH,
    "utf16.txt": lambda: BOTH.encode("utf-16"),
    "old.txt": lambda: f"{BOTH} “Indeed.”".encode("cp1252"),
    "talk.txt": lambda: f"MODERATOR: Tell us of it.\nDr. BELAR: {BOTH}\n",
    "a.md": lambda: f"# A bridge\n\n**{CLAIM[:15]}**{CLAIM[15:]}\n{OTHER}\n",
    "a.html": lambda: PAGE,
    "a.pdf": lambda: pdf([CLAIM[:30].rstrip(), CLAIM[30:].strip()], [OTHER]),
    "a.docx": lambda: docx(CLAIM, OTHER),
    "a.srt": lambda: CUES.format(","),
    "a.vtt": lambda: "WEBVTT\n\n" + CUES.format("."),
}
QUICK = {"old.txt", "a.docx", "a.vtt"}


def checked(file: Path, tmp_path: Path) -> dict[str, Any]:
    """The case of the claim in `file`, whose anchor was looked up in the text."""
    evidence = tmp_path / "evidence.txt"
    evidence.write_text(BOTH)
    options = ("--evidence", evidence, "--claims", "all", "--model", "none", "--json")
    ran = veracity("check", file, *options, home=tmp_path / "home")
    assert ran.returncode == 0, ran.stderr
    found = {row["claim"]: row for row in rows(ran.stdout)}
    assert CLAIM in found, ran.stdout
    case = json.loads(Path(found[CLAIM]["case"]).read_bytes())
    submission, claim = case["submission"], case["claim"]
    span = slice(claim["span"]["start"], claim["span"]["end"])
    assert submission["text"][span] == CLAIM
    assert submission["origin"] == file.name
    return case


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in KINDS if name not in QUICK]


@pytest.mark.parametrize("name", [*sorted(QUICK), *SLOW])
def test_the_claim_in_a_file_is_judged_at_its_place(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    content = KINDS[name]()
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    case = checked(file, tmp_path)
    if name == "talk.txt":
        assert case["claim"]["speaker"] == "Dr. BELAR"


@needs_ocr
def test_the_claim_in_a_screenshot_is_judged_at_its_place(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(png(drawn(BOTH, "en")))
    checked(file, tmp_path)
