"""Walls, errors and empty pages are told from pages that speak of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.page import Obstacle
from veracity.rules.obstacles import Kind, Signs, kinds, length, obstacle

PROSE = (
    "The ferry company of Northhaven will add two crossings a day from the first of May, its"
    " director told the harbor council. The older of its two ships is to be sold in autumn. "
)
"""35 words of an invented story."""


def signs(
    text: str, title: str = "", *, shown: str = "", markup: str = "", free: bool | None = None
) -> Signs:
    return Signs(title=title, text=text, shown=shown or text, markup=markup, free=free)


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (signs("Checking your browser before you go on.", "Just a moment..."), Obstacle.BOT_WALL),
        (
            signs(
                "Example Gazette\nPress & Hold to confirm you are\na human (and not a bot).",
                "Access to this page has been denied",
                markup="<div id='px-captcha'></div>",
            ),
            Obstacle.BOT_WALL,
        ),
        (
            signs("", "gazette.example", markup="<script src='//geo.captcha-delivery.com/c.js'>"),
            Obstacle.BOT_WALL,
        ),
        (
            signs("Wir haben ungewöhnliche Zugriffe festgestellt.", "Einen Moment bitte"),
            Obstacle.BOT_WALL,
        ),
        (
            signs("The page you are looking for has moved.", "Page not found | The Gazette"),
            Obstacle.ERROR_PAGE,
        ),
        (signs("Zur Startseite", "Seite nicht gefunden – Amtsblatt"), Obstacle.ERROR_PAGE),
        (signs("Retour à l’accueil", "Page introuvable"), Obstacle.ERROR_PAGE),
        (signs("Vaya a la portada", "Página no encontrada - Gaceta"), Obstacle.ERROR_PAGE),
        (signs("මුල් පිටුව", "පිටුව හමු නොවීය"), Obstacle.ERROR_PAGE),
        (signs("முகப்பு", "பக்கம் கிடைக்கவில்லை"), Obstacle.ERROR_PAGE),
        (
            signs("E-mail\nPassword", "Sign in - Example", markup="<input type=password>"),
            Obstacle.LOGIN,
        ),
        (signs("You must be logged in to see this group.", "A group"), Obstacle.LOGIN),
        (
            signs(
                "We value your privacy\nWe and our partners store information on a device.\n"
                "Accept all\nManage preferences",
                "The Gazette",
            ),
            Obstacle.COOKIE_WALL,
        ),
        (
            signs("Mit Werbung weiterlesen\nWir und unsere Partner verarbeiten Daten.", "Zeitung"),
            Obstacle.COOKIE_WALL,
        ),
        (
            signs(f"{PROSE}\nSubscribe to continue reading\nAlready a subscriber? Sign in", "F"),
            Obstacle.PAYWALL,
        ),
        (signs(PROSE, "More ferries", free=False), Obstacle.PAYWALL),
        (signs(f"{PROSE}\nCet article est réservé aux abonnés.", "F"), Obstacle.PAYWALL),
        (signs("", "A page"), Obstacle.EMPTY),
        (signs("Loading…", "App"), Obstacle.EMPTY),
        (
            signs("You need to enable JavaScript to run this app.", "App"),
            Obstacle.EMPTY,
        ),
    ],
)
def test_what_stands_in_the_way_is_named(page: Signs, kind: Obstacle) -> None:
    assert obstacle(page) is kind


@pytest.mark.parametrize(
    "page",
    [
        # Speaks of what such pages say, inside of its sentences and in quotation marks.
        signs(
            "Pages that ask visitors to “verify you are human” cost people a third of a minute, a"
            " study of the invented University of Northhaven found. “Checking your browser” was"
            " the most common text. The authors counted 40 of them in one week.",
            "Captcha: why the tests annoy us",
        ),
        signs(
            "“We use cookies” is the sentence that people read most often on the web, and one that"
            " the regulator of Northhaven wants to see less of. From May on, one click has to do.",
            "Cookie banners: the regulator steps in",
        ),
        signs(
            "The message “404 not found” goes back to the first servers of the web. Today, pages"
            " that cannot be found are a small art: some show a game, others a poem or a dog.",
            "404: a short history of an error",
        ),
        signs(
            "Newspapers that ask readers to subscribe to continue reading keep three in a hundred,"
            " figures of the invented press association of Northhaven show." + PROSE * 2,
            "Do paywalls work?",
        ),
        # A page behind protection that let the reader through, with a form to log in.
        signs(
            PROSE * 6,
            "More ferries",
            markup="<script src='/cdn-cgi/challenge-platform/x.js'></script>"
            "<input type='password'><div class='g-recaptcha'></div>",
        ),
        # Says that it is not free, and has its whole text all the same.
        signs(PROSE * 8, "More ferries", free=False),
        signs(PROSE * 8 + "\nSubscribe to continue reading our other stories", "More ferries"),
        # A short notice with a banner that the extraction let through.
        signs(
            PROSE + PROSE + "\nWe use cookies\nAccept all",
            "More ferries",
        ),
        signs("Population: 48,310", "Northhaven"),
        signs("404 people moved to Northhaven in 2025, the register shows.", "Population"),
        signs("北港市议会周一决定在河上修建第二座桥梁，工程将于五月开始，预计耗时两年。", "北港"),
    ],
)
def test_what_speaks_of_walls_is_none(page: Signs) -> None:
    assert obstacle(page) is None


@given(st.sampled_from([kind for kind in kinds() if kind.phrases]), st.data())
def test_no_words_of_a_wall_stop_a_long_text(kind: Kind, data: st.DataObject) -> None:
    """The longest text that any kind stops has 250 words; PROSE has 35."""
    phrase = data.draw(st.sampled_from(kind.phrases))
    title = data.draw(st.sampled_from(sorted(kind.titles) or [""]))
    markup = data.draw(st.sampled_from(kind.markers or ("",)))
    page = signs(f"{phrase}\n{PROSE * 8}", title, markup=markup, free=False)
    assert obstacle(page) is None


def test_a_text_without_spaces_has_a_length() -> None:
    # 24 characters, two for every six of a word that is parted: 24 // 12 = 2.
    assert length(["字" * 24]) == 2
    assert length([PROSE]) == len(PROSE.split())


def test_the_table_is_whole() -> None:
    assert {kind.obstacle for kind in kinds()} == set(Obstacle)
    for kind in kinds():
        assert kind.few <= kind.most
        assert len(set(kind.phrases)) == len(kind.phrases), kind.obstacle
        assert all(len(phrase) >= 4 for phrase in kind.phrases), kind.obstacle
