"""`docs/quality.md` from report files: figures in, never a row.

    python -m veracity.evaluation.quality REPORT.json ... [--page docs/quality.md]

Each report is kept beside the page without its rows, as `quality/<name>.json`, and every part of
the page that stands between `<!-- figures: NAME -->` and `<!-- end -->` is written anew from the
kept file of that name. Without reports the page is only written anew.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from veracity.domain.errors import BadInput
from veracity.evaluation.tables import HEADINGS, POOLED, cell

PAGE = Path("docs/quality.md")
_PART = re.compile(r"(<!-- figures: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> None:
    """Keep the given reports' figures, and write the page anew."""
    parser = argparse.ArgumentParser(prog="python -m veracity.evaluation.quality")
    parser.add_argument("reports", nargs="*", type=Path, metavar="REPORT")
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args(arguments)
    page: Path = given.page
    for path in given.reports:
        keep(path, kept_beside(page))
    text = page.read_text(encoding="utf-8")
    page.write_text(rendered(text, kept_beside(page)), encoding="utf-8")


def kept_beside(page: Path) -> Path:
    """The folder of the figures that `page` shows."""
    return page.with_suffix("")


def keep(path: Path, folder: Path) -> Path:
    """Write the figures of the report at `path` into `folder`, without its rows."""
    report = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(report, dict) or "sets" not in report:
        raise BadInput(f"{path} is no report.", "Give what `veracity eval run --report` wrote.")
    figures = {k: v for k, v in cast("dict[str, Any]", report).items() if k != "rows"}
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"{path.stem}.json"
    text = json.dumps(figures, indent=1, ensure_ascii=False, sort_keys=True)
    place.write_text(text + "\n", encoding="utf-8")
    return place


def rendered(page: str, folder: Path) -> str:
    """`page` with every marked part written from the figures in `folder`."""

    def part(match: re.Match[str]) -> str:
        place = folder / f"{match[2]}.json"
        if not place.is_file():
            raise BadInput(f"There are no figures for '{match[2]}'.", f"Put them at {place}.")
        return f"{match[1]}{markdown(json.loads(place.read_text(encoding='utf-8')))}{match[3]}"

    return _PART.sub(part, page)


def markdown(report: Mapping[str, Any]) -> str:
    """The tables of one report, with the command that makes it."""
    parts = [f"```\n{command(report)}\n```", _about(report), _sets(report)]
    parts += _worth(report)
    forced = {n: s for n, s in _named(report) if s["without_abstention"] is not None}
    if forced:
        parts += ["Without abstention:", _forced(forced)]
    if report["by_kind"]:
        parts += ["By kind of claim:", _kinds(report["by_kind"])]
    return "\n\n".join(parts) + "\n"


def _worth(report: Mapping[str, Any]) -> list[str]:
    """Exact labels, and what the confidence is worth; figures that were kept earlier lack both."""
    said: list[str] = []
    if report.get("exact") is not None:
        said.append(f"The very label of the row: {report['exact']:.2f}.")
    confidence, selective = report.get("confidence"), report.get("selective")
    if confidence and selective:
        said.append(
            f"Confidence of the {confidence['n']} decisive answers: "
            f"Brier {confidence['brier']:.3f}, ECE {confidence['ece']:.3f}, "
            f"area under risk and coverage {selective['aurc']:.3f}."
        )
    return said


def command(report: Mapping[str, Any]) -> str:
    """The command that makes the report, with the sets by their file names."""
    dataset = report["dataset"]
    words = ["veracity eval run", *(f"{name}.jsonl" for name in report["sets"])]
    if report["closed"]:
        words.append("--closed")
    if dataset["limit"] is not None:
        words.append(f"--limit {dataset['limit']} --seed {dataset['seed']}")
    if report["as_of"] is not None:
        words.append(f"--as-of {report['as_of']}")
    words.append(f"--method {report['method']}")
    if report["model"] is None:
        words.append("--model none")
    words += [f"--set {name}={json.dumps(value)}" for name, value in report["changed"].items()]
    return " ".join([*words, "--report OUT.json"])


def _about(report: Mapping[str, Any]) -> str:
    asked = ", ".join(report["asked"]) or "no model"
    said = [
        f"{report['made_by']}, method {report['method']}, {asked}",
        f"{report['n']} rows scored, {report['errors']} left out for want of a verdict",
    ]
    if report["decided_in_code"] is not None:
        said.append(f"{report['decided_in_code']:.0%} decided by a comparison in code")
    if report["median_seconds"] is not None and report["resumed"] < report["n"]:
        said.append(f"median {report['median_seconds']:.2f} s a row")
    return "; ".join(said) + "."


def _named(report: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Each set under its name, then all rows if there are several sets."""
    alone = list(report["sets"].items())
    return [*alone, (POOLED, report)] if len(alone) > 1 else alone


def _sets(report: Mapping[str, Any]) -> str:
    return _table(
        ["set", "rows", *HEADINGS.values()],
        [
            [name, scores["n"], *(_cell(scores, key) for key in HEADINGS)]
            for name, scores in _named(report)
        ],
    )


def _forced(forced: Mapping[str, Mapping[str, Any]]) -> str:
    keys = ("accuracy", "macro_f1", "flips")
    return _table(
        ["set", "rows", *(HEADINGS[key] for key in keys)],
        [
            [
                name,
                scores["without_abstention"]["n"],
                *(_cell(scores["without_abstention"], key) for key in keys),
            ]
            for name, scores in forced.items()
        ],
    )


def _kinds(kinds: Mapping[str, Mapping[str, Any]]) -> str:
    keys = ("accuracy", "flips", "coverage")
    return _table(
        ["kind", "rows", *keys],
        [[kind, one["n"], *(cell(one[key], None) for key in keys)] for kind, one in kinds.items()],
    )


def _cell(scores: Mapping[str, Any], key: str) -> str:
    interval = scores["intervals"][key]
    return cell(scores[key], None if interval is None else (interval[0], interval[1]))


def _table(head: Sequence[str], lines: Sequence[Sequence[object]]) -> str:
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in (head, rule, *lines))


if __name__ == "__main__":
    main()
