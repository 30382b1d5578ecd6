"""What the compiled heart is given is checked here, before it computes without any check.

Every fault is a ValueError that names what is wrong.
"""

from collections.abc import Sequence
from operator import index
from typing import TypeAlias

from binokel.kernel.bits import BINS, DEPTH, WIDTH

N_BITS = 48
N_RANKS = 6
N_DUTIES = 5
MOST_POINTS = 255
"""An entry of the table holds no more."""
MOST_WORTH = 63
"""Of one card; the order in which moves are tried is reckoned with it."""
MOST_CARDS = 24
SMALLEST_TABLE, LARGEST_TABLE = 12, 26
ROW = 40
"""So many numbers tell a deal."""
OUTCOME = 21
"""So many numbers tell how a deal went on from a card: 1 if the bid was made (0: not, -1: no end
yet), what stands against the bid, who won the last trick; of six seats the sides' scores, the
points of their tricks, and the cards they still hold."""
UNIT = 8
"""Estimates of hands are reckoned in eighths of a point."""
NOTHING = 1 << 20
"""Tables hold no negative numbers: an estimate of 0 stands there as this."""
MOST_FACTOR = 1000
"""So many times a bid of any size still is a number of 32 bits."""
N_SEATS = 6
N_PATTERNS = 729
"""So many ways there are to hold none, one or both copies of each rank of a suit."""
N_POSITIONS = 6
MOST_TOTAL = 4096
MOST_MELDS = 1 << 22
"""More than any cards meld under any rules: a meld counts 100,000 at most."""
MOST_SLOPE = 1 << 16
MELD_TENS, PLAY_TENS = 64, 40
"""Gains are told apart by so many tens of melds, and of points of play."""
MOST_PLAY = 384
MOST_GAIN = 1 << 24
MOST_WORLDS = 1 << 16
MOST_ITERATIONS = 1 << 20
MOST_BOLDNESS = 100.0
N_RESULTS = MOST_POINTS + 1
BEST = 1 << 16
"""What the best result is worth to a tree; the worst is worth 0."""
AUCTION = ("form", "minimum", "step", "maximum", "opener", "nobody", "forced", "two_passes")
AUCTION_LOW = (0, 1, 1, 1, 0, 0, 0, 0)
AUCTION_HIGH = (2, NOTHING, NOTHING, NOTHING, 2, 2, NOTHING, 1)
N_AUCTION = len(AUCTION)

Whole: TypeAlias = int
"""What a public method of a compiled class calls a number: an `int` there would be cut from a float
before anybody could refuse it."""


def check_free(is_made: int, is_busy: int) -> None:
    """Refuse an object that is not whole, or with which another thread computes."""
    if not is_made:
        raise ValueError("its __init__ has not run: call the class")
    if is_busy:
        raise ValueError("another thread is computing with it: take one object a thread")


def check_rules(
    trump: int,
    duties: Sequence[bool],
    worth: Sequence[int],
    bonuses: Sequence[int],
    sides: Sequence[int],
) -> None:
    """Raise a ValueError unless it is a game that the solver can play."""
    n = len(sides)
    _within("trump", trump, -1, 3)
    _within("the number of seats", n, 2, 6)
    _within("the number of duties", len(duties), N_DUTIES, N_DUTIES)
    _within("the number of ranks", len(worth), N_RANKS, N_RANKS)
    _within("the number of bonuses", len(bonuses), 3, 3)
    for duty in duties:
        if duty not in (False, True):
            raise ValueError(f"a duty holds or does not: True or False, not {duty!r}")
    for points in worth:
        _within("the worth of a card", points, 0, MOST_WORTH)
    if list(worth) != sorted(worth):
        raise ValueError(f"the worth of the ranks falls: {list(worth)}")
    for points in bonuses:
        _within("a bonus", points, 0, MOST_POINTS)
    for seat, side in enumerate(sides):
        _within(f"the side of seat {seat}", side, 1 << seat, (1 << n) - 1)
        members = [other for other in range(n) if side >> other & 1]
        if seat not in members or any(sides[other] != side for other in members):
            raise ValueError(f"seats are not of the same side both ways: {list(sides)}")


def check_position(
    n: int,
    hands: Sequence[int],
    leader: int,
    on_table: Sequence[int],
    aims: tuple[int, int],
    table_bits: int,
) -> None:
    """Raise a ValueError unless `n` seats can be in such a position.

    `aims` are the seats whose points are counted, and those who want these to have many.
    """
    if n == 0:
        raise ValueError("set the rules before a position")
    _within("the number of hands", len(hands), n, n)
    _within("the leader", leader, 0, n - 1)
    _within("the number of cards on the table", len(on_table), 0, n - 1)
    for name, mask in zip(("counted", "helpers"), aims, strict=True):
        _within(f"the mask of the {name}", mask, 0, (1 << n) - 1)
    check_table(table_bits)
    held = list(hands)
    for seat, hand in enumerate(hands):
        _within(f"the hand of seat {seat}", hand, 0, (1 << N_BITS) - 1)
    there = 0
    for place, card in enumerate(on_table):
        _within("a card on the table", card, 0, N_BITS - 1)
        seat = (leader + place) % n
        if held[seat] >> card & 1:
            raise ValueError(f"card {card} lies on the table and is in the hand of seat {seat}")
        held[seat] |= 1 << card
    for hand in held:
        if there & hand:
            raise ValueError(f"hands share cards: mask {there & hand:#x}")
        there |= hand
    sizes = [hand.bit_count() for hand in held]
    if len(set(sizes)) > 1:
        raise ValueError(f"hands, with what lies on the table, are not equally long: {sizes}")
    _within("the number of cards of each", sizes[0], 1, MOST_CARDS)


def check_worlds(
    n: int,
    worlds: Sequence[int],
    ahead: Sequence[int],
    leader: int,
    on_table: Sequence[int],
    sides: Sequence[int],
) -> None:
    """Raise a ValueError unless `n` seats can be asked so, in each of the worlds."""
    if n == 0:
        raise ValueError("set the rules before a question")
    _within("the number of worlds", len(ahead), 1, MOST_WORLDS)
    _within("the number of hands", len(worlds), n * len(ahead), n * len(ahead))
    _within("the leader", leader, 0, n - 1)
    _within("the number of cards on the table", len(on_table), 0, n - 1)
    _within("the number of masks of seats", len(sides), 2, 2)
    for seats in sides:
        _within("a mask of seats", seats, 0, (1 << n) - 1)
    for card in on_table:
        _within("a card on the table", card, 0, N_BITS - 1)
    left = whole("a hand", worlds[(leader + len(on_table)) % n]).bit_count()
    _within("the number of cards of each", left, 1, MOST_CARDS)
    done = {(leader + place) % n for place in range(len(on_table))}
    sizes = [left - (seat in done) for seat in range(n)]
    for number, points in enumerate(ahead):
        _within("what is ahead", points, 0, MOST_POINTS)
        for seat, size in enumerate(sizes):
            hand = worlds[n * number + seat]
            _within(f"the hand of seat {seat}", hand, 0, (1 << N_BITS) - 1)
            if hand.bit_count() != size:
                raise ValueError(f"seat {seat} holds {size} cards, not {hand:#x}")


def check_utility(good: Sequence[int], bad: Sequence[int], made_from: int) -> None:
    """Raise a ValueError unless these say what each result is worth."""
    _within("from where the bid is made", made_from, 0, NOTHING)
    for values in (good, bad):
        _within("the number of values", len(values), N_RESULTS, N_RESULTS)
        for value in values:
            _within("a value", value, 0, BEST)


def check_iterations(iterations: int, seed: int) -> None:
    """Raise a ValueError unless a tree can be grown so far from such a seed."""
    _within("the number of iterations", iterations, 1, MOST_ITERATIONS)
    _within("the seed", seed, 0, 2**64 - 1)


def check_boldness(boldness: float) -> None:
    """Raise a ValueError unless it says how much is tried."""
    if not 0.0 <= boldness <= MOST_BOLDNESS:
        raise ValueError(f"boldness is from 0 to {MOST_BOLDNESS:g}, not {boldness}")


def check_table(table_bits: int) -> None:
    """Raise a ValueError unless a table can have 2 to the power of it entries."""
    _within("the bits of the table's size", table_bits, SMALLEST_TABLE, LARGEST_TABLE)


def check_card(card: int) -> None:
    """Raise a ValueError unless it is the bit index of a card."""
    if not 0 <= whole("the card", card) < N_BITS:
        raise ValueError(f"card {card} may not be played")


def check_points(points: int) -> None:
    """Raise a TypeError unless points are asked about."""
    whole("points", points)


def check_limits(nodes: int, seconds: float) -> None:
    """Raise a ValueError unless both are limits; 0 is none."""
    if whole("the limit of nodes", nodes) < 0 or not seconds >= 0:
        raise ValueError(f"limits are from 0 on, not {nodes} nodes and {seconds} seconds")


def check_count(count: int, seed: int) -> None:
    """Raise a ValueError unless so many play-outs can be played with such a seed."""
    _within("the number of play-outs", count, 0, 2**48)
    _within("the seed", seed, 0, 2**64 - 1)


def check_hand(hand: int, trump: int) -> None:
    """Raise a ValueError unless melds of such a hand can be counted."""
    _within("the hand", hand, 0, (1 << N_BITS) - 1)
    _within("trump", trump, -1, 3)


def check_deck(deck: int, base: int, buried_worth: int) -> None:
    """Raise a ValueError unless these are cards, this an estimate, and that yes or no."""
    _within("the deck", deck, 1, (1 << N_BITS) - 1)
    _within("the base", base, -NOTHING, NOTHING)
    _within("buried_worth", buried_worth, 0, 1)


def check_values(name: str, values: Sequence[int], n: int) -> None:
    """Raise a ValueError unless these are `n` numbers that a table can hold."""
    _within(f"the number of {name}", len(values), n, n)
    each = f"a number in {name}"
    for value in values:
        if not 0 <= whole(each, value) < 2 * NOTHING:
            raise ValueError(f"{name} holds {value}, wanted are numbers from 0 below {2 * NOTHING}")


def check_auction(n: int, auction: Sequence[int], n_dabb: int, caution: int) -> None:
    """Raise a ValueError unless `n` seats can bid so."""
    _within("the number of seats", n, 2, N_SEATS)
    _within("the number of what an auction is told", len(auction), N_AUCTION, N_AUCTION)
    for name, value, low, high in zip(AUCTION, auction, AUCTION_LOW, AUCTION_HIGH, strict=True):
        _within(name, value, low, high)
    _within("the size of the Dabb", n_dabb, 0, MOST_CARDS)
    _within("the caution", caution, -NOTHING, NOTHING)


def check_book(
    side_of: Sequence[int], bonuses: Sequence[int], concede: Sequence[int], scoring: Sequence[int]
) -> None:
    """Raise a ValueError unless scores can be written down so."""
    _within("the number of seats", len(side_of), 2, N_SEATS)
    for seat, side in enumerate(side_of):
        _within(f"the side of seat {seat}", side, 0, len(side_of) - 1)
    for name, values, n in (
        ("bonuses", bonuses, 3),
        ("concede", concede, 5),
        ("scoring", scoring, 14),
    ):
        check_values(name, values, n)
    _within("the cost of going out", concede[0], 0, MOST_FACTOR)
    _within("the cost of losing", scoring[3], 0, MOST_FACTOR)


def check_deal(n: int, deck: int, deal: Sequence[int], manner: Sequence[int]) -> None:
    """Raise a ValueError unless a deck can be dealt so to `n` seats."""
    check_values("deal", deal, 4)
    _within("the cards of each", deal[0], 1, MOST_CARDS)
    if n * deal[0] + deal[1] != deck.bit_count():
        raise ValueError(
            f"{n} hands of {deal[0]} cards and a Dabb of {deal[1]} are not the "
            f"{deck.bit_count()} cards of the deck"
        )
    _within("the number of manners", len(manner), 2, 2)
    _within("what is given up", manner[0], -NOTHING, NOTHING)
    _within("whims", manner[1], 0, 256)


def check_layer(name: str, values: Sequence[int], n: int) -> None:
    """Raise a ValueError unless these are `n` numbers of 16 bits."""
    _within(f"the number of {name}", len(values), n, n)
    for value in values:
        _within(f"a number in {name}", value, -(2**15), 2**15 - 1)


def check_exps(values: Sequence[int], n: int) -> None:
    """Raise a ValueError unless these are `n` weights that add up within 32 bits."""
    _within("the number of exps", len(values), n, n)
    for value in values:
        _within("a number in exps", value, 0, 2**16)


def check_starts(first: Sequence[int], second: Sequence[int], last: Sequence[int]) -> None:
    """Raise a ValueError unless the layers can begin with these numbers."""
    for name, values, n in (
        ("first", first, N_POSITIONS * WIDTH),
        ("second", second, N_POSITIONS * DEPTH),
        ("last", last, BINS),
    ):
        _within(f"the number of {name}", len(values), n, n)
        for value in values:
            _within(f"a number in {name}", value, -(2**28), 2**28)


def check_keep(keep: int, buried: int, trump: int, position: int) -> None:
    """Raise a ValueError unless a declarer can have these cards, suit and place."""
    for name, cards in (("the hand", keep), ("what is buried", buried)):
        _within(name, cards, 0, (1 << N_BITS) - 1)
    if keep & buried:
        raise ValueError(f"cards are both kept and buried: mask {keep & buried:#x}")
    _within("trump", trump, 0, 3)
    _within("the place", position, 0, N_POSITIONS - 1)


def check_gains(
    made: Sequence[int], lost: Sequence[int], first: int, needed: int, more: int
) -> None:
    """Raise a ValueError unless each end of a deal is told what it is worth."""
    _within("the number of gains", len(made), MELD_TENS * PLAY_TENS, MELD_TENS * PLAY_TENS)
    _within("the number of losses", len(lost), PLAY_TENS, PLAY_TENS)
    gains = (*made, *lost)
    if not all(isinstance(gain, int) for gain in gains):
        raise TypeError("gains must be whole numbers")
    _within("the least gain", min(gains), -MOST_GAIN, MOST_GAIN)
    _within("the largest gain", max(gains), -MOST_GAIN, MOST_GAIN)
    _within("the first ten", first, 1, 10)
    _within("what is needed", needed, -MOST_TOTAL, MOST_GAIN)
    _within("what more melds are worth", more, -MOST_SLOPE, MOST_SLOPE)


def check_plan(
    hand: int, n_buried: int, position: int, mates: Sequence[int], turns: int, only: int
) -> None:
    """Raise a ValueError unless so many of these cards can be buried."""
    _within("the hand", hand, 1, (1 << N_BITS) - 1)
    _within("the number of buried cards", n_buried, 0, hand.bit_count() - 1)
    _within("the place", position, 0, N_POSITIONS - 1)
    _within("the number of trump suits that partners meld in", len(mates), 4, 4)
    for points in mates:
        _within("what partners meld", points, 0, MOST_MELDS)
    _within("turns", turns, 0, MOST_CARDS)
    _within("the only trump", only, -1, 3)


def check_batch(seed: int, first: int, count: int, out: memoryview) -> None:
    """Raise a ValueError unless there is room for the rows of so many deals."""
    _within("the seed", seed, 0, 2**64 - 1)
    _within("the number of the first deal", first, 0, 2**62)
    _within("the number of deals", count, 0, 2**40)
    if out.format not in ("q", "l") or out.itemsize != 8 or not out.c_contiguous or out.readonly:
        raise ValueError("rows go into a writable, contiguous buffer of format q")
    if out.nbytes < 8 * ROW * count:
        raise ValueError(f"{count} rows need {8 * ROW * count} bytes, there are {out.nbytes}")


def check_started(
    n: int, contract: Sequence[int], melds: Sequence[int], leader: int, played: Sequence[int]
) -> None:
    """Raise a ValueError unless `n` seats can have played so far."""
    _within("the number of what a contract is told", len(contract), 3, 3)
    _within("trump", contract[0], 0, 3)
    _within("the declarer", contract[1], 0, n - 1)
    _within("the bid", contract[2], 0, NOTHING)
    check_values("melds", melds, n)
    _within("the leader", leader, 0, n - 1)
    _within("the number of cards played", len(played), 0, n * MOST_CARDS)
    for card in played:
        check_card(card)
    if len(set(played)) < len(played):
        raise ValueError(f"a card was played twice: {list(played)}")


def check_outcomes(
    n: int, worlds: memoryview, cards: Sequence[int], n_tricks: int, out: memoryview
) -> int:
    """Return the number of worlds, if there is room for what becomes of them.

    Raises:
        ValueError: there is none, or a card is none.
    """
    _within("the number of tricks", n_tricks, 0, MOST_CARDS)
    for card in cards:
        check_card(card)
    if len(set(cards)) < len(cards) or not cards:
        raise ValueError(f"wanted are different cards, not {list(cards)}")
    if worlds.format not in ("Q", "L") or worlds.itemsize != 8 or not worlds.c_contiguous:
        raise ValueError("worlds come in a contiguous buffer of format Q")
    n_worlds, rest = divmod(worlds.nbytes, 8 * (n + 1))
    if rest or worlds.readonly:
        raise ValueError(f"a world of {n} seats is {n + 1} masks, in a writable buffer")
    check_batch(0, 0, 0, out)
    if out.nbytes < 8 * OUTCOME * n_worlds * len(cards):
        raise ValueError(f"{n_worlds} worlds and {len(cards)} cards need more room than there is")
    return n_worlds


def whole(name: str, value: int) -> int:
    """Return a number as Python's own; 1.5 is none, a TypeError names it."""
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None


def _within(name: str, value: int, low: int, high: int) -> None:
    if not low <= whole(name, value) <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise ValueError(f"{name} must be {wanted}, not {value}")
