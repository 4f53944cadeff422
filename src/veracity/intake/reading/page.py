"""Pages: saved as HTML, or fetched from their address."""

from __future__ import annotations

from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.domain.page import Extracted, Fetched, Obstacle
from veracity.intake.reading.apart import read_apart
from veracity.intake.reading.content import Content
from veracity.intake.reading.limits import ReadingLimits
from veracity.intake.reading.pdf import content_of_pdf
from veracity.retrieval.web.sniffing import HTML, PDF
from veracity.rules.turns import turns
from veracity.rules.urls.address import without_userinfo

_OBSTACLES = {
    Obstacle.BOT_WALL: "it is a page that asks for proof of being human",
    Obstacle.COOKIE_WALL: "it is a page that asks for consent to cookies",
    Obstacle.PAYWALL: "it is the beginning of a page for subscribers",
    Obstacle.LOGIN: "it is a page that asks to log in",
    Obstacle.ERROR_PAGE: "it is an error page",
    Obstacle.EMPTY: "no text was found in it",
}


def read_html(content: bytes, name: str, limits: ReadingLimits) -> Content:
    """The main text of a page that was saved. Raises `BadInput` for one that stands in its way."""
    page = read_apart(content, HTML, name, limits)
    _refuse_obstacle(page, name)
    return _content(page)


def submission_of_page(url: str, page: Fetched | Extracted) -> Submission:
    """What the fetcher brought from `url`, with the address at which it ended as its origin.

    Raises `BadInput` for a page that is a wall, an error page, an image, or has no text.
    """
    fetched = page if isinstance(page, Fetched) else None
    extracted = page.page if isinstance(page, Fetched) else page
    address = without_userinfo(url if fetched is None else fetched.final_url)
    if fetched is not None and fetched.media_type.startswith("image/"):
        raise BadInput(f"{address} is an image.", "Save it, and give the file.")
    _refuse_obstacle(extracted, address)
    is_pdf = fetched is not None and fetched.media_type == PDF
    read = content_of_pdf(extracted) if is_pdf else _content(extracted)
    stood_in = None if fetched is None else fetched.stands_in_for
    notes = (
        (f"{without_userinfo(stood_in)} could not be had; this is the page about it.",)
        if stood_in
        else ()
    )
    return Submission(
        text=read.text,
        origin=address,
        title=read.title,
        published=read.published,
        media_type=HTML if fetched is None else fetched.media_type,
        turns=read.turns,
        notes=notes,
    )


def _content(page: Extracted) -> Content:
    return Content(
        text=page.text,
        title=page.title or None,
        published=page.published,
        turns=turns(page.text),
    )


def _refuse_obstacle(page: Extracted, where: str) -> None:
    obstacle = page.obstacle or (None if page.text.strip() else Obstacle.EMPTY)
    if obstacle is not None:
        raise BadInput(
            f"{where} cannot be read: {_OBSTACLES[obstacle]}.",
            "Give the text that it stands for in a file.",
        )
