"""Tags that are too long are cut, and no other is touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.retrieval.pages import extract
from veracity.retrieval.pages.tags import LONGEST, MOST, shortened


def attributes(count: int) -> str:
    return " ".join(f'data-a{number}="{number}"' for number in range(count))


def test_a_tag_with_very_many_attributes_keeps_the_first() -> None:
    markup = f'<p class="lead" {attributes(50_000)}>The bridge is long.</p>'
    cut = shortened(markup)
    assert cut.startswith('<p class="lead" data-a0="0" data-a1="1"')
    assert cut.count("=") == MOST
    assert cut.endswith(f'data-a{MOST - 2}="{MOST - 2}">The bridge is long.</p>')


def test_a_long_value_goes_and_what_stands_beside_it_stays() -> None:
    data = "data:image/png;base64," + "A" * LONGEST
    cut = shortened(f'<img src="{data}" alt="A bridge" width=7>')
    assert cut == '<img alt="A bridge" width=7>'


@pytest.mark.parametrize(
    "markup",
    [
        f"<p {attributes(100)}>The bridge is long.</p>",
        "<script>" + "a && b;" * LONGEST + "</script>",
        "a < b and " + "c " * LONGEST + "> d",
    ],
)
def test_what_is_no_long_tag_is_left_alone(markup: str) -> None:
    assert shortened(markup) == markup


@given(st.text(alphabet="<>=\"' ap/", max_size=300))
def test_short_markup_is_never_touched(markup: str) -> None:
    assert shortened(markup) == markup


def test_the_text_of_such_a_page_is_read() -> None:
    said = "The bridge at Marn is 412 metres long and was opened in 1998 by the mayor."
    page = f"<html><body><article><h1>T</h1><p {attributes(20_000)}>{said}</p></article></body>"
    read = extract(page.encode(), url="https://a.example/", media_type="text/html", charset=None)
    assert said in read.text
