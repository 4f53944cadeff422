"""Copies count once. Every text, place and address here is invented."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.evidence import Passage, Source, Tier
from veracity.rules.duplicates import Group, Page, Why, copies, groups, independent

STORY = (
    "NORTHHAVEN, March 4 {mark} - The old bridge of Northhaven was closed on Tuesday after the"
    " river rose by three metres in one night. Engineers will look at its pillars before the"
    " council decides when it may open again, the mayor said. A ferry will run every ten minutes"
    " until then."
)
OTHER = (
    "The harbor council of Northhaven has put off its vote on the new ferry terminal to the autumn."
    " Members want to see how many people take the boat across the river while the bridge is shut"
    " before they spend eleven million on a building that stands empty for half of the year."
)


def page(
    name: str, text: str, tier: Tier = Tier.OTHER, day: int | None = None, canonical: str = ""
) -> Page:
    return Page(
        id=name,
        url=f"https://{name}.example/story",
        text=text,
        tier=tier,
        published=date(2026, 3, day) if day else None,
        canonical=canonical or None,
    )


def test_ten_copies_of_one_wire_story_are_one() -> None:
    wire = STORY.format(mark="(Reuters)")
    ends = [f" Our reporters in town {number} add what they saw there." for number in range(10)]
    found = groups([page(f"site{number}", wire + ends[number]) for number in range(10)])
    assert [len(group.members) for group in found] == [10]
    assert found[0].why == (Why.AGENCY,)


def test_what_is_not_alike_is_apart() -> None:
    one, two = page("a", STORY), page("b", OTHER)
    assert groups([one, two]) == (Group(("a",)), Group(("b",)))


def test_two_stories_of_one_agency_are_two() -> None:
    found = groups([page("a", STORY.format(mark="(AP)")), page("b", f"(AP) {OTHER}")])
    assert len(found) == 2


def test_copies_are_told_without_a_mark() -> None:
    """One changed word is in 5 runs of each text, of about 50: 45 / 55 are the same."""
    found = groups([page("a", STORY), page("b", STORY.replace("Tuesday", "Monday"))])
    assert found == (Group(("a", "b"), (Why.COPY,)),)


def test_a_copy_inside_of_a_longer_text_is_a_copy() -> None:
    found = groups([page("a", STORY), page("b", f"{OTHER} {STORY} {OTHER}")])
    assert found == (Group(("a", "b"), (Why.COPY,)),)


def cut(text: str, kept: float) -> str:
    words = text.split()
    return " ".join(words[: int(len(words) * kept)])


@pytest.mark.parametrize(
    ("mark", "why"), [("(AFP)", Why.AGENCY), ("/PRNewswire/", Why.RELEASE), ("", None)]
)
def test_who_signs_a_text_says_what_half_of_it_is(mark: str, why: Why | None) -> None:
    """Half of the story before 50 other words: under 70 % of the shorter text, over 30 %."""
    half = f"{cut(STORY.format(mark=mark), 0.55)} {OTHER}"
    found = groups([page("a", STORY.format(mark=mark)), page("b", half)])
    assert found == ((Group(("a", "b"), (why,)),) if why else (Group(("a",)), Group(("b",))))


def test_a_copy_of_an_offices_page_stands_behind_the_office() -> None:
    found = groups(
        [page("paper", STORY, Tier.ESTABLISHED, 3), page("office", STORY, Tier.GOVERNMENT)]
    )
    assert found == (Group(("office", "paper"), (Why.OFFICE,)),)


def test_the_best_tier_then_the_earliest_day_stands_for_a_group() -> None:
    pages = [
        page("late", STORY, Tier.ESTABLISHED, 5),
        page("blog", STORY, Tier.OTHER, 1),
        page("early", STORY, Tier.ESTABLISHED, 4),
        page("undated", STORY, Tier.ESTABLISHED),
    ]
    (group,) = groups(pages)
    assert group.members == ("early", "late", "undated", "blog")


def test_one_address_in_two_spellings_is_one_page() -> None:
    one = Page(id="a", url="https://www.gazette.example/a?utm_source=x", text="Closed.")
    two = Page(id="b", url="http://gazette.example/a", text="The bridge is closed.")
    assert groups([one, two]) == (Group(("a", "b"), (Why.ADDRESS,)),)


def test_an_address_that_a_page_names_counts_where_the_texts_are_alike() -> None:
    original = page("original", STORY)
    mirror = page("mirror", f"{cut(STORY, 0.6)} {OTHER}", canonical=original.url)
    liar = page("liar", OTHER, canonical=original.url)
    assert groups([original, mirror]) == (Group(("mirror", "original"), (Why.ADDRESS,)),)
    assert len(groups([original, liar])) == 2


def test_a_page_that_copies_two_others_does_not_make_them_one() -> None:
    bridge = page("bridge", f"{STORY} {OTHER}")
    found = groups([page("a", STORY, Tier.WIRE), page("b", OTHER, Tier.WIRE), bridge])
    assert [group.members for group in found] == [("a", "bridge"), ("b",)]


def test_one_fact_in_few_words_is_no_copy() -> None:
    fact = "The coastline of Ostrana is 1,340 kilometres long."
    assert len(groups([page("a", fact), page("b", fact)])) == 2


def test_passages_are_counted_by_the_group() -> None:
    def passage(name: str, text: str, tier: Tier) -> Passage:
        source = Source(url=f"https://{name}.example/", title="", publisher=name, tier=tier)
        return Passage(id=name, document="sha256:0", text=text, source=source)

    passages = [
        passage("blog", STORY, Tier.OTHER),
        passage("paper", STORY, Tier.ESTABLISHED),
        passage("own", OTHER, Tier.OTHER),
    ]
    assert independent(passages) == {"paper": "paper", "blog": "paper", "own": "own"}
    assert copies(passages * 2) == copies(passages)


WORDS = ("river", "bridge", "ferry", "harbor", "vote", "rose", "shut")
PAGES = st.lists(
    st.tuples(
        st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join),
        st.sampled_from(Tier),
        st.integers(1, 28) | st.none(),
    ),
    max_size=8,
)


@given(PAGES, st.randoms(use_true_random=False))
def test_every_page_is_in_one_group_whatever_the_order(
    drawn: list[tuple[str, Tier, int | None]], random: Random
) -> None:
    pages = [page(f"p{place}", *one) for place, one in enumerate(drawn)]
    found = groups(pages)
    assert sorted(name for group in found for name in group.members) == [one.id for one in pages]
    random.shuffle(pages)
    assert groups(pages) == found
    assert all(bool(group.why) == (len(group.members) > 1) for group in found)
