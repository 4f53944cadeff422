"""No rule and no prompt names a person in office, a party or an outlet: only tables do."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "veracity"
SOURCES = PACKAGE / "sources"
FILES = sorted((PACKAGE / "rules").rglob("*.py")) + sorted((PACKAGE / "prompts").glob("*.md"))

WORDS_TOO = {"ban", "brown", "bush", "johnson", "may", "rice"}
"""Surnames of holders that are also words or other names, so that only whole names count."""

PARTIES = """
Republican; Republicans; Democratic Party; Democrats; GOP; Libertarian Party; Labour Party;
Conservative Party; Conservatives; Tory; Tories; Liberal Democrats; Lib Dems; Reform UK;
Plaid Cymru; Sinn Féin; Scottish National Party; Bharatiya Janata; BJP; Indian National Congress;
Aam Aadmi; United National Party; Sri Lanka Freedom Party; Podujana Peramuna; SLPP; SLFP;
Samagi Jana Balawegaya; Janatha Vimukthi Peramuna; JVP; National People's Power;
Tamil National Alliance; Fidesz; Rassemblement National; Alternative für Deutschland
"""
OUTLETS = """
New York Times; Washington Post; Wall Street Journal; Associated Press; Reuters; BBC; CNN; Fox News;
MSNBC; NPR; The Guardian; Daily Mail; Breitbart; Al Jazeera; Agence France-Presse; Politico;
Daily Mirror; Lankadeepa; The Hindu; Times of India; PolitiFact; Snopes; FactCheck.org; Full Fact
"""


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((SOURCES / name).read_text(encoding="utf-8"))


def forbidden() -> Iterator[str]:
    """Names of holders, parties and outlets, and the hosts of outlets."""
    for office in table("offices.toml")["office"]:
        for term in office["terms"]:
            yield from (term["holder"], *term.get("also", ()))
            surname = term.get("surname") or term["holder"].split()[-1]
            if surname.lower() not in WORDS_TOO:
                yield surname
    for listed in (PARTIES, OUTLETS):
        yield from (name.strip() for name in listed.split(";"))
    for hosts in table("tiers.toml")["outlets"].values():
        yield from hosts


NAMES = sorted({name for name in forbidden() if name}, key=len, reverse=True)
NAMED = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, NAMES))})(?!\w)")


def named(text: str) -> list[str]:
    return NAMED.findall(re.sub(r"\s+", " ", text))


def test_there_is_something_to_look_for_and_to_look_at() -> None:
    assert len(NAMES) > 150
    assert len(FILES) > 40


def test_every_name_would_be_found() -> None:
    assert [name for name in NAMES if not named(f'"""As {name} said, it rains."""')] == []


@pytest.mark.parametrize(
    "text",
    [
        "Republic of Fiji",
        "the democratic process may go on",
        "a brown harbor",
        "timelines",
        "conservatively",
    ],
)
def test_other_words_are_not_taken_for_names(text: str) -> None:
    assert named(text) == []


def test_a_name_is_found_across_lines() -> None:
    assert named("as the New\n    York Times wrote") == ["New York Times"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_rule_and_no_prompt_names_anybody(file: Path) -> None:
    assert named(file.read_text(encoding="utf-8")) == []
