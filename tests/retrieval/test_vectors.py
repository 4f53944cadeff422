from __future__ import annotations

import numpy as np
import pytest

from veracity.retrieval.archive.vectors import pack, unpack


@pytest.fixture
def vectors() -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    drawn = np.random.default_rng(7).standard_normal((200, 384)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def test_a_byte_per_component_keeps_every_cosine(
    vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]],
) -> None:
    packed = pack(vectors)
    assert {len(row) for row in packed} == {384}
    kept = unpack(packed)
    assert np.abs(kept @ vectors.T - vectors @ vectors.T).max() < 0.004
    assert np.allclose(np.linalg.norm(kept, axis=1), 1.0, atol=1e-5)


def test_packing_again_changes_nothing(
    vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]],
) -> None:
    once = pack(vectors)
    assert pack(unpack(once)) == once


def test_a_vector_of_zeros_stays_one() -> None:
    assert not unpack(pack(np.zeros((1, 8), dtype=np.float32))).any()
