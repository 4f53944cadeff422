from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from tests.retrieval.conftest import TODAY, document
from tests.retrieval.words_embedder import WordsEmbedder
from veracity.domain.errors import BadInput, StorageError
from veracity.domain.evidence import Tier
from veracity.retrieval.archive import Archive

RIVER = "The river Arno flooded the old bridge in Florence on Tuesday."
TRAIN = "A night train from Colombo was cancelled because of a strike."


def test_what_was_added_is_found_by_both_searches_at_once(archive: Archive) -> None:
    archive.add([document(TRAIN, url="train")])
    assert archive.search("river flood").passages[0].document == document(TRAIN).digest
    archive.add([document(RIVER, url="river")])
    best = archive.search("flooded river bridge").passages[0]
    assert best.text == RIVER
    assert best.scores.keyword_rank == 1
    assert best.scores.vector_rank == 1


def test_what_another_process_added_is_found_without_opening_again(
    archive: Archive, tmp_path: Path
) -> None:
    archive.add([document(TRAIN, url="train")])
    assert archive.search("river").searched == 1
    before = archive.generation()
    adder = (
        "import sys; from pathlib import Path\n"
        "from tests.retrieval.conftest import document\n"
        "from tests.retrieval.words_embedder import WordsEmbedder\n"
        "from veracity.retrieval.archive import Archive\n"
        "archive = Archive.open(Path(sys.argv[1]), starter=False, embedder=WordsEmbedder())\n"
        "archive.add([document(sys.argv[2], url='river')])\n"
    )
    subprocess.run([sys.executable, "-c", adder, str(tmp_path), RIVER], check=True, timeout=60)
    found = archive.search("river bridge Florence")
    assert found.searched == 2
    assert found.passages[0].text == RIVER
    assert found.passages[0].scores.keyword_rank == 1
    assert found.passages[0].scores.vector_rank == 1
    assert archive.generation() != before


def test_two_processes_that_add_at_once_lose_nothing(tmp_path: Path) -> None:
    adder = (
        "import sys; from pathlib import Path\n"
        "from tests.retrieval.conftest import document\n"
        "from tests.retrieval.words_embedder import WordsEmbedder\n"
        "from veracity.retrieval.archive import Archive\n"
        "archive = Archive.open(Path(sys.argv[1]), starter=False, embedder=WordsEmbedder())\n"
        "for n in range(25):\n"
        "    word = chr(65 + n) * 3\n"
        "    own = document(f'{sys.argv[2]} wrote about {word}.')\n"
        "    archive.add([own, document(f'Shared {n}.')])\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", adder, str(tmp_path), name])
        for name in ("Ada", "Ben")
    ]
    assert [one.wait(timeout=100) for one in running] == [0, 0]
    archive = Archive.open(tmp_path, starter=False, embedder=WordsEmbedder())
    # 25 of each process, and 25 that both added and that are kept once.
    assert archive.stats().documents == 75
    assert archive.search("Ada wrote about HHH", top_k=1).passages[0].text == "Ada wrote about HHH."
    archive.close()


def test_the_same_text_is_kept_once(archive: Archive, embedder: WordsEmbedder) -> None:
    first = archive.add([document(RIVER, url="one"), document(RIVER, url="two")])
    assert (len(first.added), len(first.known), first.passages) == (1, 0, 1)
    generation, asked = archive.generation(), embedder.asked
    again = archive.add([document(RIVER, url="three")])
    assert (again.added, again.known, again.passages) == ((), (document(RIVER).digest,), 0)
    assert archive.generation() == generation
    assert embedder.asked == asked


@pytest.mark.parametrize("by", ["digest", "prefix", "url"])
def test_what_was_removed_is_found_by_no_search(archive: Archive, by: str) -> None:
    empty = archive.generation()
    archive.add([document(RIVER, url="https://example.org/river")])
    digest = document(RIVER).digest
    names = {"digest": digest, "prefix": digest[7:19], "url": "https://example.org/river"}
    assert archive.search("river").passages
    assert archive.remove(names[by]) == 1
    assert archive.search("river").passages == ()
    assert archive.generation() == empty
    assert archive.remove(names[by]) == 0


def test_a_removal_keeps_the_others_findable(archive: Archive) -> None:
    archive.add([document(RIVER, url="river"), document(TRAIN, url="train")])
    archive.search("anything")
    archive.remove("river")
    best = archive.search("night train strike").passages[0]
    assert best.text == TRAIN
    assert (best.scores.keyword_rank, best.scores.vector_rank) == (1, 1)


def test_the_generation_names_what_is_held_whatever_the_order(
    tmp_path: Path, embedder: WordsEmbedder
) -> None:
    def made(name: str, texts: list[str]) -> str:
        archive = Archive.open(tmp_path / name, starter=False, embedder=embedder)
        for text in texts:
            archive.add([document(text)])
        generation = archive.generation()
        archive.close()
        return generation

    assert made("a", [RIVER, TRAIN]) == made("b", [TRAIN, RIVER])
    assert made("c", [RIVER]) != made("d", [TRAIN])


def test_a_source_is_part_of_the_generation(tmp_path: Path, embedder: WordsEmbedder) -> None:
    one = Archive.open(tmp_path / "one", starter=False, embedder=embedder)
    two = Archive.open(tmp_path / "two", starter=False, embedder=embedder)
    one.add([document(RIVER, tier=Tier.WIRE)])
    two.add([document(RIVER, tier=Tier.OTHER)])
    assert one.generation() != two.generation()
    one.close()
    two.close()


def test_what_was_published_later_is_left_out(archive: Archive) -> None:
    archive.add(
        [
            document("The dam broke in spring.", published=date(2026, 3, 1)),
            document("The dam broke again in May.", published=date(2026, 5, 2)),
            document("The dam broke, nobody knows when."),
        ]
    )
    found = archive.search("dam broke", as_of=date(2026, 4, 1))
    assert {passage.source.published for passage in found.passages} == {date(2026, 3, 1), None}
    assert len(archive.search("dam broke").passages) == 3


def test_trusted_and_new_come_before_equal_words_of_others(archive: Archive) -> None:
    archive.add(
        [
            document("Bridge closed today.", tier=Tier.OTHER, published=TODAY),
            document("Bridge closed now.", tier=Tier.WIRE, published=TODAY),
            document("Bridge closed then.", tier=Tier.WIRE, published=date(2020, 1, 1)),
        ]
    )
    texts = [passage.text for passage in archive.search("bridge closed").passages]
    assert texts[0] == "Bridge closed now."
    scores = archive.search("bridge closed").passages[0].scores
    assert scores.final == scores.fused * scores.tier_weight * scores.recency_weight


def test_passages_are_exact_spans_of_their_documents(archive: Archive) -> None:
    text = "# Floods\n\nThe Arno rose by 3 m.\n\n# Trains\n\nNo train ran.\n"
    archive.add([document(text)])
    for passage in archive.search("Arno train").passages:
        assert passage.span is not None
        assert passage.span.of(text) == passage.text
    assert {p.subject for p in archive.search("Arno train").passages} == {"Floods", "Trains"}


def test_sinhala_is_found_with_and_without_the_joiner(archive: Archive) -> None:
    archive.add([document("ශ්\u200dරී ලංකාව දූපතකි."), document("இலங்கை ஒரு தீவு.")])
    for query in ("ශ්රී ලංකාව", "ශ්\u200dරී"):
        best = archive.search(query).passages[0]
        assert best.text.startswith("ශ්\u200dරී")
        assert best.scores.keyword_rank == 1
    # The vowel sign belongs to the word: another sign is another word.
    assert archive.search("இலங்கை").passages[0].scores.keyword_rank == 1
    assert all(p.scores.keyword_rank is None for p in archive.search("இலங்கா").passages)


@pytest.mark.parametrize(
    "query", ['"', "NEAR(", "a AND", "names: x", "*", "(", "", "   ", "\x00", "-", "🜁", "1" * 5000]
)
def test_no_query_is_an_error(archive: Archive, query: str) -> None:
    archive.add([document(RIVER)])
    assert archive.search(query).searched == 1


def test_an_empty_archive_finds_nothing(archive: Archive) -> None:
    assert archive.search("anything").passages == ()
    assert archive.stats().passages == 0


def test_a_text_without_words_is_refused_and_nothing_else_is_added(archive: Archive) -> None:
    with pytest.raises(BadInput):
        archive.add([document(RIVER), document(" \n ")])
    assert archive.stats().documents == 0


def test_vectors_of_another_embedder_are_refused(archive: Archive, tmp_path: Path) -> None:
    other = WordsEmbedder()
    other.id = "other words"
    with pytest.raises(StorageError, match="other words"):
        Archive.open(tmp_path, starter=False, embedder=other)


def test_holdings_are_listed_newest_first(archive: Archive) -> None:
    archive.add([document(RIVER, url="river")])
    archive.add([document(TRAIN, url="train")])
    listed = archive.documents()
    assert [one.source.url for one in listed] == ["train", "river"]
    assert [one.passages for one in listed] == [1, 1]
    assert [one.source.url for one in archive.documents(limit=1, offset=1)] == ["river"]


def test_progress_counts_every_passage(archive: Archive) -> None:
    told: list[tuple[str, int, int]] = []
    archive.add([document(f"Note {n}.") for n in range(5)], lambda *news: told.append(news))
    assert told[-1] == ("embedding", 5, 5)


def test_a_folder_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError):
        Archive.open(tmp_path / "file", starter=False, embedder=WordsEmbedder())
