"""Durch and Bettel before the cards: how often they are won with open cards, what the match gives.

What to bury for them is the heuristic player's choice. Defenders who do not see the cards let
many a Bettel of a declarer without partners pass that they could sink: about as many are made as
the root of the open share (`docs/measurements.md`).

Source: rules.md [durch-order], [durch-partner], [bettel-lead], [bettel-and-partner].
"""

from functools import lru_cache
from math import sqrt
from random import Random

from binokel.cards.card import SUITS
from binokel.cards.deck import deck_bits
from binokel.cards.hand import UNITS
from binokel.engine.actions import NameContract
from binokel.engine.match import MatchView
from binokel.kernel.cards import deal_masks
from binokel.kernel.core import Solver
from binokel.kernel.params import aims_of, play_params
from binokel.players.base import Fact
from binokel.players.heuristic import contract as thumb
from binokel.players.heuristic import special
from binokel.players.heuristic.cards import all_indices
from binokel.players.heuristic.contract import Intent
from binokel.players.heuristic.values import mates
from binokel.players.search.stakes import Stakes
from binokel.rules.contracts import Contract, contract_value, leads_first
from binokel.rules.ruleset import RuleSet

WORLDS = 24
NODES = 300_000
"""A world whose search takes longer counts as lost."""
TABLE_BITS = 14
LEAST = 0.02
"""What the rule of thumb gives less of is not looked into."""


def specials(view: MatchView, stakes: Stakes, bits: int, n_bury: int) -> list[Intent]:
    """Return the Durch and Bettel that may be announced, valued for the match."""
    return [_valued(view, stakes, bits, intent) for intent in thumb.specials(view, bits, n_bury)]


def _valued(view: MatchView, stakes: Stakes, bits: int, intent: Intent) -> Intent:
    rules, deal, action = view.rules, view.deal, intent.action
    assert isinstance(action, NameContract)
    assert deal.seat is not None
    called = deal.call is not None
    value = contract_value(
        rules, action.contract, is_open=action.is_open, from_hand=False, called=called
    )
    assert value is not None
    chance = intent.chance
    is_told = action.contract is Contract.DURCH and rules.contracts.durch_trump == "first-card"
    if not is_told and chance >= LEAST:
        trump = None if action.suit is None else action.suit.index
        keep = bits - intent.buried
        chance = won_open(
            rules, action.contract, trump, (deal.seat, deal.dealer), keep, intent.buried
        )
        if action.contract is Contract.BETTEL and not mates(rules):
            chance = sqrt(chance)
    lost, won = (stakes.special(value, deal.bid, sure) for sure in (0.0, 1.0))
    doubt = special.DOUBT if is_told else 1.96 * sqrt(chance * (1 - chance) / WORLDS)
    fact = Fact(
        f"{action.contract.value}_chance", {"percent": round(100 * chance), "points": value}
    )
    return intent._replace(
        value=chance * won + (1 - chance) * lost,
        facts=(fact,),
        chance=chance,
        half=doubt * abs(won - lost),
    )


@lru_cache(maxsize=256)
def won_open(
    rules: RuleSet,
    contract: Contract,
    trump: int | None,
    seats: tuple[int, int],
    keep: int,
    buried: int,
) -> float:
    """Return how often a contract is won with open cards, the others' dealt at random.

    `seats` are the declarer's and the dealer's; `keep` and `buried` are packed. The same cards
    have always the same worlds.
    """
    seat, dealer = seats
    n = rules.n_seats
    unseen = all_indices(deck_bits(rules.deck.sevens) - keep - buried)
    counted, helpers = aims_of(rules, contract, seat)
    params = play_params(rules, None if trump is None else SUITS[trump], contract)
    solver = Solver()
    solver.set_rules(params.trump, params.duties, params.worth, params.bonuses, params.sides)
    leader = leads_first(rules, contract, seat, dealer)
    rng, size, won = Random(keep), rules.deal.hand, 0
    for _ in range(WORLDS):
        rng.shuffle(unseen)
        hands = [sum([UNITS[i] for i in unseen[k * size : (k + 1) * size]]) for k in range(n - 1)]
        hands.insert(seat, keep)
        masks, _ = deal_masks(hands)
        solver.set_position(masks, leader, [], counted, True, TABLE_BITS, helpers)
        solver.set_limits(NODES, 0.0)
        won += solver.reaches(size) is True
    return won / WORLDS
