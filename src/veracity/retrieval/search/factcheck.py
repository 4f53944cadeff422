"""Google Fact Check Tools: earlier reviews of a claim by fact-checkers who mark them up.

https://developers.google.com/fact-check/tools/api/reference/rest/v1alpha1/claims/search
"""

from __future__ import annotations

from datetime import date
from typing import Any

from pydantic import Field

from veracity.domain.fact_check import FACT_CHECKS, FactCheck, FactChecks
from veracity.retrieval.search.backend import Backend, Sent
from veracity.retrieval.search.wanted import Call, Wanted
from veracity.retrieval.search.written import plain_words, written_date

_CHARACTERS = 500


class _Publisher(Sent):
    name: str = ""
    site: str = ""


class _Review(Sent):
    url: str
    publisher: _Publisher = _Publisher()
    title: str = ""
    reviewed: str | None = Field(default=None, alias="reviewDate")
    rating: str = Field(default="", alias="textualRating")
    language: str | None = Field(default=None, alias="languageCode")


class _Claim(Sent):
    text: str = ""
    claimant: str = ""
    claimed: str | None = Field(default=None, alias="claimDate")
    reviews: tuple[_Review, ...] = Field(default=(), alias="claimReview")


class _Reply(Sent):
    claims: tuple[_Claim, ...] = ()


def _ask(wanted: Wanted, until: date | None) -> Call:
    params = {"query": wanted.words(_CHARACTERS), "pageSize": str(wanted.top_k)}
    if wanted.primary_language:
        params["languageCode"] = wanted.primary_language
    return Call(params=params)


def _read(payload: Any) -> FactChecks:
    return FactChecks(
        results=tuple(
            _fact_check(claim, review)
            for claim in _Reply.model_validate(payload).claims
            for review in claim.reviews
        )
    )


def _fact_check(claim: _Claim, review: _Review) -> FactCheck:
    return FactCheck(
        claim=plain_words(claim.text),
        rating=plain_words(review.rating),
        publisher=plain_words(review.publisher.name or review.publisher.site),
        url=review.url,
        title=plain_words(review.title),
        claimant=plain_words(claim.claimant),
        claimed_on=written_date(claim.claimed),
        reviewed_on=written_date(review.reviewed),
        language=review.language,
    )


BACKEND = Backend(
    name=FACT_CHECKS,
    title="Google Fact Check Tools",
    url="https://factchecktools.googleapis.com/v1alpha1/claims:search",
    ask=_ask,
    read=_read,
    key="GOOGLE_FACT_CHECK_API_KEY",
    header=("X-Goog-Api-Key", "{key}"),
)
