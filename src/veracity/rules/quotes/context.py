"""Words around a quote that take it back.

Only what the text alone shows: a denial, a condition or an allegation in the same clause before the
quote, a denial right after it, and the frame of a search page; in English, and the denial after it
in Sinhala and Tamil, which put it last. It errs on the side of refusing: the caller can quote the
whole sentence, which has nothing before it.
"""

from __future__ import annotations

import re

from veracity.rules.quotes.model import Reason

_NEGATION = (
    r"(?:not|no|never|none|neither|nor|without|nothing|nobody|cannot|hardly|scarcely|lacks?|lacking|fail(?:s|ed)?\sto"
    r"|(?:is|was|are|were|do|does|did|has|have|had|will|wo|would|ca|could|should)n't"
    r"|den(?:y|ies|ied|ying)|refut\w{1,4}|debunk\w{0,4}|disprov\w{1,3}|reject\w{0,4}|dismiss\w{0,4}|disput\w{1,3}"
    r"|false|falsely|untrue|wrong|wrongly|incorrect\w{0,2}|mistaken\w{0,2}|myths?|hoax\w{0,2}|baseless|unfounded|unproven"
    r"|far\sfrom|rather\sthan|instead\sof)"
)
_DENIED_BEFORE = re.compile(rf"\b{_NEGATION}(?:[\s\"]+[^\s\"]+){{0,7}}[\s\"']*$", re.IGNORECASE)
_CONDITION_BEFORE = re.compile(
    r"\b(?:if|unless|whether|suppose|supposing|imagine|in\scase)(?:\s[\w'-]+){0,2}\s['\"]?$",
    re.IGNORECASE,
)
_ALLEGED_BEFORE = re.compile(
    r"\b(?:rumou?rs?|rumou?red|conspiracy|alleg\w{1,6}|claim(?:s|ed|ing)?|suppos(?:ed|edly)|purported(?:ly)?|viral\sposts?"
    r"|satir\w{1,5})(?:[\s\"]+[^\s\"]+){0,4}[\s\":']*$",
    re.IGNORECASE,
)
_FALSE = (
    r"(?:false|untrue|not\strue|not\sthe\scase|not\scorrect|wrong|incorrect|misleading|a\smyth|a\shoax|a\slie|nonsense"
    r"|debunked|disproved|disproven|baseless|unfounded|fabricated|denied|rejected|refuted|no\sevidence)"
)
_DENIED_AFTER = re.compile(
    rf"""[\s,;:"')\]-]{{0,4}}(?:
      (?:not\b|n't\b|never\b|no\s(?:longer|more)\b)
    | (?:(?:which|that|this|it|but|a|an|the|claim|assertion|statement|idea|is|was|are|were|has|have
        |been|all|turned|out|proved|proven|to|be|he|she|they|said|later|since|widely|completely
        |entirely|simply)[\s-]){{1,8}}{_FALSE}\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_DENIED_NEXT = re.compile(
    rf"""[.!?]?["')]*\s+(?:
      (?:no[.,]|false\b|wrong\b|not\s(?:so|true)\b)
    | (?:this|that|it|they|these|those|both|the|such|but|however|in\sfact|claims?|statements?
        |rumou?rs?)\b
      (?:[\s,]+[\w'-]+){{0,4}}?[\s,]+{_FALSE}\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_ECHO_BEFORE = re.compile(
    r"\b(?:search(?:\sresults?)?\sfor|results?\sfor|you\ssearched\s(?:for)?|searched\sfor|your\ssearch|search\squery|query|showing\s(?:all\s)?results)"
    r"\s?[:\s'\"-]{0,4}$",
    re.IGNORECASE,
)
_ECHO_AFTER = re.compile(
    r"[\s.,:;'\"-]{0,5}(?:no\s(?:results?|matches|items|articles|pages|posts)\b|0\s(?:results?|matches)\b|nothing\s(?:was\s)?found"
    r"|did\snot\smatch|(?:returned|gave|yielded)\sno\b)",
    re.IGNORECASE,
)
_CLAUSE_START = re.compile(
    r".*(?:[.!?;]['\")\]]*\s|[,(]\s|\s-+\s|\s(?:and|but|while|whereas|although|though|because|so)\s)",
    re.DOTALL | re.IGNORECASE,
)
_SINHALA_TAMIL_AFTER = re.compile(
    r"\s?(?:නැත|නැහැ|නොවේ|නොවෙයි|නොවන|இல்லை|அல்ல"
    r"|(?:බව|යන්න|යැයි|என்பது|என்று|என)\s?(?:\S{1,30}\s){0,3}(?:අසත්ය|බොරු|වැරදි"
    r"|පදනම් විරහිත|ප්රතික්ෂේප|නොවේ|නැත|பொய்|உண்மையல்ல|உண்மை இல்லை|தவறு|மறுத்|இல்லை))"
)
WINDOW = 160
"""Characters before and after a quote that are looked at."""


def taken_back(before: str, quote: str, after: str) -> Reason | None:
    """Why the folded words around a quote take it back, None when they do not."""
    if _ECHO_BEFORE.search(before) or _ECHO_AFTER.match(after):
        return Reason.ECHO
    ended = quote[-1:] in {".", "!", "?"}
    if _DENIED_NEXT.match(after) or (not ended and _DENIED_AFTER.match(after)):
        return Reason.CLIPPED_NEGATION
    if _SINHALA_TAMIL_AFTER.match(after):
        return Reason.CLIPPED_NEGATION
    clause = _CLAUSE_START.sub("", before)
    if _DENIED_BEFORE.search(clause):
        return Reason.CLIPPED_NEGATION
    if _CONDITION_BEFORE.search(clause):
        return Reason.CLIPPED_CONDITION
    if _ALLEGED_BEFORE.search(clause):
        return Reason.CLIPPED_ATTRIBUTION
    return None


def hides_negation(gap: str) -> bool:
    """Whether words that an ellipsis stands for turn one of the sentences at its ends around."""
    pieces = re.split(r"[.!?]['\")\]]*\s", gap)
    ends = {pieces[0], pieces[-1]}
    return any(re.search(rf"(?:\b|(?<=\s)){_NEGATION}\b", piece, re.IGNORECASE) for piece in ends)
