"""How often the language of a text is identified.

    python -m benchmarks.language FILE... [--column NAME] [--as TAG] [--words N]

FILE is JSON lines with a text in `text` (or the column named) and its language in `lang`. With
`--as`, all of it is taken to be in that language, and rows with a `label` are reported by label
too. With `--words`, only the first words of each text are shown. Only counts are printed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from veracity.intake.language import identify


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--column", default="text")
    parser.add_argument("--as", dest="tag", default=None)
    parser.add_argument("--words", type=int, default=None)
    arguments = parser.parse_args()
    for path in arguments.files:
        right: Counter[str] = Counter()
        of: Counter[str] = Counter()
        taken_for: Counter[str] = Counter()
        mixing = 0.0
        for kind, tag, text in rows(path, arguments.column, arguments.tag, arguments.words):
            found = identify(text)
            of[kind] += 1
            right[kind] += found.tag == tag
            mixing += found.mixing
            if found.tag != tag:
                taken_for[f"{tag} as {found.tag}"] += 1
        report(path.name, right, of, taken_for, mixing)


def rows(
    path: Path, column: str, tag: str | None, first: int | None
) -> Iterator[tuple[str, str, str]]:
    """Kind, language and text of each row."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            text = row[column] if first is None else " ".join(row[column].split()[:first])
            yield (row.get("label", "all") if tag else row["lang"]), tag or row["lang"], text


def report(
    name: str, right: Counter[str], of: Counter[str], taken_for: Counter[str], mixing: float
) -> None:
    total = of.total()
    print(f"{name}: {right.total()} of {total} right, {right.total() / total:.3f}")
    for kind, count in sorted(of.items()):
        print(f"  {kind}: {right[kind]} of {count}, {right[kind] / count:.3f}")
    print(f"  mean mixing {mixing / total:.3f}; confused: {dict(taken_for.most_common())}")


if __name__ == "__main__":
    main()
