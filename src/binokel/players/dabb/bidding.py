"""Bidding: the least bid or weg, by the melds to expect and a rough count of tricks."""

from random import Random

from binokel.cards.card import SUITS
from binokel.cards.deck import deck_bits
from binokel.cards.hand import UNITS, pack
from binokel.engine.actions import Action, Bid, Pass
from binokel.engine.choices import Bids
from binokel.engine.match import MatchView
from binokel.players.dabb.estimate import best_suit, suit_scores, trick_points
from binokel.players.heuristic.cards import all_indices, n_of
from binokel.rules.melds import meld_points
from binokel.rules.ruleset import RuleSet

_DABBS = 24
_HOPE = 0.7
"""The share of what the Dabb improves the melds by on average that is counted."""

_SURE, _HOPELESS = 60, -50
_MOST_PASSING = 0.85


def call(view: MatchView, choice: Bids, rng: Random) -> Action:
    """Return the least bid, or weg."""
    if choice.minimum is None:
        return Pass()
    if not choice.may_pass:
        return Bid(choice.minimum)
    worth = hand_worth(view.rules, pack(view.deal.hand), rng)
    if wants_to_bid(worth - choice.minimum, _partner_holds(view), rng):
        return Bid(choice.minimum)
    return Pass()


def wants_to_bid(surplus: float, partner_holds: bool, rng: Random) -> bool:
    """Tell whether to bid with so many points above the next bid.

    In between the sure and the hopeless chance decides, unless the partner holds the bid.
    """
    if surplus >= _SURE:
        return True
    if surplus <= _HOPELESS or partner_holds:
        return False
    return rng.random() >= min(_MOST_PASSING, (_SURE - surplus) / (_SURE - _HOPELESS))


def hand_worth(rules: RuleSet, bits: int, rng: Random) -> float:
    """Return melds and tricks of a hand that has no Dabb yet."""
    averages = average_melds(rules, bits, rng)
    trump = best_suit([100 * mean + n_of(bits, s) for s, mean in enumerate(averages)])
    base = bare_melds(rules, bits)
    melds = base + _HOPE * (averages[trump] - base)
    return melds + trick_points(rules.n_seats, bits, trump)


def bare_melds(rules: RuleSet, bits: int) -> int:
    """Return the melds of a hand in its best suit."""
    return meld_points(rules, bits, SUITS[best_suit(suit_scores(rules, bits))])


def average_melds(rules: RuleSet, bits: int, rng: Random) -> list[float]:
    """Return for each suit the mean of the melds over random unseen Dabbs."""
    unseen = all_indices(deck_bits(rules.deck.sevens) - bits)
    totals = [0] * len(SUITS)
    for _ in range(_DABBS):
        whole = bits + sum([UNITS[card] for card in rng.sample(unseen, rules.deal.dabb)])
        for suit in SUITS:
            totals[suit.index] += meld_points(rules, whole, suit)
    return [total / _DABBS for total in totals]


def _partner_holds(view: MatchView) -> bool:
    auction, seat, side_of = view.deal.auction, view.deal.seat, view.rules.side_of
    if auction is None or auction.holder is None or seat is None:
        return False
    return auction.holder != seat and side_of[auction.holder] == side_of[seat]
