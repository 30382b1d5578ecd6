"""Windows of the game with a stock against the oracle: what may be laid, and the best gain."""

from collections import Counter
from random import Random

from binokel.rules.melds import Meld
from binokel.rules.melds.check import MeldFault
from binokel.rules.melds.stock import best_window, lay
from binokel.rules.ruleset import RuleSet
from tests.differential.oracle_cases import (
    cases,
    packed,
    rich_meld,
    squeezed_hand,
    suit,
    varied,
)
from tests.oracle import stock as oracle
from tests.oracle.cards import SUITS, Cards
from tests.oracle.melds import every_meld


def total(melds: tuple[Meld, ...]) -> int:
    return sum(meld.points for meld in melds)


def stock_set(rng: Random) -> RuleSet:
    while True:
        rules = varied(rng, "melds")
        if rules.deal.stock:
            return rules


def draw(rng: Random, seat: oracle.Seat, hand: Cards, pool: Cards) -> None:
    """Play some cards and draw as many, so that some copies are gone."""
    for _ in range(rng.randint(1, 6)):
        if pool and hand:
            hand.remove(rng.choice(hand))
            hand.append(pool.pop())
            seat.ever[hand[-1]] += 1


def test_windows_of_a_deal_with_a_stock_are_the_oracles() -> None:
    for label, rng in cases("stock", 90):
        rules, trump = stock_set(rng), rng.choice(SUITS)
        pool = squeezed_hand(rng, rules, 24)
        rng.shuffle(pool)
        hand, pool = pool[:12], pool[12:]
        seat, standing = oracle.Seat(Counter(hand)), tuple[Meld, ...]()
        for _ in range(4):
            ever = packed(list(seat.ever.elements()))
            where = (label, rules.melds, trump, hand, seat)
            window = (rules, packed(hand), ever, suit(trump), standing)
            best = best_window(*window, False)
            after = lay(*window, best)
            assert not isinstance(after, MeldFault), where
            assert total(after) - total(standing) == oracle.best_gain(rules, trump, seat, hand), (
                where,
                best,
            )
            one = lay(*window, best_window(*window, True))
            assert not isinstance(one, MeldFault), where
            gain = oracle.best_gain(rules, trump, seat, hand, one_only=True)
            assert total(one) - total(standing) == gain, where
            shapes = list(every_meld(rules, trump))
            found = oracle.moves(rules, seat, hand, shapes)
            for meld in shapes:
                gains = [move.gain for move in found if move.meld == meld]
                laid = lay(*window, [rich_meld(meld)])
                assert isinstance(laid, MeldFault) == (not gains), (where, meld)
                if not isinstance(laid, MeldFault):
                    assert total(laid) - total(standing) == max(gains), (where, meld)
            if found and rng.random() < 0.8:
                chosen = rng.choice(found)
                move = max(
                    (m for m in found if m.meld == chosen.meld),
                    key=lambda m: (m.gain, -len(m.void)),
                )
                seat = oracle.lay(rules, seat, move)
                laid = lay(*window, [rich_meld(move.meld)])
                assert not isinstance(laid, MeldFault), where
                standing = laid
            draw(rng, seat, hand, pool)
