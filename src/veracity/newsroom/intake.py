"""What comes before judging: who finds claims, and how a page becomes a submission."""

from __future__ import annotations

from veracity.desk.base import Desk
from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.domain.exchange import Failure
from veracity.domain.page import Fetched
from veracity.retrieval.web import page_request

FINDER = "strong"
"""The role that finds claims."""


async def read_page(desk: Desk, url: str) -> Submission:
    """The text of the page at `url`, with the page as its origin.

    Raises `BadInput` for a page that cannot be had or that is no page with text.
    """
    from veracity.intake.reading import submission_of_page

    outcome = await desk.fetch(page_request(url))
    if isinstance(outcome, Failure):
        raise BadInput(f"{url} could not be fetched: {outcome.message}", "Give its text in a file.")
    return submission_of_page(url, Fetched.model_validate(outcome.value))
