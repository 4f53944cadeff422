import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.intake.language import SINGLISH, TANGLISH, Language, identify


@pytest.fixture
def unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("The island exports tea and cinnamon.", "en"),
        ("ගංවතුර නිසා පාසල් වසා ඇත.", "si"),
        ("வெள்ளம் காரணமாக பள்ளிகள் மூடப்பட்டன.", "ta"),
        ("Heta idan bus gastu wadi wenawa kiyala kiwwa", SINGLISH),
        ("hta idn bus gsthu wdi wenwa kyla kiwwa", SINGLISH),
        ("Naalaikku bus illai endru sonnanga, romba mazhai", TANGLISH),
        ("L'île exporte du thé et de la cannelle.", "fr"),
        ("Saya tidak tahu apa yang terjadi di sini", "id"),
    ],
)
def test_a_language_is_identified(text: str, tag: str, unreachable: None) -> None:
    assert identify(text).tag == tag


@pytest.mark.parametrize("text", ["12, 45% 2026-11-30", "😀 🎉", " ", "https://example.org/a-page"])
def test_nothing_is_said_of_what_is_no_language(text: str) -> None:
    assert identify(text) == Language(None, 0.0, 0.0)


def test_words_of_another_language_are_the_mixing() -> None:
    # Train, late and office of eight words.
    assert identify("Train eka late una nisa office giye na").mixing == 3 / 8
    # Covid and patients of six words.
    assert identify("ලංකාවේ Covid patients ලා වැඩි වෙලා").mixing == 2 / 6


def test_an_english_sentence_with_a_word_of_sinhala_stays_english() -> None:
    found = identify("The minister said ayubowan and closed the meeting in the afternoon")
    assert found.tag == "en"
    assert found.mixing == pytest.approx(1 / 11)


def test_an_address_does_not_make_a_text_english() -> None:
    assert identify("ගංවතුර https://example.org/the-news-of-the-day-in-english").tag == "si"


@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    found = identify(text)
    assert 0 <= found.confidence <= 1
    assert 0 <= found.mixing <= 1
    assert found == identify(text)
