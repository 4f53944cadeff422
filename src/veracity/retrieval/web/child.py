"""A process that reads the text out of what was fetched, and nothing else.

It is started with its limits as arguments, MEMORY CPU_SECONDS, reads jobs from standard input and
writes what they came to to standard output, each as a frame: a length of four bytes, big end first,
and so many bytes of JSON. The content follows its job as a frame of its own.
The process has limits of its own and no secrets, and whoever started it may end it at any time.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
from typing import Any, BinaryIO

SIZE = 4
"""Bytes of a frame's length."""

DONE = "done"
TOO_MUCH = "too_much"
NOT_READABLE = "not_readable"


def main() -> int:
    """Serve jobs until standard input ends."""
    memory, cpu = int(sys.argv[1]), int(sys.argv[2])
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # A library that prints must not break the frames.
    limit(memory, cpu)
    while (job := read_frame(sys.stdin.buffer)) is not None:
        content = read_frame(sys.stdin.buffer)
        if content is None:
            break
        write_frame(output, json.dumps(answer(json.loads(job), content)).encode())
    return 0


def limit(memory: int, cpu: int) -> None:
    """Limit this process to `memory` bytes of address space and `cpu` seconds, 0 for no limit."""
    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 0, resource.RLIMIT_AS: memory}
    if cpu:
        limits[resource.RLIMIT_CPU] = cpu
    for what, most in limits.items():
        with contextlib.suppress(ValueError, OSError):  # macOS has no limit of address space.
            resource.setrlimit(what, (most, most))


def answer(job: dict[str, Any], content: bytes) -> dict[str, Any]:
    """What one job came to: `{"outcome": DONE, "page": …}`, or an outcome and why."""
    from veracity.retrieval.web import pdf

    try:
        if job["media_type"] == "application/pdf":
            page = pdf.read_pdf(content, pages=job["pages"], characters=job["characters"])
        else:
            from veracity.retrieval.pages import extract

            page = extract(
                content, url=job["url"], media_type=job["media_type"], charset=job["charset"]
            )
    except (pdf.TooMuch, MemoryError) as error:
        return {"outcome": TOO_MUCH, "why": str(error) or "it takes too much memory to read"}
    except pdf.NotReadable as error:
        return {"outcome": NOT_READABLE, "why": str(error)}
    except Exception as error:  # The code of a library on the code of a stranger.
        return {"outcome": NOT_READABLE, "why": f"reading it raised {type(error).__name__}"}
    if len(page.text) > job["characters"]:
        return {"outcome": TOO_MUCH, "why": f"it has more than {job['characters']:,} characters"}
    return {"outcome": DONE, "page": page.model_dump(mode="json")}


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next frame; None at the end, whether between frames or within one."""
    head = stream.read(SIZE)
    if len(head) < SIZE:
        return None
    length = int.from_bytes(head)
    content = stream.read(length)
    return content if len(content) == length else None


def write_frame(stream: BinaryIO, content: bytes) -> None:
    """Write one frame, and see it off."""
    stream.write(len(content).to_bytes(SIZE))
    stream.write(content)
    stream.flush()
