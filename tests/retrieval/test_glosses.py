"""What a query in Sinhala is searched for in English."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from veracity.domain.evidence import Document, Source
from veracity.retrieval.archive import Archive
from veracity.retrieval.glosses import Spellings, gloss, is_sinhala

KNOWN = Spellings(["train", "bandarapola", "the", "closed", "museum"])


def test_words_of_news_are_found_in_both_scripts() -> None:
    assert "train" in gloss("දුම්රිය නතර විය", KNOWN)
    assert "train" in gloss("kochchiya parakku una ne", KNOWN)


def test_names_are_found_in_whichever_letters_they_are_typed() -> None:
    for query in ("බන්ඩාරපොල පාසල", "bandarapola iskole eka wahala", "bndrpola iskole wahala lu"):
        assert "bandarapola" in gloss(query, KNOWN), query


def test_english_words_of_a_mixed_post_are_kept_where_the_archive_has_them() -> None:
    found = gloss("museum එක closed කියලා post එකක්", KNOWN)
    assert {"museum", "closed"} <= set(found)
    assert "post" not in found


def test_a_query_in_another_language_has_no_gloss() -> None:
    assert gloss("The museum was closed on Monday after a water leak.", KNOWN) == ()
    assert not is_sinhala("Das Museum war am Montag geschlossen.")


def test_no_stem_is_so_short_that_any_word_begins_with_it() -> None:
    text = resources.files("veracity.sources").joinpath("news_words.toml").read_text("utf-8")
    stems = [stem for stems in tomllib.loads(text)["words"].values() for stem in stems.split()]
    assert stems
    assert all(len(stem) >= 2 for stem in stems)


class Alike:
    """An embedder to which all texts are alike, so that keywords decide."""

    id = "alike"
    digest = "sha256:0"
    dimensions = 2

    def queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.tile(np.array([1, 0], dtype=np.float32), (len(texts), 1))

    passages = queries


def test_an_archive_finds_an_english_report_for_a_sinhala_query() -> None:
    archive = Archive(None, embedder=Alike())
    texts = ["The market at Bandarapola opened.", "A train stopped near Bandarapola.", "Rain fell."]
    archive.add(
        Document(text=text, source=Source(url=text, title="", publisher="")) for text in texts
    )
    for query in ("බන්ඩාරපොල දුම්රිය නැවතිණි", "bndrpola kochchiya nawathuna ne"):
        ranks = {one.text: one.scores.keyword_rank for one in archive.search(query).passages}
        assert ranks == {texts[0]: 2, texts[1]: 1, texts[2]: None}, query
    archive.close()


def test_english_words_that_are_sinhala_too_make_no_query_sinhala() -> None:
    assert not is_sinhala("Henry II of Example died in an archery tournament.")
    assert not is_sinhala("Which names have the main characters of one or two chronicles?")
