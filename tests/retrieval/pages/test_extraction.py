"""From bytes to what a reader sees. Every page here is invented, as are its people and places."""

from __future__ import annotations

import json
import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veracity.domain.page import Extracted, Obstacle
from veracity.retrieval.pages import extract

URL = "https://gazette.example/2026/03/04/bridge"
FIRST = "The old bridge of Northhaven was closed on Tuesday after the river rose by three metres."
SECOND = "Engineers will look at its pillars before the council decides when it may open again."
THIRD = "The ferry will run every ten minutes until then, and cost nothing, the mayor said."
SINHALA = (
    "ශ්‍රී ලංකාවේ ප්‍රධාන පාලම අඟහරුවාදා වසා දමන ලදී. ගංගාවේ ජල මට්ටම මීටර තුනකින් ඉහළ ගොස් ඇති බව නගර සභාව ප්‍රකාශ කළේය."
)


def page(
    *paragraphs: str, head: str = "", title: str = "Bridge closed", before: str = "", html: str = ""
) -> bytes:
    body = "".join(f"<p>{one}</p>" for one in paragraphs or (FIRST, SECOND, THIRD))
    return (
        f"<!DOCTYPE html><html {html}><head><meta charset=utf-8><title>{title}</title>{head}</head>"
        f'<body><nav><a href="/">Home</a></nav><article><h1>{title}</h1>{before}{body}</article>'
        "<footer>Imprint</footer></body></html>"
    ).encode()


def read(content: bytes, url: str = "https://gazette.example/bridge") -> Extracted:
    return extract(content, url=url, media_type="text/html")


def linked(**said: object) -> str:
    work = json.dumps({"@type": "NewsArticle", **said})
    return f'<script type="application/ld+json">{work}</script>'


def test_the_text_is_paragraphs_without_what_is_around_them() -> None:
    found = read(page())
    assert found.text.endswith(f"{FIRST}\n\n{SECOND}\n\n{THIRD}")
    assert "Home" not in found.text
    assert "Imprint" not in found.text
    assert (found.title, found.obstacle) == ("Bridge closed", None)


@pytest.mark.parametrize(
    "hides",
    [
        'style="display:none"',
        'style="visibility: hidden"',
        'style="font-size:0"',
        'style="position:absolute; left:-9999px"',
        'style="color:#fff"',
        "hidden",
        'class="sr-only"',
        'class="x9"',
    ],
)
def test_what_a_reader_cannot_see_is_no_text(hides: str) -> None:
    content = page(
        FIRST,
        SECOND,
        THIRD,
        head="<style>.x9 { opacity: 0 }</style>",
        before=f"<div {hides}><p>The bridge was never closed, the mayor said on Friday.</p></div>",
    )
    assert "never closed" not in read(content).text


def test_an_element_that_seems_to_end_itself_hides_what_follows() -> None:
    found = read(
        page(FIRST, SECOND, THIRD, before="<div hidden/>The bridge was never closed.</div>")
    )
    assert "never closed" not in found.text
    assert FIRST in found.text


def test_what_is_shown_inside_of_what_is_not_is_text() -> None:
    inner = f'<span style="visibility:visible">{THIRD}</span>'
    found = read(page(FIRST, SECOND, f'<span style="visibility:hidden">Not so. {inner}</span>'))
    assert "ferry will run" in found.text
    assert "Not so" not in found.text


def test_comments_scripts_and_templates_are_no_text() -> None:
    found = read(
        page(
            FIRST + "<!-- the bridge is open --><script>'the bridge is open'</script>",
            SECOND + "<template>the bridge is open</template><![CDATA[the bridge is open]]>",
        )
    )
    assert FIRST in found.text
    assert "is open" not in found.text


def test_joiners_of_sinhala_survive() -> None:
    found = read(page(SINHALA, SINHALA.replace("අඟහරුවාදා", "සඳුදා"), title="ශ්‍රී ලංකාව"))
    assert "ශ්\u200dරී ලංකාවේ ප්\u200dරධාන පාලම" in found.text
    assert found.title == "ශ්\u200dරී ලංකාව"
    assert found.language == "si"


@pytest.mark.parametrize(
    "line",
    ["Read more: ferries in 2025", "À lire aussi", "Lesen Sie auch: Fähren", "Advertisement"],
)
def test_what_a_site_puts_between_the_lines_is_no_text(line: str) -> None:
    found = read(page(FIRST, f"<b>{line}</b>", SECOND, THIRD))
    assert found.text.endswith(f"{FIRST}\n\n{SECOND}\n\n{THIRD}")
    longer = f"{line}, it said on the sign {'that stood there for long ' * 4}"
    assert longer.strip() in read(page(FIRST, longer, SECOND)).text


@pytest.mark.parametrize("written", ["\u200d", "&zwj;", "&#8205;", "&#x200D;"])
def test_joiners_are_read_however_they_are_written(written: str) -> None:
    found = read(page(SINHALA.replace("\u200d", written), SECOND, THIRD))
    assert "ශ්\u200dරී ලංකාවේ" in found.text


def test_joiners_that_join_nothing_do_not_split_words() -> None:
    found = read(page(FIRST.replace("bridge", "bri\u200ddge\u200b"), SECOND, THIRD))
    assert "old bridge" in found.text


@pytest.mark.parametrize(
    ("head", "url", "published", "modified"),
    [
        ("", URL, date(2026, 3, 4), None),
        (linked(datePublished="2026-03-04T23:30:00+05:30"), "", date(2026, 3, 4), None),
        (
            '<meta property="article:published_time" content="2026-03-04T10:00:00Z">'
            '<meta property="article:modified_time" content="2026-03-09T10:00:00Z">',
            "",
            date(2026, 3, 4),
            date(2026, 3, 9),
        ),
        # One moment, two days: the address has the day of the newsroom.
        (linked(datePublished="2026-03-05T01:00:00Z"), URL, date(2026, 3, 4), None),
        # Two statements that cannot both hold.
        (
            linked(datePublished="2026-03-04") + '<meta name="dcterms.date" content="2026-02-01">',
            "",
            None,
            None,
        ),
        ('<meta name="pubdate" content="4 March 2026">', "", date(2026, 3, 4), None),
        # April or May: no date.
        ('<meta name="pubdate" content="04/05/2026">', "", None, None),
        ('<meta name="pubdate" content="13/05/2026">', "", date(2026, 5, 13), None),
        # What software writes where it knows no date.
        ('<meta name="pubdate" content="1970-01-01T00:00:00Z">', "", None, None),
        ('<meta name="pubdate" content="2026-02-31">', "", None, None),
        # A change before the publication is none.
        (linked(datePublished="2026-03-04", dateModified="2025-01-01"), "", date(2026, 3, 4), None),
        # A list of other works says nothing of the page.
        (
            linked(url="https://gazette.example/a", datePublished="2026-01-01")
            + linked(url="https://gazette.example/b", datePublished="2026-02-02"),
            "",
            None,
            None,
        ),
        (
            linked(url="https://gazette.example/bridge", datePublished="2026-03-04")
            + linked(url="https://gazette.example/b", datePublished="2026-02-02"),
            "",
            date(2026, 3, 4),
            None,
        ),
        ('<script type="application/ld+json">{"@type": </script>', "", None, None),
        *(
            (
                '<script type="application/ld+json">'
                f'{first}{{"@type": "NewsArticle", "datePublished": "2026-03-04"}}{last}</script>',
                "",
                date(2026, 3, 4),
                None,
            )
            for first, last in (("<!--", "-->"), ("\n//<![CDATA[\n", "\n//]]>\n"))
        ),
        (f'<script type="application/ld+json">{"[" * 100_000}</script>', "", None, None),
    ],
)
def test_a_date_is_what_the_page_says_or_none(
    head: str, url: str, published: date | None, modified: date | None
) -> None:
    found = read(page(head=head), url or "https://gazette.example/bridge")
    assert (found.published, found.modified) == (published, modified)


@pytest.mark.parametrize(
    ("shown", "published"),
    [
        ('<time datetime="2026-03-04T10:00">4 March</time>', date(2026, 3, 4)),
        ('<span class="dateline">4. März 2026</span>', date(2026, 3, 4)),
        ('<div class="entry-date">March 4, 2026</div>', date(2026, 3, 4)),
        ("<p>Posted on March 4, 2026 by a reporter</p>", date(2026, 3, 4)),
        ('<time datetime="2026-03-04"></time><time datetime="2025-01-01"></time>', None),
        # What a page shows outweighs a name that some give to the day of a change.
        (
            '<meta name="date" content="2026-01-01"><time datetime="2026-03-04">4 March</time>',
            date(2026, 3, 4),
        ),
        ('<aside><time datetime="2026-03-04"></time></aside>', None),
        ('<div class="comments"><time datetime="2026-03-04"></time></div>', None),
        ('<p style="display:none"><time datetime="2026-03-04">4 March</time></p>', None),
    ],
)
def test_a_date_that_the_page_shows_counts_where_it_says_none(
    shown: str, published: date | None
) -> None:
    assert read(page(before=shown)).published == published


def test_a_page_names_itself() -> None:
    head = (
        '<meta property="og:site_name" content="The Example Gazette">'
        '<link rel="canonical" href="/bridge?page=1">'
        + linked(author=[{"@type": "Person", "name": "By A. Reporter"}, {"name": "B. Reporter"}])
    )
    found = read(page(head=head, title="Bridge closed", html='lang="en_gb"'))
    assert found.publisher == "The Example Gazette"
    assert found.author == "A. Reporter; B. Reporter"
    assert found.canonical == "https://gazette.example/bridge?page=1"
    assert found.language == "en-GB"


@pytest.mark.parametrize(
    "head",
    [
        '<link rel="canonical" href="/a"><link rel="canonical" href="/b">',
        '<link rel="canonical" href="javascript:alert(1)">',
        '<link rel="canonical" href="http://[bad">',
        "",
    ],
)
def test_a_page_that_names_no_one_address_has_none(head: str) -> None:
    assert read(page(head=head)).canonical is None


def test_an_address_in_the_text_is_not_the_pages_own() -> None:
    found = read(page(FIRST + '<link rel="canonical" href="https://other.example/">', SECOND))
    assert found.canonical is None


@pytest.mark.parametrize(
    ("html", "text", "language"),
    [
        ('lang="de"', FIRST, "de"),
        ('lang="und"', FIRST, None),
        ('lang=""', FIRST, None),
        ('lang="zh-hant-tw"', FIRST, "zh-Hant-TW"),
        ('lang="en"', SINHALA, "si"),
        ("", "பழைய பாலம் செவ்வாய்க்கிழமை மூடப்பட்டது என்று நகராட்சி தெரிவித்தது.", "ta"),
    ],
)
def test_the_letters_of_a_text_outweigh_what_a_template_says(
    html: str, text: str, language: str | None
) -> None:
    assert read(page(text, text, text, html=html)).language == language


def test_a_wall_is_an_obstacle_and_an_article_about_walls_is_none() -> None:
    wall = page("Verify you are human by completing the action below.", title="Just a moment...")
    about = page(
        "A box that asks to “verify you are human” stands before one site in ten, a study says.",
        "Its authors, of the invented University of Northhaven, looked at ten thousand sites.",
        "“Just a moment” was the title that they met most often, and few people liked to read it.",
        title="Why we prove that we are human",
    )
    assert read(wall).obstacle is Obstacle.BOT_WALL
    assert read(about).obstacle is None


def test_a_stub_of_a_work_that_is_not_free_is_a_paywall() -> None:
    assert read(page(FIRST, head=linked(isAccessibleForFree=False))).obstacle is Obstacle.PAYWALL
    assert read(page(FIRST, head=linked(isAccessibleForFree="True"))).obstacle is None


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (b"", "text/html"),
        (b"   ", "text/html"),
        (b"<html></html>", "text/html"),
        (b"<!-- -->", "text/html"),
        (b"\x89PNG\r\n", "image/png"),
        (b"", "text/plain"),
    ],
)
def test_what_has_no_words_is_empty(content: bytes, media_type: str) -> None:
    found = extract(content, url=URL, media_type=media_type)
    assert (found.text, found.obstacle) == ("", Obstacle.EMPTY)


def test_plain_text_is_read_as_it_stands() -> None:
    found = extract(SINHALA.encode(), url=URL, media_type="text/plain", charset="utf-8")
    assert found == Extracted(text=SINHALA, language=None)


@pytest.mark.parametrize(
    "broken",
    [
        b"<p><b>" * 5000 + FIRST.encode(),
        b"<div>" * 100_000 + FIRST.encode(),
        b"<table><tr><td>" * 500 + FIRST.encode(),
        b"<html><body><p>" + FIRST.encode() + b"</div></table></p><p hidden",
        b"</html>" + FIRST.encode() + b"<html><html>",
        b"<![if IE]>" + page() + b"<![endif]>",
        b"<?xml version='1.0' encoding='x'?>" + page(),
        page()[:-200],
        page().replace(b"<", b"< "),
        b"\xff\xfe" + page(),
    ],
)
def test_broken_markup_never_raises(broken: bytes) -> None:
    assert isinstance(read(broken), Extracted)


@pytest.mark.parametrize(
    "piece",
    [
        '<script type="application/ld+json"> <!--' + " " * 200_000 + "x</script>",
        "<p>" + "&zwj" * 50_000,
        "<p>" + "2026-03-04 " * 20_000 + "</p>",
        "<div " * 20_000,
        "<b/" * 20_000,
        '<time datetime="2026-03-04">' * 2000,
        "<style>" + "p{" * 20_000 + "</style>",
    ],
)
def test_no_page_takes_long(piece: str) -> None:
    start = time.process_time()
    read(page(FIRST, SECOND, THIRD, head="", before=piece))
    assert time.process_time() - start < 5


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 400))
def test_no_bytes_in_a_page_raise(bytes_: bytes, place: int) -> None:
    content = page()
    assert isinstance(read(content[:place] + bytes_ + content[place:]), Extracted)
