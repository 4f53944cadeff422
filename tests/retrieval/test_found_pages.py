"""Pages that runs found are kept beside the others, and marked as what they are."""

from __future__ import annotations

from tests.retrieval.conftest import document
from veracity.domain.evidence import Document
from veracity.retrieval.archive import Archive

RIVER = "The river Arno flooded the old bridge in Florence on Tuesday."
TRAIN = "A night train from Colombo was cancelled because of a strike."
FERRY = "The ferry to the island was late because of fog on the lake."


def page(text: str, url: str) -> Document:
    return document(text, url=url)


def test_a_found_page_is_searched_and_is_not_curated(archive: Archive) -> None:
    assert archive.keep([page(RIVER, "https://a.example/river")], most=10) == 1
    best = archive.search("river bridge Florence").passages[0]
    assert best.text == RIVER
    assert not best.source.curated
    assert archive.stats().found == 1


def test_a_page_that_says_something_else_now_gives_way(archive: Archive) -> None:
    archive.keep([page(RIVER, "https://a.example/river")], most=10)
    archive.keep([page(TRAIN, "https://a.example/river")], most=10)
    assert archive.stats().found == 1
    assert archive.search("train strike").passages[0].text == TRAIN


def test_what_a_person_added_stays_whatever_is_found_at_its_address(archive: Archive) -> None:
    archive.add([page(RIVER, "https://a.example/river")])
    assert archive.keep([page(RIVER, "https://a.example/river")], most=10) == 0
    archive.keep([page(TRAIN, "https://a.example/river")], most=10)
    held = archive.stats()
    assert (held.documents, held.found) == (2, 1)


def test_the_latest_are_kept(archive: Archive) -> None:
    for number, text in enumerate((RIVER, TRAIN, FERRY)):
        archive.keep([page(text, f"https://a.example/{number}")], most=2)
    texts = {one.text for one in archive.search("river train ferry", top_k=5).passages}
    assert texts == {TRAIN, FERRY}


def test_nothing_new_leaves_the_archive_in_its_state(archive: Archive) -> None:
    archive.keep([page(RIVER, "https://a.example/river")], most=10)
    before = archive.generation()
    assert archive.keep([page(RIVER, "https://b.example/copy")], most=10) == 0
    assert archive.keep([], most=10) == 0
    assert archive.generation() == before


def test_found_pages_are_forgotten_and_nothing_else(archive: Archive) -> None:
    archive.add([page(TRAIN, "train")])
    empty = archive.generation()
    archive.keep([page(RIVER, "https://a.example/river")], most=10)
    assert archive.forget() == 1
    assert archive.generation() == empty
    assert archive.search("train").passages[0].text == TRAIN
