from __future__ import annotations

import json
from pathlib import Path

from command import veracity


def test_a_primary_source(tmp_path: Path) -> None:
    ran = veracity("source", "https://www.bls.gov/cps/", home=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [
        "https://www.bls.gov/cps/",
        "host: www.bls.gov",
        "tier: government",
        "jurisdiction: US",
        "function: statistics",
        "primary evidence: yes",
        "why: bls.gov in government/us.toml: statistics of US",
    ]


def test_a_source_that_is_no_government_s(tmp_path: Path) -> None:
    ran = veracity("source", "https://gov.uk.com/guidance", home=tmp_path)
    assert ran.stdout.splitlines() == [
        "https://gov.uk.com/guidance",
        "host: gov.uk.com",
        "tier: other",
        "why: under uk.com anyone can have a name",
    ]


def test_a_refused_address_is_an_answer(tmp_path: Path) -> None:
    ran = veracity("source", "https://someone:secret@www.bls.gov/", home=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "refused: a user's name before the host" in ran.stdout
    assert "secret" not in ran.stdout


def test_the_end_of_the_redirects_decides(tmp_path: Path) -> None:
    hops = ["--redirect", "https://hop.example/", "--redirect", "https://www.bls.gov/cps/"]
    ran = veracity("source", "https://short.example/x", *hops, "--json", home=tmp_path)
    assert json.loads(ran.stdout) == {
        "url": "https://www.bls.gov/cps/",
        "host": "www.bls.gov",
        "tier": "government",
        "own": True,
        "official": True,
        "jurisdiction": "US",
        "function": "statistics",
        "primary": True,
        "refused": None,
        "why": "bls.gov in government/us.toml: statistics of US",
    }


def test_nothing_of_an_address_moves_the_terminal(tmp_path: Path) -> None:
    url = "https://evil.example/\u202e\x1b[2J"
    for arguments in ([url], [url, "--json"]):
        shown = veracity("source", *arguments, home=tmp_path).stdout
        assert "\u202e" not in shown
        assert "\x1b" not in shown


def test_an_address_that_is_missing_is_bad_usage(tmp_path: Path) -> None:
    ran = veracity("source", home=tmp_path)
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1
