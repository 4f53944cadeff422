"""Makes the Python environment that the checkout runs in, from the hash-locked requirements.

Uses the standard library only. Safe when two start at once: one works, the other waits. An
environment counts from the moment that its file `ready` exists, which is written last, so one that
was interrupted half-way is made anew.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PIP_LINES_SHOWN = 12


class Refused(Exception):
    """Why there is no environment, and what to do about it, in one line."""


def main(arguments: Sequence[str]) -> int:
    """Make or complete the environment; 0 when it is ready."""
    parser = argparse.ArgumentParser(prog="environment.py", description=__doc__)
    parser.add_argument("--venv", type=Path, required=True)
    parser.add_argument("locks", nargs="+", help="names of files in requirements/, without .txt")
    options = parser.parse_args(arguments)
    try:
        provide(options.venv, tuple(options.locks))
    except Refused as refused:
        say(f"veracity: {refused}")
        return 1
    except KeyboardInterrupt:
        say("veracity: Interrupted. The next run starts over.")
        return 130
    return 0


def provide(folder: Path, names: Sequence[str]) -> None:
    """Bring `folder` to hold all of `names` and what it was already asked for.

    Raises `Refused` when a name is unknown, the folder cannot be written, or pip fails.
    """
    for name in names:
        if not lock_file(name).is_file():
            known = ", ".join(sorted(path.stem for path in lock_file("*").parent.glob("*.txt")))
            raise Refused(f"There is no extra '{name}'. There are: {known}.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with one_at_a_time(folder.with_name(folder.name + ".lock")):
            installed = locks_in(folder)
            wanted = tuple(dict.fromkeys([*installed, *names]))
            if not usable(folder, installed):
                make(folder)
                installed = ()
            missing = [name for name in wanted if name not in installed]
            if not missing:
                return
            (folder / "ready").unlink(missing_ok=True)
            for name in missing:
                install(folder, name)
            finish(folder)
    except OSError as error:
        raise Refused(
            f"The environment in {folder} could not be written: {error.strerror}."
            " Free some space, or make the folder writable."
        ) from error


def lock_file(name: str) -> Path:
    """Where the lock `name` lies."""
    return ROOT / "requirements" / f"{name}.txt"


def locks_in(folder: Path) -> tuple[str, ...]:
    """The names of the locks that were installed in `folder`, the core first."""
    names = {path.stem for path in (folder / "locks").glob("*.txt")}
    return tuple(sorted(names & {path.stem for path in lock_file("*").parent.glob("*.txt")}))


def usable(folder: Path, installed: Sequence[str]) -> bool:
    """Whether `folder` was finished for this checkout and no lock has changed since."""
    ready = folder / "ready"
    if not os.access(folder / "bin" / "python", os.X_OK) or not ready.is_file():
        return False
    if ready.read_text(encoding="utf-8") != f"{ROOT}\n":
        return False
    return all(
        lock_file(name).read_bytes() == (folder / "locks" / f"{name}.txt").read_bytes()
        for name in installed
    )


def make(folder: Path) -> None:
    """Start again with an empty environment."""
    version = ".".join(str(number) for number in sys.version_info[:3])
    say(f"Setting up Veracity with Python {version} in {folder} (once; about 160 MB to download).")
    if folder.exists():
        (folder / "ready").unlink(missing_ok=True)
        shutil.rmtree(folder)
    venv.EnvBuilder(with_pip=True, symlinks=True).create(folder)
    (folder / "locks").mkdir()


def install(folder: Path, name: str) -> None:
    """Install one lock with pip, hashes checked. Raises `Refused` with the end of pip's output."""
    lock = lock_file(name)
    total = sum(line[:1].isalpha() and "==" in line for line in lock.read_text().splitlines())
    command = [
        *(str(folder / "bin" / "python"), "-I", "-m", "pip", "install"),
        *("--disable-pip-version-check", "--no-input", "--progress-bar", "off"),
        *("--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", str(lock)),
    ]
    lines: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        assert pip.stdout is not None
        seen = 0
        for line in pip.stdout:
            lines.append(line.rstrip())
            if line.startswith(("Collecting ", "Requirement already satisfied: ")):
                seen += 1
                show(f"  {name}: {seen} of at most {total} packages ({line.split()[1]})")
            elif line.startswith("Installing collected packages"):
                show(f"  {name}: installing")
    show("")
    if pip.returncode != 0:
        say("\n".join(lines[-PIP_LINES_SHOWN:]))
        raise Refused(
            f"pip could not install requirements/{name}.txt (its last lines stand above)."
            " Check the network and the free space, then run this again."
        )
    say(f"  {name}: installed")
    shutil.copyfile(lock, folder / "locks" / lock.name)


def finish(folder: Path) -> None:
    """Let the environment import the checkout's package, then declare it ready."""
    site_packages = sysconfig.get_path(
        "purelib", "venv", vars={"base": str(folder), "platbase": str(folder)}
    )
    Path(site_packages, "veracity-checkout.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
    partial = folder / "ready.partial"
    partial.write_text(f"{ROOT}\n", encoding="utf-8")
    partial.replace(folder / "ready")


@contextmanager
def one_at_a_time(path: Path) -> Generator[None]:
    """Hold the lock file at `path`. The system lets go of it however the holder ends."""
    with path.open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Veracity is being set up by another process; waiting for it.")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def show(line: str) -> None:
    """Overwrite the line of progress, where there is a person to see it."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


def say(line: str) -> None:
    """Tell the person. Never on standard output, which belongs to the program that follows."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
