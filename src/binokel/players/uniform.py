"""The player that chooses blindly: the floor against which others are measured."""

from random import Random

from binokel.engine.actions import TakeBack
from binokel.engine.match import MatchView
from binokel.players.base import Budget, Decision


class UniformPlayer:
    """Chooses uniformly among the listed legal actions, except taking back a buried card.

    Taking back is left out because a player without memory would bury and take back for long.
    Of the melds only all and none are listed, of the bids every single value: it bids wildly.
    """

    name = "uniform"
    version = 1

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        """Return any legal action; the budget makes no difference."""
        del budget
        actions = view.deal.legal_actions()
        return Decision(rng.choice([a for a in actions if not isinstance(a, TakeBack)]))
