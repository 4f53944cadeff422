from __future__ import annotations

from collections.abc import Iterator

import pytest

from veracity.retrieval.web.children import Children
from veracity.retrieval.web.limits import Limits


@pytest.fixture(scope="session")
def children() -> Iterator[Children]:
    """Processes that read pages, started once because that takes a second."""
    reading = Children(Limits(), 1)
    yield reading
    reading.close()
