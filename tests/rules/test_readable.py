import pytest

from veracity.domain.claim import Claim, Submission
from veracity.rules.readable import language_of, language_read, reads


@pytest.mark.parametrize("language", ["si", "ta", "si-Latn", "ta-Latn"])
def test_the_local_model_is_not_relied_on_in_sinhala_and_tamil(language: str) -> None:
    assert not reads("local:any", language)
    assert reads("anyone:any", language)


@pytest.mark.parametrize("language", [None, "en", "fr", "sl", "tam"])
def test_the_local_model_reads_the_rest(language: str | None) -> None:
    assert reads("local:any", language)


def test_a_translated_claim_is_read_in_english() -> None:
    claim = Claim.whole(Submission(text="ගංවතුර"))
    assert (language_of(claim), language_read(claim)) == ("si", "si")
    claim = claim.model_copy(update={"english": "Flood"})
    assert (language_of(claim), language_read(claim)) == ("si", "en")


def test_a_tag_goes_before_the_letters() -> None:
    claim = Claim.whole(Submission(text="wessa wadi", language="si-Latn"))
    assert language_of(claim) == "si-Latn"
