from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from veracity.domain.canonical import canonical, digest
from veracity.domain.case import Case, Digests, ExchangeDigest
from veracity.domain.errors import CaseDamaged
from veracity.domain.exchange import Exchange

PLACED = re.compile(r"at (byte|character) \d+\.|wrong at \S+: |no canonical spelling: ")

PART_OF_FIELD = {
    "format": "head",
    "made_by": "head",
    "method": "head",
    "method_version": "head",
    "submission": "submission",
    "claim": "claim",
    "exchanges": "exchanges.",
    "prompts": "prompts",
    "record": "record",
    "dials": "dials",
    "verdict": "verdict",
    "explanations": "explanations",
    "digests": "",
    "seal": "seal",
}
"""What `verify` calls a change of each field. A changed digest accuses the part that it is of."""


def test_a_closed_case_is_whole(case: Case) -> None:
    assert case.verify() == ()
    assert Case.from_bytes(case.to_bytes()) == case


def test_a_case_that_was_read_is_whole_and_written_the_same(case: Case) -> None:
    again = Case.from_bytes(case.to_bytes())
    assert again.verify() == ()
    assert again.to_bytes() == case.to_bytes()


def test_the_seal_is_over_everything_but_itself(case: Case) -> None:
    parts = json.loads(case.to_bytes())
    del parts["seal"]
    assert digest(parts) == case.seal


def test_exchanges_lie_in_the_order_of_their_keys(
    case: Case, close_case: Callable[[tuple[Exchange, ...]], Case]
) -> None:
    keys = [exchange.key for exchange in case.exchanges]
    assert keys == sorted(keys)
    assert close_case(tuple(reversed(case.exchanges))).to_bytes() == case.to_bytes()


def test_prompts_are_those_that_were_asked_with(case: Case) -> None:
    asked = [e.request.prompt for e in case.exchanges if e.request.prompt is not None]
    assert list(case.prompts) == asked


def test_every_field_is_named(case: Case) -> None:
    assert set(PART_OF_FIELD) == set(Case.model_fields)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("made_by", "other"),
        ("method", "other"),
        ("method_version", 2),
        ("submission", {"origin": "stdin"}),
        ("claim", {"language": "si"}),
        ("record", {"similarity": 0.5, "stances": []}),
        ("dials", {"threshold": 0.5}),
        ("prompts", ()),
        ("verdict", {"confidence": 0.8}),
        ("verdict", {"explanation": "The menu lists 13 tables."}),
        ("explanations", ()),
        ("seal", "sha256:00"),
    ],
)
def test_a_changed_field_is_named(case: Case, name: str, change: Any) -> None:
    old = getattr(case, name)
    new = old.model_copy(update=change) if hasattr(old, "model_copy") else change
    problems = case.model_copy(update={name: new}).verify()
    assert problems[0].part == PART_OF_FIELD[name]


@pytest.mark.parametrize(
    "change",
    [
        {"seconds": 0.25},
        {"reused": True},
        {"reply": None},
        {"asked_at": timedelta(seconds=1)},
    ],
    ids=["seconds", "reused", "reply", "asked_at"],
)
def test_a_changed_exchange_is_named(case: Case, change: dict[str, Any]) -> None:
    at = next(i for i, exchange in enumerate(case.exchanges) if exchange.reply is not None)
    old = case.exchanges[at]
    if "asked_at" in change:
        change = {"asked_at": old.asked_at + change["asked_at"]}
    problems = _with_exchange(case, at, old.model_copy(update=change)).verify()
    assert [problem.part for problem in problems] == [f"exchanges.{at}"]
    assert problems[0].recorded != problems[0].derived


def test_a_changed_request_is_named_as_such(case: Case) -> None:
    request = case.exchanges[0].request.model_copy(update={"sample": 7})
    changed = case.exchanges[0].model_copy(update={"request": request})
    problems = _with_exchange(case, 0, changed).verify()
    assert [problem.part for problem in problems] == ["exchanges.0.request"]
    assert problems[0].derived == request.key


@pytest.mark.parametrize("name", Digests.model_fields)
def test_a_changed_digest_accuses_its_part(case: Case, name: str) -> None:
    wrong: Any = "sha256:00"
    if name == "exchanges":
        wrong = tuple(ExchangeDigest(key=e.key, exchange="x") for e in case.digests.exchanges)
    digests = case.digests.model_copy(update={name: wrong})
    problems = case.model_copy(update={"digests": digests}).verify()
    assert problems[0].part.startswith(name)


def test_a_case_that_explains_nothing_has_no_such_part(case: Case) -> None:
    plainly = Case.close(
        made_by=case.made_by,
        method=case.method,
        method_version=case.method_version,
        submission=case.submission,
        claim=case.claim,
        exchanges=case.exchanges,
        record=case.claim,
        dials=case.claim,
        verdict=case.verdict,
    )
    parts = json.loads(plainly.to_bytes())
    assert "explanations" not in parts
    assert "explanations" not in parts["digests"]
    assert plainly.verify() == ()
    assert Case.from_bytes(plainly.to_bytes()) == plainly


def test_a_missing_exchange_is_found(case: Case) -> None:
    problems = case.model_copy(update={"exchanges": case.exchanges[:1]}).verify()
    assert [(p.part, p.recorded, p.derived) for p in problems] == [("exchanges", "2", "1")]


def test_a_claim_of_another_submission_is_found(case: Case) -> None:
    claim = case.claim.model_copy(update={"submission": "sha256:00"})
    parts = [problem.part for problem in case.model_copy(update={"claim": claim}).verify()]
    assert parts == ["claim", "claim.submission"]


def test_a_flipped_bit_at_every_position_is_found_and_named(case: Case) -> None:
    content = case.to_bytes()
    for position, part in enumerate(_parts(content)):
        _check_flip(content, position, 0x01, part)


@pytest.mark.slow
def test_every_other_flipped_bit_too(case: Case) -> None:
    content = case.to_bytes()
    for position, part in enumerate(_parts(content)):
        for bit in range(1, 8):
            _check_flip(content, position, 1 << bit, part)


def test_a_missing_or_added_byte_is_found_at_every_position(case: Case) -> None:
    content = case.to_bytes()
    for position in range(0, len(content), 7):
        for damaged in (
            content[:position],
            content[:position] + content[position + 1 :],
            content[:position] + b"0" + content[position:],
        ):
            assert _found(damaged), position


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not JSON at character 0"),
        (b"{}\n", "wrong at made_by"),
        (b"[]\n", "wrong at the top"),
        (b"null\n", "wrong at the top"),
        (b"\xff\xfe\xfa", "not UTF-8"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not UTF-8"),
        (b"[" * 100_000, "no canonical spelling"),
        (b'{"a": ' + b"9" * 5000 + b"}", "no canonical spelling"),
    ],
)
def test_what_is_no_case_is_refused(content: bytes, says: str) -> None:
    with pytest.raises(CaseDamaged, match=says):
        Case.from_bytes(content)


@pytest.mark.parametrize("hostile", [b"NaN", b"1e999", b'"\\ud800"', b"1.00", b"1E0", b'"\\u0041"'])
def test_a_value_in_another_spelling_is_refused(case: Case, hostile: bytes) -> None:
    content = case.to_bytes().replace(b'"similarity":0.75', b'"similarity":' + hostile)
    assert content != case.to_bytes()
    with pytest.raises(CaseDamaged, match="canonical spelling"):
        Case.from_bytes(content)


@pytest.mark.parametrize(
    "respell",
    [
        lambda text: text.replace(",", ", "),
        lambda text: text.rstrip("\n"),
        lambda text: text + "\n",
        lambda text: "\ufeff" + text,
        lambda text: json.dumps(json.loads(text)) + "\n",
        lambda text: text.replace('"claim":{', '"claim":{"text":"first",', 1),
    ],
    ids=["spaces", "no line end", "two line ends", "byte order mark", "ascii", "a key twice"],
)
def test_another_spelling_of_the_same_case_is_refused(case: Case, respell: Any) -> None:
    with pytest.raises(CaseDamaged):
        Case.from_bytes(respell(case.to_bytes().decode()).encode())


def _check_flip(content: bytes, position: int, mask: int, part: str) -> None:
    damaged = bytearray(content)
    damaged[position] ^= mask
    try:
        named = [problem.part for problem in Case.from_bytes(bytes(damaged)).verify()]
    except CaseDamaged as error:
        named = [part] if PLACED.search(str(error)) else [str(error)]
    assert any(name.startswith(part) for name in named), (position, part, named)


def _found(damaged: bytes) -> bool:
    try:
        return bool(Case.from_bytes(damaged).verify())
    except CaseDamaged:
        return True


def _parts(content: bytes) -> list[str]:
    """For each byte, what `verify` calls the field it lies in. Fields lie in order of name."""
    parts = [""]  # The opening brace.
    for name, value in sorted(json.loads(content).items()):
        spelled = f'"{name}":'.encode() + canonical(value)
        assert content[len(parts) :].startswith(spelled)
        parts += [PART_OF_FIELD[name]] * len(spelled) + [""]  # A comma, or the closing brace.
    return [*parts, ""]  # The line end.


def _with_exchange(case: Case, at: int, exchange: Exchange) -> Case:
    exchanges = (*case.exchanges[:at], exchange, *case.exchanges[at + 1 :])
    return case.model_copy(update={"exchanges": exchanges})
