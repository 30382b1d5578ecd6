"""The players that search: cards by search, what comes before them by the value model."""

from random import Random

import msgspec

from binokel.engine.choices import Cards
from binokel.engine.match import MatchView
from binokel.errors import KernelMissing, NoWorld, UnfitPlayer, Unsupported
from binokel.players.base import Budget, Decision, Fact
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.heuristic.player import legal_cards
from binokel.players.search.manner import MANNERS, Manner
from binokel.rules.ruleset import RuleSet


class SearchPlayer:
    """Draws worlds from what its seat knows and plays the card that does best in them.

    Where the search knows no answer it decides as `heuristic`; the first fact says so and why.
    """

    version = 1

    def __init__(self, name: str, manner: Manner | None = None) -> None:
        self.name = name
        self.manner = manner or MANNERS[name]
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
        """Return what to do; `budget.nodes` is what the search of a card may spend.

        Raises:
            UnfitPlayer: as `check_rules`.
            ValueError: the seat has nothing to decide.
        """
        choices = view.deal.choices
        if isinstance(choices[0], Cards):
            return self._card(view, legal_cards(view, choices[0].cards), rng, budget)
        return self._before(view, rng) or self._heuristic.decide(view, rng, Budget())

    def _before(self, view: MatchView, rng: Random) -> Decision | None:
        """Ask the value model; where it does not know the rules, decide as `heuristic`."""
        self.check_rules(view.rules)
        from binokel.players.search.before import before_cards  # noqa: PLC0415 - needs the kernel

        try:
            return before_cards(view, self.manner, rng)
        except Unsupported as error:
            return self._thumb(view, rng, ", ".join(error.details.get("keys", ["rules"])))

    def p_make(self, view: MatchView, decision: Decision) -> float | None:
        """Return the chance of making the bid that a decision's facts tell."""
        del view
        for fact in decision.facts:
            if fact.code == "chance":
                return float(fact.values.get("p", fact.values["percent"] / 100))
        return None

    def _card(
        self, view: MatchView, legal: tuple[int, ...], rng: Random, budget: Budget
    ) -> Decision:
        self.check_rules(view.rules)
        from binokel.players.search.cards import choose  # noqa: PLC0415 - needs the kernel

        if view.deal.n_stock:
            return self._thumb(view, rng, "stock")
        try:
            found = choose(view, legal, self.manner, rng, budget)
        except Unsupported as error:
            return self._thumb(view, rng, ", ".join(error.details.get("keys", ["rules"])))
        except NoWorld:
            return self._thumb(view, rng, "worlds")
        return self._thumb(view, rng, "budget") if found is None else found

    def _thumb(self, view: MatchView, rng: Random, why: str) -> Decision:
        """Return what `heuristic` does, and say first that nothing was searched."""
        found = self._heuristic.decide(view, rng, Budget())
        fact = Fact("search_not_here", {"why": why})
        return msgspec.structs.replace(found, facts=(fact, *found.facts))
