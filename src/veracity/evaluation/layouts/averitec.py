"""AVeriTeC (Schlichtkrull, Guo and Vlachos 2023): claims with questions and their answers.

Each answer is a piece of evidence, read with its question. An answer that names no page is kept:
it says that nothing was found.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from veracity.evaluation.layouts.base import Fields, objects, without_none


def known(fields: Fields) -> bool:
    """Whether this is a claim of the set."""
    return {"claim", "label", "questions"} <= fields.keys()


def rows(fields: Fields, beside: Path) -> list[Fields]:
    """The claim, with its speaker and date, in the group of the article that checked it."""
    evidence = [
        without_none(
            {
                "text": _answer(answer),
                "question": question["question"],
                "url": answer.get("source_url") or None,
            }
        )
        for question in objects(fields["questions"])
        for answer in objects(question["answers"])
    ]
    return [
        without_none(
            {
                "id": fields.get("claim_id"),
                "claim": fields["claim"],
                "label": fields["label"],
                "group": fields.get("fact_checking_article") or None,
                "speaker": fields.get("speaker") or None,
                "said_on": _day(fields.get("claim_date")),
                "evidence": evidence,
            }
        )
    ]


def _answer(answer: Fields) -> str:
    """A yes or no is explained beside it."""
    explained = answer.get("boolean_explanation")
    return f"{answer['answer']}. {explained}" if explained else str(answer["answer"])


def _day(given: Any) -> str | None:
    """A date as the set writes it, 31-10-2020, in ISO 8601; None for anything else."""
    try:
        return datetime.strptime(str(given), "%d-%m-%Y").date().isoformat()
    except ValueError:
        return None
