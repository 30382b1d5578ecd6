"""The declarer before the cards: trump, burying and going out by the value model.

Durch and Bettel are weighed as the heuristic player does. What is chosen follows from the
declarer's cards alone, so that it is the same at each step of burying.

Source: rules.md [discard-which], [durch-order], [ab-timing].
"""

from random import Random
from statistics import fmean
from typing import NamedTuple, TypeVar

from binokel.cards.card import SUITS
from binokel.cards.deck import deck_bits
from binokel.cards.hand import UNITS, pack
from binokel.engine.actions import NameTrump
from binokel.engine.choices import Bury, Calls, Choice, Concedes, Dabb, Trumps
from binokel.engine.match import MatchView
from binokel.players.base import Decision, Fact
from binokel.players.heuristic import calling, contract
from binokel.players.heuristic.cards import all_indices
from binokel.players.heuristic.contract import Intent
from binokel.players.heuristic.estimate import weights_for
from binokel.players.model.appraising import Case, Table, table_of
from binokel.players.model.features import place_of
from binokel.players.search.cases import Gains, Seen, melds_lapse
from binokel.players.search.manner import Manner
from binokel.players.search.stakes import Stakes, stakes_of
from binokel.rules.contracts import Contract

T = TypeVar("T")

TURNS = 6
"""So often a buried card is exchanged for a better one."""
MATES_DRAWN = 100
"""Partners' melds are expected over so many random hands."""


class Named(NamedTuple):
    """A plan, its value and chance, and what is known or expected of the total without tricks."""

    case: Case
    value: float
    chance: float
    known: int


def declare(view: MatchView, manner: Manner) -> Decision:
    """Answer the choices of the declarer before the melds."""
    choices = view.deal.choices
    trumps, calls = _one(choices, Trumps), _one(choices, Calls)
    if _one(choices, Dabb) is not None:
        return contract.take_dabb(view, trumps.contracts if trumps else ())
    called = calling.call(view, calls, weights_for(view.rules)) if calls else None
    if called is not None:
        return called
    assert view.deal.seat is not None
    side = view.rules.side_of[view.deal.seat]
    stakes = stakes_of(view.rules, view.totals, side)
    bits = pack(view.deal.hand) + pack(view.deal.buried)
    found = intents(view, stakes, manner.error(bits))
    out_value = stakes.conceded(side, view.deal.bid)
    concedes, bury = _one(choices, Concedes), _one(choices, Bury)
    if bury is not None:
        return contract.bury(view, bury, concedes, found, out_value)
    assert trumps is not None
    return contract.name(view, trumps, concedes, found, out_value)


def _one(choices: tuple[Choice, ...], kind: type[T]) -> T | None:
    return next((choice for choice in choices if isinstance(choice, kind)), None)


def intents(view: MatchView, stakes: Stakes, error: int = 0) -> list[Intent]:
    """Return everything that the declarer could play, the best first.

    The hand is taken for `error` points better than it is.
    """
    deal, rules = view.deal, view.rules
    bits = pack(deal.hand) + pack(deal.buried)
    n_bury = rules.deal.dabb if deal.dabb_taken else 0
    found = []
    if deal.contract is Contract.TRUMP:
        found += [_ordinary(view, named) for named in _cases(view, stakes, error)]
    found += contract.specials(view, bits, n_bury)
    return sorted(found, key=lambda intent: -intent.value)


def _cases(view: MatchView, stakes: Stakes, error: int) -> list[Named]:
    """Return the best plan for each trump suit, over what partners may meld."""
    deal, rules = view.deal, view.rules
    assert deal.seat is not None
    table = table_of(rules)
    bits = pack(deal.hand) + pack(deal.buried)
    n_bury = rules.deal.dabb if deal.dabb_taken else 0
    drawn = melds_of_mates(table, bits)
    usual = [round(fmean(melds)) for melds in drawn]
    gains = stakes.gains(stakes.side, deal.bid)
    table.set_gains(gains, stakes.share())
    place = place_of(rules, deal.dealer, deal.seat)
    suits = range(4) if deal.trump is None else (deal.trump.index,)
    sums = Gains(gains, melds_lapse(rules))
    found = []
    for suit in suits:
        (case,) = table.plans(bits, n_bury, place, usual, TURNS, suit)
        seen = [Seen(case, mates + error, 0.0) for mates in drawn[case.trump]]
        value = fmean([sums.value(one) for one in seen])
        value += stakes.share() * (stakes.side_melds() - case.melds - usual[case.trump])
        chance = fmean([case.chance(stakes.needed(deal.bid) - one.known) for one in seen])
        found.append(Named(case, value, chance, case.known + usual[case.trump]))
    return found


def melds_of_mates(table: Table, bits: int) -> list[list[int]]:
    """Return by trump suit what the partners may meld, seen from a declarer's cards."""
    rules = table.rules
    n = len(rules.sides[0]) - 1
    if not n:
        return [[0]] * 4
    unseen = all_indices(deck_bits(rules.deck.sevens) - bits)
    rng, size = Random(bits), rules.deal.hand
    found: list[list[int]] = [[], [], [], []]
    for _ in range(MATES_DRAWN):
        cards = rng.sample(unseen, n * size)
        hands = [sum([UNITS[i] for i in cards[k : k + size]]) for k in range(0, n * size, size)]
        for trump, melds in enumerate(found):
            melds.append(sum([table.melds(hand, trump) for hand in hands]))
    return found


def _ordinary(view: MatchView, named: Named) -> Intent:
    case, suit = named.case, SUITS[named.case.trump]
    total = round(named.known + case.mean_tricks())
    percent = round(100 * named.chance)
    facts = (
        Fact("trump_best", {"suit": suit.letter, "melds": case.melds}),
        Fact("expected_total", {"points": total, "suit": suit.letter}),
        Fact("chance", {"percent": percent, "bid": view.deal.bid, "p": named.chance}),
    )
    return Intent(NameTrump(suit), case.buried, named.value, facts)
