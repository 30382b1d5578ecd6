"""`deal`: where the cards go, from a deck or from a seed."""

from collections.abc import Sequence
from random import Random

from binokel.cards.card import Card
from binokel.cards.hand import unpack
from binokel.engine.actions import Cut, Knock, NoCut
from binokel.engine.evaluate.fields import Fields, Op, Outcome, pack_cards
from binokel.engine.phase import Phase
from binokel.engine.phases.chance import CutPhase
from binokel.engine.state import DealState, shuffled
from binokel.errors import BadRequest, IllegalAction, ImpossibleCards, Reason
from binokel.rules.deal import DABB, cut_deck, deal_cards, packets
from binokel.rules.ruleset import RuleSet

SEED_BITS = 256
"""A seed has no more: that is enough for every order, and a longer number is a mistake."""


def run(fields: Fields) -> Outcome:
    """Return hands, Dabb, stock and packets of a deal.

    Source: rules.md [deal-patterns], [knock-meaning], [cut-duty].
    """
    rules = fields.rules
    dealer = fields.seat("dealer")
    order = _order(fields)
    n_cut = fields.number("cut", default=0)
    knocked = fields.flag("knock", False)
    _check_cut(rules, dealer, n_cut, knocked)
    dealt = deal_cards(rules, cut_deck(order, n_cut), dealer, knocked)
    return {
        "hands": [_codes(unpack(hand)) for hand in dealt.hands],
        "dabb": _codes(sorted(dealt.dabb)),
        "stock": _codes(dealt.stock),
        "packets": [
            ["D", n] if seat == DABB else ["P", seat, n]
            for seat, n in packets(rules, dealer, knocked)
        ],
    }


OP = Op(("dealer", "deck", "seed", "cut", "knock"), run)


def _order(fields: Fields) -> Sequence[Card]:
    """Return the deck, top first: the given one, or one shuffled from the seed.

    From a seed it is the sorted deck (each card twice) after `random.Random(seed).shuffle`.
    """
    if fields.stated("seed"):
        if fields.stated("deck"):
            message = "seed and deck both say how the cards lie: leave one of them out"
            raise BadRequest(message, key="seed", path="seed")
        order = shuffled(fields.rules, Random(_seed(fields))).order
        assert order is not None
        return order
    if not fields.stated("deck"):
        raise fields.fault("deck", "the whole deck, top first, or instead of it a seed")
    cards = fields.cards("deck")
    pack_cards(fields.rules, cards, "deck")
    if len(cards) != len(fields.rules.cards):
        message = f"deck: {len(cards)} cards are not the whole deck of {len(fields.rules.cards)}"
        raise ImpossibleCards(message, key="deck", n=len(fields.rules.cards))
    return cards


def _seed(fields: Fields) -> int:
    value = fields.value("seed")
    if type(value) is not int or not 0 <= value < 2**SEED_BITS:
        raise fields.fault("seed", f"a whole number from 0 of at most {SEED_BITS} bits")
    return value


def _check_cut(rules: RuleSet, dealer: int, n_cut: int, knocked: bool) -> None:
    """Refuse a way of cutting that the rule set does not have.

    Source: rules.md [cut-duty], [cut-size], [knock-requester].

    Raises:
        IllegalAction: it is not allowed.
    """
    cutter = (dealer - 1) % rules.n_seats
    action = Knock() if knocked else Cut(n_cut) if n_cut else NoCut()
    state = DealState(rules=rules, dealer=dealer, phase=Phase.CUT, to_act=cutter)
    if fault := CutPhase.fault(state, action):
        raise fault
    if knocked and n_cut:
        message = "The deck is cut or knocked on, not both."
        raise IllegalAction(Reason.NO_KNOCKING, message, action=action, seat=cutter)


def _codes(cards: Sequence[Card]) -> list[str]:
    return [card.value for card in cards]
