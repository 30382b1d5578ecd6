"""The declarer before the cards: trump, burying and going out by the value model.

Durch and Bettel are weighed in `specials.py`. What is chosen follows from the declarer's cards
alone, so that it is the same at each step of burying.

Source: rules.md [discard-which], [durch-order], [ab-timing].
"""

from functools import lru_cache
from math import hypot
from random import Random
from statistics import fmean
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from binokel.cards.deck import deck_bits
from binokel.cards.hand import UNITS, pack
from binokel.engine.choices import Bury, Calls, Choice, Concedes, Dabb, Trumps
from binokel.engine.match import MatchView
from binokel.players.base import Decision
from binokel.players.heuristic import calling, contract
from binokel.players.heuristic.cards import all_indices
from binokel.players.heuristic.contract import Intent, Promise, ordinary
from binokel.players.heuristic.estimate import weights_for
from binokel.players.model.appraising import Case, Table, table_of
from binokel.players.model.features import place_of
from binokel.players.search.cases import OFF, Seen, error_of
from binokel.players.search.fromhand import take_dabb
from binokel.players.search.manner import Manner
from binokel.players.search.payoffs import Payoffs
from binokel.players.search.specials import specials
from binokel.players.search.stakes import stakes_of
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet

T = TypeVar("T")

TURNS = 6
"""So often a buried card is exchanged for a better one."""
MATES_DRAWN = 100
"""Partners' melds are expected over so many random hands."""


class Question(NamedTuple):
    """What the plans of a declarer follow from: the same at each step of burying.

    `bits` are all the own cards, packed; `buried` those that lie for good (-1: it is not done),
    `trump` is named already, or -1; `error` is what the cards are misjudged by.
    """

    rules: RuleSet
    totals: tuple[int, ...]
    dealer: int
    seat: int
    bid: int
    bits: int
    n_bury: int
    buried: int
    trump: int
    error: int


class Named(NamedTuple):
    """A plan, its value and how far that may be off, its chance, and the expected total."""

    case: Case
    value: float
    half: float
    chance: float
    total: float


def declare(view: MatchView, manner: Manner) -> Decision:
    """Answer the choices of the declarer before the melds."""
    choices = view.deal.choices
    trumps, calls = _one(choices, Trumps), _one(choices, Calls)
    if _one(choices, Dabb) is not None:
        return take_dabb(view, trumps.contracts if trumps else (), manner)
    called = calling.call(view, calls, weights_for(view.rules)) if calls else None
    if called is not None:
        return called
    assert view.deal.seat is not None
    side = view.rules.side_of[view.deal.seat]
    stakes = stakes_of(view.rules, view.totals, side)
    bits = pack(view.deal.hand) + pack(view.deal.buried)
    found = contract.dared(intents(view, manner.error(bits)), manner.timid)
    out_value = stakes.conceded(side, view.deal.bid)
    concedes, bury = _one(choices, Concedes), _one(choices, Bury)
    if bury is not None:
        decision = contract.bury(view, bury, concedes, found, out_value)
    else:
        assert trumps is not None
        decision = contract.name(view, trumps, concedes, found, out_value)
    return replace(decision, unit=stakes.unit)


def _one(choices: tuple[Choice, ...], kind: type[T]) -> T | None:
    return next((choice for choice in choices if isinstance(choice, kind)), None)


def intents(view: MatchView, error: int = 0) -> list[Intent]:
    """Return everything that the declarer could play, the best first.

    The hand is taken for `error` points better than it is.
    """
    deal, rules = view.deal, view.rules
    assert deal.seat is not None
    bits = pack(deal.hand) + pack(deal.buried)
    n_bury = rules.deal.dabb if deal.dabb_taken else 0
    found = []
    if deal.contract is Contract.TRUMP:
        trump = -1 if deal.trump is None else deal.trump.index
        buried = pack(deal.buried) if deal.burying_done else -1
        asked = Question(
            rules, view.totals, deal.dealer, deal.seat, deal.bid, bits, n_bury, buried, trump, error
        )
        found += [_ordinary(view, bits, named) for named in plans(asked)]
    stakes = stakes_of(rules, view.totals, rules.side_of[deal.seat])
    found += specials(view, stakes, bits, n_bury)
    return sorted(found, key=lambda intent: -intent.value)


@lru_cache(maxsize=32)
def plans(asked: Question) -> tuple[Named, ...]:
    """Return the best plan for each trump suit, over what partners may meld."""
    rules, bits, n_bury = asked.rules, asked.bits, asked.n_bury
    stakes = stakes_of(rules, asked.totals, rules.side_of[asked.seat])
    table = table_of(rules)
    drawn = melds_of_mates(table, bits)
    usual = [round(fmean(melds)) for melds in drawn]
    payoffs = Payoffs(stakes, asked.bid)
    table.set_gains(payoffs.told())
    place = place_of(rules, asked.dealer, asked.seat)
    found = []
    for suit in range(4) if asked.trump < 0 else (asked.trump,):
        if asked.buried < 0:
            (case,) = table.plans(bits, n_bury, place, usual, TURNS, suit)
        else:
            case = table.judge(bits - asked.buried, asked.buried, suit, place, usual)
        mates = drawn[case.trump]
        seen = {melds: Seen(case, melds, error=asked.error) for melds in dict.fromkeys(mates)}
        value, half = _worth(payoffs, seen, mates)
        needed = stakes.needed(asked.bid)
        chances = {melds: case.chance(needed - one.known) for melds, one in seen.items()}
        chance = fmean([chances[melds] for melds in mates])
        total = case.known + usual[case.trump] + case.mean_tricks()
        found.append(Named(case, value, half, chance, total))
    return tuple(found)


def _worth(payoffs: Payoffs, seen: dict[int, Seen], mates: list[int]) -> tuple[float, float]:
    """Return the mean worth over what partners may meld, and how far it may be off."""
    worth = {melds: payoffs.value(one) for melds, one in seen.items()}
    low, high = (
        {melds: payoffs.value(one._replace(error=one.error + off)) for melds, one in seen.items()}
        for off in (-OFF, OFF)
    )
    values = [worth[melds] for melds in mates]
    shift = fmean([high[melds] - low[melds] for melds in mates]) / 2
    return fmean(values), hypot(1.96 * error_of(values), shift)


@lru_cache(maxsize=8)
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


def _ordinary(view: MatchView, bits: int, named: Named) -> Intent:
    case = named.case
    promise = Promise(case.trump, case.buried, case.melds, named.total, named.chance)
    return ordinary(view, bits, promise, named.value, named.half)
