from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from decimal import Decimal
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from veracity.desk.budget import Account, Budget, Caps, Reservation, Whose
from veracity.domain.exchange import Failure, FailureKind
from veracity.settings import Settings

cents = st.integers(0, 300).map(lambda number: Decimal(number) / 100)


def test_without_caps_nothing_is_refused() -> None:
    budget = Budget()
    claim = budget.open_claim()
    assert isinstance(budget.reserve(claim, Decimal(10**9)), Reservation)


def test_the_refusal_says_which_cap_and_why_and_what_raises_it() -> None:
    budget = Budget(Caps(cost=Decimal(1)), Caps(calls=1))
    claim = budget.open_claim()
    dear = budget.reserve(claim, Decimal("1.01"))
    assert isinstance(dear, Failure)
    assert dear.kind is FailureKind.BUDGET
    assert dear.message == (
        "The budget of the run allows no more: the call may cost $1.01; $0 of $1 is spent or set "
        "aside. The setting budget_usd raises it."
    )
    budget.reserve(claim, Decimal(0))
    second = budget.reserve(claim, Decimal(0))
    assert isinstance(second, Failure)
    assert second.message == (
        "The budget of the claim allows no more: all 1 calls are used. "
        "The setting budget_claim_calls raises it."
    )


def test_every_setting_that_a_refusal_names_is_one() -> None:
    whose: tuple[Whose, ...] = get_args(Whose)
    known = {field.name for field in fields(Settings)}
    for one in whose:
        for caps in (Caps(cost=Decimal(0)), Caps(calls=0)):
            refused = Account(caps, one).refuses(Decimal(1))
            assert refused is not None
            assert refused.message.split()[-3] in known


def test_a_call_that_is_not_made_leaves_nothing_set_aside() -> None:
    budget = Budget(Caps(cost=Decimal(1), calls=1))
    first = budget.reserve(budget.open_claim(), Decimal(1))
    assert isinstance(first, Reservation)
    budget.cancel(first)
    budget.cancel(first)
    budget.settle(first, Decimal(1))
    assert (budget.run.spent, budget.run.reserved, budget.run.calls) == (0, 0, 0)


def test_what_is_settled_for_less_can_be_reserved_again() -> None:
    budget = Budget(Caps(cost=Decimal(1)))
    claim = budget.open_claim()
    first = budget.reserve(claim, Decimal(1))
    assert isinstance(first, Reservation)
    assert isinstance(budget.reserve(claim, Decimal("0.5")), Failure)
    budget.settle(first, Decimal("0.25"))
    budget.settle(first, Decimal("0.25"))
    assert (budget.run.spent, budget.run.reserved) == (Decimal("0.25"), 0)
    assert isinstance(budget.reserve(claim, Decimal("0.75")), Reservation)


def test_an_unknown_cost_is_the_ceiling() -> None:
    budget = Budget()
    reserved = budget.reserve(budget.open_claim(), Decimal("0.5"))
    assert isinstance(reserved, Reservation)
    budget.settle(reserved, None)
    assert budget.run.spent == Decimal("0.5")


@given(
    st.lists(st.tuples(st.integers(0, 2), cents, st.floats(0, 1), st.booleans()), max_size=60),
    cents,
    cents,
    st.integers(0, 20),
)
def test_no_account_passes_its_caps_in_any_order_of_events(events, run, claim, calls) -> None:
    budget = Budget(Caps(cost=run), Caps(cost=claim, calls=calls))
    claims = [budget.open_claim() for _ in range(3)]
    open_: list[Reservation] = []
    for number, ceiling, share, settle in events:
        reserved = budget.reserve(claims[number], ceiling)
        if isinstance(reserved, Reservation):
            open_.append(reserved)
        if settle and open_:
            oldest = open_.pop(0)
            budget.settle(oldest, (oldest.ceiling * Decimal(share)).quantize(Decimal("0.01")))
        for account in (budget.run, *claims):
            assert account.caps.cost is not None
            assert account.spent + account.reserved <= account.caps.cost
            assert account.caps.calls is None or account.calls <= account.caps.calls
    assert sum((c.spent for c in claims), Decimal(0)) == budget.run.spent
    assert sum((c.reserved for c in claims), Decimal(0)) == budget.run.reserved


def test_threads_that_reserve_at_once_never_pass_the_cap() -> None:
    budget = Budget(Caps(cost=Decimal(100)))
    claims: list[Account] = [budget.open_claim() for _ in range(32)]

    def spend(claim: Account) -> int:
        made = 0
        for _ in range(200):
            reserved = budget.reserve(claim, Decimal("0.1"))
            if isinstance(reserved, Reservation):
                made += 1
                budget.settle(reserved, Decimal("0.1"))
        return made

    with ThreadPoolExecutor(32) as pool:
        made = sum(pool.map(spend, claims))
    # 100 / 0.1
    assert made == budget.run.calls == 1000
    assert budget.run.spent == 100
