"""Input that cannot be is refused by name, and leaves no solver behind that answers nonsense."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from binokel.cards.card import Card, Suit
from binokel.cards.hand import pack
from binokel.cards.notation import parse_cards
from binokel.engine.phase import Phase
from binokel.errors import Unsupported
from binokel.kernel import COMPILED
from binokel.kernel.core import Solver
from binokel.kernel.params import play_params
from binokel.kernel.position import Position, position_of
from binokel.kernel.solve import Limits, OpenSolver
from binokel.rules.contracts import Contract
from binokel.testing.builders import deal_with, play_to, rules_with

DUTIES = (True, True, True, False, False)
WORTH = (0, 2, 3, 4, 10, 11)
RULES: dict[str, Any] = {
    "trump": 0,
    "duties": DUTIES,
    "worth": WORTH,
    "bonuses": (0, 10, 0),
    "sides": (1, 2, 4),
}
# EA EZ | EK EO | SA SU in the kernel's bits; the leader wins both tricks.
POSITION: dict[str, Any] = {
    "hands": (1 << 10 | 1 << 8, 1 << 6 | 1 << 4, 1 << 22 | 1 << 14),
    "leader": 0,
    "on_table": (),
    "counted": 1,
    "is_first": False,
    "table_bits": 12,
}
VALUE = 11 + 10 + 4 + 3 + 11 + 2 + 10
HUGE = 1 << 200


def asked(rules: dict[str, Any] | None = None, position: dict[str, Any] | None = None) -> Solver:
    solver = Solver()
    solver.set_rules(**(RULES | (rules or {})))
    solver.set_position(**(POSITION | (position or {})))
    return solver


def test_what_is_refused_below_is_otherwise_answered() -> None:
    assert asked().value() == (VALUE, VALUE)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"trump": 4}, "trump"),
        ({"trump": -2}, "trump"),
        ({"trump": HUGE}, "trump"),
        ({"duties": DUTIES[:4]}, "duties"),
        ({"duties": (*DUTIES, True)}, "duties"),
        ({"worth": WORTH[:5]}, "ranks"),
        ({"worth": (*WORTH, 12)}, "ranks"),
        ({"worth": (0, 3, 2, 4, 10, 11)}, "falls"),
        ({"worth": (-1, 2, 3, 4, 10, 11)}, "worth"),
        ({"worth": (0, 2, 3, 4, 10, 64)}, "worth"),
        ({"bonuses": (0, 256, 0)}, "bonus"),
        ({"bonuses": (0, -1, 0)}, "bonus"),
        ({"bonuses": (0, 0, HUGE)}, "bonus"),
        ({"bonuses": (0, 10)}, "bonuses"),
        ({"sides": (1,)}, "seats"),
        ({"sides": ()}, "seats"),
        ({"sides": tuple(1 << seat for seat in range(7))}, "seats"),
        ({"sides": (1, 2, 8)}, "side of seat 2"),
        ({"sides": (5, 2, 4)}, "both ways"),
        ({"sides": (2, 2, 4)}, "both ways"),
        ({"sides": (0, 2, 4)}, "side of seat 0"),
        ({"sides": (1, 2, -4)}, "side of seat 2"),
        ({"duties": ("yes", *DUTIES[1:])}, "duty"),
    ],
)
def test_a_game_that_cannot_be_is_refused(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        asked(rules=wrong)


HANDS = POSITION["hands"]


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"hands": (HANDS[0], HANDS[0], HANDS[2])}, "share cards"),
        ({"hands": (HANDS[0], HANDS[1], 1 << 22)}, "equally long"),
        ({"hands": HANDS[:2]}, "number of hands"),
        ({"hands": (*HANDS, 3 << 40)}, "number of hands"),
        ({"hands": ()}, "number of hands"),
        ({"hands": (0, 0, 0)}, "cards of each"),
        ({"hands": (-1, HANDS[1], HANDS[2])}, "hand of seat 0"),
        ({"hands": (HANDS[0], HANDS[1], 1 << 48 | 1 << 20)}, "hand of seat 2"),
        ({"hands": (HANDS[0], HUGE, HANDS[2])}, "hand of seat 1"),
        ({"leader": 3}, "leader"),
        ({"leader": -1}, "leader"),
        ({"leader": HUGE}, "leader"),
        ({"on_table": (10,)}, "in the hand of seat 0"),
        ({"on_table": (22,)}, "share cards"),
        ({"on_table": (10,), "leader": 1, "hands": (1 << 8, HANDS[1], HANDS[2])}, "equally long"),
        ({"on_table": (47, 47), "hands": (1 << 8, 1 << 6, HANDS[2])}, "share cards"),
        ({"on_table": (46, 45, 44)}, "on the table"),
        ({"on_table": tuple(range(24, 48))}, "on the table"),
        ({"on_table": (48,)}, "card on the table"),
        ({"on_table": (-1,)}, "card on the table"),
        ({"on_table": (HUGE,)}, "card on the table"),
        ({"counted": 8}, "counted"),
        ({"counted": -1}, "counted"),
        ({"counted": HUGE}, "counted"),
        ({"table_bits": 11}, "table"),
        ({"table_bits": 27}, "table"),
        ({"table_bits": -1}, "table"),
    ],
)
def test_a_position_that_cannot_be_is_refused(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        asked(position=wrong)


def test_25_cards_each_are_more_than_the_deck_has() -> None:
    solver = Solver()
    solver.set_rules(0, DUTIES, WORTH, (0, 10, 0), (1, 2))
    hands = ((1 << 25) - 1, ((1 << 25) - 1) << 23)
    with pytest.raises(ValueError, match="share cards"):
        solver.set_position(hands, 0, (), 1, False, 12)
    solver.set_position(((1 << 24) - 1, ((1 << 24) - 1) << 24), 0, (), 1, False, 12)
    assert solver.legal_cards().bit_count() == 12


def test_more_points_than_the_table_holds_are_refused() -> None:
    deck = ((1 << 24) - 1, ((1 << 24) - 1) << 24)
    solver = Solver()
    solver.set_rules(0, DUTIES, WORTH, (0, 15, 0), (1, 2))
    solver.set_position(deck, 0, (), 1, False, 12)
    solver.set_rules(0, DUTIES, WORTH, (0, 16, 0), (1, 2))
    with pytest.raises(ValueError, match="256 points"):
        solver.set_position(deck, 0, (), 1, False, 12)


def test_dear_cards_within_what_can_be_counted_are_ordered_as_all_others() -> None:
    solver = asked(rules={"worth": (0, 2, 3, 4, 60, 63)})
    assert solver.value() == (63 + 60 + 4 + 3 + 63 + 2 + 10,) * 2


QUESTIONS: tuple[Callable[[Solver], object], ...] = (
    lambda solver: solver.value(),
    lambda solver: solver.reaches(1),
    lambda solver: solver.legal_cards(),
    lambda solver: solver.card_value(10, -1),
    lambda solver: solver.card_reaches(10, 1),
    lambda solver: solver.play_out(1, 1),
)


def test_a_new_solver_has_searched_nothing() -> None:
    assert Solver().nodes_searched() == 0


@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_is_answered_without_a_position(question: Callable[[Solver], object]) -> None:
    refused = asked()
    with pytest.raises(ValueError, match="leader"):
        refused.set_position(**(POSITION | {"leader": 5}))
    changed = asked()
    changed.set_rules(**(RULES | {"sides": (1, 2, 4, 8)}))
    for solver in (Solver(), refused, changed):
        with pytest.raises(ValueError, match="position"):
            question(solver)
    assert question(asked()) is not None


def test_a_position_before_any_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="rules"):
        Solver().set_position(**POSITION)


@pytest.mark.parametrize("card", [-1, 6, 9, 22, 47, 48, 63, 64, HUGE, -HUGE])
def test_a_card_that_may_not_be_played_has_no_value(card: int) -> None:
    solver = asked()
    with pytest.raises(ValueError, match="may not be played"):
        solver.card_value(card, -1)
    with pytest.raises(ValueError, match="may not be played"):
        solver.card_reaches(card, 1)
    assert solver.card_value(10, -1) == (VALUE, VALUE)


@pytest.mark.parametrize("points", [-HUGE, -1, 0, VALUE, VALUE + 1, HUGE])
def test_any_number_of_points_may_be_asked_about(points: int) -> None:
    solver = asked()
    assert solver.reaches(points) is (points <= VALUE)
    assert solver.card_reaches(10, points) is (points <= VALUE)
    assert solver.card_value(10, points) == (VALUE, VALUE)


def test_limits_and_play_outs_refuse_what_is_no_number_of_them() -> None:
    solver = asked()
    for nodes, seconds in ((-1, 0.0), (0, -1.0), (0, float("nan")), (-HUGE, 0.0)):
        with pytest.raises(ValueError, match="limits"):
            solver.set_limits(nodes, seconds)
    solver.set_limits(HUGE, float("inf"))
    assert solver.value() == (VALUE, VALUE)
    for count, seed in ((-1, 1), (HUGE, 1), (1, -1), (1, 1 << 64)):
        with pytest.raises(ValueError, match="must be"):
            solver.play_out(count, seed)
    assert solver.play_out(3, (1 << 64) - 1) == 3 * VALUE
    assert solver.play_out(0, 0) == 0


@pytest.mark.parametrize("wrong", [1.0, 0.5, "1", None, (1,)])
def test_what_is_no_whole_number_is_refused_by_name_and_never_cut_to_one(wrong: Any) -> None:
    solver = asked()
    for name in ("leader", "counted", "table_bits", "hands", "on_table"):
        value = (wrong,) * 3 if name == "hands" else (wrong,) if name == "on_table" else wrong
        with pytest.raises(TypeError, match="must be a whole number"):
            asked(position={name: value})
    for name in ("trump", "worth", "bonuses", "sides"):
        value = wrong if name == "trump" else (wrong, *RULES[name][1:])
        with pytest.raises(TypeError, match="must be a whole number"):
            asked(rules={name: value})
    questions: tuple[Callable[[], object], ...] = (
        lambda: solver.reaches(wrong),
        lambda: solver.card_value(wrong, -1),
        lambda: solver.card_value(10, wrong),
        lambda: solver.card_reaches(10, wrong),
        lambda: solver.play_out(wrong, 1),
        lambda: solver.play_out(1, wrong),
        lambda: solver.set_limits(wrong, 0.0),
        lambda: solver.resize(wrong),
        lambda: OpenSolver().reaches(_position(), wrong),
        lambda: OpenSolver().value_with_melds(_position(), wrong),
        lambda: OpenSolver().reaches_with_melds(_position(), wrong, 20),
    )
    for question in questions:
        with pytest.raises(TypeError, match="must be a whole number"):
            question()


def test_a_table_is_made_larger_only_within_bounds() -> None:
    solver = asked()
    for bits in (-1, 11, 27, HUGE):
        with pytest.raises(ValueError, match="table"):
            solver.resize(bits)
    solver.resize(14)
    assert solver.value() == (VALUE, VALUE)


def test_a_solver_that_was_never_made_refuses_everything() -> None:
    with pytest.raises((ValueError, AttributeError), match=r"__init__|is_made"):
        Solver.__new__(Solver).set_rules(**RULES)
    with pytest.raises((ValueError, AttributeError), match=r"__init__|is_made"):
        Solver.__new__(Solver).value()


def test_a_limit_need_not_be_set() -> None:
    assert asked().reaches(VALUE) is True
    with pytest.raises(ValueError, match="limits"):
        OpenSolver(Limits(nodes=-1)).value(_position())


def _position() -> Position:
    hands = tuple(pack(parse_cards(hand)) for hand in ["EA EZ ", " EK EO ", " SA SU"])
    return Position(rules=rules_with(), hands=hands, leader=0, trump=Suit.E, declarer=0)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"hands": _position().hands[:2]}, "seats"),
        ({"leader": 3}, "seats"),
        ({"leader": -1}, "seats"),
        ({"declarer": 3}, "seats"),
        ({"trick": (Card.SA, Card.SU, Card.SK)}, "on the table"),
        ({"trick": (Card.SA,)}, "equally long"),
        ({"hands": (-1, 1, 1)}, "packed"),
        ({"hands": (1 << 48, 1, 1)}, "packed"),
        ({"hands": (3, 3, 3)}, "more than twice"),
        ({"hands": (1, 1, 1)}, "more than twice"),
        ({"hands": (0, 0, 0)}, "cards of each"),
        ({"hands": (1, 4, 20)}, "equally long"),
        ({"n_tricks": -1}, "packed"),
    ],
)
def test_a_position_of_cards_that_cannot_be_is_refused(wrong: dict[str, Any], named: str) -> None:
    position = replace(_position(), **wrong)
    for question in (
        OpenSolver().value,
        OpenSolver().cards,
        lambda one: OpenSolver().reaches(one, 10),
        lambda one: OpenSolver().holds(replace(one, contract=Contract.DURCH)),
    ):
        with pytest.raises(ValueError, match=named):
            question(position)


def test_a_word_is_no_contract() -> None:
    told: Any = "durch"
    with pytest.raises(Unsupported, match=r"a contract is one of .* not 'durch'"):
        OpenSolver().value(replace(_position(), contract=told))


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    with pytest.raises(Unsupported, match="does not hold SA"):
        _position().play(Card.SA)


def test_bonuses_beyond_what_can_be_counted_are_named_with_their_keys() -> None:
    rules = rules_with("stammtisch", play={"last_trick": 16})
    with pytest.raises(Unsupported, match="last_trick") as caught:
        play_params(rules, Suit.E, Contract.TRUMP)
    assert caught.value.details["keys"] == ["play.last_trick", "play.first_trick"]
    with pytest.raises(Unsupported, match="last_trick"):
        OpenSolver().value(replace(_position(), rules=rules))
    assert play_params(rules, None, Contract.DURCH).bonuses == (1, 0, 0)


def test_only_the_play_of_cards_without_a_stock_can_be_solved() -> None:
    with pytest.raises(Unsupported, match="phase auction"):
        position_of(deal_with(rules_with("stammtisch")))
    state = play_to(deal_with(rules_with("zu-zweit")), Phase.PLAY)
    assert state.stock
    with pytest.raises(Unsupported, match="stock"):
        position_of(state)


@pytest.mark.parametrize("seed", range(3))
def test_no_input_at_all_crashes_a_solver(seed: int) -> None:
    rng, solver = Random(f"fuzz {seed}"), Solver()
    refused = answered = 0
    for _ in range(3000 if COMPILED else 300):
        try:
            rng.choice(CALLS)(solver, rng)
            answered += 1
        except ValueError:
            refused += 1
    assert refused > 100
    assert answered > 50
    solver.set_rules(**RULES)
    solver.set_position(**POSITION)
    solver.set_limits(0, 0)
    assert solver.value() == (VALUE, VALUE)


def _number(rng: Random) -> int:
    return rng.choice((-HUGE, -1, 0, 1, 2, 5, 10, 11, 47, 48, 64, 255, 1 << 31, 1 << 48, HUGE))


def _some(rng: Random, usual: dict[str, Any]) -> dict[str, Any]:
    """Return arguments of which now and then one is odd."""
    values = dict(usual)
    for name, value in usual.items():
        if rng.random() < 0.12:
            values[name] = (
                tuple(rng.choice((*value, _number(rng))) for _ in range(rng.randint(0, 8)))
                if isinstance(value, tuple)
                else _number(rng)
            )
    if not 0 <= values.get("table_bits", 12) <= 20:
        values["table_bits"] = rng.choice((-1, 11, 27, 64, HUGE))
    return values


def _dealt(rng: Random) -> dict[str, Any]:
    n, each = rng.randint(2, 6), rng.randint(1, 4)
    cards = rng.sample(range(48), n * each)
    leader, n_on_table = rng.randrange(n), rng.randrange(n)
    hands = [sum(1 << card for card in cards[seat::n]) for seat in range(n)]
    on_table = tuple(cards[(leader + place) % n] for place in range(n_on_table))
    for place, card in enumerate(on_table):
        hands[(leader + place) % n] -= 1 << card
    return POSITION | {"hands": tuple(hands), "leader": leader, "on_table": on_table}


def _set_rules(solver: Solver, rng: Random) -> None:
    sides = tuple(1 << seat for seat in range(rng.randint(2, 6)))
    solver.set_rules(**_some(rng, RULES | {"sides": sides, "trump": rng.randint(-1, 3)}))


def _set_position(solver: Solver, rng: Random) -> None:
    solver.set_position(**_some(rng, _dealt(rng)))


def _set_both(solver: Solver, rng: Random) -> None:
    position = _dealt(rng)
    sides = tuple(1 << seat for seat in range(len(position["hands"])))
    solver.set_rules(**(RULES | {"sides": sides}))
    solver.set_position(**position)


def _set_limits(solver: Solver, rng: Random) -> None:
    solver.set_limits(rng.choice((0, 1, 1024, HUGE, -1)), rng.choice((0.0, 1.0, -1.0)))


def _ask_card(solver: Solver, rng: Random) -> None:
    card = rng.choice((rng.randrange(48), _number(rng)))
    solver.card_value(card, _number(rng))
    solver.card_reaches(card, _number(rng))


CALLS: tuple[Callable[[Solver, Random], object], ...] = (
    _set_rules,
    _set_position,
    _set_both,
    _set_both,
    _set_limits,
    _ask_card,
    lambda solver, rng: solver.value(),
    lambda solver, rng: solver.reaches(_number(rng)),
    lambda solver, rng: solver.legal_cards(),
    lambda solver, rng: solver.play_out(rng.randint(-1, 5), _number(rng)),
    lambda solver, rng: solver.nodes_searched(),
)
