"""Whether a player knows what its seat cannot see.

Each decision of a deal is asked again where the hidden cards lie otherwise but the seat has seen
the same: another world of the view (`kernel.worlds`), played again from its shuffle, so that
nothing within a player's reach tells the two deals apart, save what is hidden. With the same
random stream the decision must be the same, and it must be the same of a player that was just
made: one that keeps something in mind may have it from another seat's view.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from enum import StrEnum
from random import Random
from typing import NamedTuple

from binokel.arena.contestant import Contestant, Mode
from binokel.arena.refused import ArenaRefused, illegal
from binokel.engine.actions import Action, Shuffle
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal, shuffled
from binokel.errors import IllegalAction, Inconsistent, NoWorld
from binokel.kernel.worlds import Worlds, facts_of
from binokel.kernel.worlds.replay import replay, world_of
from binokel.players.base import Budget, Decision, Player
from binokel.players.uniform import UniformPlayer
from binokel.rules.ruleset import RuleSet

MOST_STEPS = 2000
TRIES = 20
"""So many worlds are drawn for each one that is wanted; the real cards are no other world."""

ASKED_AGAIN = 5
"""So often a difference is asked for again: chance from elsewhere is no hidden card."""

Make = Callable[[], Player]


class What(StrEnum):
    """What a difference proves."""

    HIDDEN = "hidden"
    MEMORY = "memory"


class Difference(NamedTuple):
    """Two decisions that should be one, and where: the number of the deal, and of its step."""

    what: What
    deal: int
    step: int
    phase: Phase
    seat: int
    here: Decision
    there: Decision


class Count(NamedTuple):
    """Decisions, comparisons with other cards, decisions for which no other cards were found."""

    decisions: int = 0
    compared: int = 0
    alone: int = 0

    def plus(self, compared: int) -> "Count":
        """Return the count with one more decision."""
        return Count(self.decisions + 1, self.compared + compared, self.alone + (compared == 0))


class Report(NamedTuple):
    """What was checked of a player, up to the first difference if there is one."""

    player: str
    n_deals: int
    phases: dict[Phase, Count]
    difference: Difference | None


class Question(NamedTuple):
    """By which rules, which deals from the first one, and how many other worlds a decision."""

    rules: RuleSet
    seed: int
    first: int = 0
    n_deals: int = 10
    n_worlds: int = 2


def check(
    spec: str, question: Question, progress: Callable[[int], object] = int, make: Make | None = None
) -> Report:
    """Check a player on some deals; `progress` hears how many are done.

    Raises:
        ArenaRefused: with this player a deal does not end, or it decides what the rules refuse.
    """
    new = make or (lambda: Contestant(spec, Mode.WHOLE, spec))
    phases: dict[Phase, Count] = defaultdict(Count)
    for done in range(question.n_deals):
        difference = _Deal(spec, question, question.first + done, new, phases).difference()
        if difference is not None:
            return Report(spec, done + 1, dict(phases), difference)
        progress(done + 1)
    return Report(spec, question.n_deals, dict(phases), None)


class _Deal:
    """One deal: with an even number all seats are the player's.

    With an odd one a single side is, and the others play at random: that leads to positions
    that the player itself never brings about.
    """

    def __init__(
        self,
        spec: str,
        question: Question,
        number: int,
        new: Make,
        phases: dict[Phase, Count],
    ) -> None:
        self._spec = spec
        self.number = number
        self._new = new
        self._phases = phases
        self._n_worlds = question.n_worlds
        self._name = f"{question.seed} leak {number}"
        self._rng = Random(self._name)
        rules = question.rules
        side = number // 2 % rules.n_sides if number % 2 else None
        self._own = {s for s in range(rules.n_seats) if side in (None, rules.side_of[s])}
        self._match = _match(rules, number % rules.n_seats)
        self._match.apply(shuffled(rules, self._rng))

    def difference(self) -> Difference | None:
        """Play the deal; return the first difference."""
        match, player, guest = self._match, self._new(), UniformPlayer()
        step = 0
        while not match.deal.is_over:
            seat = match.to_act
            assert seat is not None
            step += 1
            if step > MOST_STEPS:
                raise ArenaRefused("endless", player=self._spec, deal=self.number, n=MOST_STEPS)
            if seat not in self._own:
                match.apply(_ask(guest, match, seat, self._rng).action)
                continue
            here = _ask(player, match, seat, self._stream(step))
            found = self._compare(seat, step, here)
            if found is not None:
                return found
            try:
                match.apply(here.action)
            except IllegalAction as error:
                raise illegal(error, self._spec, self.number, seat) from error
        return None

    def _stream(self, step: int) -> Random:
        return Random(f"{self._name} {step}")

    def _compare(self, seat: int, step: int, here: Decision) -> Difference | None:
        """Ask a new player the same, and others of other worlds."""
        phase, n_compared = self._match.deal.phase, 0
        found = self._asked_anew(seat, step, here)
        if found is None:
            for twin in twins(self._match.deal, seat, self._n_worlds, self._rng):
                n_compared += 1
                there = self._asked_there(twin, seat, step)
                if _differ(there, here):
                    hidden = Difference(What.HIDDEN, self.number, step, phase, seat, here, there)
                    found = self._asked_anew(seat, step, here, ASKED_AGAIN) or hidden
                    break
        self._phases[phase] = self._phases[phase].plus(n_compared)
        return found

    def _asked_anew(self, seat: int, step: int, here: Decision, n: int = 1) -> Difference | None:
        """Return that a player just made decides otherwise, where it does."""
        for _ in range(n):
            again = _ask(self._new(), self._match, seat, self._stream(step))
            if _differ(again, here):
                phase = self._match.deal.phase
                return Difference(What.MEMORY, self.number, step, phase, seat, here, again)
        return None

    def _asked_there(self, twin: DealState, seat: int, step: int) -> Decision:
        """Return a new player's decision in another world.

        It has decided for its other seats there before, as the first one has in the real deal.
        """
        last = {actor: place for place, (actor, _) in enumerate(twin.history)}
        wanted = {last[other] for other in self._own - {seat} if other in last}
        player, match = self._new(), _match(twin.rules, twin.dealer)
        for place, (actor, action) in enumerate(twin.history):
            if place in wanted:
                _ask(player, match, actor, self._stream(0))
            match.apply(action)
        return _ask(player, match, seat, self._stream(step))


def _differ(one: Decision, other: Decision) -> bool:
    """Tell whether two decisions differ; NaN is not equal to itself."""
    return one != other and repr(one) != repr(other)


def _match(rules: RuleSet, dealer: int) -> Match:
    return Match(rules, [str(seat + 1) for seat in range(rules.n_seats)], dealer)


def _ask(player: Player, match: Match, seat: int, stream: Random) -> Decision:
    return player.decide(match.observe(seat), stream, Budget())


def twins(state: DealState, seat: int, n: int, rng: Random) -> Iterator[DealState]:
    """Yield up to n deals that differ from this one only in what the seat cannot know.

    Raises:
        Inconsistent: a world that should fit the view does not, which is a fault of this program.
    """
    view, found = state.observe(seat), 0
    worlds = Worlds(facts_of(view, state.rules)) if view.n_cards else None
    real = world_of(state)
    # Worlds use neither what plays tell while a stock lasts nor the verdict on a claimed revoke.
    is_strict = not state.rules.deal.stock and state.phase is not Phase.SIGN
    for _ in range(TRIES * n):
        if found == n:
            return
        if worlds is None:
            twin = _reshuffled(state, rng)
        else:
            world = worlds.sample(rng)
            if world == real:
                continue
            try:
                twin = replay(state, seat, world, rng)
            except (IllegalAction, NoWorld):
                if not is_strict:
                    continue
                raise
        if twin.observe(seat) == view:
            found += 1
            yield twin
        elif is_strict:
            raise Inconsistent(f"a world of seat {seat} shows it another view", seat=seat)


def _reshuffled(state: DealState, rng: Random) -> DealState:
    """Return a deal before its dealing with another order of the deck."""
    twin = new_deal(state.rules, state.dealer)
    actions: list[Action] = [action for _, action in state.history]
    for action in actions:
        twin = twin.apply(shuffled(state.rules, rng) if isinstance(action, Shuffle) else action)
    return twin
