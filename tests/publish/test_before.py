"""What earlier cases concluded of the same claim: found by words and figures, and no evidence."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from tests.publish.test_casebook import NOW, a_case, claim
from veracity.publish.before import MOST, Before, alike, key, news
from veracity.publish.casebook import FILE, Casebook
from veracity.publish.casefile import keep


def said(text: str, label: str = "True", method: str = "routed") -> Before:
    return Before(text, label, "True", method, "2026-05-01", "a.json")


def test_the_same_claim_in_other_words_is_found() -> None:
    earlier = (said("The ferry takes 12 bicycles a day."), said("The mill burned down."))
    assert alike("Each day the ferry takes 12 bicycles.", earlier) == earlier[:1]


def test_another_figure_is_another_claim() -> None:
    assert alike("The ferry takes 13 bicycles a day.", [said("The ferry takes 12 a day.")]) == ()
    assert key("The ferry takes 12 bicycles.") == key("12 bicycles are taken")
    assert key("The ferry takes 12 bicycles.") != key("The ferry takes 13 bicycles.")


def test_the_latest_of_each_methods_verdicts_are_shown_and_not_many() -> None:
    text = "The ferry takes bicycles."
    same = [said(text), said(text), said(text, "False"), said(text, method="panel")]
    assert alike(text, same) == (same[0], same[2], same[3])
    assert len(alike(text, [said(text, str(n)) for n in range(9)])) == MOST


def test_the_casebook_tells_what_was_concluded(tmp_path: Path) -> None:
    book = Casebook(tmp_path / FILE, wait_seconds=0.2)
    assert book.before(claim()) == ()
    for days in (1, 2):
        case = a_case()
        place = keep(case, tmp_path / f"{days}.json")
        book.remember(case, place, {"days": days}, NOW - timedelta(days=days))
    (found,) = book.before(claim("The ferry takes bicycles"))
    assert (found.label, found.method, found.made_on) == ("killed", "refute", "2026-04-30")
    assert found.case == str(tmp_path / "1.json")
    assert book.before(claim("The mill burned down.")) == ()


def test_the_same_verdict_of_the_same_method_is_no_news() -> None:
    text = "The ferry takes bicycles."
    same, other = said(text, "killed", "refute"), said(text, "True", "routed")
    assert news(a_case(text), (same, other)) == (other,)


def test_a_case_with_a_fault_tells_nothing(tmp_path: Path) -> None:
    book = Casebook(tmp_path / FILE, wait_seconds=0.2)
    case = a_case(failed=True)
    book.remember(case, keep(case, tmp_path / "a.json"), {}, NOW)
    assert book.before(claim()) == ()
