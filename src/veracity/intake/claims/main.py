"""The single claim that a post makes.

A model names it, in English where the post is in another language; the claim itself keeps the words
of the post. What the model says holds when its quote stands in the post and its sentence brings no
figure of its own, nor, as far as letters can be compared, a name or a denial. Else the claim is the
one that code finds most worth a check.
"""

from __future__ import annotations

from veracity.desk.base import Desk
from veracity.domain.claim import Claim, Span, Submission
from veracity.domain.extraction import Extraction, Skipped
from veracity.domain.verdict import Step
from veracity.intake.claims.chunks import Chunk
from veracity.intake.claims.holding import anchored, nature_of, touch
from veracity.intake.claims.shapes import WrittenClaim
from veracity.models.asking import ask_for, question
from veracity.models.untrusted import clean
from veracity.rules.decomposition import said_in
from veracity.rules.grounding import ungrounded
from veracity.rules.readable import reads
from veracity.rules.sentences import sentences

PROMPT = "claims_main"
NOT_MAIN = "not the main claim of the post"
MOST_SHOWN = 4_000
"""Characters of a post. A model is shown no more of it."""
REPLY_TOKENS = 600


async def find_main(
    submission: Submission,
    desk: Desk,
    model: str,
    by_code: Extraction,
    *,
    language: str | None = None,
) -> Extraction:
    """The main claim of a post by `model`, or by code where the model's does not hold.

    `language` is that of the post; None is taken for English.
    """
    found = main_of(by_code)
    if not reads(model, language):
        said = f"{model} is not relied on in this language; code chose the claim"
        return _with(found, Step(name="model", status="skipped", detail=said))
    request = question(
        model,
        PROMPT,
        {"post": submission.text[:MOST_SHOWN]},
        WrittenClaim,
        settings={"max_tokens": REPLY_TOKENS},
    )
    asked = await ask_for(desk, request, WrittenClaim)
    keys = (asked.key,)
    if asked.answer is None:
        why = asked.failure.message if asked.failure else "it gave no answer"
        said = f"{model} failed; code chose the claim: {why}"
        return _with(found, Step(name="model", status="failed", detail=said, exchanges=keys))
    claim = held_main(asked.answer, submission, by_code, model, english=_is_english(language))
    if isinstance(claim, str):
        said = f"what {model} wrote does not hold; code chose the claim: {claim}"
        return _with(found, Step(name="model", status="ok", detail=said, exchanges=keys))
    said = f"{model} named the claim, and its quote stands in the post"
    step = Step(name="model", status="ok", detail=said, exchanges=keys)
    return _with(only(claim, by_code), step).model_copy(update={"found_by": model})


def held_main(
    written: WrittenClaim, submission: Submission, by_code: Extraction, model: str, *, english: bool
) -> Claim | str:
    """What a model wrote of a post as its claim, or in words why it does not hold.

    `english` says that the post is in English; otherwise the claim keeps the words of the post, and
    what the model wrote is its translation.
    """
    text = submission.text
    spans = sentences(text)
    if written.kind == "other" or not spans:
        return "the post claims nothing"
    span = anchored(written.quote, Chunk(spans), text)
    if span is None:
        return "the quote does not stand in the post"
    said = clean(written.claim)
    within = [one for one in spans if touch(one, span)]
    stated = " ".join(one.of(text) for one in within)
    wrong = (
        ungrounded(said, anchor=span.of(text), sentence=text, around=text)
        if english
        else untranslated(said, text)
    )
    if wrong:
        return wrong
    base = next((one for one in by_code.claims if touch(one.span, span)), None)
    base = base or Claim.whole(submission)
    fields = {"text": said} if english else {"text": clean(stated), "english": said}
    return base.model_copy(
        update={
            **fields,
            "span": Span(start=within[0].start, end=within[-1].end),
            "places": (),
            "nature": nature_of(base, written.kind),
            "found_by": model,
        }
    )


def untranslated(english: str, post: str) -> str:
    """What a translation says that the post does not, as far as figures and the names in the post's
    own letters tell; empty when nothing is. Words of two languages cannot be compared."""
    said, stated = said_in(english), said_in(post)
    if not said.content:
        return "it has no words of its own"
    if foreign := sorted(said.figures - stated.figures):
        return f"it brings the figure {foreign[0]}"
    if post.isascii() and (foreign := sorted(said.names - stated.content)):
        return f"it brings the name {foreign[0]}"
    return ""


def main_of(found: Extraction) -> Extraction:
    """`found` with the one claim that is most worth a check; the others are passed over.

    A claim that evidence can settle goes before any other; of equals the first is taken.
    """
    if not found.claims:
        return found.model_copy(update={"mode": "main"})
    return only(max(found.claims, key=_worth), found)


def only(main: Claim, found: Extraction) -> Extraction:
    """`found` with `main` as its one claim."""
    others = tuple(
        Skipped(span=span, nature=claim.nature, why=NOT_MAIN)
        for claim in found.claims
        for span in (claim.span, *claim.places)
        if span not in (main.span, *main.places) and not _within(span, main.span)
    )
    left = (one for one in found.skipped if not _within(one.span, main.span))
    skipped = sorted((*left, *others), key=lambda one: (one.span.start, one.span.end))
    return found.model_copy(
        update={"mode": "main", "claims": (main,), "skipped": tuple(skipped), "trees": {}}
    )


def _within(span: Span, outer: Span) -> bool:
    return outer.start <= span.start and span.end <= outer.end


def _worth(claim: Claim) -> tuple[bool, float, int]:
    return claim.nature == "fact", claim.worth or 0.0, -claim.span.start


def _is_english(language: str | None) -> bool:
    return language is None or language.partition("-")[0] == "en"


def _with(found: Extraction, step: Step) -> Extraction:
    return found.model_copy(update={"trail": (step, *found.trail)})
