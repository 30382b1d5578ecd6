"""The declarer before the cards: trump, burying and going out by the value model.

Durch and Bettel are weighed as the heuristic player does. What is chosen follows from the
declarer's cards alone, so that it is the same at each step of burying.

Source: rules.md [discard-which], [durch-order], [ab-timing].
"""

from random import Random
from statistics import fmean
from typing import TypeVar

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
from binokel.players.search.stakes import Stakes, stakes_of
from binokel.rules.contracts import Contract

T = TypeVar("T")

TURNS = 6
"""So often a buried card is exchanged for a better one."""
MATES_DRAWN = 40
"""Partners' melds are expected over so many random hands."""


def declare(view: MatchView) -> Decision:
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
    found = intents(view, stakes)
    out_value = stakes.conceded(side, view.deal.bid)
    concedes, bury = _one(choices, Concedes), _one(choices, Bury)
    if bury is not None:
        return contract.bury(view, bury, concedes, found, out_value)
    assert trumps is not None
    return contract.name(view, trumps, concedes, found, out_value)


def _one(choices: tuple[Choice, ...], kind: type[T]) -> T | None:
    return next((choice for choice in choices if isinstance(choice, kind)), None)


def intents(view: MatchView, stakes: Stakes) -> list[Intent]:
    """Return everything that the declarer could play, the best first."""
    deal, rules = view.deal, view.rules
    bits = pack(deal.hand) + pack(deal.buried)
    n_bury = rules.deal.dabb if deal.dabb_taken else 0
    found = []
    if deal.contract is Contract.TRUMP:
        found += [_ordinary(view, stakes, case, mates) for case, mates in _cases(view, stakes)]
    found += contract.specials(view, bits, n_bury)
    return sorted(found, key=lambda intent: -intent.value)


def _cases(view: MatchView, stakes: Stakes) -> list[tuple[Case, int]]:
    """Return the best plan for each trump suit, and what the partners are expected to meld."""
    deal, rules = view.deal, view.rules
    assert deal.seat is not None
    table = table_of(rules)
    bits = pack(deal.hand) + pack(deal.buried)
    n_bury = rules.deal.dabb if deal.dabb_taken else 0
    mates = expected_mates(table, bits)
    table.set_gains(stakes.gains(stakes.side, deal.bid), stakes.share())
    place = place_of(rules, deal.dealer, deal.seat)
    only = -1 if deal.trump is None else deal.trump.index
    cases = table.plans(bits, n_bury, place, mates, TURNS, only)
    return [(case, mates[case.trump]) for case in cases]


def expected_mates(table: Table, bits: int) -> tuple[int, int, int, int]:
    """Return what the partners are expected to meld, by trump suit, seen from these cards."""
    rules = table.rules
    n = len(rules.sides[0]) - 1
    if not n:
        return (0, 0, 0, 0)
    unseen = all_indices(deck_bits(rules.deck.sevens) - bits)
    rng = Random(bits)
    hands = [
        sum([UNITS[index] for index in rng.sample(unseen, rules.deal.hand)])
        for _ in range(MATES_DRAWN)
    ]
    one, two, three, four = (
        round(n * fmean([table.melds(hand, trump) for hand in hands])) for trump in range(4)
    )
    return (one, two, three, four)


def _ordinary(view: MatchView, stakes: Stakes, case: Case, mates: int) -> Intent:
    suit, bid = SUITS[case.trump], view.deal.bid
    known = case.known + mates
    chance = case.chance(stakes.needed(bid) - known)
    total = round(known + case.mean_tricks())
    facts = (
        Fact("trump_best", {"suit": suit.letter, "melds": case.known}),
        Fact("expected_total", {"points": total, "suit": suit.letter}),
        Fact("chance", {"percent": round(100 * chance), "bid": bid, "p": chance}),
    )
    value = case.value + stakes.share() * stakes.side_melds()
    return Intent(NameTrump(suit), case.buried, value, facts)
