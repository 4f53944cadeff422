from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from veracity.rules.independence import Rooted, clusters

LONG = (
    "The port of Ostrana moved more grain last year than in any year since the war, officials said "
    "on Monday, and the new cranes were the reason why ships could leave within a day."
)


def rooted(name: str, *roots: str, text: str = "", origin: str | None = None) -> Rooted:
    return Rooted(document=name, origin=origin or name, text=text, roots=frozenset(roots))


def test_documents_without_a_root_are_independent() -> None:
    assert clusters([rooted("a"), rooted("b")]) == {"a": "a", "b": "b"}


def test_a_shared_root_joins_and_joining_is_transitive() -> None:
    found = clusters([rooted("c", "y"), rooted("b", "x", "y"), rooted("a", "x"), rooted("d", "z")])
    assert found == {"a": "a", "b": "a", "c": "a", "d": "d"}


def test_parts_of_one_text_are_one() -> None:
    assert clusters([rooted("a", origin="t"), rooted("b", origin="t")]) == {"a": "a", "b": "a"}


def test_a_near_copy_is_no_second_source() -> None:
    copied = LONG.replace("officials said", "the office said")
    assert clusters([rooted("a", text=LONG), rooted("b", text=copied)])["b"] == "a"
    other = "In another town the mill was sold. " * 5
    assert clusters([rooted("a", text=LONG), rooted("b", text=other)])["b"] == "b"


def test_two_works_that_state_one_fact_in_few_words_are_two() -> None:
    assert clusters([rooted("a", text="Capital: Foo"), rooted("b", text="Capital: Foo")]) == {
        "a": "a",
        "b": "b",
    }


NAMES = st.sampled_from("abcdefgh")
ROOTED = st.lists(
    st.builds(
        rooted, NAMES, st.sampled_from("xyz"), text=st.sampled_from(["", LONG]), origin=NAMES
    ),
    unique_by=lambda one: one.document,
)


@given(ROOTED, st.randoms())
def test_the_order_of_documents_changes_nothing(documents: list[Rooted], random: Any) -> None:
    shuffled = documents.copy()
    random.shuffle(shuffled)
    found = clusters(documents)
    assert clusters(shuffled) == found
    for one in documents:
        for two in documents:
            if one.roots & two.roots:
                assert found[one.document] == found[two.document]
