"""Durch and Bettel before the cards: how often they are won with open cards, what the match gives.

What to bury for them begins with the heuristic player's choice, and goes on with the exchange that
wins most in the same random deals of the others. Defenders who do not see the cards let many a
Bettel of a declarer without partners pass that they could sink: about as many are made as the
root of the open share (`docs/measurements.md`).

Source: rules.md [durch-order], [durch-partner], [bettel-lead], [bettel-and-partner].
"""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from random import Random
from typing import NamedTuple

from binokel.cards.card import SUITS
from binokel.cards.deck import deck_bits
from binokel.cards.hand import UNITS
from binokel.engine.actions import NameContract
from binokel.engine.choices import ContractOffer
from binokel.engine.match import MatchView
from binokel.kernel.cards import deal_masks
from binokel.kernel.core import Solver
from binokel.kernel.params import aims_of, play_params
from binokel.players.base import Alternative, Fact
from binokel.players.heuristic import contract as thumb
from binokel.players.heuristic import special
from binokel.players.heuristic.cards import all_indices, column
from binokel.players.heuristic.contract import Intent
from binokel.players.heuristic.values import mates
from binokel.players.search.stakes import Stakes
from binokel.rules.contracts import Contract, contract_value, leads_first
from binokel.rules.ruleset import RuleSet

WORLDS = 24
STAGES = ((3, 9), (8, 3), (WORLDS, 1))
"""After so many deals so many exchanges of a buried card are still looked at."""
ROUNDS = 3
NODES = 300_000
"""A world whose search takes longer counts as lost."""
MOST_NODES = 3_000_000
"""No further world is looked at once all have taken so many."""
BURYING_NODES = 10_000_000
"""The same for all ways of burying together."""
TABLE_BITS = 16
LEAST = 0.02
"""A Bettel that the rule of thumb gives less is not looked into."""
MOST_RISKS = 4
"""Nor is a Durch in which more cards may be beaten."""


class Asked(NamedTuple):
    """What a contract is to be won from: `bits` are all the own cards, packed.

    `seats` are the declarer's and the dealer's, `trump` a suit's index.
    """

    rules: RuleSet
    contract: Contract
    trump: int | None
    seats: tuple[int, int]
    bits: int


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
    asked = _asked(view, action, bits, intent.buried, intent.chance)
    buried = intent.buried
    if asked is not None and not deal.burying_done:
        buried = best_burying(asked, buried)
    chance = intent.chance if asked is None else told(asked, buried)
    worth, half = weighed(view, stakes, action, value, chance)
    return intent._replace(
        buried=buried,
        value=worth,
        facts=(thumb.chance_fact(action.contract, chance, value),),
        chance=chance,
        half=half,
    )


def from_hand(
    view: MatchView, stakes: Stakes, hand: int, offer: ContractOffer
) -> tuple[Alternative, Fact]:
    """Return what a Durch from a packed hand is worth, and the reason for it."""
    action, chance = thumb.from_hand(view.rules, hand, offer)
    asked = _asked(view, action, hand, 0, chance)
    if asked is not None:
        chance = told(asked, 0)
    worth, half = weighed(view, stakes, action, offer.value, chance)
    fact = thumb.chance_fact(action.contract, chance, offer.value)
    return Alternative(action, worth, (worth - half, worth + half), chance), fact


def weighed(
    view: MatchView, stakes: Stakes, action: NameContract, value: int, chance: float
) -> tuple[float, float]:
    """Return what a contract that counts `value` is worth, and its half interval."""
    lost, won = (stakes.special(value, view.deal.bid, sure) for sure in (0.0, 1.0))
    doubt = special.DOUBT
    if _is_searched(view.rules, action):
        doubt = 1.96 * sqrt(chance * (1 - chance) / WORLDS)
    return chance * won + (1 - chance) * lost, doubt * abs(won - lost)


def _asked(
    view: MatchView, action: NameContract, bits: int, buried: int, by_thumb: float
) -> Asked | None:
    """Return what is asked of open cards, None where they cannot tell more.

    `bits` and `buried` are packed, `by_thumb` is the chance by the rule of thumb.
    """
    rules, deal = view.rules, view.deal
    if not _is_searched(rules, action):
        return None
    if action.contract is Contract.BETTEL:
        is_hoped = by_thumb >= LEAST
    else:
        unseen = deck_bits(rules.deck.sevens) - bits
        kept, out = ([column(part, s) for s in range(4)] for part in (bits - buried, unseen))
        is_hoped = special.n_risks(kept, out) <= MOST_RISKS
    if not is_hoped:
        return None
    assert deal.seat is not None
    trump = None if action.suit is None else action.suit.index
    return Asked(rules, action.contract, trump, (deal.seat, deal.dealer), bits)


def _is_searched(rules: RuleSet, action: NameContract) -> bool:
    """Tell whether open cards tell of it: not where its first card names trump."""
    return action.contract is Contract.BETTEL or rules.contracts.durch_trump != "first-card"


def told(asked: Asked, buried: int) -> float:
    """Return the chance of a contract."""
    return made_of(asked.rules, asked.contract, won_open(asked, buried))


def made_of(rules: RuleSet, contract: Contract, share: float) -> float:
    """Return how many are made of such a share that open cards win."""
    return sqrt(share) if contract is Contract.BETTEL and not mates(rules) else share


# --- in open cards ------------------------------------------------------------------------------


class Trials:
    """The same random deals of the others for every way of burying."""

    def __init__(self, asked: Asked, seed: int, most_nodes: int) -> None:
        rules, self.asked = asked.rules, asked
        self.room = most_nodes
        self.size = rules.deal.hand
        self.counted, self.helpers = aims_of(rules, asked.contract, asked.seats[0])
        self.leader = leads_first(rules, asked.contract, *asked.seats)
        self.others: list[list[int]] = []
        self._unseen = all_indices(deck_bits(rules.deck.sevens) - asked.bits)
        self._rng = Random(f"{asked.bits} {seed}")
        params = play_params(
            rules, None if asked.trump is None else SUITS[asked.trump], asked.contract
        )
        self.solver = Solver()
        self.solver.set_rules(
            params.trump, params.duties, params.worth, params.bonuses, params.sides
        )

    def won(self, buried: int, first: int, n: int) -> int:
        """Return how many of deals `first` to `n` are won; those beyond the nodes are not."""
        keep = self.asked.bits - buried
        return sum(self._is_won(keep, k) for k in range(first, n) if self.has_room)

    @property
    def has_room(self) -> bool:
        """Whether another deal may be looked at."""
        return self.room > 0

    def _is_won(self, keep: int, number: int) -> bool:
        hands = list(self._dealt(number))
        hands.insert(self.asked.seats[0], keep)
        masks, _ = deal_masks(hands)
        self.solver.set_position(
            masks, self.leader, [], self.counted, True, TABLE_BITS, self.helpers
        )
        self.solver.set_limits(NODES, 0.0)
        is_won = self.solver.reaches(self.size) is True
        self.room -= self.solver.nodes_searched()
        return is_won

    def _dealt(self, number: int) -> list[int]:
        while len(self.others) <= number:
            self._rng.shuffle(self._unseen)
            cuts = range(0, self.size * (self.asked.rules.n_seats - 1), self.size)
            parts = [self._unseen[cut : cut + self.size] for cut in cuts]
            self.others.append([sum([UNITS[i] for i in part]) for part in parts])
        return self.others[number]


@lru_cache(maxsize=256)
def won_open(asked: Asked, buried: int) -> float:
    """Return how often a contract is won with open cards, the others' dealt at random.

    The same cards have always the same deals, others than those the burying was chosen by.
    """
    trials, won, n = Trials(asked, 1, MOST_NODES), 0, 0
    while n < WORLDS and trials.has_room:
        won += trials.won(buried, n, n + 1)
        n += 1
    return won / n


@lru_cache(maxsize=64)
def best_burying(asked: Asked, buried: int) -> int:
    """Return the packed cards to bury: `buried`, or others that win more deals."""
    trials = Trials(asked, 0, BURYING_NODES)
    now = trials.won(buried, 0, WORLDS)
    for _ in range(ROUNDS):
        found = [(0, other) for other in _exchanged(asked.bits, buried)]
        first = 0
        for n, n_left in STAGES:
            told = [(won + trials.won(other, first, n), other) for won, other in found]
            found = sorted(told, key=lambda one: -one[0])[:n_left]
            first = n
        won, other = found[0] if found else (0, buried)
        if won <= now:
            break
        now, buried = won, other
    return buried


def _exchanged(bits: int, buried: int) -> Iterator[int]:
    """Yield what is buried if one card is exchanged for one that is kept."""
    for lies in dict.fromkeys(all_indices(buried)):
        for kept in dict.fromkeys(all_indices(bits - buried)):
            if kept != lies:
                yield buried - UNITS[lies] + UNITS[kept]
