"""The words around a number that say how it is meant."""

from __future__ import annotations

import re

from veracity.rules.quantities.model import Modifier

_BEFORE: tuple[tuple[Modifier, str], ...] = (
    (
        Modifier.ABOUT,
        r"just\s(?:over|under|above|below|shy\sof|short\sof)|(?:slightly|little|bit|marginally)\s(?:more|less|fewer)\sthan"
        r"|(?:slightly|a\slittle|a\sbit|marginally)\s(?:over|under|above|below)",
    ),
    (
        Modifier.AT_LEAST,
        r"at\sleast|(?:no|not)\s(?:fewer|less|lower|smaller)\sthan|(?:a\s)?minimum\sof|not\sunder|not\sbelow|[≥⩾]|>=",
    ),
    (
        Modifier.AT_MOST,
        r"at\smost|(?:no|not)\s(?:more|greater|higher|larger|longer)\sthan|up\sto|as\s(?:many|much|high)\sas|(?:a\s)?maximum\sof"
        r"|not\sexceeding|not\sover|not\sabove|[≤⩽]|<=",
    ),
    (
        Modifier.MORE_THAN,
        r"(?:more|greater|higher|larger|longer|bigger|taller|older|better|heavier|faster)\sthan|over|above|exceed(?:s|ed|ing)?"
        r"|upwards?\sof|in\sexcess\sof|surpass(?:es|ed|ing)?|topp(?:ed|ing)|tops|beyond|north\sof|[>]",
    ),
    (
        Modifier.LESS_THAN,
        r"(?:less|fewer|lower|smaller|shorter|younger|lighter|slower)\sthan|under|below|short\sof|shy\sof|south\sof|[<]",
    ),
    (
        Modifier.ABOUT,
        r"about|approximately|approx\.?|around|roughly|some|nearly|almost|close\sto|near|circa|ca\.|c\.|(?:an\s)?estimated"
        r"|estimates?\sof|in\sthe\sregion\sof|on\sthe\sorder\sof|more\sor\sless|practically|virtually|[~≈∼±]"
        r"|ආසන්න\sවශයෙන්|දළ\sවශයෙන්|පමණ|சுமார்|ஏறக்குறைய|கிட்டத்தட்ட",
    ),
)
_MODIFIER = re.compile(
    r"(?:^|(?<=[\s(\[,:;–—-]))(?:"
    + "|".join(f"(?P<m{index}>{words})" for index, (_, words) in enumerate(_BEFORE))
    + r")\s?(?:only\s|just\s|a\s|an\s)?$",
    re.IGNORECASE,
)
_AFTER: tuple[tuple[Modifier, re.Pattern[str]], ...] = (
    (
        Modifier.AT_LEAST,
        re.compile(
            r"\s?\+(?![\w+])|\s(?:or|and)\s(?:more|above|over|higher|older|longer)\b|\sat\sleast\b|\sminimum\b",
            re.IGNORECASE,
        ),
    ),
    (
        Modifier.AT_MOST,
        re.compile(
            r"\s(?:or|and)\s(?:less|fewer|under|below|lower|younger)\b|\sat\smost\b|\smaximum\b",
            re.IGNORECASE,
        ),
    ),
    (
        Modifier.ABOUT,
        re.compile(
            r"\s(?:or\sso|or\sthereabouts|approximately|approx\b)|\s?(?:ක්\s|ක\s|කට\s)?(?:පමණ|ආසන්න)",
            re.IGNORECASE,
        ),
    ),
    (
        Modifier.MORE_THAN,
        re.compile(r"\s?(?:කට|ට)?\s?(?:වඩා\s)?වැඩි|\s?க்கும்\s?(?:மேற்பட்ட|அதிக)|\s?க்கு\sமேல்"),
    ),
    (Modifier.LESS_THAN, re.compile(r"\s?(?:කට|ට)?\s?(?:වඩා\s)?අඩු|\s?க்கும்\s?குறைவ|\s?க்கு\sகீழ்")),
)
_WINDOW = 34
"""Characters before a number that may hold its modifier."""


def modifier(text: str, start: int, ends: tuple[int, ...]) -> Modifier:
    """How the number that starts at `start` is meant; `ends` are where its parts end."""
    match = _MODIFIER.search(text, max(0, start - _WINDOW), start)
    if match is not None and match.lastgroup is not None:
        return _BEFORE[int(match.lastgroup[1:])][0]
    for end in ends:
        for meaning, pattern in _AFTER:
            if pattern.match(text, end):
                return meaning
    return Modifier.EXACT
