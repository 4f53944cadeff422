"""`panel` from end to end over a scripted desk: counts, faults, fallbacks, the record."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.panel_script import CLAIM, DOWN, FERRY, OTHER, Run, passage, run, says, searched
from veracity.domain.canonical import plain
from veracity.domain.errors import DialRefused
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.verdict import Bucket, Lens
from veracity.methods.base import roles
from veracity.methods.panel import METHOD, decide
from veracity.methods.panel.account import PanelAccount
from veracity.methods.panel.record import PanelDials

URL = FERRY.source.url
LENIENT, STRICT = PanelDials(), PanelDials(lens=Lens.STRICT)


def panel(*labels: str, confidence: str = "High") -> Run:
    """Members local:a, local:b, ... that return these labels, each with a real source."""
    return run(
        {
            f"local:{name}": says(label, URL, confidence=confidence)
            for name, label in zip("abcdef", labels, strict=False)
        }
    )


@pytest.mark.parametrize(
    ("labels", "path", "label", "lenient", "strict"),
    [
        (("True",) * 3, "consensus:strong", "True", Bucket.TRUE, Bucket.TRUE),
        (("False", "False"), "consensus:weak", "False", Bucket.FALSE, Bucket.FALSE),
        (("True", "False"), "consensus:split", "Split", Bucket.SPLIT, Bucket.SPLIT),
        (
            ("Mostly True", "Mostly True", "Misleading", "Misleading"),
            "consensus:split",
            "Split",
            Bucket.SPLIT,
            Bucket.SPLIT,
        ),
        (
            ("Mostly True", "Mostly True", "Exaggerated", "Misleading"),
            "consensus:weak",
            "Mostly True",
            Bucket.TRUTHY,
            Bucket.SPLIT,
        ),
        (
            ("Exaggerated", "Exaggerated", "Exaggerated"),
            "consensus:strong",
            "Exaggerated",
            Bucket.TRUTHY,
            Bucket.FALSEY,
        ),
        (
            ("Mostly True", "Exaggerated"),
            "consensus:split",
            "Split",
            Bucket.TRUTHY,
            Bucket.SPLIT,
        ),
        (
            ("Unverifiable",) * 3,
            "consensus:strong",
            "Unverifiable",
            Bucket.UNVERIFIABLE,
            Bucket.UNVERIFIABLE,
        ),
    ],
)
def test_labels_are_counted_and_read_through_both_lenses(
    labels: tuple[str, ...], path: str, label: str, lenient: Bucket, strict: Bucket
) -> None:
    ran = panel(*labels)
    assert (ran.verdict.path, ran.verdict.label, ran.verdict.bucket) == (path, label, lenient)
    assert decide(ran.record, STRICT).bucket is strict
    lenses = ran.verdict.account["lenses"]
    assert [(one["lens"], one["bucket"]) for one in lenses] == [
        ("lenient", lenient.value),
        ("strict", strict.value),
    ]
    # The strip keeps the six labels, whatever the headline says.
    assert [voice["label"] for voice in ran.verdict.account["voices"]] == list(labels)


def test_confidence_is_the_mean_of_those_that_agree_times_their_share() -> None:
    replies = {
        "local:a": says("True", URL, confidence="High"),
        "local:b": says("True", URL, confidence="Low"),
        "local:c": says("False", URL, confidence="High"),
    }
    # Two of three in the bucket True: (.9 + .3) / 2 * 2/3 = .4.
    assert run(replies).verdict.confidence == pytest.approx(0.4)
    assert panel("True", "True", "True", confidence="Medium").verdict.confidence == pytest.approx(
        0.6
    )
    assert panel("True", "False").verdict.confidence == 0.0


def test_pages_that_say_nothing_of_the_claim_leave_low_confidence() -> None:
    # Cited and returned, and there is nothing on it to show.
    caveat = "No words about the claim stand on the pages cited for it, so its confidence is low."
    aside = passage("https://daily.example/garden", "Roses bloom in June.")
    replies = {f"local:{name}": says("True", aside.source.url) for name in "abc"}
    verdict = run(replies, found=(aside,)).verdict
    assert (verdict.label, verdict.bucket) == ("True", Bucket.TRUE)
    assert verdict.confidence == 0.3
    assert caveat in verdict.caveats
    # A provider that keeps a page's words to itself shows nothing either, and is believed.
    kept = {"openai:a": searched(says("True", aside.source.url), (aside.source.url, ""))}
    assert run(kept).verdict.confidence == 0.9
    assert caveat not in run(kept).verdict.caveats
    assert caveat not in panel("True").verdict.caveats


def test_one_model_alone_is_no_consensus() -> None:
    verdict = panel("False").verdict
    assert (verdict.label, verdict.bucket, verdict.path) == ("False", Bucket.FALSE, "single")
    assert verdict.account["strength"] == "single"
    assert any("Only one model" in caveat for caveat in verdict.caveats)


def test_a_member_that_fails_is_listed_and_never_counted() -> None:
    replies = {
        "local:a": says("True", URL),
        "local:b": Failure(kind=FailureKind.REFUSED, message="no"),
        "local:c": says("True", URL),
    }
    ran = run(replies)
    assert (ran.verdict.path, ran.verdict.label) == ("consensus:weak", "True")
    assert [(a.who, a.failure) for a in ran.verdict.abstentions] == [("local:b", "refused")]
    assert ran.voices["local:b"]["answered_by"] is None
    assert ran.voices["local:b"]["label"] is None
    assert "1 of 3 members gave no answer." in ran.verdict.caveats


@pytest.mark.parametrize(
    "reply",
    [
        {"label": "True"},
        {**says("True", URL), "label": "Quite True"},
        {**says("True", URL), "confidence": "Certain"},
        {**says("True"), "web_sources": [URL] * 7},
        {**says("True", URL), "explanation": "x" * 401},
        "True",
        None or [],
    ],
)
def test_a_reply_of_another_shape_is_an_abstention(reply: Any) -> None:
    replies = {"local:a": [reply], "local:b": says("False", URL)}
    verdict = run(replies).verdict
    assert [(a.who, a.failure) for a in verdict.abstentions] == [("local:a", "malformed")]
    assert (verdict.label, verdict.path) == ("False", "single")


def test_when_all_abstain_nothing_is_said() -> None:
    verdict = run({"local:a": DOWN, "local:b": DOWN}).verdict
    assert (verdict.label, verdict.bucket, verdict.path, verdict.confidence) == (
        "Unverifiable",
        Bucket.UNVERIFIABLE,
        "no-voices",
        0.0,
    )
    assert len(verdict.abstentions) == 2
    assert verdict.findings == ()


def test_without_a_model_the_panel_abstains() -> None:
    verdict = run({}).verdict
    assert (verdict.path, verdict.label) == ("no-voices", "Unverifiable")
    assert [a.why for a in verdict.abstentions] == ["no model is set"]
    assert verdict.caveats == ("No model is set.",)


def test_a_failed_search_is_no_voice_and_nobody_is_asked_about_nothing() -> None:
    ran = run({"local:a": says("False")}, found=DOWN)
    assert ran.verdict.path == "no-voices"
    assert ran.asked("panel") == []
    assert [(a.who, a.failure) for a in ran.verdict.abstentions] == [("local:a", "unreachable")]
    assert "2 of 2 searches failed." in ran.verdict.caveats


def test_a_search_that_finds_nothing_is_an_answer() -> None:
    ran = run({"local:a": says("False", "https://made.example/up")}, found=())
    (request,) = ran.asked("panel")
    assert request.inputs["sources"] == "No source was found."
    assert (ran.verdict.label, ran.verdict.path) == ("Unverifiable", "single")


FALLBACKS = (("local:a", "local:spare"), ("local:b", "local:spare"))


@pytest.mark.parametrize("kind", ["quota", "rate_limited", "unavailable", "timeout", "unreachable"])
def test_a_fallback_answers_for_a_member_that_cannot_be_reached(kind: str) -> None:
    replies = {
        "local:a": Failure(kind=FailureKind(kind), message="gone"),
        "local:b": says("True", URL),
        "local:spare": says("True", URL),
    }
    ran = run(replies, members=["local:a", "local:b"], fallbacks=FALLBACKS)
    assert ran.verdict.path == "consensus:weak"
    assert ran.voices["local:a"]["answered_by"] == "local:spare"
    assert [(a.who, a.failure) for a in ran.verdict.abstentions] == [("local:a", kind)]
    assert "local:spare answered in the place of local:a." in ran.verdict.caveats
    assert [turn.purpose for turn in ran.record.voices[0].turns] == ["first", "fallback"]


@pytest.mark.parametrize("kind", ["refused", "malformed", "truncated", "budget", "internal"])
def test_what_a_fallback_cannot_mend_stays_an_abstention(kind: str) -> None:
    replies = {"local:a": Failure(kind=FailureKind(kind), message="no")}
    ran = run(replies, fallbacks=FALLBACKS)
    assert ran.verdict.path == "no-voices"
    assert len(ran.asked("panel")) == 1


def test_a_fallback_never_doubles_another_member() -> None:
    replies = {"local:a": DOWN, "local:b": says("True", URL)}
    ran = run(replies, fallbacks=(("local:a", "local:b"),))
    assert ran.verdict.path == "single"
    assert ran.voices["local:a"]["answered_by"] is None


def test_a_fallback_is_used_once() -> None:
    replies = {"local:a": DOWN, "local:b": DOWN, "local:spare": says("True", URL)}
    ran = run(replies, members=["local:b", "local:a"], fallbacks=FALLBACKS)
    assert ran.voices["local:a"]["answered_by"] == "local:spare"
    assert ran.voices["local:b"]["answered_by"] is None
    assert ran.verdict.path == "single"


def test_a_fallback_that_fails_too_leaves_an_abstention() -> None:
    replies = {"local:a": DOWN, "local:spare": DOWN}
    ran = run(replies, members=["local:a"], fallbacks=FALLBACKS)
    assert [a.who for a in ran.verdict.abstentions] == ["local:a", "local:spare"]
    assert ran.verdict.path == "no-voices"


def test_a_budget_that_ended_marks_the_verdict_incomplete() -> None:
    replies = {
        "local:a": Failure(kind=FailureKind.BUDGET, message="spent"),
        "local:b": says("True", URL),
    }
    assert any("incomplete" in caveat for caveat in run(replies).verdict.caveats)


def test_a_budget_that_ended_before_searches_were_written_is_said_too() -> None:
    spent = Failure(kind=FailureKind.BUDGET, message="spent")
    ran = run({"local:a": says("True", URL)}, writes=spent)
    assert ran.verdict.label == "True"
    assert any("incomplete" in caveat for caveat in ran.verdict.caveats)
    assert any(step.detail.endswith("it wrote no searches") for step in ran.verdict.trail)


def test_members_see_numbered_sources_with_their_addresses_and_write_searches() -> None:
    ran = run({"local:a": says("True", URL)})
    (request,) = ran.asked("panel")
    first, second = request.inputs["sources"].splitlines()
    assert first.startswith(f"[1] {URL} (other source): The ferry")
    assert second.startswith(f"[2] {OTHER.source.url}")
    assert request.inputs["sites"] == "none"
    searches = [e.request.inputs["query"] for e in ran.desk.exchanges if e.request.kind == "search"]
    assert searches == [CLAIM, "ferry people"]


def test_no_more_passages_are_shown_than_the_dial_says() -> None:
    many = [passage(f"https://daily.example/{number}") for number in range(9)]
    ran = run({"local:a": says("True", URL)}, found=many, shown=3)
    assert len(ran.asked("panel")[0].inputs["sources"].splitlines()) == 3


@pytest.mark.parametrize("dial", ["given", "pool"])
def test_evidence_that_is_given_or_shared_is_all_that_anyone_sees(dial: str) -> None:
    replies = {"openai:big": says("True", "source:1"), "local:a": says("True", "source:1")}
    paper = passage("minutes.txt")
    evidence: dict[str, Any] = {dial: "sha256:1"}
    ran = run(replies, found=[paper], **evidence)
    assert ran.asked("panel_search") == []
    assert ran.asked("queries") == []
    # A file has no address on the web, so that it is cited by its number.
    assert ran.asked("panel")[0].inputs["sources"].startswith("[1] source:1 (")
    assert ran.voices["local:a"]["kept"] == 1
    assert ran.verdict.findings[0].source.url == "minutes.txt"


def test_a_member_with_its_own_search_is_asked_once_with_it() -> None:
    reply = searched(says("True", URL), (URL, FERRY.text))
    ran = run({"openai:big": reply})
    (request,) = ran.asked("panel_search")
    assert request.settings == {"web_search": True}
    assert request.inputs["as_of"] == "2026-01-01"
    assert [e for e in ran.desk.exchanges if e.request.kind == "search"] == []
    (finding,) = ran.verdict.findings
    assert (finding.quote.text, finding.source.publisher) == (FERRY.text, "daily.example")
    assert finding.decisive
    assert ran.voices["openai:big"]["search"] == "own"


def test_the_explanation_is_written_by_code() -> None:
    replies = {
        f"local:{name}": says("True", URL, explanation="CANARY-7f3a is so.") for name in "abc"
    }
    verdict = run(replies).verdict
    assert verdict.explanation == (
        "3 of 3 models that answered say True: a strong consensus. Sources that were cited read: "
        f"“{FERRY.text}”."
    )
    assert verdict.account["voices"][0]["explanation"] == "CANARY-7f3a is so."


def test_a_split_is_explained_by_its_counts() -> None:
    verdict = panel("Mostly True", "Exaggerated").verdict
    assert verdict.explanation.startswith(
        "The 2 models that answered do not agree: 1 Mostly True, 1 Exaggerated. "
        "Read leniently, that is Truthy."
    )
    assert (
        "they are split: 1 Truthy, 1 Falsey"
        in decide(panel("Mostly True", "Exaggerated").record, STRICT).explanation
    )


def test_agreement_within_the_case() -> None:
    pairs = panel("True", "True", "False").verdict.account["agreement"]
    assert [(pair["one"], pair["other"], pair["equal"]) for pair in pairs] == [
        ("local:a", "local:b", 1),
        ("local:a", "local:c", 0),
        ("local:b", "local:c", 0),
    ]


def test_the_account_has_the_shape_that_the_method_documents() -> None:
    verdict = run({"local:a": says("True", URL), "local:b": DOWN}).verdict
    account = PanelAccount.model_validate(verdict.account)
    assert plain(account) == verdict.account
    assert METHOD.account is PanelAccount


def test_only_the_lens_may_be_turned_on_a_finished_case() -> None:
    dials = PanelDials()
    for name in PanelDials.model_fields:
        if name == "lens":
            assert METHOD.with_dials(dials, {"lens": "strict"}, live=False).lens is Lens.STRICT
        else:
            with pytest.raises(DialRefused, match="changes what is asked"):
                METHOD.with_dials(dials, {name: getattr(dials, name)}, live=False)
    assert roles(PanelDials) == {"models": "panel"}


LABELS = st.sampled_from(
    ["True", "Mostly True", "Exaggerated", "Misleading", "False", "Unverifiable", None]
)


@given(
    st.lists(LABELS, min_size=1, max_size=5).flatmap(
        lambda labels: st.tuples(st.just(labels), st.permutations(range(len(labels))))
    )
)
def test_the_order_of_the_members_changes_nothing(case: tuple[list[Any], list[int]]) -> None:
    labels, order = case
    replies = {
        f"local:{number}": DOWN if label is None else says(label, URL)
        for number, label in enumerate(labels)
    }
    names = list(replies)
    straight = run(replies, members=names)
    shuffled = run(replies, members=[*(names[place] for place in order), names[0]])
    assert shuffled.record == straight.record
    assert shuffled.verdict == straight.verdict
    assert 0 <= straight.verdict.confidence <= 1
