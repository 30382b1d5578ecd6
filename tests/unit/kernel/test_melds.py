"""Melds that lapse without a trick: the side's points, and whether it takes one."""

from random import Random

import pytest

from binokel.cards.card import Card, Suit
from binokel.cards.hand import pack
from binokel.cards.notation import parse_cards
from binokel.errors import Unsupported
from binokel.kernel import COMPILED
from binokel.kernel.position import Position
from binokel.kernel.solve import Bounds, Limits, OpenSolver
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import rules_with
from binokel.testing.kernel_checks import check_melds
from binokel.testing.kernel_soak import SMALL, random_ending

N_ENDINGS = 60 if COMPILED else 15


def position_of(told: str, rules: RuleSet, declarer: int = 0, leader: int = 0) -> Position:
    hands = tuple(pack(parse_cards(hand)) for hand in told.split("|"))
    return Position(
        rules=rules,
        hands=hands,
        leader=leader,
        trump=Suit.HERZ,
        declarer=declarer,
        n_tricks=rules.deal.hand - hands[0].bit_count(),
    )


@pytest.mark.parametrize("seed", range(4))
def test_melds_and_tricks_of_small_endings_are_those_of_brute_force(seed: int) -> None:
    rng, solver = Random(f"melds {seed}"), OpenSolver()
    for _ in range(N_ENDINGS):
        check_melds(rng, random_ending(rng, SMALL), solver)


def test_points_alone_may_be_nothing_while_the_trick_is_certain() -> None:
    rules = rules_with("wuerttemberg-48", play={"last_trick": 0})
    position = position_of("H7 | S7 | B7", rules)
    solver = OpenSolver()
    assert solver.value(position) == Bounds(0, 0)
    assert solver.takes_trick(position) is True
    assert solver.value_with_melds(position, 150) == Bounds(150, 150)
    assert solver.reaches_with_melds(position, 150, 150) is True
    assert solver.reaches_with_melds(position, 151, 150) is False


def test_without_a_trick_the_melds_are_gone() -> None:
    position = position_of("EU EO | EA EZ | SA SZ", find_ruleset("stammtisch"), leader=1)
    solver = OpenSolver()
    assert solver.takes_trick(position) is False
    assert solver.value_with_melds(position, 150) == Bounds(0, 0)
    assert solver.reaches_with_melds(position, 1, 150) is False
    assert solver.reaches_with_melds(position, 0, 150) is True


def test_the_cards_that_keep_a_trick_are_told_for_any_side() -> None:
    # EZ must follow EA and is lost; it must beat EU.
    position = position_of("EA EU | EZ SU | BU BO", find_ruleset("stammtisch"))
    solver = OpenSolver()
    assert dict(solver.trick_cards(position, seat=1)) == {Card.EA: False, Card.EU: True}
    assert dict(solver.trick_cards(position)) == {Card.EA: True, Card.EU: False}
    assert solver.takes_trick(position, seat=1) is False


def test_a_limit_gives_bounds_that_hold_the_value() -> None:
    rules = find_ruleset("stammtisch")
    cards = list(rules.cards)
    Random(6).shuffle(cards)
    hands = tuple(pack(cards[9 * seat : 9 * seat + 9]) for seat in range(3))
    position = Position(rules=rules, hands=hands, leader=1, trump=Suit.HERZ, declarer=0, n_tricks=3)
    exact = OpenSolver().value_with_melds(position, 100)
    early = OpenSolver(Limits(nodes=1)).value_with_melds(position, 100)
    assert exact.is_exact
    assert not early.is_exact
    assert early.low <= exact.low <= early.high


def test_what_cannot_be_told_is_refused() -> None:
    solver = OpenSolver()
    each = rules_with("kreuzbinokel", scoring={"meld_trick": "seat"})
    position = position_of("EA | EZ | EK | EO", each)
    with pytest.raises(Unsupported, match="meld_trick"):
        solver.value_with_melds(position, 20)
    assert solver.takes_trick(position) is True
    with pytest.raises(ValueError, match="at least 0"):
        solver.reaches_with_melds(position, 10, -1)
    bettel = Position(
        rules=find_ruleset("stammtisch"),
        hands=position_of("EA | EZ | EK", find_ruleset("stammtisch")).hands,
        leader=0,
        contract=Contract.BETTEL,
        declarer=0,
        n_tricks=11,
    )
    with pytest.raises(ValueError, match="counted in tricks"):
        solver.takes_trick(bettel)
    with pytest.raises(ValueError, match="no melds"):
        solver.value_with_melds(bettel, 20)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_the_table_does_not_have_takes_no_trick(seat: int) -> None:
    position = position_of("EA EU | EZ SU | BU BO", find_ruleset("stammtisch"))
    for question in (OpenSolver().takes_trick, OpenSolver().trick_cards):
        with pytest.raises(Unsupported, match=f"seats 0 to 2, not {seat}"):
            question(position, seat)
    nobodys = position_of("EA EU | EZ SU | BU BO", find_ruleset("stammtisch"), declarer=seat)
    with pytest.raises(Unsupported, match="seats 0 to 2"):
        OpenSolver().reaches_with_melds(nobodys, 10, 20)


def test_the_only_card_is_told() -> None:
    found = OpenSolver().trick_cards(position_of("EA | EZ | EK", find_ruleset("stammtisch")))
    assert found == ((Card.EA, True),)
