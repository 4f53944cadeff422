"""A person at the terminal: what they keep, drop, edit and split, and that nothing else is judged.

The answers come from a list in place of a keyboard.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from veracity.domain.claim import Claim, ClaimTree, Submission
from veracity.domain.errors import BadInput
from veracity.intake.claims.placed import Placed
from veracity.interfaces.cli.ordering import Item, Ordered, by_parts, orders
from veracity.interfaces.cli.review import at_hand, reviewed

TEXTS = ("Brakka has 5 schools and 2 banks.", "Marn is splendid.", "Orrin has 3 ports.")


def tree(claim: Claim) -> ClaimTree:
    parts = ("Brakka has 5 schools.", "Brakka has 2 banks.")
    return ClaimTree(
        kind="all_of",
        children=tuple(
            ClaimTree(kind="leaf", claim=claim.model_copy(update={"text": part})) for part in parts
        ),
    )


def known() -> Ordered:
    submission = Submission(text=" ".join(TEXTS), origin="speech.txt")
    whole = Claim.whole(submission)
    claims = [whole.model_copy(update={"text": text}) for text in TEXTS]
    claims[1] = claims[1].model_copy(update={"nature": "opinion"})
    trees = [tree(claims[0]), None, None]
    items = (
        Item(number, Placed(submission, claim, one))
        for number, (claim, one) in enumerate(zip(claims, trees, strict=True), start=1)
    )
    return Ordered(tuple(items), submission=submission)


def kept(*answers: str) -> tuple[Item, ...]:
    given: Iterator[str] = iter(answers)
    return reviewed(known(), lambda prompt: next(given, None)).items


def texts(items: tuple[Item, ...]) -> list[str]:
    return [item.given.claim.text for item in items if isinstance(item.given, Placed)]


def test_what_is_kept_is_reviewed_with_its_parts() -> None:
    items = kept("", "", "")
    assert texts(items) == list(TEXTS)
    assert all(item.reviewed for item in items)
    first, second = orders(items, None, single=False)
    assert first.dials == {"tree": {"all_of": ["Brakka has 5 schools.", "Brakka has 2 banks."]}}
    assert (second.claim and second.claim.text, second.dials) == (TEXTS[2], {})


def test_one_answer_keeps_all_that_follow() -> None:
    assert texts(kept("d", "a")) == list(TEXTS[1:])


def test_a_dropped_claim_is_not_judged() -> None:
    items = kept("", "", "d")
    assert [order.claim and order.claim.text for order in orders(items, None, single=False)] == [
        TEXTS[0]
    ]


def test_an_edited_claim_stays_at_its_place_and_loses_the_parts_of_other_words() -> None:
    items = kept("e", "Brakka has 5 schools.", "a")
    (order, _) = orders(items, None, single=False)
    assert order.claim is not None
    assert order.claim.text == "Brakka has 5 schools."
    assert order.claim.span == known().items[0].given.claim.span  # pyright: ignore
    assert order.dials == {}


def test_a_claim_is_split_into_its_parts_or_into_those_that_are_typed() -> None:
    assert texts(kept("s", "", "a"))[:2] == ["Brakka has 5 schools.", "Brakka has 2 banks."]
    assert texts(kept("s", "One is 1. | Two is 2.| ", "a"))[:2] == ["One is 1.", "Two is 2."]
    items = kept("s", "", "a")
    assert [item.number for item in items] == [1, 2, 3, 4]


def test_a_claim_kept_whole_is_not_taken_apart_again() -> None:
    items = kept("w", "a")
    assert orders(items, None, single=False)[0].dials == {"tree": TEXTS[0]}


def test_an_opinion_is_judged_only_when_a_person_wants_it() -> None:
    assert len(orders(kept("a"), None, single=False)) == 2
    assert len(orders(kept("", "f", ""), None, single=False)) == 3


def test_an_answer_that_is_none_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert texts(kept("what?", "e", "...", "d", "a")) == list(TEXTS[1:])
    said = capsys.readouterr().err
    assert "no words" in said
    assert said.count("q stops") == 3, "at the beginning and after each answer that is none"


@pytest.mark.parametrize("answers", [(), ("", ""), ("q",), ("e",), ("s",)])
def test_a_review_without_its_end_judges_nothing(answers: tuple[str, ...]) -> None:
    with pytest.raises(BadInput):
        kept(*answers)


def test_there_is_nobody_to_ask_when_standard_input_was_the_text() -> None:
    with pytest.raises(BadInput, match="standard input"):
        at_hand("-")


def test_what_a_person_sees_of_a_claim(capsys: pytest.CaptureFixture[str]) -> None:
    kept("a")
    said = capsys.readouterr().err
    assert "[1/3] Brakka has 5 schools and 2 banks." in said
    assert "all of:" in said
    assert "No person reviewed how the claim was taken apart." in said


def test_a_method_without_trees_judges_the_parts_of_a_compound_claim() -> None:
    items = by_parts(known().items)
    assert texts(items) == ["Brakka has 5 schools.", "Brakka has 2 banks.", *TEXTS[1:]]
    assert [item.number for item in items] == [1, 2, 3, 4]
    assert [item.part_of for item in items] == [TEXTS[0], TEXTS[0], "", ""]
    assert [order.dials for order in orders(items, None, single=False)] == [{}, {}, {}]
    assert by_parts(known().items[1:]) == known().items[1:]


def test_a_choice_among_parts_stays_whole() -> None:
    first = known().items[0]
    assert isinstance(first.given, Placed)
    assert first.given.tree is not None
    choice = first.given.tree.model_copy(update={"kind": "any_of"})
    items = (replace(first, given=replace(first.given, tree=choice)),)
    assert by_parts(items) == items


def test_a_claim_that_has_become_several_needs_a_folder(tmp_path: Path) -> None:
    items = by_parts(known().items)
    with pytest.raises(BadInput, match="Name a folder"):
        orders(items, tmp_path / "case.json", single=True)
    places = [order.place for order in orders(items, tmp_path, single=True)]
    assert places == [tmp_path / f"{number:05d}.json" for number in (1, 2, 4)]
