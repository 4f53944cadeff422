"""The real local model on a short paragraph: what it finds stands in the text, word for word."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from veracity.domain.claim import Submission
from veracity.domain.extraction import Extraction
from veracity.intake.claims.accounting import missing
from veracity.models.catalogue import catalogue
from veracity.models.weights import WeightStore
from veracity.newsroom import Newsroom
from veracity.settings import Settings

TEXT = (
    "The Ulmen library was opened in 2019 and lends 40,000 books a year. It has never been closed."
)


@pytest.mark.model
def test_the_model_finds_claims_that_stand_in_the_text_and_is_asked_once(tmp_path: Path) -> None:
    known = catalogue()
    weights = WeightStore.default().path(known.find(known.default))
    if weights is None:
        pytest.skip("the local model is not installed")
    settings = Settings(home=tmp_path / "home")
    settings.models_folder.mkdir(parents=True)
    (settings.models_folder / weights.name).symlink_to(weights)
    submission = Submission(text=TEXT, language="en")

    async def find() -> Extraction:
        async with Newsroom(settings) as newsroom:
            return await newsroom.claims(submission)

    found = asyncio.run(find())
    own = [claim for claim in found.claims if claim.found_by == found.found_by]
    assert found.found_by.startswith("local:")
    assert own
    assert all(claim.span.of(TEXT) in TEXT and claim.nature == "fact" for claim in own)
    assert missing(submission, found) == ()
    (asked,) = found.exchanges
    assert asked.reply is not None
    again = asyncio.run(find())
    assert again.claims == found.claims
    assert again.exchanges[0].reused
