"""Calling a card (Rufen) and giving one for it.

Source: rules.md [rufen-timing], [rufen-400], [rufen-give-back].
"""

from binokel.cards.card import CARDS, Card
from binokel.cards.deck import deck_bits
from binokel.cards.hand import UNITS, pack
from binokel.engine.actions import CallCard, GiveCard
from binokel.engine.choices import Calls
from binokel.engine.match import MatchView
from binokel.players.base import Decision, Fact
from binokel.players.heuristic import contract, special
from binokel.players.heuristic.plans import best_plans, give_order
from binokel.players.heuristic.shapes import Weights
from binokel.players.heuristic.values import play_value, special_value

_GAIN = 15.0
"""How many points a call must bring; the given card helps its receiver."""


def call(view: MatchView, choice: Calls, weights: Weights) -> Decision | None:
    """Return the call that helps most, None where it is better to do without."""
    best = contract.intents(view, weights)[0].value
    value = _durch_value if view.rules.dabb.call == "durch" else _ordinary_value
    valued = [(value(view, weights, card), -card.index, card) for card in choice.cards]
    worth, _, card = max(valued)
    if worth < best + _GAIN:
        return None
    return Decision(CallCard(card), (), (Fact("call_helps", {"card": str(card)}),))


def _ordinary_value(view: MatchView, weights: Weights, card: Card) -> float:
    rules, deal = view.rules, view.deal
    bid = max(deal.bid, rules.dabb.call_bid)
    bits = pack(deal.hand) + UNITS[card.index]
    n = rules.deal.dabb + 1
    plans = best_plans(rules, weights, bits, n, 0.0)
    if deal.trump is not None:
        plans = [plan for plan in plans if plan.trump == deal.trump.index]
    return play_value(rules, weights, plans[0], bid).value


def _durch_value(view: MatchView, _weights: Weights, card: Card) -> float:
    rules, deal = view.rules, view.deal
    bits = pack(deal.hand) + UNITS[card.index]
    deck = deck_bits(rules.deck.sevens)
    buried = special.durch_burying(bits, deck, rules.deal.dabb + 1)
    chance = special.durch_chance(bits - buried, deck - bits, rules.n_seats - 1)
    return special_value(rules, rules.dabb.call_bid, deal.bid, chance)


def give(view: MatchView, cards: tuple[Card, ...]) -> Decision:
    """Return the card that is missed least."""
    order = give_order(view.rules, pack(view.deal.hand), view.deal.trump)
    allowed = {card.index for card in cards}
    index = next(index for index in order if index in allowed)
    return Decision(GiveCard(CARDS[index]), (), (Fact("gives_least", {"card": str(CARDS[index])}),))
