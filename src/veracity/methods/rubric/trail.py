"""Every step that led to a `rubric` verdict, in order."""

from __future__ import annotations

from veracity.domain.verdict import Step
from veracity.methods.rubric.account import RubricAccount
from veracity.methods.rubric.record import LeafEvidence, RubricDials, RubricRecord


def trail(
    record: RubricRecord, dials: RubricDials, told: RubricAccount, label: str
) -> tuple[Step, ...]:
    """The trail of a verdict."""
    return (
        _decomposed(record),
        *(_retrieved(leaf) for leaf in record.leaves),
        _rooted(record, dials),
        _judged(record),
        _rerun(record),
        _cold(record),
        Step(
            name="combine",
            status="ok" if told.probability is not None else "abstained",
            detail=f"{label}, parameters version {told.params_version}"
            + ("" if told.locked else ", not the locked ones"),
        ),
    )


def _decomposed(record: RubricRecord) -> Step:
    done = record.decomposed
    keys = (done.key,) if done.key else ()
    count = len(done.tree.leaves())
    if done.tree.reviewed:
        return Step(name="decompose", status="ok", detail=f"{count} leaves, written by a person")
    if done.failure is not None:
        return Step(name="decompose", status="failed", detail=done.whole, exchanges=keys)
    if done.whole:
        detail = f"the claim is left whole: {done.whole}"
        return Step(
            name="decompose", status="ok" if keys else "skipped", detail=detail, exchanges=keys
        )
    leaves = "1 leaf" if count == 1 else f"{count} leaves"
    return Step(name="decompose", status="ok", detail=f"{leaves}, not reviewed", exchanges=keys)


def _retrieved(leaf: LeafEvidence) -> Step:
    pools = [pool for pool in (leaf.pool, leaf.second) if pool is not None]
    keys = [search.key for pool in pools for search in pool.searches if search.key]
    if leaf.queries:
        keys.insert(0, leaf.queries)
    found = len(leaf.documents) + len(leaf.added)
    again = f", {len(leaf.added)} of them by a second search" if leaf.second else ""
    failed = sum(len(pool.failures) for pool in pools)
    compared = f", {len(leaf.compared)} compared in code" if leaf.compared else ""
    return Step(
        name="retrieve",
        status="ok" if leaf.pool.answered else "failed",
        detail=f"{found} documents{again}{compared}"
        + (f"; {failed} searches failed" if failed else "")
        + f": {leaf.claim.text}",
        exchanges=tuple(dict.fromkeys(keys)),
    )


def _rooted(record: RubricRecord, dials: RubricDials) -> Step:
    if not record.rootings:
        return Step(
            name="roots", status="skipped", detail="no model was asked what documents rest on"
        )
    keys = [one.key for one in record.rootings]
    if record.canon is not None:
        keys.append(record.canon.key)
    dropped = sum(len(one.dropped) for one in record.rootings)
    clusters = len(set(record.clusters.values()))
    return Step(
        name="roots",
        status="failed" if all(one.failure for one in record.rootings) else "ok",
        detail=f"{dials.roots}: {clusters} clusters of {len(record.clusters)} documents"
        + (f"; {dropped} names that stand in no document left out" if dropped else ""),
        exchanges=tuple(dict.fromkeys(keys)),
    )


def _judged(record: RubricRecord) -> Step:
    if not record.judgments:
        return Step(name="judge", status="skipped", detail="nobody was asked, or about nothing")
    full = sum(one.complete for one in record.judgments)
    models = sorted({one.model for one in record.judgments})
    return Step(
        name="judge",
        status="ok" if full else "failed",
        detail=f"{', '.join(models)}: {full} of {len(record.judgments)} judgments are complete",
        exchanges=tuple(dict.fromkeys(key for one in record.judgments for key in one.keys)),
    )


def _rerun(record: RubricRecord) -> Step:
    if not record.reruns:
        return Step(name="rerun", status="skipped", detail="no reading was repeated")
    answered = [one for one in record.reruns if one.consistent is not None]
    turned = sum(one.consistent is True for one in answered)
    return Step(
        name="rerun",
        status="ok" if answered else "failed",
        detail=f"{turned} of {len(answered)} turned around under the negated claim",
        exchanges=tuple(one.key for one in record.reruns),
    )


def _cold(record: RubricRecord) -> Step:
    if not record.cold:
        return Step(name="cold", status="skipped", detail="no model is set")
    said = [f"{one.model} {one.percent}%" for one in record.cold if one.percent is not None]
    return Step(
        name="cold",
        status="ok" if said else "failed",
        detail=", ".join(said) or "no model answered",
        exchanges=tuple(one.key for one in record.cold),
    )
