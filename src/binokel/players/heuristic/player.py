"""The heuristic player: one small answer to each kind of choice."""

from random import Random

import msgspec

from binokel.cards.card import Card
from binokel.cards.hand import pack
from binokel.engine.actions import Cut, DeclareMelds, ExchangeDix, Knock, NoCut
from binokel.engine.choices import (
    Bids,
    Bury,
    Calls,
    Cards,
    Choice,
    Concedes,
    Cuts,
    Dabb,
    Exchange,
    Gives,
    Melds,
    Signs,
    Trumps,
)
from binokel.engine.match import MatchView
from binokel.players.base import Budget, Decision, Fact
from binokel.players.heuristic import auction, calling, contract, play, signing, stock
from binokel.players.heuristic.cards import indices
from binokel.players.heuristic.estimate import weights_for
from binokel.players.heuristic.knowledge import is_ordinary
from binokel.players.heuristic.memory import PERFECT, Memory
from binokel.players.heuristic.shapes import Weights
from binokel.players.heuristic.special_play import play_special
from binokel.players.heuristic.values import concede_value
from binokel.rules.tricks import legal_marks, winning_index


class HeuristicPlayer:
    """Plays by rules of thumb and a fitted estimate of its tricks; quick and explainable.

    `weights` replace the shipped ones of the table shape, for fitting. `memory` and `misjudge` are
    how people err: what they forget, and by how many points they take a hand for better or worse
    than it is (standard deviation; the same hand is always taken for the same). `timid` is the
    chance from which on a Durch or Bettel is dared.
    """

    name = "heuristic"
    version = 4

    def __init__(
        self,
        weights: Weights | None = None,
        memory: Memory = PERFECT,
        misjudge: float = 0.0,
        timid: float = 0.0,
        name: str = name,
    ) -> None:
        self.name = name
        self._weights = weights
        self._memory = memory
        self._misjudge = misjudge
        self._timid = timid

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        """Return what to do, with the values of the alternatives in points.

        `budget.nodes` is the number of sampled Dabbs per bid (24 by default).

        Raises:
            ValueError: the seat has nothing to decide.
        """
        weights = self._judged(view, self._weights or weights_for(view.rules))
        choices = view.deal.choices
        match choices[0]:
            case Cards(cards):
                return _play(view, cards, self._memory)
            case Bids() as bids:
                return auction.call(view, bids, weights, rng, budget)
            case Cuts() as cuts:
                return _cut(cuts, rng)
            case Melds() as melds:
                return _meld(melds, choices)
            case Signs() as signs:
                return signing.sign(view, signs)
            case Gives(cards):
                return calling.give(view, cards)
            case Dabb() | Bury() | Trumps():
                return _declare(view, weights, self._timid)
        raise ValueError(f"seat {view.deal.seat} has nothing to decide")

    def _judged(self, view: MatchView, weights: Weights) -> Weights:
        """Return the weights by which this hand is taken for better or worse than it is."""
        if not self._misjudge:
            return weights
        cards = pack(view.deal.hand) + pack(view.deal.buried)
        error = Random(f"{self.name} {cards}").gauss(0.0, self._misjudge)
        first, *rest = weights.tricks
        return msgspec.structs.replace(weights, tricks=(first + error, *rest))


def _declare(view: MatchView, weights: Weights, timid: float) -> Decision:
    """Answer the choices of the declarer before the melds."""
    concedes = trumps = bury = calls = None
    takes = False
    for choice in view.deal.choices:
        match choice:
            case Concedes():
                concedes = choice
            case Trumps():
                trumps = choice
            case Bury():
                bury = choice
            case Calls():
                calls = choice
            case Dabb():
                takes = True
    if takes:
        return contract.take_dabb(view, trumps.contracts if trumps else ())
    called = calling.call(view, calls, weights) if calls else None
    if called is not None:
        return called
    found = contract.dared(contract.intents(view, weights), timid)
    out_value = concede_value(view.rules, weights, view.deal.bid)
    if bury is not None:
        return contract.bury(view, bury, concedes, found, out_value)
    assert trumps is not None
    return contract.name(view, trumps, concedes, found, out_value)


def _meld(choice: Melds, choices: tuple[Choice, ...]) -> Decision:
    """Exchange the trump seven where it is possible, and meld everything."""
    if any(isinstance(other, Exchange) for other in choices):
        return Decision(ExchangeDix(), (), (Fact("exchanges"),))
    points = sum(meld.points for meld in choice.best)
    facts = (Fact("melds_all", {"points": points}),) if choice.best else ()
    return Decision(DeclareMelds(choice.best, choice.buried_dix), (), facts)


def _cut(choice: Cuts, rng: Random) -> Decision:
    """Cut in the middle, as most people do; now and then knock or do not cut."""
    rest = [Knock()] if choice.may_knock else []
    if choice.maximum and (rng.random() < 0.9 or not (rest or choice.may_leave)):
        third = max(1, choice.maximum // 3)
        return Decision(Cut(rng.randint(third, max(third, choice.maximum - third))))
    return Decision(NoCut() if choice.may_leave else rest[0])


def _play(view: MatchView, cards: tuple[Card, ...], memory: Memory) -> Decision:
    """Play a card that the rules allow, even where every card is accepted."""
    legal = legal_cards(view, cards)
    if view.deal.n_stock:
        return stock.play_stock(view, legal)
    if is_ordinary(view):
        return play.play(view, legal, memory)
    return play_special(view, legal, memory)


def legal_cards(view: MatchView, cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the indices of the legal cards among those that are accepted.

    Source: rules.md [strict-revoke], [legal-cards].
    """
    deal, rules = view.deal, view.rules
    accepted = tuple(card.index for card in cards)
    if not rules.penalties.strict or (deal.n_stock and not rules.play.stock_duties):
        return accepted
    trick = [card.index for card in deal.trick]
    trump = -1 if deal.trump is None else deal.trump.index
    mate = False
    if trick:
        winner = (deal.leader + winning_index(trick, trump)) % rules.n_seats
        mate = rules.side_of[winner] == rules.side_of[deal.seat or 0]
    legal = indices(legal_marks(rules.play, pack(deal.hand), trick, trump, mate))
    return tuple(index for index in accepted if index in legal)
