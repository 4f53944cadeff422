"""The tables of publishers under `sources/`, read once and indexed by host."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Literal

from veracity.domain.evidence import Tier
from veracity.rules.citations.table import domains_of
from veracity.rules.urls.hosts import canonical_host

Kind = Literal[
    "domain", "function", "outlet", "academic", "posted", "preprint", "research", "filing", "copy",
    "redirect",
]  # fmt: skip
"""Of a line: a government's domain, an office's function, or what the tables are named for."""

_KINDS: dict[tuple[str, str], Kind] = {
    ("academic", "zones"): "academic",
    ("posted", "pages"): "posted",
    ("preprints", "pages"): "preprint",
    ("third_party", "research"): "research",
    ("third_party", "filings"): "filing",
    ("copies", "pages"): "copy",
    ("redirects", "pages"): "redirect",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One name of one table."""

    name: str
    """As the table has it: "host" or "host/path"."""
    kind: Kind
    value: str
    """A jurisdiction, a function or a tier, by the kind; else empty."""
    file: str

    @property
    def host(self) -> str:
        """The host or domain in the name, as it is written there."""
        return self.name.partition("/")[0]

    @property
    def path(self) -> str:
        """The path that the name is about, empty for all of the host."""
        return self.name[len(self.host) :]


@dataclass(frozen=True, slots=True)
class Tables:
    """Every line, by its host."""

    weights: dict[Tier, float]
    sections: dict[str, frozenset[str]]
    """Segments of paths: "opinion", "paid", "press"."""
    domains: dict[str, Line] = field(default_factory=dict[str, Line])
    """Governments' domains."""
    pages: dict[str, list[Line]] = field(default_factory=dict[str, list[Line]])
    """All other lines, longest path first."""

    def domain(self, host: str) -> tuple[str, Line] | None:
        """The longest government's domain that `host` lies in, with its line."""
        for domain in domains_of(host):
            if line := self.domains.get(domain):
                return domain, line
        return None

    def page(self, host: str, path: str) -> tuple[str, Line] | None:
        """The line of the longest host, then the longest path, with that host."""
        for domain in domains_of(host):
            for line in self.pages.get(domain, ()):
                if not line.path or (domain == host and _below(path, line.path)):
                    return domain, line
        return None


def trust(tier: Tier) -> float:
    """The weight of a tier, 0 to 1; see `sources/tiers.toml`."""
    return tables().weights[tier]


@cache
def tables() -> Tables:
    """All tables. A name that stands in two of them is an error in the tables (ValueError)."""
    publishers = _read("tiers.toml")
    found = Tables(
        weights={Tier(name): float(weight) for name, weight in publishers["weights"].items()},
        sections={name: frozenset(words) for name, words in publishers["sections"].items()},
    )
    for file, content in (("tiers.toml", publishers), *_governments()):
        for line in _lines(file, content):
            _enter(found, line)
    for lines in found.pages.values():
        lines.sort(key=lambda line: len(line.path), reverse=True)
    return found


def _enter(found: Tables, line: Line) -> None:
    host = line.host if line.host.isascii() else canonical_host(line.host)
    if line.kind == "domain":
        known = found.domains.setdefault(host, line)
        twice = known is not line
    else:
        lines = found.pages.setdefault(host, [])
        twice = any(known.path == line.path for known in lines)
        lines.append(line)
    if twice:
        raise ValueError(f"{line.name} stands in two tables, one of them in {line.file}")


def _lines(file: str, content: dict[str, Any]) -> Iterator[Line]:
    for jurisdiction, names in content.get("domains", {}).items():
        yield from (Line(name, "domain", jurisdiction, file) for name in names)
    for function, names in content.get("functions", {}).items():
        yield from (Line(name, "function", function, file) for name in names)
    for tier, names in content.get("outlets", {}).items():
        yield from (Line(name, "outlet", Tier(tier), file) for name in names)
    for (table, key), kind in _KINDS.items():
        yield from (Line(name, kind, "", file) for name in content.get(table, {}).get(key, ()))


def _governments() -> Iterator[tuple[str, dict[str, Any]]]:
    folder = resources.files("veracity.sources").joinpath("government")
    for name in sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml")):
        yield f"government/{name}", _read(f"government/{name}")


def _read(name: str) -> dict[str, Any]:
    text = resources.files("veracity.sources").joinpath(*name.split("/")).read_text("utf-8")
    return tomllib.loads(text)


def _below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")
