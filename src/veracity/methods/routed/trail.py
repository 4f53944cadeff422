"""Every step that led to a `routed` verdict, in order."""

from __future__ import annotations

from collections.abc import Iterator

from veracity.domain.verdict import Step
from veracity.methods.routed.account import sides_at_odds, web_search
from veracity.methods.routed.copies import copied
from veracity.methods.routed.record import RoutedDials, RoutedRecord, WebSearch
from veracity.models.ruling import UNRESTRICTED
from veracity.rules.adjudication import Adjudication, Opinion
from veracity.rules.comparison import Compared


def trail(
    record: RoutedRecord,
    dials: RoutedDials,
    compared: tuple[Compared, ...],
    opinions: tuple[Opinion, ...],
    heard: tuple[Opinion, ...],
    decided: Adjudication,
    path: str,
    missing: tuple[str, ...],
    *,
    illegible: int = 0,
) -> tuple[Step, ...]:
    """The steps. `missing` is what the explanation had to leave out, `illegible` how many passages
    are in a language that the model is not relied on to read."""
    return (
        _retrieved(record),
        _routed(record, dials),
        *(_searched(record, search) for search in record.web),
        *_reranked(record, dials),
        *_kept_silent(record),
        *copied(record),
        _compared(record, compared),
        *_not_read(dials, illegible),
        _verified(record, dials, compared, opinions, illegible),
        _adjudicated(record, heard, decided, path),
        Step(
            name="explain",
            status="failed" if missing else "ok",
            detail=(
                f"left out what no quote holds: {', '.join(missing)}"
                if missing
                else "every figure and name stands in the claim or in a verified quote"
            ),
        ),
    )


def best_similarity(record: RoutedRecord) -> float:
    """The best calibrated similarity of what was found at home, 0 when nothing was."""
    return max((passage.scores.similarity or 0.0 for passage in record.archived), default=0.0)


def _retrieved(record: RoutedRecord) -> Step:
    keys = (record.search,) if record.search else ()
    keys += (record.english.key,) if record.english else ()
    if record.found is None:
        why = record.failure.message if record.failure else "nothing was searched"
        return Step(name="retrieve", status="failed", detail=why, exchanges=keys)
    return Step(
        name="retrieve",
        status="ok",
        detail=(
            f"{len(record.found.passages)} of {record.found.searched} passages, "
            f"nothing later than {record.as_of}"
            + (", for the claim and for it in English" if record.english else "")
        ),
        exchanges=keys,
    )


def _routed(record: RoutedRecord, dials: RoutedDials) -> Step:
    if record.route == "given":
        return Step(name="route", status="ok", detail="the evidence that was given, and no other")
    if record.found is None and record.route != "web":
        return Step(name="route", status="skipped", detail="there is nothing to route")
    if record.found is None:
        return Step(name="route", status="ok", detail="web: the archive could not be searched")
    best, at = best_similarity(record), dials.route_at
    close = f"similarity {best:.2f} {'<' if best < at else '>='} {at:.2f}"
    if record.route == "none":
        return Step(name="route", status="abstained", detail=f"not covered: {close}")
    if record.route == "web":
        return Step(name="route", status="ok", detail=f"web, for what is not covered: {close}")
    where = "archive and web" if record.route == "both" else record.route
    aligned = "an entry on the same attribute, " if best < at else ""
    return Step(name="route", status="ok", detail=f"{where}: {aligned}{close}")


def _searched(record: RoutedRecord, search: WebSearch) -> Step:
    where = f"{len(record.sites)} trusted sites" if search.restricted else "all sites"
    if search.found is None:
        why = search.failure.message if search.failure else "nothing was searched"
        return Step(
            name="web",
            status="failed",
            detail=f"{web_search(search)}: {why}",
            exchanges=(search.key,),
        )
    unrestricted = sum(record.unrestricted(passage) for passage in search.found.passages)
    by = f"{search.backend}, {where}" if search.backend else where
    detail = f"{by}: {len(search.found.passages)} passages, {unrestricted} {UNRESTRICTED}"
    left_out = "".join(f"; not {page.url}: {page.why}" for page in search.left_out)
    return Step(
        name="web",
        status="ok",
        detail=f"{detail}{left_out}",
        exchanges=(search.key, *(page.key for page in search.left_out)),
    )


def _reranked(record: RoutedRecord, dials: RoutedDials) -> Iterator[Step]:
    if record.reranked is None:
        return
    failure = record.reranked.failure
    kept = f"{len(record.reranked.kept)} passages kept"
    yield Step(
        name="rerank",
        status="failed" if failure else "ok",
        detail=f"{failure.message} The first {kept}" if failure else f"{dials.rerank}: {kept}",
        exchanges=(record.reranked.key,),
    )


def _kept_silent(record: RoutedRecord) -> Iterator[Step]:
    if record.standings:
        why = "; ".join(dict.fromkeys(one.why for one in record.standings.values() if one.why))
        count = len(record.standings)
        detail = f"{count} passages that do not decide this claim" + (f": {why}" if why else "")
        yield Step(name="standing", status="ok", detail=detail)


def _compared(record: RoutedRecord, compared: tuple[Compared, ...]) -> Step:
    if record.route == "none":
        return Step(name="compare", status="skipped", detail="no evidence to compare with")
    if not compared:
        return Step(name="compare", status="ok", detail="nothing that code can compare")
    lines = "; ".join(f"{line.attribute}: {line.stance} ({line.rule})" for line in compared)
    return Step(name="compare", status="ok", detail=lines)


def _not_read(dials: RoutedDials, illegible: int) -> Iterator[Step]:
    if illegible:
        yield Step(
            name="language",
            status="abstained",
            detail=(
                f"{illegible} passages not read: {dials.model} is not relied on in the language of "
                "the claim or of the passage"
            ),
        )


def _verified(
    record: RoutedRecord,
    dials: RoutedDials,
    compared: tuple[Compared, ...],
    opinions: tuple[Opinion, ...],
    illegible: int,
) -> Step:
    if compared and not record.judgements:
        return Step(name="verify", status="skipped", detail="decided in code, no model was asked")
    if record.route == "none":
        return Step(name="verify", status="skipped", detail="no evidence to read")
    if dials.model is None:
        return Step(name="verify", status="skipped", detail="no model is set")
    if illegible and not record.judgements:
        return Step(name="verify", status="skipped", detail="nothing that the model can be asked")
    keys = tuple(judgement.key for judgement in record.judgements)
    read = [o for o in opinions if o.by == "model"]
    if not read:
        return Step(
            name="verify", status="failed", detail=f"{dials.model} gave no stance", exchanges=keys
        )
    stances = ", ".join(f"{o.stance} {o.confidence:.2f}{_where(o)}" for o in read)
    failed = sum(judgement.failure is not None for judgement in record.judgements)
    return Step(
        name="verify",
        status="ok",
        detail=f"{dials.model}: {stances}" + (f"; {failed} failed" if failed else ""),
        exchanges=keys,
    )


def _where(opinion: Opinion) -> str:
    if opinion.unrestricted:
        return f" (web, {UNRESTRICTED})"
    return " (web)" if opinion.side == "web" else ""


def _adjudicated(
    record: RoutedRecord, heard: tuple[Opinion, ...], decided: Adjudication, path: str
) -> Step:
    keys = (record.consulted.key,) if record.consulted else ()
    at_odds = sides_at_odds(heard)
    return Step(
        name="adjudicate",
        status="abstained" if decided.label == "Unverified" else "ok",
        detail=f"{decided.label} by {path}" + (f": {at_odds}" if at_odds else ""),
        exchanges=keys,
    )
