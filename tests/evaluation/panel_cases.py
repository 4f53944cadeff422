"""Keeps the case of a scripted panel in a folder, as a check would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.methods.panel_script import CLAIM, Replies, run
from veracity.domain.case import Case
from veracity.domain.claim import Claim, Submission
from veracity.methods.panel import METHOD
from veracity.methods.panel.record import PanelDials
from veracity.publish.casefile import keep, name_of


def keep_panel(folder: Path, replies: Replies, *, claim: str = CLAIM, **turned: Any) -> Path:
    """Run the panel and keep its case. Returns where it lies."""
    ran = run(replies, claim=claim, **turned)
    members = turned.pop("members", tuple(replies))
    submission = Submission(text=claim)
    case = Case.close(
        made_by="test",
        method=METHOD.name,
        method_version=METHOD.version,
        submission=submission,
        claim=Claim.whole(submission),
        exchanges=ran.desk.exchanges,
        record=ran.record,
        dials=PanelDials(models=members, **turned),
        verdict=ran.verdict,
    )
    return keep(case, folder / name_of(case))
