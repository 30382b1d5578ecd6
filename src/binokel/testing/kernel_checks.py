"""What must hold between kernel and engine; each check asserts it for one position.

`kernel_soak` runs them very often, `tests/unit/kernel` a slice of them.
"""

from dataclasses import replace
from random import Random

from binokel.cards.card import CARDS, Card
from binokel.cards.hand import UNITS
from binokel.kernel.cards import deal_masks, kernel_bit
from binokel.kernel.core import Solver
from binokel.kernel.params import play_params
from binokel.kernel.position import Position
from binokel.kernel.solve import Bounds, OpenSolver
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.rules.tricks import legal_marks, winning_index
from binokel.testing.kernel_cases import largest_hand, random_position
from binokel.testing.kernel_oracle import Oracle

SMALLEST_TABLE = 12
MARK_OF_BIT = [0] * 48
for _card in CARDS:
    MARK_OF_BIT[kernel_bit(_card)] = MARK_OF_BIT[kernel_bit(_card) + 1] = UNITS[_card.index]


def ask(
    solver: Solver,
    position: Position,
    counted: int,
    table_bits: int = SMALLEST_TABLE,
    helpers: int = 0,
) -> list[int]:
    """Put a position before the bare solver; return the masks of the hands."""
    params = play_params(position.rules, position.trump, position.contract)
    masks, on_table = deal_masks(position.hands, position.trick)
    solver.set_rules(params.trump, params.duties, params.worth, params.bonuses, params.sides)
    is_first = position.n_tricks == 0
    solver.set_position(masks, position.leader, on_table, counted, is_first, table_bits, helpers)
    solver.set_limits(0, 0)
    return masks


def marks_of(mask: int) -> int:
    """Return the low bits of the packed form of a kernel mask without equal cards."""
    marks = 0
    while mask:
        low = mask & -mask
        marks += MARK_OF_BIT[low.bit_length() - 1]
        mask ^= low
    return marks


def check_walk(rng: Random, rules: RuleSet, solver: Solver) -> int:
    """Play at random to the end; the kernel knows the legal cards before each.

    Returns:
        How many positions were compared.
    """
    start = random_position(rng, rules, rng.randint(1, largest_hand(rules)))
    start = replace(start, trick=(), hands=_with_trick(start))
    trump = start.trump
    masks = ask(solver, start, 1)
    leader, is_first, count = start.leader, start.n_tricks == 0, 0
    duties, n = rules.play, rules.n_seats
    while any(masks):
        bits: list[int] = []
        trick: list[int] = []
        suit = -1 if trump is None else trump.index
        for place in range(n):
            seat = (leader + place) % n
            solver.set_position(masks, leader, bits, 1, is_first, SMALLEST_TABLE)
            mask = solver.legal_cards()
            partner_wins = False
            if trick:
                winner = (leader + winning_index(trick, suit)) % n
                partner_wins = rules.side_of[winner] == rules.side_of[seat]
            packed = sum(MARK_OF_BIT[bit] for bit in range(48) if masks[seat] >> bit & 1)
            wanted = legal_marks(duties, packed, trick, suit, partner_wins)
            assert marks_of(mask) == wanted, (rules, masks, leader, bits, mask)
            assert mask & ~masks[seat] == 0, "a card that is not held"
            count += 1
            legal = [bit for bit in range(48) if mask >> bit & 1]
            bit = rng.choice(legal)
            if bit & 1 == 1 and masks[seat] >> (bit - 1) & 1 and rng.random() < 0.5:
                bit -= 1  # the other one of two equal cards
            masks[seat] &= ~(1 << bit)
            bits.append(bit)
            trick.append(_index_of(bit))
        leader, is_first = (leader + winning_index(trick, suit)) % n, False
    return count


def _with_trick(position: Position) -> tuple[int, ...]:
    """Return the hands as they were before the running trick."""
    hands = list(position.hands)
    for place, card in enumerate(position.trick):
        hands[(position.leader + place) % len(hands)] += UNITS[card.index]
    return tuple(hands)


def _index_of(bit: int) -> int:
    suit, rank = divmod(bit // 2, 6)
    return 6 * suit + 5 - rank


def check_play_outs(rng: Random, rules: RuleSet, solver: Solver) -> int:
    """Play out at random: each seat gets the points that the engine's rules give it.

    Returns:
        How many positions were gone through.
    """
    n_cards = rng.randint(1, largest_hand(rules))
    position = without_naming(rng, random_position(rng, rules, n_cards))
    seed = rng.getrandbits(64)
    wanted = Oracle(position).play_out(seed)
    for seat, points in enumerate(wanted):
        ask(solver, position, 1 << seat)
        assert solver.play_out(1, seed) == points, (position, seat, seed)
    everyone = (1 << rules.n_seats) - 1
    ask(solver, position, everyone)
    assert solver.play_out(1, seed) == sum(wanted), (position, seed)
    return sum(mask.bit_count() for mask in deal_masks(position.hands)[0])


def without_naming(rng: Random, position: Position) -> Position:
    """Return the position with its trump named where that is still to come."""
    if not position.names_trump:
        return position
    held = [card for card in CARDS if position.hands[position.seat] >> (2 * card.index) & 3]
    return replace(position, trump=rng.choice(held).suit, n_tricks=1)


def check_ending(position: Position, solver: OpenSolver) -> int:
    """Compare value, threshold, every legal card and best line with brute force.

    Returns:
        The value.
    """
    oracle = Oracle(position)
    value = oracle.value()
    assert solver.value(position) == Bounds(value, value), (position, value)
    assert solver.reaches(position, value) is True, (position, value)
    assert solver.reaches(position, value + 1) is False, (position, value)
    check_cards(position, solver, oracle.cards())
    line = solver.line(position)
    assert oracle.replay(line) == value, (position, line)
    if position.contract is not Contract.TRUMP:
        is_won = value == position.n_left and not position.is_lost
        assert solver.holds(position) is is_won, (position, value)
    return value


def check_cards(position: Position, solver: OpenSolver, wanted: dict[Card, int]) -> None:
    """Compare the value of every legal card, and that the best comes first."""
    found = solver.cards(position)
    exact = {card: Bounds(points, points) for card, points in wanted.items()}
    assert {one.card: one.bounds for one in found} == exact, (position, found, wanted)
    points = [one.bounds.low for one in found]
    assert points in (sorted(points), sorted(points, reverse=True)), (position, found)
    assert solver.value(position).low == points[0], (position, found)


def check_any_side(rng: Random, position: Position, solver: Solver) -> None:
    """Compare with brute force where any seats' points are counted, partners or not.

    Where tricks count any seats may want these to have many, as in a Bettel.
    """
    position = without_naming(rng, position)
    n = 1 << position.rules.n_seats
    counted, helpers = rng.randrange(n), 0
    if position.contract is not Contract.TRUMP:
        helpers = rng.randrange(n)
    oracle = Oracle(position, _seats(counted), _seats(helpers) if helpers else None)
    value = oracle.value()
    ask(solver, position, counted, rng.choice((12, 12, 14)), helpers)
    for points in rng.sample(range(-2, 262), 5):
        assert solver.reaches(points) is (value >= points), (position, counted, helpers, points)
    assert solver.value() == (value, value), (position, counted, helpers, value)
    legal = solver.legal_cards()
    cards = oracle.cards()
    assert marks_of(legal) == sum(UNITS[card.index] for card in cards), position
    for bit in range(48):
        if legal >> bit & 1:
            wanted = cards[CARDS[_index_of(bit)]]
            guess = rng.randint(-1, 262)
            assert solver.card_value(bit, guess) == (wanted, wanted), (
                position,
                counted,
                helpers,
                bit,
            )
            points = rng.randint(-1, 262)
            reached = solver.card_reaches(bit, points)
            assert reached is (wanted >= points), (position, counted, helpers, bit, points)


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def check_melds(rng: Random, position: Position, solver: OpenSolver) -> None:
    """Compare with brute force where melds lapse without a trick."""
    if position.contract is not Contract.TRUMP or position.rules.scoring.meld_trick == "seat":
        return
    oracle = Oracle(position)
    cards = oracle.trick_cards()
    assert dict(solver.trick_cards(position)) == cards, (position, cards)
    takes = any(cards.values()) if position.seat in oracle.counted else all(cards.values())
    assert solver.takes_trick(position) is takes, (position, cards)
    for melds in (0, rng.randint(1, 30), rng.randint(1, 400)):
        value = oracle.value_with_melds(melds)
        assert solver.value_with_melds(position, melds) == Bounds(value, value), (position, melds)
        for points in (value, value + 1, rng.randint(-1, 420)):
            reached = solver.reaches_with_melds(position, points, melds)
            assert reached is (value >= points), (position, melds, points)


def check_recursion(rng: Random, position: Position, solver: OpenSolver) -> None:
    """Check along a random line that a value is the best of those one card later.

    Each is solved anew as a position of its own: positions too large for brute force.
    """
    if position.declarer is None:
        position = replace(position, declarer=position.seat)
    while position.n_left > 1:
        cards = solver.cards(position)
        after: dict[Card, int] = {}
        for one in cards:
            following, points, winner = position.play(one.card)
            if position.contract is not Contract.TRUMP and winner is not None:
                points = 1
            counted = Oracle(position).counted
            after[one.card] = points if winner in counted else 0
            after[one.card] += solver.value(following).low if following.n_left else 0
        check_cards(position, solver, after)
        position, _, _ = position.play(rng.choice(cards).card)
