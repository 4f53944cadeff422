"""From what was handed in to claims that can be judged: one page read, one submission searched."""

from __future__ import annotations

from veracity.desk.base import Desk
from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.domain.exchange import Failure
from veracity.domain.page import Fetched, Obstacle
from veracity.retrieval.web import page_request

FINDER = "strong"
"""The role that finds claims."""

_OBSTACLES = {
    Obstacle.BOT_WALL: "the site shows a check for robots in its place",
    Obstacle.COOKIE_WALL: "the site asks for consent first",
    Obstacle.PAYWALL: "it is for subscribers",
    Obstacle.LOGIN: "the site wants a login first",
    Obstacle.ERROR_PAGE: "the site says that it is not there",
    Obstacle.EMPTY: "no text was found on it",
}


async def read_page(desk: Desk, url: str) -> Submission:
    """The text of the page at `url`, with the page as its origin.

    Raises `BadInput` for a page that cannot be had or that is no page with text.
    """
    from veracity.intake.reading import submission_of_page

    outcome = await desk.fetch(page_request(url))
    if isinstance(outcome, Failure):
        raise BadInput(f"{url} could not be fetched: {outcome.message}", "Give its text in a file.")
    fetched = Fetched.model_validate(outcome.value)
    obstacle = fetched.page.obstacle
    if obstacle is not None or not fetched.page.text.strip():
        why = _OBSTACLES[obstacle or Obstacle.EMPTY]
        raise BadInput(f"{url} cannot be read: {why}.", "Give its text in a file.")
    return submission_of_page(url, fetched)
