"""Quotes from pages: what a reader sees counts, and nothing else."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.rules import quotes
from veracity.rules.quotes import Reason
from veracity.rules.quotes.markup import is_markup, without_hidden

QUOTE = "the harbor was closed all day"


@pytest.mark.parametrize(
    "hidden",
    [
        f"<p style='display:none'>{QUOTE}</p>",
        f"<p style='DISPLAY : None !important'>{QUOTE}</p>",
        f"<p style='dis/**/play:none;display:none'>{QUOTE}</p>",
        f"<p style='display:n\\6f ne'>{QUOTE}</p>",
        f"<p style='display:&#110;one'>{QUOTE}</p>",
        f"<p style='visibility:hidden'><b>{QUOTE}</b></p>",
        f"<p style='visibility:collapse'>{QUOTE}</p>",
        f"<p style='opacity:0'>{QUOTE}</p>",
        f"<p style='opacity:0.01'>{QUOTE}</p>",
        f"<p style='opacity:1%'>{QUOTE}</p>",
        f"<p style='font-size:0'>{QUOTE}</p>",
        f"<p style='font-size:0'><span style='font-size:2em'>{QUOTE}</span></p>",
        f"<p style='font-size:1px'>{QUOTE}</p>",
        f"<p style='font:0/0 a'>{QUOTE}</p>",
        f"<p style='position:absolute;left:-9999px'>{QUOTE}</p>",
        f"<p style='position:fixed; top:-100em'>{QUOTE}</p>",
        f"<p style='text-indent:-9999px'>{QUOTE}</p>",
        f"<p style='transform:translateX(-9999px)'>{QUOTE}</p>",
        f"<p style='transform:scale(0)'>{QUOTE}</p>",
        f"<p style='position:absolute;clip:rect(0,0,0,0)'>{QUOTE}</p>",
        f"<p style='clip:rect(1px 1px 1px 1px)'>{QUOTE}</p>",
        f"<p style='clip-path:inset(50%)'>{QUOTE}</p>",
        f"<p style='width:1px;height:1px;overflow:hidden'>{QUOTE}</p>",
        f"<p style='max-height:0;overflow:hidden'>{QUOTE}</p>",
        f"<p style='color:#fff'>{QUOTE}</p>",
        f"<p style='color:white;background:#ffffff'>{QUOTE}</p>",
        f"<p style='color:rgba(0,0,0,0)'>{QUOTE}</p>",
        f"<div style='background:black'><p style='color:#000'>{QUOTE}</p></div>",
        f"<p><font color=white>{QUOTE}</font></p>",
        f"<p hidden>{QUOTE}</p>",
        f"<p HIDDEN=until-found>{QUOTE}</p>",
        f"<p class='note sr-only'>{QUOTE}</p>",
        f"<style>.x{{display:none}}</style><p class=x>{QUOTE}</p>",
        f"<p class=x>{QUOTE}</p><style>@media screen{{ p.x , q{{display:none}} }}</style>",
        f"<style>#a .x b{{visibility:hidden}}</style><p id=a><i class=x><b>{QUOTE}</b></i></p>",
        f"<style>p{{display:none!important}}</style><p style='display:block'>{QUOTE}</p>",
        f"<!-- {QUOTE} --><p>Else.</p>",
        f"<script>var a = '{QUOTE}';</script>",
        f"<style>/* {QUOTE} */</style>",
        f"<template><p>{QUOTE}</p></template>",
        f"<noscript>{QUOTE}</noscript>",
        f"<head><title>{QUOTE}</title></head>",
        f"<iframe srcdoc='{QUOTE}'>{QUOTE}</iframe>",
        f"<dialog>{QUOTE}</dialog>",
        f"<img alt='{QUOTE}'>",
        f'<meta name=description content="{QUOTE}">',
        f"<p data-text='{QUOTE}'>Else.</p>",
        f"<div hidden><p>One.</p><p>{QUOTE}</p></div>",
        f"<div hidden/>{QUOTE}</div>",
        f"<div hidden><span>One</div hidden><p hidden>{QUOTE}",
        f"<p>One<font style='display:none'><p>{QUOTE}</p></font>",
        f"<span style='display:none'><div></span>{QUOTE}</div>",
        f"<table><tr hidden><td>One</td></div><td>{QUOTE}</td></tr></table>",
        f"<ul><li hidden><table><tr><td></li>{QUOTE}</td></tr></table></ul>",
        f"<ul><li hidden>One<ul></li>{QUOTE}</ul></ul>",
        f"<table><tr><td hidden><table></td>{QUOTE}</table></td></tr></table>",
        f"<x-note style='display:none'>{QUOTE}</x-note>",
        f"<p>{'<b>' * 300}{'</b>' * 300}<i>{QUOTE}</i></p>",
        "<p>the harbor <b hidden>was</b> closed all day</p>",
    ],
)
def test_what_a_reader_cannot_see_is_no_support(hidden: str) -> None:
    match = quotes.find(QUOTE, f"<p>The council met.</p>{hidden}")
    assert match.reason is Reason.HIDDEN_TEXT
    assert match.span is not None


@pytest.mark.parametrize(
    "shown",
    [
        f"<p>{QUOTE}</p>",
        f"<p aria-hidden='true'>{QUOTE}</p>",
        "<p>the <b>har</b>bor was <a href='/x'>closed</a> all&nbsp;day</p>",
        "<p>the harbor\n   was closed<br>all day</p>",
        "<p>the &#104;arbor w&#x61;s closed all day</p>",
        "<p>the harbor was <!-- not -->closed all day</p>",
        "<p>the harbor was <span hidden>not </span>closed all day</p>",
        "<ul><li>the harbor<li>was closed all day</ul>",
        f"<p style='color:white;background:#900'>{QUOTE}</p>",
        f"<p style='color:#fff;background:url(a.png)'>{QUOTE}</p>",
        f"<p style='opacity:0.9;font-size:0.8em;left:-9999px'>{QUOTE}</p>",
        f"<p style='visibility:hidden'>No. <b style='visibility:visible'>{QUOTE}</b></p>",
        f"<div style='font-size:0'><p style='font-size:16px'>{QUOTE}</p></div>",
        f"<style>@media print{{p{{display:none}}}} p:hover{{display:none}}</style><p>{QUOTE}</p>",
        f"<style>.a p{{display:none}}</style><p>{QUOTE}</p>",
        f"<p hidden>One.</p>{QUOTE}",
        f"<p style='display:none'>One.<p>{QUOTE}</p>",
        f"<details><summary>More</summary>{QUOTE}</details>",
        f"<dialog open>{QUOTE}</dialog>",
        f"</div></p><p>{QUOTE}",
        f"<table><tr hidden><td>One<b>Two</tr><tr><td>{QUOTE}</table>",
        f"<table hidden><tr><td>One</table>{QUOTE}",
        f"<![endif]--><![CDATA[x]]><p>{QUOTE}</p>",
        f"<textarea>{QUOTE}</textarea>",
    ],
)
def test_what_a_reader_sees_holds(shown: str) -> None:
    text = f"<p>The council met.</p>{shown}"
    match = quotes.find(QUOTE, text)
    assert match.verified
    assert match.span is not None
    place = match.span.of(text)
    assert place[:3] == "the"
    assert place[-3:] == "day"


def test_the_span_has_the_tags_that_stand_in_the_quote() -> None:
    text = "<p>Then the <b>harbor</b> was closed &amp; all went home.</p>"
    match = quotes.find("the harbor was closed & all went home", text)
    assert match.reason is Reason.NORMALIZED
    assert match.span is not None
    assert match.span.of(text) == "the <b>harbor</b> was closed &amp; all went home"


def test_an_entity_at_an_edge_is_in_the_span_whole() -> None:
    text = "<p>All stood in the caf&eacute; and sang for the caf&eacute;</p>"
    match = quotes.find("and sang for the café", text)
    assert match.span is not None
    assert match.span.of(text) == "and sang for the caf&eacute;"


def test_parts_around_an_ellipsis_are_placed_in_the_markup() -> None:
    text = "<p>Then <i>the harbor was closed</i> by a storm <i>for a week</i>.</p>"
    match = quotes.find("the harbor was closed … for a week", text)
    assert [part.of(text) for part in match.parts] == ["the harbor was closed", "for a week"]


def test_a_quote_that_was_copied_with_its_tags_is_read_as_a_page_too() -> None:
    quote = "the <b>harbor</b> was closed all day"
    assert quotes.find(quote, f"<p>Then {quote}.</p>").reason is Reason.EXACT


def test_a_raised_number_is_no_part_of_the_number_before_it() -> None:
    text = "<p>In all, the harbor cost 10<sup>6</sup> rupees.</p>"
    assert not quotes.find("the harbor cost 106 rupees", text).verified
    assert quotes.find("the harbor cost 10⁶ rupees", text).verified


def test_the_mark_of_a_footnote_does_not_join_the_word_before_it() -> None:
    text = "<p>Then the harbor was closed all day<sup><a href='#n'>[3]</a></sup>.</p>"
    assert quotes.find(QUOTE, text).verified


def test_the_words_around_a_quote_are_those_that_are_seen() -> None:
    text = f"<p>It is <b>not</b> true that {QUOTE}.</p>"
    assert quotes.find(QUOTE, text).reason is Reason.CLIPPED_NEGATION
    hidden = f"<p>It is so <span hidden>that it is not true</span> that {QUOTE}.</p>"
    assert quotes.find(QUOTE, hidden).verified


def test_a_quote_that_is_neither_seen_nor_hidden_is_not_found() -> None:
    match = quotes.find("the harbor was opened by a queen", f"<p hidden>{QUOTE}</p><p>Else.</p>")
    assert match.reason is Reason.NOT_FOUND


@pytest.mark.parametrize(
    "text",
    [
        "They say x < 5 and y > 3 hold.",
        "We <3 the harbor, and > 5 of us came.",
        "if a <b and c> d then",
        "A list<string> of names",
        "2 <= 3 and 4 >= 1",
        "Mail me <me@example.org> today",
        "a < b > c",
        "See <https://example.org/a> for more",
        "",
    ],
)
def test_plain_text_is_not_taken_for_a_page(text: str) -> None:
    assert not is_markup(text)


def test_a_quote_with_signs_in_plain_text_holds_as_before() -> None:
    text = "They say that x < 5 and y > 3 hold in every case."
    match = quotes.find("x < 5 and y > 3 hold in every case", text)
    assert match.reason is Reason.EXACT


def test_text_with_a_few_tags_keeps_its_lines() -> None:
    text = "Climate: <b>not</b> cold\nCapital: Colombo\nNo harbor: none"
    assert quotes.find("Capital: Colombo", text).verified
    page = f"<p>{text}</p>"
    assert not quotes.find("Capital: Colombo", page).verified


def test_hidden_words_can_be_taken_out_for_an_extractor_that_does_not_look() -> None:
    text = (
        "<head><title>A title</title></head><p>One.</p>"
        "<p style='display:none'>No &amp; <b>no</b></p><p>Two.</p>"
    )
    assert without_hidden(text) == (
        "<head><title>A title</title></head><p>One.</p>"
        "<p style='display:none'>   <b> </b></p><p>Two.</p>"
    )


PIECES = [
    *(
        "<p>",
        "</p>",
        "<div hidden>",
        "</div>",
        "<b>",
        "</b>",
        "<!--",
        "-->",
        "<![",
        "]]>",
        "<?",
        "<",
    ),
    *(
        ">",
        "&amp;",
        "&#",
        "&#x110000;",
        "<style>",
        "p{display:none}",
        "</style>",
        "<td>",
        "<table>",
    ),
    *(
        "<script>",
        "</script>",
        "<br/>",
        "<p style='",
        "'",
        '"',
        "=",
        "</",
        "<!doctype html>",
        "<q>",
    ),
    *("the harbor was", " closed all day", "\n\n", "<a href=x title='one two'>", "\0", "{", "}"),
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40))
def test_any_markup_can_be_read(pieces: list[str]) -> None:
    text = "".join(pieces)
    match = quotes.find(QUOTE, text)
    if match.span is not None:
        assert 0 <= match.span.start < match.span.end <= len(text)
    if match.reason is Reason.HIDDEN_TEXT:
        assert not quotes.find(QUOTE, without_hidden(text)).verified


@given(
    st.lists(st.sampled_from(PIECES), max_size=12), st.lists(st.sampled_from(PIECES), max_size=12)
)
def test_nothing_makes_the_words_of_a_comment_seen(before: list[str], after: list[str]) -> None:
    safe = [piece for piece in before if "-->" not in piece and ">" not in piece]
    rest = [piece for piece in after if "harbor" not in piece]
    text = f"<p>One.</p><!-- {''.join(safe)} {QUOTE} --><p>{''.join(rest)}"
    assert not quotes.find(QUOTE, text).verified


@pytest.mark.parametrize(
    "piece", ["<!--", "<a ", "<p>", "<div hidden>", "<b>x", "<p><font>", "<style>", "<td>", "<x y"]
)
def test_a_long_page_is_read_in_linear_time(piece: str) -> None:
    text = piece * (30_000 // len(piece))
    start = time.process_time()
    quotes.find(QUOTE, text)
    assert time.process_time() - start < 3
