"""What all players share that stand on the kernel: who sits down, what comes before the cards."""

from pathlib import Path
from random import Random

import msgspec

from binokel.engine.match import MatchView
from binokel.errors import KernelMissing, UnfitPlayer, Unsupported
from binokel.players.base import Budget, Decision, Fact
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.search.manner import Manner
from binokel.rules.ruleset import RuleSet


class KernelPlayer:
    """A player that needs the kernel, and says so where it decides as `heuristic` instead."""

    def __init__(self, name: str, manner: Manner) -> None:
        self.name = name
        self.manner = manner
        self.heuristic = HeuristicPlayer()

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

    def learned_from(self) -> Path:
        """Return the file of the value model.

        Raises:
            ModelError: it is missing or broken.
        """
        from binokel.players.model.store import (  # noqa: PLC0415 - needs the kernel
            model_at,
            path_in_use,
        )

        path = path_in_use()
        model_at(path)
        return path

    def before_cards(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        """Return what the value model does before the cards, the rest as `heuristic`."""
        self.check_rules(view.rules)
        from binokel.players.search.before import before_cards  # noqa: PLC0415 - needs the kernel

        try:
            found = before_cards(view, self.manner.within(budget), rng)
        except Unsupported as error:
            return self.by_thumb(view, rng, keys_of(error))
        return found or self.heuristic.decide(view, rng, Budget())

    def by_thumb(self, view: MatchView, rng: Random, why: str) -> Decision:
        """Return what `heuristic` does, and say first that nothing was searched."""
        found = self.heuristic.decide(view, rng, Budget())
        fact = Fact("search_not_here", {"why": why})
        return msgspec.structs.replace(found, facts=(fact, *found.facts))


def keys_of(error: Unsupported) -> str:
    """Return the keys of the rules that are not known."""
    return ", ".join(error.details.get("keys", ["rules"]))
