"""The embedded archive: SQLite with full text, vectors in NumPy, one file."""

from veracity.retrieval.archive.archive import Added, Archive, Progress, Stats
from veracity.retrieval.archive.provider import ArchiveProvider
from veracity.retrieval.archive.rows import Holding

__all__ = ["Added", "Archive", "ArchiveProvider", "Holding", "Progress", "Stats"]
