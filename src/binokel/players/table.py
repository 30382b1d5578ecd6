"""Players at a table: whole deals and matches from a seed.

Every seat has a stream of random numbers of its own and so has chance: the same seed deals
the same cards whoever sits there.
"""

from collections.abc import Sequence
from random import Random

from binokel.cards.card import Card
from binokel.engine.actions import Action, Cut, NoCut, Shuffle
from binokel.engine.match import Match, new_match
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE, DealState, shuffled
from binokel.players.base import Budget, Decision, Player
from binokel.rules.deal import largest_cut
from binokel.rules.ruleset import RuleSet

DEFAULT_BUDGET = Budget()


class Table:
    """A match with a player on each seat.

    With `fixed_cut` the table itself leaves the deck uncut (or cuts it where it must be cut),
    so that the cards do not depend on who sits at the cutting seat.
    """

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        rng: Random,
        budget: Budget = DEFAULT_BUDGET,
        *,
        fixed_cut: bool = False,
    ) -> None:
        if len(players) != match.rules.n_seats:
            raise ValueError(f"{match.rules.id} has {match.rules.n_seats} seats")
        self.match = match
        self.players = tuple(players)
        self.budget = budget
        self.fixed_cut = fixed_cut
        self._chance = Random(rng.getrandbits(64))
        self._streams = [Random(rng.getrandbits(64)) for _ in players]

    def next_action(self) -> Action:
        """Return what chance or the player to act does now."""
        match, seat = self.match, self.match.to_act
        assert seat is not None
        if seat == CHANCE:
            return shuffled(match.rules, self._chance)
        if self.fixed_cut and match.deal.phase is Phase.CUT:
            return _fixed_cut(match.rules)
        return self.decide(seat).action

    def decide(self, seat: int) -> Decision:
        """Return the decision of the player whose seat is to act."""
        view = self.match.observe(seat)
        return self.players[seat].decide(view, self._streams[seat], self.budget)

    def play_deal(self) -> DealState:
        """Play until the running or the next deal is over; return its final state."""
        self.match.apply(self.next_action())
        while not self.match.deal.is_over:
            self.match.apply(self.next_action())
        return self.match.deal

    def play_match(self, max_deals: int = 1000) -> Match:
        """Play until the match is over, at most so many deals; return the match."""
        for _ in range(max_deals):
            if self.match.to_act is None:
                break
            self.play_deal()
        return self.match


def play_deal(
    rules: RuleSet,
    players: Sequence[Player],
    rng: Random,
    *,
    dealer: int = 0,
    order: Sequence[Card] | None = None,
    budget: Budget = DEFAULT_BUDGET,
) -> DealState:
    """Return one deal played to its end; `order` fixes the cards instead of `rng`."""
    match = Match(rules, [player.name for player in players], dealer)
    table = Table(match, players, rng, budget, fixed_cut=True)
    if order is not None:
        match.apply(Shuffle(tuple(order)))
    return table.play_deal()


def play_match(
    rules: RuleSet, players: Sequence[Player], rng: Random, *, budget: Budget = DEFAULT_BUDGET
) -> Match:
    """Return a match played to its end (at most 1,000 deals, redeals included)."""
    match = new_match(rules, [player.name for player in players], rng)
    return Table(match, players, rng, budget).play_match()


def _fixed_cut(rules: RuleSet) -> Action:
    return Cut(largest_cut(rules)) if rules.deal.cut == "mandatory" else NoCut()
