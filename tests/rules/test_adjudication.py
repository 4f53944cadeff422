"""Each row of the table in `rules/adjudication`, and what must hold for any opinions."""

from __future__ import annotations

import random
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.evidence import Stance
from veracity.rules.adjudication import Opinion, Ruling, Side, Thresholds, adjudicate, doubt, heard

AT = Thresholds(doubtful=0.4, agreeing=0.55, confident=0.7, clear=0.85)


def opinion(
    stance: str,
    confidence: float,
    *,
    by: Literal["code", "model"] = "model",
    trusted: bool = True,
    publisher: str = "one",
    side: Side = "archive",
    unrestricted: bool = False,
) -> Opinion:
    return Opinion(
        passage=f"{publisher}:{stance}:{confidence}:{side}",
        publisher=publisher,
        trusted=trusted,
        stance=Stance(stance),
        confidence=confidence,
        by=by,
        side=side,
        unrestricted=unrestricted,
    )


def rumor(stance: str, confidence: float, publisher: str = "blog", **about: Any) -> Opinion:
    """What an open search found outside the trusted sites."""
    about = {"trusted": False, "side": "web", "unrestricted": True} | about
    return opinion(stance, confidence, publisher=publisher, **about)


def test_row_1_a_comparison_in_code_decides_over_any_stance() -> None:
    decided = adjudicate([opinion("refutes", 0.97, by="code"), opinion("supports", 0.99)], AT)
    assert (decided.label, decided.path, decided.confidence) == ("False", "rules:comparison", 0.97)


def test_row_2_comparisons_both_ways_are_a_conflict() -> None:
    both = [opinion("refutes", 0.97, by="code"), opinion("supports", 0.97, by="code")]
    assert doubt(both, AT) == "conflict"
    assert adjudicate(both, AT).path == "rules:conflict"


def test_row_3_a_clear_stance_on_a_trusted_source_decides() -> None:
    decided = adjudicate([opinion("supports", 0.9), opinion("insufficient", 0.99)], AT)
    assert (decided.label, decided.path, decided.confidence) == ("True", "rules:clear", 0.9)


def test_row_3_agreement_adds_confidence_once_a_publisher() -> None:
    # Best of each publisher: 0.9 and 0.6, so 1 - 0.1 * 0.4 = 0.96. The second 0.8 of "one" is a
    # copy and adds nothing.
    agreed = [
        opinion("refutes", 0.9),
        opinion("refutes", 0.8),
        opinion("refutes", 0.6, publisher="two"),
    ]
    assert adjudicate(agreed, AT).confidence == pytest.approx(0.96)


def test_row_4_borderline_takes_the_direction_when_no_model_rules() -> None:
    borderline = [opinion("supports", 0.75)]
    assert doubt(borderline, AT) == "borderline"
    assert adjudicate(borderline, AT).path == "rules:direction"
    assert adjudicate(borderline, AT).label == "True"


def test_row_4_borderline_takes_the_ruling_of_a_model() -> None:
    ruled = adjudicate([opinion("supports", 0.75)], AT, Ruling(label="Misleading", reason="partly"))
    assert (ruled.label, ruled.path) == ("Misleading", "model:borderline")


@pytest.mark.parametrize(
    "weak",
    [
        [opinion("supports", 0.99, trusted=False)],
        [opinion("supports", 0.69)],
        # Two passages of one publisher are one voice.
        [opinion("supports", 0.6), opinion("supports", 0.65)],
    ],
)
def test_row_5_one_weak_pair_never_decides(weak: list[Opinion]) -> None:
    assert adjudicate(weak, AT).path == "rules:no-ground"
    assert doubt(weak, AT) is None


def test_two_independent_publishers_are_ground() -> None:
    two = [
        opinion("supports", 0.6, trusted=False),
        opinion("supports", 0.6, trusted=False, publisher="two"),
    ]
    # 1 - 0.4 * 0.4 = 0.84; neither is clear alone, so the case is borderline.
    assert adjudicate(two, AT).path == "rules:direction"
    assert adjudicate(two, AT).confidence == pytest.approx(0.84)


def test_row_6_a_conflict_without_a_model_stays_unverified() -> None:
    both = [opinion("supports", 0.9), opinion("refutes", 0.5, publisher="two")]
    assert doubt(both, AT) == "conflict"
    assert adjudicate(both, AT).label == "Unverified"
    assert adjudicate(both, AT, Ruling(label="False", reason="older")).path == "model:conflict"


def test_row_7_nothing_with_a_say_is_insufficient() -> None:
    for nothing in ([], [opinion("insufficient", 0.99)], [opinion("supports", 0.39)]):
        assert adjudicate(nothing, AT).path == "rules:insufficient"


@pytest.mark.parametrize(
    "found",
    [
        [rumor("supports", 0.99)],
        [rumor("supports", 0.97, by="code")],
        [rumor("supports", 0.9), rumor("supports", 0.9, "forum")],
        # Three voices, one of them not at `agreeing`.
        [rumor("supports", 0.9), rumor("supports", 0.9, "forum"), rumor("supports", 0.5, "x")],
        # What is trusted says the opposite, or the same below `agreeing`.
        [rumor("supports", 0.9), opinion("supports", 0.39)],
    ],
)
def test_row_8_what_is_unrestricted_has_no_say_uncorroborated(found: list[Opinion]) -> None:
    decided = adjudicate(found, AT)
    assert (decided.label, decided.path) == ("Unverified", "rules:uncorroborated")
    assert doubt(found, AT) is None


def test_a_trusted_source_that_agrees_corroborates() -> None:
    # Agreeing at 0.6, which alone would be no ground; together two publishers are.
    both = [rumor("supports", 0.6), opinion("supports", 0.6)]
    assert adjudicate(both, AT).path == "rules:direction"
    # The source itself under its own name is no second voice.
    assert adjudicate([rumor("supports", 0.6, "one"), both[1]], AT).path == "rules:no-ground"


def test_an_unrestricted_opinion_makes_no_conflict() -> None:
    found = [opinion("supports", 0.9), rumor("refutes", 0.99)]
    assert adjudicate(found, AT) == adjudicate(found[:1], AT)


def test_sides_at_odds_are_a_conflict() -> None:
    found = [opinion("supports", 0.9), opinion("refutes", 0.9, publisher="two", side="web")]
    assert adjudicate(found, AT).path == "rules:conflict"
    assert doubt(found, AT) == "conflict"


def test_a_comparison_on_one_side_yields_to_no_doubtful_stance_on_the_other() -> None:
    compared = opinion("supports", 0.97, by="code")
    weak = opinion("refutes", 0.69, publisher="two", side="web")
    firm = opinion("refutes", 0.7, publisher="two", side="web")
    assert adjudicate([compared, weak], AT).path == "rules:comparison"
    assert adjudicate([compared, firm], AT).path == "rules:conflict"


def test_a_ruling_is_not_used_where_none_was_wanted() -> None:
    decided = adjudicate([opinion("supports", 0.9)], AT, Ruling(label="False", reason=""))
    assert decided.label == "True"


opinions = st.lists(
    st.builds(
        opinion,
        st.sampled_from(["supports", "refutes", "insufficient"]),
        st.floats(0, 1),
        by=st.sampled_from(["code", "model"]),
        trusted=st.booleans(),
        publisher=st.sampled_from(["one", "two", "three"]),
        side=st.sampled_from(["archive", "web"]),
    ),
    max_size=6,
)
rumors = st.lists(
    st.builds(
        rumor,
        st.sampled_from(["supports", "refutes"]),
        st.floats(0, 1),
        st.sampled_from(["blog", "forum"]),
        by=st.sampled_from(["code", "model"]),
    ),
    max_size=4,
)


@given(opinions, st.randoms())
def test_order_changes_nothing(some: list[Opinion], chance: random.Random) -> None:
    shuffled = list(some)
    chance.shuffle(shuffled)
    assert adjudicate(some, AT) == adjudicate(shuffled, AT)


@given(opinions)
def test_misleading_needs_a_model_and_silence_has_no_confidence(some: list[Opinion]) -> None:
    decided = adjudicate(some, AT)
    assert decided.label != "Misleading"
    assert (decided.label == "Unverified") == (decided.confidence == 0.0) or decided.confidence == 0


@given(opinions)
def test_a_decisive_label_has_ground(some: list[Opinion]) -> None:
    decided = adjudicate(some, AT)
    if decided.label == "Unverified":
        return
    wanted = Stance.SUPPORTS if decided.label == "True" else Stance.REFUTES
    behind = [o for o in some if o.stance is wanted]
    code = any(o.by == "code" for o in behind)
    confident = any(o.trusted and o.confidence >= AT.confident for o in behind)
    agreeing = len({o.publisher for o in behind if o.confidence >= AT.agreeing}) >= 2
    assert code or confident or agreeing


@given(opinions, st.floats(0, 1))
def test_one_more_insufficient_passage_changes_no_label(some: list[Opinion], c: float) -> None:
    more = [*some, opinion("insufficient", c, publisher="four")]
    assert adjudicate(some, AT).label == adjudicate(more, AT).label


@given(opinions, rumors)
def test_two_unrestricted_publishers_never_turn_a_verdict(
    some: list[Opinion], more: list[Opinion]
) -> None:
    without, beside = adjudicate(some, AT), adjudicate([*some, *more], AT)
    assert {without.label, beside.label} != {"True", "False"}
    if all(o.stance is Stance.INSUFFICIENT for o in some):
        assert beside.label == "Unverified"


@given(opinions, rumors, st.randoms())
def test_who_is_heard_does_not_depend_on_the_order(
    some: list[Opinion], more: list[Opinion], chance: random.Random
) -> None:
    shuffled = [*some, *more]
    chance.shuffle(shuffled)
    assert heard(shuffled, AT) == heard([*some, *more], AT)


@pytest.mark.parametrize("confidence", [0.95, 0.75])
def test_row_9_what_a_fault_kept_from_being_read_may_say_otherwise(confidence: float) -> None:
    one = [opinion("supports", confidence)]
    assert adjudicate(one, AT).label == "True"
    assert adjudicate(one, AT, unread=True).path == "rules:unread"
    # A comparison in code needs no reading, and a ruling was over all the evidence.
    assert adjudicate([opinion("supports", 1, by="code")], AT, unread=True).label == "True"
    ruled = Ruling(label="Misleading", reason="")
    assert adjudicate([opinion("supports", 0.75)], AT, ruled, unread=True).label == "Misleading"
