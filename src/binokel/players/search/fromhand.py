"""Before the Dabb is taken: an open Durch from the hand, against what the Dabb may bring.

Source: rules.md [durch-order], [durch-hand-closed].
"""

from random import Random
from statistics import fmean

from binokel.cards.hand import pack
from binokel.engine.actions import TakeDabb
from binokel.engine.choices import ContractOffer
from binokel.engine.match import MatchView
from binokel.players.base import Alternative, Decision
from binokel.players.heuristic import special
from binokel.players.model.appraising import table_of
from binokel.players.model.features import place_of
from binokel.players.search.cases import draw, error_of
from binokel.players.search.manner import Manner
from binokel.players.search.payoffs import Payoffs
from binokel.players.search.specials import from_hand
from binokel.players.search.stakes import Stakes, stakes_of
from binokel.rules.contracts import Contract, contract_value

HOPED = 0.5
"""What succeeds more seldom is not worth a thought."""


def take_dabb(view: MatchView, offers: tuple[ContractOffer, ...], manner: Manner) -> Decision:
    """Take the Dabb, or announce a Durch from a hand that is worth more without it."""
    hand = pack(view.deal.hand)
    found = [offer for offer in offers if offer.contract is Contract.DURCH]
    if not found or not special.may_be_durch(hand):
        return Decision(TakeDabb())
    assert view.deal.seat is not None
    stakes = stakes_of(view.rules, view.totals, view.rules.side_of[view.deal.seat])
    told = [from_hand(view, stakes, hand, offer) for offer in found]
    best, fact = max(told, key=lambda one: one[0].value)
    assert best.chance is not None
    if best.chance < HOPED:
        return Decision(TakeDabb())
    value, half = _with_dabb(view, stakes, hand, manner)
    take = Alternative(TakeDabb(), value, (value - half, value + half))
    alternatives = tuple(sorted((take, *[one for one, _ in told]), key=lambda one: -one.value))
    if best.value > value and best.chance >= manner.timid:
        return Decision(best.action, alternatives, (fact,), stakes.unit)
    return Decision(TakeDabb(), alternatives, (), stakes.unit)


def _with_dabb(view: MatchView, stakes: Stakes, hand: int, manner: Manner) -> tuple[float, float]:
    """Return what playing on with the Dabb is worth, and how far that may be off."""
    rules, deal = view.rules, view.deal
    assert deal.seat is not None
    payoffs = Payoffs(stakes, deal.bid)
    place = place_of(rules, deal.dealer, deal.seat)
    cases = draw(table_of(rules), hand, place, payoffs.told(), manner.cases, Random(hand))
    durch = contract_value(rules, Contract.DURCH, is_open=False, from_hand=False)
    values = []
    for seen in cases:
        values.append(payoffs.value(seen))
        if durch is not None and seen.durch > 0.0:
            values[-1] = max(values[-1], stakes.special(durch, deal.bid, seen.durch))
    return fmean(values), 1.96 * error_of(values)
