"""The check of one quote against numbered evidence: every row of its table, and what must hold."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.rules.entries import entry
from veracity.domain.evidence import Passage, Source
from veracity.rules.quote_check import Checked, Outcome, Shown, check, grounding
from veracity.rules.quotes import find


def page(text: str, name: str = "one", *, decides: bool = True) -> Shown:
    source = Source(url=f"https://{name}.example/", title=name, publisher=name)
    passage = Passage(id=name, document="sha256:0", text=text, source=source)
    return Shown(passage=passage, decides=decides)


HARBOR = page("The harbor of Ostrana was rebuilt by volunteers. It is small.", "harbor")
MILL = page("The mill of Ostrana burned down in 1903. Nobody was hurt.", "mill")


def test_a_quote_stands_in_the_passage_of_its_number() -> None:
    checked = check(2, "The mill of Ostrana burned down in 1903.", [HARBOR, MILL])
    assert (checked.outcome, checked.stands, checked.decides) == (Outcome.VERIFIED, True, True)
    assert checked.quote.passage == "mill"


@pytest.mark.parametrize("number", [0, -1, 3, 99])
def test_a_number_that_was_not_shown_cites_nothing(number: int) -> None:
    # The words stand in the evidence, but nothing was cited with them.
    checked = check(number, "The mill of Ostrana burned down in 1903.", [HARBOR, MILL])
    assert (checked.outcome, checked.stands) == (Outcome.NO_SUCH_EVIDENCE, False)
    assert not checked.decides


def test_a_quote_of_another_piece_is_credited_to_that_one() -> None:
    checked = check(1, "The mill of Ostrana burned down in 1903.", [HARBOR, MILL])
    assert (checked.outcome, checked.quote.passage) == (Outcome.CREDITED, "mill")
    assert checked.why


def test_of_two_others_the_one_that_may_decide_is_credited() -> None:
    own = page(MILL.passage.text, "own", decides=False)
    checked = check(1, "The mill of Ostrana burned down in 1903.", [HARBOR, own, MILL])
    assert (checked.quote.passage, checked.decides) == ("mill", True)


def test_the_named_passage_comes_before_one_that_may_decide() -> None:
    own = page(MILL.passage.text, "own", decides=False)
    checked = check(1, "The mill of Ostrana burned down in 1903.", [own, MILL])
    assert (checked.outcome, checked.decides) == (Outcome.VERIFIED, False)


@pytest.mark.parametrize(
    "quote",
    [
        "The mill of Ostrana burned down in 1904.",
        "the mill of Ostrana was burned down by volunteers",
        "burned down",
        "",
        "The harbor of Ostrana was rebuilt by volunteers. Nobody was hurt.",
    ],
)
def test_what_stands_nowhere_is_dropped_with_the_reason(quote: str) -> None:
    checked = check(1, quote, [HARBOR, MILL])
    assert (checked.outcome, checked.stands) == (Outcome.NOT_IN_EVIDENCE, False)
    assert checked.quote.text == quote
    assert checked.why


def test_a_quote_that_its_sentence_takes_back_is_dropped() -> None:
    denied = page("It is not true that the harbor was rebuilt by volunteers.")
    assert not check(1, "the harbor was rebuilt by volunteers", [denied]).stands


def test_what_is_shown_are_the_words_of_the_passage() -> None:
    typeset = page("It was \u201cthe   largest\u201d harbor\u00a0of the whole island.")
    checked = check(1, 'It was "the largest" harbor of the whole island.', [typeset])
    assert checked.quote.text == typeset.passage.text


def test_lines_of_an_entry_are_shown_without_the_heading_above_them() -> None:
    passage = entry("Ostrana", ("Coastline", "1,340 km"), ("Climate", "mild and wet"))
    shown = [Shown(passage=passage)]
    assert check(1, "Ostrana Coastline: 1,340 km", shown).quote.text == "Coastline: 1,340 km"
    both = check(1, "Coastline: 1,340 km Climate: mild and wet", shown).quote.text
    assert both == "Coastline: 1,340 km\nClimate: mild and wet"


def test_grounding_is_the_share_that_stands() -> None:
    quotes = ("The mill of Ostrana burned down in 1903.", "The mill never burned down.")
    checked = [check(2, quote, [HARBOR, MILL]) for quote in quotes]
    assert grounding(checked) == 0.5
    assert grounding([]) is None


WORD = st.text(alphabet="abcdefghijklm", min_size=4, max_size=8)
SENTENCE = st.lists(WORD, min_size=5, max_size=9).map(" ".join)
PAGES = st.lists(st.tuples(SENTENCE, st.booleans()), min_size=1, max_size=5)


def shown_of(pages: list[tuple[str, bool]]) -> list[Shown]:
    return [page(f"{text}.", str(n), decides=says) for n, (text, says) in enumerate(pages)]


@given(PAGES, st.integers(-3, 9), st.text() | SENTENCE, st.data())
def test_only_what_stands_is_verified_and_only_where_it_may_it_decides(
    pages: list[tuple[str, bool]], number: int, words: str, data: st.DataObject
) -> None:
    shown = shown_of(pages)
    quote = data.draw(st.sampled_from([words, *(text for text, _ in pages)]))
    checked = check(number, quote, shown)
    by_id = {one.passage.id: one for one in shown}
    assert checked.stands == (checked.outcome in (Outcome.VERIFIED, Outcome.CREDITED))
    if not checked.stands:
        assert not checked.decides
        return
    where = by_id[checked.quote.passage]
    assert checked.decides == where.decides
    assert checked.quote.span is not None
    assert checked.quote.span.of(where.passage.text) == checked.quote.text
    assert find(checked.quote.text, where.passage.text).verified


@given(PAGES, st.data())
def test_the_order_of_the_evidence_changes_nothing_but_the_numbers(
    pages: list[tuple[str, bool]], data: st.DataObject
) -> None:
    assume(len({text for text, _ in pages}) == len(pages))
    shown = shown_of(pages)
    again = data.draw(st.permutations(shown))
    at = data.draw(st.integers(1, len(shown)))
    quote = data.draw(st.sampled_from([text for text, _ in pages]))
    assume(sum(find(quote, one.passage.text).verified for one in shown) == 1)
    moved = again.index(shown[at - 1]) + 1
    assert check(at, quote, shown) == check(moved, quote, again)


@given(st.lists(st.booleans(), max_size=8))
def test_grounding_is_a_share(stands: list[bool]) -> None:
    good = check(1, "The mill of Ostrana burned down in 1903.", [MILL])
    bad = check(1, "The mill of Ostrana was never there at all.", [MILL])
    checked: list[Checked] = [good if one else bad for one in stands]
    share = grounding(checked)
    assert share is None or 0 <= share <= 1
    assert (share == 1) == (bool(stands) and all(stands))
