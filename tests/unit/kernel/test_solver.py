"""The solver against brute force on small endings, and against itself on larger ones."""

from random import Random

import pytest

from binokel.cards.card import Card, Suit
from binokel.cards.hand import pack
from binokel.cards.notation import parse_cards
from binokel.kernel import COMPILED
from binokel.kernel.core import Solver
from binokel.kernel.position import Position
from binokel.kernel.solve import Bounds, OpenSolver
from binokel.rules.contracts import Contract
from binokel.testing.builders import rules_with
from binokel.testing.kernel_cases import largest_hand, random_position, random_rules
from binokel.testing.kernel_checks import check_any_side, check_ending, check_recursion
from binokel.testing.kernel_oracle import Oracle
from binokel.testing.kernel_soak import SMALL, random_ending

N_ENDINGS = 60 if COMPILED else 15
N_LARGER = 25 if COMPILED else 2


@pytest.mark.parametrize("seed", range(5))
def test_values_cards_and_best_line_of_small_endings_are_those_of_brute_force(seed: int) -> None:
    rng, solver = Random(f"endings {seed}"), OpenSolver()
    for _ in range(N_ENDINGS):
        check_ending(random_ending(rng, SMALL), solver)


@pytest.mark.parametrize("seed", range(3))
def test_the_points_of_any_seats_together_are_those_of_brute_force(seed: int) -> None:
    rng, solver = Random(f"any side {seed}"), Solver()
    for _ in range(N_ENDINGS):
        check_any_side(rng, random_ending(rng, SMALL), solver)


@pytest.mark.parametrize("seed", range(2))
def test_the_value_of_a_larger_position_is_the_best_of_those_one_card_later(seed: int) -> None:
    rng, solver = Random(f"larger {seed}"), OpenSolver()
    for _ in range(N_LARGER):
        rules = random_rules(rng)
        n_cards = min({2: 8, 3: 7, 4: 6, 5: 5, 6: 4}[rules.n_seats], largest_hand(rules))
        check_recursion(rng, random_position(rng, rules, n_cards), solver)


def test_the_card_led_first_names_trump_in_a_durch_where_the_rules_say_so() -> None:
    rules = rules_with("wuerttemberg", contracts={"durch_trump": "first-card"})
    position = Position(
        rules=rules,
        hands=_hands("EA SA | EZ EK | SO BU"),
        leader=0,
        contract=Contract.DURCH,
        declarer=0,
    )
    # SA draws the only other S; after EA, the last E would trump SA.
    values = {one.card: one.bounds for one in OpenSolver().cards(position)}
    assert values == {Card.SA: Bounds(2, 2), Card.EA: Bounds(1, 1)}
    assert OpenSolver().value(position) == Bounds(2, 2)
    assert OpenSolver().holds(position) is True
    assert OpenSolver().line(position)[0] == (0, Card.SA)


def test_a_durch_that_lost_a_trick_before_is_lost() -> None:
    rules = rules_with("wuerttemberg")
    position = Position(
        rules=rules,
        hands=_hands("EA | EZ | EO"),
        leader=0,
        contract=Contract.DURCH,
        declarer=0,
        n_tricks=1,
        is_lost=True,
    )
    assert OpenSolver().value(position) == Bounds(1, 1)
    assert OpenSolver().holds(position) is False


def test_a_bettel_is_won_when_the_others_take_every_trick() -> None:
    rules = rules_with("wuerttemberg")
    for hands, is_won in (("E7 S7 | EA SA | EO SO", True), ("E7 SA | EA SK | EO SO", False)):
        position = Position(
            rules=rules, hands=_hands(hands), leader=0, contract=Contract.BETTEL, declarer=0
        )
        assert OpenSolver().holds(position) is is_won


def test_in_a_bettel_the_others_leave_the_declarer_a_trick_if_they_can() -> None:
    """Seat 1 leads the low card, which the declarer has to beat, and not the high one."""
    position = Position(
        rules=rules_with("wuerttemberg"),
        hands=_hands("SO HU | SU SA | BA BO"),
        leader=1,
        contract=Contract.BETTEL,
        declarer=0,
    )
    assert [one.card for one in OpenSolver().cards(position)] == [Card.SU, Card.SA]
    assert OpenSolver().value(position).low == 0
    assert OpenSolver().holds(position) is False


def test_in_a_bettel_the_declarers_partner_keeps_tricks_from_him() -> None:
    rules = rules_with("kreuzbinokel")
    for leader, hands in (
        (2, "SO HU | BZ BK | SU SA | BA BO"),
        (1, "SO HU | SU SA | BZ BK | BA BO"),
    ):
        position = Position(
            rules=rules, hands=_hands(hands), leader=leader, contract=Contract.BETTEL, declarer=0
        )
        assert OpenSolver().holds(position) is (leader == 2)


def test_a_durch_that_the_declarer_must_win_alone_is_helped_by_his_partner() -> None:
    """Seat 2 throws the ace of the suit where the declarer's other ten is to run."""
    position = Position(
        rules=rules_with("kreuzbinokel", contracts={"scope": "seat"}),
        hands=_hands("BA EZ | HK HO | EA SA | HU SU"),
        leader=0,
        contract=Contract.DURCH,
        declarer=0,
    )
    assert OpenSolver().holds(position) is True


def test_whether_an_ordinary_game_holds_is_a_question_of_points() -> None:
    position = Position(rules=rules_with(), hands=_hands("EA | EZ | EO"), leader=0, trump=Suit.E)
    with pytest.raises(ValueError, match="points"):
        OpenSolver().holds(position)


def test_the_best_line_without_a_declarer_counts_for_who_began_it() -> None:
    position = Position(
        rules=rules_with(), hands=_hands("EU SZ | EA SK | EK SA"), leader=0, trump=Suit.H
    )
    value = OpenSolver().value(position).low
    assert Oracle(position).replay(OpenSolver().line(position)) == value


def test_first_and_last_trick_bring_their_bonuses() -> None:
    rules = rules_with("stammtisch", play={"first_trick": 5, "last_trick": 10})
    hands = _hands("EA SK | EZ SA | EO SU")
    first = Position(rules=rules, hands=hands, leader=0, trump=Suit.H, declarer=0)
    later = Position(rules=rules, hands=hands, leader=0, trump=Suit.H, declarer=0, n_tricks=3)
    ace_first, king_first = 11 + 10 + 3, 11 + 10 + 3 + 10
    for position, bonus in ((first, 5), (later, 0)):
        values = {one.card: one.bounds.low for one in OpenSolver().cards(position)}
        assert values == {Card.EA: ace_first + bonus, Card.SK: king_first}


def test_partners_who_share_the_trumps_do_not_bring_every_high_card_home() -> None:
    # SZ draws both trumps; then HK's owner leads EO, and EZ takes BO with it.
    position = Position(
        rules=rules_with("kreuzbinokel"),
        hands=_hands("HO BO | SA SZ | HK EO | SO EZ"),
        leader=1,
        trump=Suit.H,
        declarer=0,
        n_tricks=7,
    )
    assert OpenSolver().value(position) == Bounds(20, 20)
    assert Oracle(position).value() == 20


def _hands(text: str) -> tuple[int, ...]:
    return tuple(pack(parse_cards(hand)) for hand in text.split("|"))
