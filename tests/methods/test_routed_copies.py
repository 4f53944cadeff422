"""Copies of one text count once in `routed`. Every text, place and address here is invented."""

from __future__ import annotations

from datetime import date

from tests.methods.test_routed import TIMEOUT, saying
from tests.methods.test_routed_web import World, page, run
from veracity.domain.evidence import Found, Passage, Tier
from veracity.domain.verdict import Verdict
from veracity.methods.routed.copies import copied

STORY = (
    "OSTRANA, March 4 (Reuters) - Volunteers rebuilt the harbor of Ostrana in 1990, the harbor"
    " office said on Tuesday when it opened an exhibition of photographs of the work in its hall."
)
OWN_WORDS = (
    "A visitor to the harbor of Ostrana walks on stones that volunteers laid when they rebuilt it"
    " in 1990, and on a plaque at its gate the name of every one of them can still be read today.",
    "Forty years after the storm few remember who rebuilt the harbor of Ostrana. Volunteers did,"
    " in 1990, with carts and ropes, and the town paid them in bread and in soup for that winter.",
    "In 1990 the harbor of Ostrana was rebuilt by volunteers; the ministry had no money for it and"
    " sent two engineers instead, who stayed for the whole of the year and drew up the new quay.",
)


def verdict_on(*found: Passage) -> Verdict:
    answers = {passage.text: saying("True") for passage in found}
    return run(World(restricted=TIMEOUT, everywhere=Found(passages=found), says=answers))[1]


def test_three_texts_of_three_publishers_bear_each_other_out() -> None:
    pages = [page(f"site{n}.example", text) for n, text in enumerate(OWN_WORDS)]
    assert verdict_on(*pages).label == "True"


def test_ten_copies_of_one_wire_story_are_one_source() -> None:
    pages = [
        page(f"site{n}.example", f"{STORY} See also: what else happened in town {n}.")
        for n in range(10)
    ]
    verdict = verdict_on(*pages)
    assert (verdict.label, verdict.path) == ("Unverified", "rules:uncorroborated")


def test_copies_beside_one_text_of_its_own_are_two_sources() -> None:
    copies = [page(f"site{n}.example", f"{STORY} Read on in town {n}.") for n in range(9)]
    verdict = verdict_on(*copies, page("own.example", OWN_WORDS[0]))
    assert verdict.path == "rules:uncorroborated"


def test_a_copy_does_not_bear_out_the_trusted_page_that_it_copies() -> None:
    """The office's page decides by itself; the confidence is that of one source, not of two."""
    office = page("www.bls.gov", STORY, Tier.GOVERNMENT)
    alone = verdict_on(office)
    together = verdict_on(office, page("blog.example", f"{STORY} So it says."))
    assert together.label == alone.label == "True"
    assert together.confidence == alone.confidence


def test_the_trail_names_the_copies_and_says_why() -> None:
    pages = (
        page("late.example", STORY, published=date(2020, 3, 5)),
        page("early.example", f"{STORY} Read on.", published=date(2020, 3, 4)),
        page("own.example", OWN_WORDS[0]),
    )
    answers = {passage.text: saying("True") for passage in pages}
    world = World(restricted=TIMEOUT, everywhere=Found(passages=pages), says=answers)
    record, verdict, _ = run(world)
    (step,) = copied(record)
    assert step in verdict.trail
    assert step.detail == (
        "counted once: early.example stands for late.example (one story of a news agency)"
    )
    assert list(copied(run(World(restricted=Found(passages=pages[2:]), says=answers))[0])) == []


def test_passages_of_one_page_are_not_told_as_copies() -> None:
    parts = (page("own.example", STORY), page("own.example", f"{STORY} Read on."))
    answers = {passage.text: saying("True") for passage in parts}
    record, _, _ = run(World(restricted=Found(passages=parts), says=answers))
    assert list(copied(record)) == []
