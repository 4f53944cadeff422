from __future__ import annotations

import pytest

from veracity.domain.evidence import Passage, Source, Stance
from veracity.rules.comparison import compare
from veracity.rules.reading import read


def prose(text: str, subject: str | None = None) -> Passage:
    source = Source(url="https://a.example/", title="A", publisher="A")
    return Passage(id="p", document="sha256:0", text=text, source=source, subject=subject)


@pytest.mark.parametrize(
    ("claim", "text", "stance"),
    [
        (
            "Ostrana has a coastline of 1,340 km.",
            "It is an island. Ostrana has a coastline of 1,340 km.",
            Stance.SUPPORTS,
        ),
        (
            "Ostrana has a coastline of 2,000 km.",
            "The coastline of Ostrana is 1,340 km.",
            Stance.REFUTES,
        ),
        (
            "85% of households in Ostrana own a radio.",
            "In Ostrana 85.19% of households own a radio.",
            Stance.SUPPORTS,
        ),
        (
            "The harbor opened in 1931.",
            "The harbor was opened on 4 May 1931.",
            Stance.SUPPORTS,
        ),
    ],
)
def test_a_sentence_that_says_the_same_decides(claim: str, text: str, stance: Stance) -> None:
    (compared,) = compare(read(claim), [prose(text)])
    assert compared.stance is stance
    assert compared.quote in text


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        # A narrowing word is missing: the sentence may count something else.
        ("Ostrana has a northern coastline of 900 km.", "Ostrana has a coastline of 1,340 km."),
        # A word more: another part, another kind, another place, a comparison, a plan, a hearsay.
        ("The bridge is 412 m long.", "The north span of the bridge is 200 m long."),
        ("The bridge is 412 m long.", "The bridge is 412 m high."),
        ("The bridge is 412 m long.", "The bridge is 100 m longer than the tunnel."),
        ("The bridge is 412 m long.", "The bridge was planned to be 300 m long."),
        ("The bridge is 412 m long.", "It is a myth that the bridge is 412 m long."),
        ("The bridge is 412 m long.", "Is the bridge 412 m long?"),
        ("The bridge is 412 m long.", "If the bridge were 412 m long, it would sag."),
        ("Acme has 500 employees.", "Acme has 40 employees in Norway."),
        ("Acme has 500 employees.", "In 1990 Acme had 12 employees."),
        ("Acme's revenue fell 5%.", "Acme's revenue rose 5%."),
        ("The vaccine is 95% effective.", "The vaccine is 60% effective in mice."),
        ("Acme has 500 employees.", "Acme has 600 employees (2009)."),
        ("The engineer was born in 1970.", "The engineer's brother was born in 1970."),
        ("The treaty was signed in 1998.", "The treaty, drafted in 1998, was signed in 2001."),
        # The same words in other roles, and a change that ends at the figure.
        ("France beat Germany in 1998.", "Germany beat France in 1998."),
        ("Acme's revenue fell 5%.", "Acme's revenue fell to 5%."),
        # Two figures compare, so which one is meant is open.
        ("The film grossed $2 million.", "The film grossed $1 million on a budget of $5 million."),
        # A negation on either side.
        ("Ostrana has a coastline of 9 km.", "Ostrana has never had a coastline of 1,340 km."),
        ("Ostrana does not have a coastline of 9 km.", "Ostrana has a coastline of 1,340 km."),
        # What is dated may happen again.
        ("The team won the cup in 1989.", "The team won the cup in 1953."),
        # Nothing to compare.
        ("The harbor was rebuilt.", "The harbor was rebuilt."),
        ("1,340 km.", "1,340 km."),
    ],
)
def test_everything_else_is_left_open(claim: str, text: str) -> None:
    assert compare(read(claim), [prose(text)]) == ()


def test_the_heading_counts_as_said() -> None:
    passage = prose("The coastline is 1,340 km long.", subject="Ostrana")
    (compared,) = compare(read("The coastline of Ostrana is 1,340 km long."), [passage])
    assert compared.stance is Stance.SUPPORTS
