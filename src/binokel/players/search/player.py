"""The players that search: cards by search, what comes before them by the value model."""

from random import Random

from binokel.engine.actions import PlayCard
from binokel.engine.choices import Cards
from binokel.engine.match import MatchView
from binokel.errors import NoWorld, Unsupported
from binokel.players.base import Budget, Decision
from binokel.players.heuristic.player import legal_cards
from binokel.players.search.manner import MANNERS, Manner
from binokel.players.search.thumb import KernelPlayer, keys_of
from binokel.rules.contracts import Contract


class SearchPlayer(KernelPlayer):
    """Draws worlds from what its seat knows and plays the card that does best in them.

    Where the search knows no answer it decides as `heuristic`; the first fact says so and why.
    """

    version = 2

    def __init__(self, name: str, manner: Manner | None = None) -> None:
        super().__init__(name, manner or MANNERS[name])

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        """Return what to do; `budget.nodes` is what the search of a card may spend.

        Raises:
            UnfitPlayer: as `check_rules`.
            ValueError: the seat has nothing to decide.
        """
        choice = next(iter(view.deal.choices), None)
        if choice is None:
            raise ValueError(f"seat {view.deal.seat} has nothing to decide")
        if isinstance(choice, Cards):
            return self._card(view, legal_cards(view, choice.cards), rng, budget)
        return self.before_cards(view, rng, budget)

    def p_make(self, view: MatchView, decision: Decision) -> float | None:
        """Return the chance of making the bid that a decision tells.

        What is settled is no fact of its own any more: the alternative has it.
        """
        for fact in decision.facts:
            if fact.code == "chance":
                return float(fact.values.get("p", fact.values["percent"] / 100))
        declarer, seat, side_of = view.deal.declarer, view.deal.seat, view.rules.side_of
        if not isinstance(decision.action, PlayCard) or declarer is None or seat is None:
            return None
        found = [one.chance for one in decision.alternatives if one.action == decision.action]
        if view.deal.contract is not Contract.TRUMP or not found or found[0] is None:
            return None
        return found[0] if side_of[declarer] == side_of[seat] else 1.0 - found[0]

    def _card(
        self, view: MatchView, legal: tuple[int, ...], rng: Random, budget: Budget
    ) -> Decision:
        self.check_rules(view.rules)
        from binokel.players.search.cards import choose  # noqa: PLC0415 - needs the kernel

        if view.deal.n_stock:
            return self.by_thumb(view, rng, "stock")
        try:
            found = choose(view, legal, self.manner, rng, budget)
        except Unsupported as error:
            return self.by_thumb(view, rng, keys_of(error))
        except NoWorld:
            return self.by_thumb(view, rng, "worlds")
        return self.by_thumb(view, rng, "budget") if found is None else found
