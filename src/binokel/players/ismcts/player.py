"""Information set Monte Carlo tree search for the cards; the value model before them.

Source: Cowling, Powley and Whitehouse 2012, single observer, UCB1 with the number of chances.
"""

from random import Random

import msgspec

from binokel.engine.choices import Cards
from binokel.engine.match import MatchView
from binokel.errors import KernelMissing, NoWorld, UnfitPlayer, Unsupported
from binokel.players.base import Budget, Decision, Fact
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.heuristic.player import legal_cards
from binokel.rules.ruleset import RuleSet

DEFAULT_ITERATIONS = 3000


class IsmctsPlayer:
    """Plays the card that one tree over many worlds has passed most often.

    `budget.nodes` is the number of iterations (3,000 by default, at most a million).
    """

    name = "ismcts"
    version = 1

    def __init__(self) -> None:
        self._heuristic = HeuristicPlayer()

    def check_rules(self, rules: RuleSet) -> None:
        """Refuse to sit down without the compiled kernel; all rules are known.

        Raises:
            UnfitPlayer: there is no kernel, and nothing weaker is played in its name.
        """
        try:
            import binokel.kernel  # noqa: F401, PLC0415 - it may be missing
        except KernelMissing as error:
            raise UnfitPlayer(
                f"{self.name} needs the compiled kernel: {error}; or choose heuristic",
                name=self.name,
                rules=rules.id,
                unknown="kernel",
            ) from error

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        """Return what to do; cards with their values in points and the chance.

        Raises:
            ValueError: the seat has nothing to decide.
            UnfitPlayer: as `check_rules`.
        """
        choice = view.deal.choices[0] if view.deal.choices else None
        if choice is None:
            return self._heuristic.decide(view, rng, Budget())
        if not isinstance(choice, Cards):
            return self._before(view, rng) or self._heuristic.decide(view, rng, Budget())
        if len(legal_cards(view, choice.cards)) == 1:
            return self._heuristic.decide(view, rng, budget)
        self.check_rules(view.rules)
        from binokel.players.ismcts.cards import choose  # noqa: PLC0415 - needs the kernel

        n = DEFAULT_ITERATIONS if budget.nodes is None else budget.nodes
        try:
            return choose(view, n, rng)
        except Unsupported as error:
            return self._by_thumb(view, rng, ", ".join(error.details.get("keys", ["rules"])))
        except NoWorld:
            return self._by_thumb(view, rng, "worlds")

    def _before(self, view: MatchView, rng: Random) -> Decision | None:
        """Ask the value model; where it does not know the rules, decide as `heuristic`."""
        self.check_rules(view.rules)
        from binokel.players.search.before import before_cards  # noqa: PLC0415 - needs the kernel
        from binokel.players.search.manner import PIMC  # noqa: PLC0415

        try:
            return before_cards(view, PIMC, rng)
        except Unsupported as error:
            return self._by_thumb(view, rng, ", ".join(error.details.get("keys", ["rules"])))

    def _by_thumb(self, view: MatchView, rng: Random, why: str) -> Decision:
        """Return what `heuristic` does, and say first that nothing was searched."""
        found = self._heuristic.decide(view, rng, Budget())
        fact = Fact("search_not_here", {"why": why})
        return msgspec.structs.replace(found, facts=(fact, *found.facts))
