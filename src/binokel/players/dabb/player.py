"""The yardstick players: one set of rules, three rates of blunders."""

from random import Random

from binokel.cards.card import CARDS
from binokel.engine.actions import (
    Action,
    Bid,
    Concede,
    Cut,
    DeclareMelds,
    NameTrump,
    NoCut,
    Pass,
    PlayCard,
    TakeDabb,
)
from binokel.engine.choices import Bids, Bury, Cards, Concedes, Cuts, Dabb, Melds, Trumps
from binokel.engine.match import MatchView
from binokel.players.base import Budget, Decision
from binokel.players.dabb import burying
from binokel.players.dabb.bidding import call
from binokel.players.dabb.follow import choose_follow
from binokel.players.dabb.lead import choose_lead
from binokel.players.dabb.scope import check_rules
from binokel.rules.ruleset import RuleSet

BLUNDERS = {"dabb-hard": 0.0, "dabb-medium": 0.15, "dabb-easy": 0.35}
"""How often each player replaces a decision by a random alternative."""


class DabbPlayer:
    """Plays like the bot of the web game dabb, as far as a description in words goes.

    `blunder` is the probability of a random alternative: weg instead of a bid or a bid instead
    of weg, another trump, random cards buried, another legal card. It announces no Durch.
    """

    version = 1

    def __init__(self, name: str) -> None:
        self.name = name
        self.blunder = BLUNDERS[name]

    def check_rules(self, rules: RuleSet) -> None:
        """Refuse rules that this player does not know.

        Raises:
            UnfitPlayer: the message names the rule.
        """
        check_rules(self.name, rules)

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        """Return what the rules of thumb say; the budget makes no difference.

        Raises:
            UnfitPlayer: the rules have something that this player does not know.
            ValueError: the seat has nothing to decide.
        """
        del budget
        self.check_rules(view.rules)
        return Decision(self._action(view, rng))

    def _action(self, view: MatchView, rng: Random) -> Action:
        match next(iter(view.deal.choices), None):
            case Cards(cards):
                return self._play(view, tuple([card.index for card in cards]), rng)
            case Bids() as bids:
                return self._bid(view, bids, rng)
            case Bury() as bury:
                return self._bury(view, bury, rng)
            case Trumps():
                return self._name(view, rng)
            case Dabb():
                return TakeDabb()
            case Melds() as melds:
                return DeclareMelds(melds.best, melds.buried_dix)
            case Cuts() as cuts:
                return NoCut() if cuts.may_leave else Cut((cuts.maximum + 1) // 2)
        raise ValueError(f"seat {view.deal.seat} has nothing to decide")

    def _blunders(self, rng: Random) -> bool:
        return rng.random() < self.blunder

    def _bid(self, view: MatchView, bids: Bids, rng: Random) -> Action:
        action = call(view, bids, rng)
        if bids.minimum is None or not bids.may_pass or not self._blunders(rng):
            return action
        return Pass() if isinstance(action, Bid) else Bid(bids.minimum)

    def _name(self, view: MatchView, rng: Random) -> Action:
        """Go out or name trump; where burying came first it was not gone out there."""
        trump = burying.choose_trump(view)
        before = not view.deal.n_buried
        if before and _may_go_out(view) and burying.goes_out(view, trump):
            return Concede(trump)
        return NameTrump(burying.other_trump(trump, rng) if self._blunders(rng) else trump)

    def _bury(self, view: MatchView, bury: Bury, rng: Random) -> Action:
        deal = view.deal
        if deal.trump is None and not deal.n_buried and _may_go_out(view):
            trump = burying.choose_trump(view)
            if burying.goes_out(view, trump):
                return Concede(trump)
        return burying.bury(view, bury, self.blunder, rng)

    def _play(self, view: MatchView, legal: tuple[int, ...], rng: Random) -> Action:
        card = choose_follow(view, legal) if view.deal.trick else choose_lead(view)
        if len(legal) > 1 and self._blunders(rng):
            return PlayCard(burying.other_card(card, legal, rng))
        return PlayCard(CARDS[card])


def _may_go_out(view: MatchView) -> bool:
    return any(isinstance(choice, Concedes) for choice in view.deal.choices)
