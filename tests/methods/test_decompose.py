"""Splitting a claim: what a model may write, what code holds it to, what a person hands over."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.canonical import plain
from veracity.domain.claim import Claim, ClaimTree, Submission
from veracity.domain.errors import BadInput
from veracity.domain.exchange import Failure, FailureKind
from veracity.methods.decompose import MOST_LEAVES, Decomposed, decompose, read_tree

MODEL = "hosted:big"
TIMEOUT = Failure(kind=FailureKind.TIMEOUT, message="no answer in time")
BUILT = "Ostrana built its harbor in 1931 and it handles 40 ships a day."


def claim(text: str) -> Claim:
    submission = Submission(text=text, speaker="A speaker", published=date(2026, 1, 1))
    return Claim.whole(submission)


def split(text: str, reply: Any, model: str | None = MODEL) -> Decomposed:
    desk = ScriptedDesk([({"kind": "ask"}, reply)])
    done = asyncio.run(decompose(claim(text), desk, model))
    assert asyncio.run(decompose(claim(text), ReplayDesk(desk.exchanges), model)) == done
    return done


def wrote(*parts: list[str], kind: str = "all_of", values: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"kind": kind, "parts": list(parts), "values": list(values)}


def texts(tree: ClaimTree) -> list[str]:
    return [leaf.text for leaf in tree.leaves()]


def test_a_claim_of_two_statements_becomes_two_leaves_of_the_same_place_and_speaker() -> None:
    reply = wrote(["Ostrana built its harbor in 1931."], ["It handles 40 ships a day."])
    done = split(BUILT, reply)
    assert (done.tree.kind, done.tree.reviewed, done.failure) == ("all_of", False, None)
    first, second = done.tree.leaves()
    whole = claim(BUILT)
    assert first == whole.model_copy(update={"text": "Ostrana built its harbor in 1931."})
    assert (second.speaker, second.span, second.claimed_on) == (
        whole.speaker,
        whole.span,
        whole.claimed_on,
    )


def test_a_choice_inside_a_claim_is_a_group() -> None:
    text = "Marn or Ostrana exports copper, and Ostrana imports grain."
    reply = wrote(["Marn exports copper.", "Ostrana exports copper."], ["Ostrana imports grain."])
    tree = split(text, reply).tree
    assert [child.kind for child in tree.children] == ["any_of", "leaf"]


def test_a_choice_as_a_whole() -> None:
    text = "Marn exports copper or Ostrana exports tin."
    reply = wrote(["Marn exports copper."], ["Ostrana exports tin."], kind="any_of")
    assert split(text, reply).tree.kind == "any_of"


def test_values_and_predictions_are_excluded_and_named() -> None:
    text = "The splendid Ostrana harbor was built in 1931 and will be full next year."
    reply = wrote(
        ["The Ostrana harbor was built in 1931."], values=("splendid", "and will be full next year")
    )
    tree = split(text, reply).tree
    assert texts(tree) == ["The Ostrana harbor was built in 1931."]
    assert tree.excluded == ("splendid", "and will be full next year")


def test_what_a_leaf_says_is_not_excluded() -> None:
    reply = wrote(["Ostrana exports copper."], values=("copper", "Ostrana"))
    assert split("Ostrana exports copper.", reply).tree.excluded == ()


def test_one_statement_stays_in_the_words_of_the_claim() -> None:
    done = split("Ostrana exports copper.", wrote(["Copper is what Ostrana exports."]))
    assert (done.tree.kind, texts(done.tree)) == ("leaf", ["Ostrana exports copper."])


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (wrote(["Ostrana built its harbor in 1913."], ["It handles 40 ships a day."]), "1913"),
        (wrote(["Marn built its harbor in 1931."], ["It handles 40 ships a day."]), "marn"),
        (wrote(["Ostrana built its harbor in 1931."], ["It handles ships a day."]), "40"),
        (wrote(["The harbor was built in 1931."], ["It handles 40 ships a day."]), "ostrana"),
        (
            wrote(["Ostrana never built its harbor in 1931."], ["It handles 40 ships a day."]),
            "never",
        ),
        (
            wrote(["Ostrana built its harbor in 1931."], ["Pirates rob 40 ships yearly."]),
            "Pirates",
        ),
        (wrote(["Ostrana built in 1931."], ["40 ships."]), "lost"),
        (
            wrote(["Ostrana built its harbor in 1931."], ["It handles 40 ships a day."])
            | {"kind": "any_of"},
            "no choice",
        ),
    ],
)
def test_parts_that_say_something_else_leave_the_claim_whole(
    reply: dict[str, Any], why: str
) -> None:
    done = split(BUILT, reply)
    assert (done.tree.kind, texts(done.tree), done.failure) == ("leaf", [BUILT], None)
    assert why in done.whole


def test_a_lost_negation_leaves_the_claim_whole() -> None:
    text = "Ostrana never built a harbor and exports copper."
    done = split(text, wrote(["Ostrana built a harbor."], ["Ostrana exports copper."]))
    assert done.whole == "the word never is lost"


def test_a_lost_choice_leaves_the_claim_whole() -> None:
    text = "Marn exports copper or Ostrana exports tin."
    done = split(text, wrote(["Marn exports copper."], ["Ostrana exports tin."]))
    assert done.whole == "the claim's “or” is lost"


def test_more_than_eight_parts_leave_the_claim_whole() -> None:
    # Three parts of three statements each are nine.
    numbers = list(range(1, 10))
    text = " or ".join(f"Ostrana has {number} mines" for number in numbers)
    said = [f"Ostrana has {number} mines" for number in numbers]
    done = split(text, wrote(said[:3], said[3:6], said[6:]))
    assert len(numbers) == MOST_LEAVES + 1
    assert "more than 8" in done.whole


@pytest.mark.parametrize("reply", [TIMEOUT, {"kind": "all_of"}, "two parts"])
def test_a_model_that_fails_leaves_the_claim_whole(reply: Any) -> None:
    done = split(BUILT, reply)
    assert texts(done.tree) == [BUILT]
    assert done.failure is not None
    assert done.key is not None


def test_without_a_model_nothing_is_asked() -> None:
    done = split(BUILT, None, model=None)
    assert (done.key, done.whole, texts(done.tree)) == (None, "no model is set", [BUILT])


def test_a_persons_tree_is_reviewed_and_may_use_its_own_words() -> None:
    given = (
        '{"all_of": ["A port was built.", {"any_of": ["x is 1.", "y is 2."]}], "excluded": ["z"]}'
    )
    tree = read_tree(given, claim(BUILT))
    assert (tree.kind, tree.reviewed, tree.excluded) == ("all_of", True, ("z",))
    assert texts(tree) == ["A port was built.", "x is 1.", "y is 2."]
    assert read_tree({"claim": "A port was built."}, claim(BUILT)).kind == "leaf"
    assert texts(read_tree("A port was built.", claim(BUILT))) == ["A port was built."]


@pytest.mark.parametrize(
    "given",
    [
        "{",
        "{}",
        '{"all_of": []}',
        '{"all_of": ["a"], "any_of": ["b"]}',
        '{"none_of": ["a"]}',
        {"all_of": ["a"] * 33},
    ],
)
def test_what_is_not_a_tree_is_refused_with_the_shape(given: Any) -> None:
    with pytest.raises(BadInput, match="claim tree"):
        read_tree(given, claim(BUILT))


def test_what_was_decomposed_survives_its_canonical_json() -> None:
    done = split(
        BUILT, wrote(["Ostrana built its harbor in 1931."], ["It handles 40 ships a day."])
    )
    assert Decomposed.model_validate(plain(done)) == done
