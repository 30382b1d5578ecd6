"""Information set Monte Carlo tree search for the cards; the value model before them.

Source: Cowling, Powley and Whitehouse 2012, single observer, UCB1 with the number of chances.
"""

from random import Random

from binokel.engine.choices import Cards
from binokel.engine.match import MatchView
from binokel.errors import NoWorld, Unsupported
from binokel.players.base import Budget, Decision
from binokel.players.heuristic.player import legal_cards
from binokel.players.search.manner import PIMC
from binokel.players.search.thumb import KernelPlayer, keys_of

DEFAULT_ITERATIONS = 3000


class IsmctsPlayer(KernelPlayer):
    """Plays the card that one tree over many worlds has passed most often.

    `budget.nodes` is the number of iterations (3,000 by default, at most a million).
    """

    version = 1

    def __init__(self) -> None:
        super().__init__("ismcts", PIMC)

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        """Return what to do; cards with their values in points and the chance.

        Raises:
            ValueError: the seat has nothing to decide.
            UnfitPlayer: as `check_rules`.
        """
        choice = next(iter(view.deal.choices), None)
        if choice is None:
            raise ValueError(f"seat {view.deal.seat} has nothing to decide")
        if not isinstance(choice, Cards):
            return self.before_cards(view, rng, budget)
        if len(legal_cards(view, choice.cards)) == 1:
            return self.heuristic.decide(view, rng, budget)
        self.check_rules(view.rules)
        from binokel.players.ismcts.cards import choose  # noqa: PLC0415 - needs the kernel

        n = DEFAULT_ITERATIONS if budget.nodes is None else budget.nodes
        try:
            return choose(view, n, rng)
        except Unsupported as error:
            return self.by_thumb(view, rng, keys_of(error))
        except NoWorld:
            return self.by_thumb(view, rng, "worlds")
