"""The hope for a Bettel while the bidding goes on: the rule of thumb, set right by open cards.

A Bettel counts whatever the bid, so what others hope for decides what their bids mean.

Source: rules.md [bid-durch], [bettel-value], [bettel-and-partner].
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import NamedTuple

from binokel.cards.deck import deck_bits
from binokel.cards.hand import UNITS
from binokel.players.heuristic import special
from binokel.players.heuristic.cards import all_indices
from binokel.players.heuristic.values import mates, special_value
from binokel.players.search.specials import LEAST, Asked, Trials, made_of
from binokel.rules.contracts import Contract, contract_value
from binokel.rules.ruleset import RuleSet
from binokel.rules.writer import content_hash

CASES, NODES = 24, 1_500_000
"""So many Dabbs tell how far the rule of thumb is off, or as many as take these nodes."""
USUAL_CASES, USUAL_NODES = 240, 6_000_000
"""The same for any hands, once for a rule set."""
HANDS = 400
"""So many times the better of two random hands tells how often a declarer has a Bettel."""


class Usual(NamedTuple):
    """How often a declarer has a Bettel that is worth it, and its mean chance then."""

    share: float
    chance: float


KNOWN = {
    "81142777d8db25c0": Usual(0.02, 0.6191329454715656),
    "ba92b8345eb1694a": Usual(0.0, 0.0),
    "c546ba2e80b8cb37": Usual(0.9675, 0.7180219638242894),
    "3d849ca0954ed9df": Usual(0.2225, 0.6343121773458852),
    "4405b12c23d6392a": Usual(0.6125, 0.6159052007899934),
}
"""What `usual_of` finds for the shipped rule sets that have a Bettel, by their content's hash.

The first bid would wait a second for it; a test finds it again.
"""
HASHED = slice(7, 23)
"""So much of the hash is enough: what stands before it is its kind."""


def value_of(rules: RuleSet) -> int | None:
    """Return what a Bettel counts, None where there is none."""
    return contract_value(rules, Contract.BETTEL, is_open=False, from_hand=False)


def chance(rules: RuleSet, bits: int, shift: float) -> float:
    """Return the chance of a Bettel, 0 where it is not worth a thought."""
    told = _by_thumb(rules, bits)[1]
    return min(0.97, max(0.0, told + shift)) if told >= LEAST else 0.0


@lru_cache(maxsize=256)
def shift_of(rules: RuleSet, seats: tuple[int, int], hand: int) -> float:
    """Return how much more open cards tell than the rule of thumb.

    `hand` is packed, `seats` are the declarer's and the dealer's. The same hand has always the
    same Dabbs.
    """
    hands = _hands(rules, hand, CASES, Random(f"shift {hand}"))
    return _shift(rules, seats, hands, NODES)


@lru_cache(maxsize=64)
def usual_of(rules: RuleSet) -> Usual:
    """Return what is usual at a table whose players know each other's cards no better."""
    if value_of(rules) is None:
        return Usual(0.0, 0.0)
    return KNOWN.get(content_hash(rules)[HASHED]) or find_usual(rules)


def find_usual(rules: RuleSet) -> Usual:
    """Return what `usual_of` does, found in random deals: rules that have a Bettel."""
    value, rng = value_of(rules), Random(1)
    assert value is not None
    hands = _hands(rules, 0, USUAL_CASES, rng)
    shift = _shift(rules, (0, rules.n_seats - 1), hands, USUAL_NODES)
    told = [chance(rules, bits, shift) for bits in _hands(rules, 0, 2 * HANDS, rng)]
    better = [max(pair) for pair in zip(told[::2], told[1::2], strict=True)]
    worth = [one for one in better if special_value(rules, value, rules.bidding.minimum, one) > 0]
    return Usual(len(worth) / HANDS, fmean(worth) if worth else 0.0)


def _shift(rules: RuleSet, seats: tuple[int, int], hands: Iterator[int], room: int) -> float:
    """Return how much more open cards tell than the rule of thumb."""
    told, won = [], []
    for number, bits in enumerate(hands):
        buried, by_thumb = _by_thumb(rules, bits)
        if by_thumb < LEAST:
            continue
        # Without a Dabb the hands are all the same: the others' cards differ.
        trials = Trials(Asked(rules, Contract.BETTEL, None, seats, bits), 2 + number, room)
        told.append(by_thumb)
        won.append(trials.won(buried, 0, 1))
        room = trials.room
        if room <= 0:
            break
    if not told:
        return 0.0
    return made_of(rules, Contract.BETTEL, fmean(won)) - fmean(told)


def _hands(rules: RuleSet, hand: int, n: int, rng: Random) -> Iterator[int]:
    """Yield what a hand (0: any) becomes with random Dabbs, packed."""
    unseen = all_indices(deck_bits(rules.deck.sevens) - hand)
    size = rules.deal.dabb + (0 if hand else rules.deal.hand)
    for _ in range(n):
        yield hand + sum([UNITS[index] for index in rng.sample(unseen, size)])


def _by_thumb(rules: RuleSet, bits: int) -> tuple[int, float]:
    """Return the cards to bury (packed) and the chance by the rule of thumb."""
    deck = deck_bits(rules.deck.sevens)
    buried = special.bettel_burying(bits, deck, rules.deal.dabb)
    return buried, special.bettel_chance(bits - buried, deck - bits, mates(rules))
