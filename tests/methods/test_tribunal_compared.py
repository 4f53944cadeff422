"""What code compares itself in `tribunal`: told to the judge, and above the ruling."""

from __future__ import annotations

from typing import Any

from tests.methods.test_routed import NAMES
from tests.methods.tribunal_court import (
    CLAIM,
    DIALS,
    OTHER,
    STORY,
    account,
    decisive,
    judged,
    opinion,
    own_words,
    pleading,
    run,
)
from tests.rules.entries import entry
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.evidence import Found, Stance
from veracity.domain.verdict import Verdict
from veracity.methods.tribunal import decide
from veracity.methods.tribunal.record import TribunalDials

COAST = entry("Ostrana", ("Coastline", "1,340 km"))
COAST_CLAIM = "The coastline of Ostrana is 1,340 kilometres long."
COAST_FOUND = Found(passages=(COAST,), names=NAMES)
LINE = {"evidence": 1, "quote": "Coastline: 1,340 km", "shows": "So it is."}


def compared(text: str, ruling: Any, dials: TribunalDials = DIALS) -> tuple[Verdict, ScriptedDesk]:
    says = {
        "decompose": {"kind": "all_of", "parts": [[text]], "values": []},
        "tribunal_prosecutor": pleading(LINE),
        "tribunal_defender": pleading(),
        "tribunal_judge": ruling,
    }
    _, verdict, desk = run(says, COAST_FOUND, dials, text)
    return verdict, desk


def test_a_ruling_against_what_code_compared_is_overruled() -> None:
    verdict, desk = compared(COAST_CLAIM, opinion("False", "A1"))
    assert (verdict.label, verdict.path, verdict.confidence) == ("True", "rules:comparison", 0.97)
    assert judged(desk)[0].inputs["compared"] == "“Coastline: 1,340 km” agrees with the claim."
    assert len(verdict.caveats) == 1
    assert account(verdict).overruled
    (finding,) = decisive(verdict)
    assert (finding.by, finding.stance) == ("code", Stance.SUPPORTS)


def test_a_ruling_that_agrees_with_what_code_compared_is_not() -> None:
    wrong = COAST_CLAIM.replace("1,340", "2,000")
    verdict, _ = compared(wrong, opinion("False", "A1"))
    assert (verdict.label, verdict.path) == ("False", "rules:comparison")
    assert verdict.caveats == ()
    assert not account(verdict).overruled


def test_a_quote_that_code_reads_the_other_way_bears_nothing() -> None:
    # Code finds both "agrees" and "contradicts", so it is left to the judge.
    second = entry("Ostrana", ("Coastline", "2,000 km"), publisher="Other Office")
    found = Found(passages=(COAST, second), names=NAMES)
    other = {"evidence": 2, "quote": "Coastline: 2,000 km", "shows": "Another length."}
    for against, path in ((LINE, "rules:no-verified-citation"), (other, "judge")):
        says = {
            "tribunal_prosecutor": pleading(against),
            "tribunal_defender": pleading(),
            "tribunal_judge": opinion("False", "A1"),
        }
        _, verdict, _ = run(says, found, text=COAST_CLAIM)
        assert verdict.path == path
        stances = {finding.quote.text: finding.stance for finding in verdict.findings}
        assert stances["Coastline: 1,340 km"] is Stance.SUPPORTS
        assert stances["Coastline: 2,000 km"] is Stance.REFUTES


def test_what_code_compares_with_a_part_is_told_to_the_judge() -> None:
    text = "The coastline of Ostrana is 2,000 kilometres long, and volunteers rebuilt its harbor."
    parts = ("The coastline of Ostrana is 2,000 kilometres long.", CLAIM)
    says = {
        "decompose": {"kind": "all_of", "parts": [[part] for part in parts], "values": []},
        "tribunal_prosecutor": pleading(LINE),
        "tribunal_judge": opinion("Misleading", "A1"),
    }
    _, verdict, desk = run(says, Found(passages=(COAST, STORY), names=NAMES), text=text)
    told = judged(desk)[0].inputs["compared"]
    assert told == f"“Coastline: 1,340 km” contradicts “{parts[0]}”."
    # One part alone does not decide the whole.
    assert (verdict.label, verdict.path) == ("Misleading", "judge")


def test_comparing_can_be_left_to_the_judge() -> None:
    dials = DIALS.model_copy(update={"compare_in_code": False})
    verdict, desk = compared(COAST_CLAIM, opinion("False", "A1"), dials)
    assert (verdict.label, verdict.path) == ("False", "judge")
    assert judged(desk)[0].inputs["compared"] == "none"


def test_a_comparison_of_the_speakers_own_words_decides_nothing() -> None:
    says = {"tribunal_prosecutor": pleading(), "tribunal_defender": pleading(LINE)}
    found = Found(passages=(COAST, OTHER), names=NAMES)
    record, _, _ = run({**says, "tribunal_judge": opinion("True", "F1")}, found, text=COAST_CLAIM)
    assert decide(record, DIALS).path == "rules:comparison"
    assert decide(own_words(record, COAST), DIALS).label == "Unverifiable"
