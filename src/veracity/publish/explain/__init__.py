"""A verdict explained in English, Sinhala and Tamil, by templates filled from the verdict alone.

The templates are data, one table a language with the same keys. Each is a whole sentence, so that
no grammar has to fit at a seam, and figures, names and quotes are put in as they are. What no
template knows, as of another package's method, is left out or shown in English, and says so.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

from veracity.domain.evidence import Source
from veracity.domain.explanation import TONGUES, Tongue
from veracity.domain.verdict import Bucket, Finding, Verdict

QUOTES = 2
"""Of a verdict that was decided, how many of the quotes that it rests on are shown."""
_OPEN = frozenset({Bucket.UNVERIFIABLE, Bucket.SPLIT})
_SAYS_THE_SAME = {Bucket.UNVERIFIABLE: "Unverified"}
"""A label that names its bucket in another word."""
_PER_CENT = re.compile(r" \(\d+%\)$")
"""What a label of `rubric` ends with."""


def tongue_of(language: str | None) -> Tongue | None:
    """The language in which whoever writes `language` (BCP 47) is answered, None for neither."""
    primary = (language or "").partition("-")[0]
    return next((tongue for tongue in TONGUES if tongue == primary), None)


def explain(verdict: Verdict, tongue: Tongue) -> str:
    """The verdict in one paragraph: label, reason, sources in their own words, what to know."""
    return " ".join(_sentences(verdict, _table(tongue)))


def label(verdict: Verdict, tongue: Tongue) -> str:
    """The label's name; that of its bucket for a label that no template knows."""
    table = _table(tongue)
    return table["labels"].get(_key(verdict)) or table["buckets"][verdict.bucket.value]


def bucket(verdict: Verdict, tongue: Tongue) -> str:
    """The bucket's name."""
    return _table(tongue)["buckets"][verdict.bucket.value]


def in_tongue(caveat: str, tongue: Tongue) -> str:
    """A caveat that code wrote in English; one that no template knows is quoted as it is."""
    table = _table(tongue)
    for name, patterns in _patterns().items():
        for pattern in patterns:
            if said := pattern.fullmatch(caveat):
                return _filled(table["caveats"][name], said.groupdict())
    return _filled(table["lines"]["untranslated"], {"caveat": caveat})


def _sentences(verdict: Verdict, table: Mapping[str, Any]) -> Iterator[str]:
    key, lines = _key(verdict), table["lines"]
    on_scale = table["buckets"][verdict.bucket.value]
    named = table["labels"].get(key) or on_scale
    yield _filled(lines["verdict"], {"label": named})
    if key in table["meanings"]:
        chance = round((verdict.probability or 0.0) * 100)
        yield _filled(table["meanings"][key], {"per_cent": str(chance)})
    if reason := _reason(verdict, table):
        yield reason
    if on_scale != named and key != _SAYS_THE_SAME.get(verdict.bucket):
        yield _filled(lines["scale"], {"bucket": on_scale})
    if verdict.confidence and verdict.probability is None:
        yield _filled(lines["confidence"], {"per_cent": str(round(verdict.confidence * 100))})
    yield from _sources(verdict, lines)


def _reason(verdict: Verdict, table: Mapping[str, Any]) -> str | None:
    reasons = table["reasons"].get(verdict.method, {})
    left_open = reasons.get(f"{verdict.path} (open)") if verdict.bucket in _OPEN else None
    return left_open or reasons.get(verdict.path)


def _sources(verdict: Verdict, lines: Mapping[str, str]) -> Iterator[str]:
    """The quotes that were found in the stored text: what decided, or else the closest one."""
    verified = [finding for finding in verdict.findings if finding.quote.verified]
    decisive = [finding for finding in verified if finding.decisive][:QUOTES]
    for finding in decisive:
        yield _source(finding, "decisive", lines)
    if not decisive and verified:
        yield _source(verified[0], "closest", lines)


def _source(finding: Finding, role: str, lines: Mapping[str, str]) -> str:
    published = finding.source.published
    template = lines[f"{role}_{'undated' if published is None else 'dated'}"]
    values = {"source": _named(finding.source), "quote": " ".join(finding.quote.text.split())}
    return _filled(template, values | {"date": published.isoformat() if published else ""})


def _named(source: Source) -> str:
    return ", ".join(dict.fromkeys(name for name in (source.title, source.publisher) if name))


def _key(verdict: Verdict) -> str:
    return _PER_CENT.sub("", verdict.label)


def _filled(template: str, values: Mapping[str, str]) -> str:
    """Put in every value in one pass: no value is read as a template."""
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], template)


@cache
def _table(tongue: Tongue) -> Mapping[str, Any]:
    return _read(f"{tongue}.toml")


@cache
def _patterns() -> Mapping[str, tuple[re.Pattern[str], ...]]:
    listed = _read("caveats.toml")
    return {name: tuple(re.compile(one, re.DOTALL) for one in listed[name]) for name in listed}


def _read(name: str) -> Mapping[str, Any]:
    return tomllib.loads(
        resources.files("veracity.publish.explain").joinpath(name).read_text("utf-8")
    )
