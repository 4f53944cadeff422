"""How much a page may take before it is given up."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one fetch. Each ends it with a failure that names the limit."""

    seconds: float = 25.0
    """For everything from the first look-up of a name to the last byte, redirects and waiting for a
    turn included. A limit on single reads would never end a server that sends a byte now and then.
    """
    wire_bytes: int = 20 * MIB
    """As sent."""
    decoded_bytes: int = 20 * MIB
    """After decompression."""
    redirects: int = 8
    pixels: int = 50_000_000
    """Of an image, by its header. No image is decoded to learn its size."""
    pdf_pages: int = 500
    pdf_memory: int = 512 * MIB
    """Address space of the process that reads a PDF, in bytes."""
    pdf_cpu_seconds: int = 20
    page_memory: int = 1024 * MIB
    """Address space of a process that reads other pages, in bytes."""
    read_seconds: float = 20.0
    """For reading the text out of what came."""
    characters: int = 2_000_000
    """Of the text that was read."""
