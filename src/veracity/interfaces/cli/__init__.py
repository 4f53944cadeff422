"""The command line.

Exit codes:

| code | meaning |
|---|---|
| 0 | done; a verdict of any kind is a success |
| 1 | an unexpected fault: a defect in Veracity |
| 2 | bad input: an argument, a file, a dial, or a line of a file (the others were judged) |
| 3 | the case never recorded what was asked of it |
| 4 | a case is damaged or does not replay to the same verdict, or a quote does not hold |
| 5 | weights, an extra or a service are missing |
| 6 | storage: a folder that cannot be written, a full disk, a journal that stays locked |
| 130 | stopped from the keyboard; what was finished is kept |
| 141 | whoever read the output stopped reading |
"""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. `arguments` are without the program's name."""
    from veracity.interfaces.cli.app import run

    return run(arguments)
