"""Worlds checked in long runs: each is played again from its shuffle.

`python -m binokel.testing.worlds_soak --worlds 100000 --seed 7` plays deals under all shipped
rule sets, with the heuristic player and with random play, and under random rule sets, by turns.
It samples worlds at random moments and replays the deal with the sampled cards through the
engine: every action must be legal, and the seat must see at the end what it sees in the real
deal. In a game with a stock the cards are exchanged in place instead, as the order of drawing
is not sampled.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random, SystemRandom

import msgspec

from binokel.cards.hand import unpack
from binokel.engine.actions import DeclareMelds
from binokel.engine.choices import Melds
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.kernel.worlds import World, Worlds, facts_of
from binokel.kernel.worlds.replay import replay, world_of
from binokel.players.base import Budget
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.table import Table
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet
from binokel.testing.random_rules import random_ruleset
from binokel.testing.strategies import random_states

WORLDS_A_VIEW = 25
MOMENTS = 4


def heuristic_states(rules: RuleSet, rng: Random) -> list[DealState]:
    """Return the states of one deal of heuristic players, from the dealing to the end."""
    match = Match(rules, ["a", "b", "c", "d", "e", "f"][: rules.n_seats], 0)
    players = [HeuristicPlayer()] * rules.n_seats
    table = Table(match, players, rng, Budget(nodes=4))
    states = []
    match.apply(table.next_action())
    while not match.deal.is_over:
        states.append(match.deal)
        match.apply(table.next_action())
    return states


def exchange_in_place(state: DealState, world: World, rng: Random) -> DealState:
    """Return the state with the cards of a world, in a game with a stock."""
    stock = list(unpack(world.stock))
    rng.shuffle(stock)
    return msgspec.structs.replace(
        state, hands=world.hands, stock=(*stock, *state.stock[len(stock) :])
    )


def check_world(
    state: DealState, seat: int, world: World, rng: Random, *, assume_all_melded: bool
) -> None:
    """Check by the engine alone that the seat cannot tell a world from the real one.

    Raises:
        AssertionError: the seat would see a difference.
        IllegalAction: the rules refuse an action of the real deal.
        NoWorld: the world cannot come about.
    """
    if state.rules.deal.stock:
        twin = exchange_in_place(state, world, rng)
    else:
        twin = replay(state, seat, world, rng)
        if assume_all_melded:
            _check_melds(state, seat, twin)
    assert world_of(twin) == world, "the replayed deal ends with other cards"
    assert twin.observe(seat) == state.observe(seat), "the seat sees a difference"


def _check_melds(state: DealState, seat: int, twin: DealState) -> None:
    """Check that everyone's best melds in the twin are those that were declared."""
    step = new_deal(twin.rules, twin.dealer)
    for actor, action in twin.history:
        if isinstance(action, DeclareMelds) and actor != seat:
            offered = next(c for c in step.choices() if isinstance(c, Melds))
            assert offered.best == action.melds, f"seat {actor} would have melded more"
        step = step.apply(action)
    assert len(state.history) == len(twin.history)


class WorldsSoak:
    """The worlds of one seed."""

    def __init__(
        self, seed: int, which: Sequence[str], per_view: int = WORLDS_A_VIEW, moments: int = MOMENTS
    ) -> None:
        self.seed = seed
        self.which = tuple(which)
        self.per_view = per_view
        self.moments = moments
        self.n_worlds = 0
        self.n_views = 0
        self.sets: set[str] = set()
        self.phases: Counter[str] = Counter()

    def deal(self, number: int) -> None:
        """Play one deal, and check worlds at some moments of it."""
        rng = Random(f"worlds {self.seed} {number}")
        name, turn = self.which[number % len(self.which)], number // len(self.which) % 3
        rules = random_ruleset(rng, f"random-{number}") if turn == 2 else find_ruleset(name)
        is_random = turn == 1 or (turn == 2 and rng.random() < 0.5)
        self.sets.add(rules.id)
        states = random_states(rules, rng) if is_random else heuristic_states(rules, rng)
        states = [s for s in states if s.hands and s.phase not in (Phase.OVER, Phase.SIGN)]
        for state in rng.sample(states, min(self.moments, len(states))):
            seat = rng.randrange(rules.n_seats)
            assume = not is_random and not rules.deal.stock and rng.random() < 0.5
            self.view(state, seat, rng, assume)

    def view(self, state: DealState, seat: int, rng: Random, assume: bool) -> None:
        """Check the worlds of one view, and that the real cards are one of them."""
        facts = facts_of(state.observe(seat), state.rules, assume_all_melded=assume)
        worlds = Worlds(facts)
        assert worlds.count() > 0
        assert worlds.admits(world_of(state)), "the real cards are no world"
        check_world(state, seat, world_of(state), rng, assume_all_melded=assume)
        for _ in range(self.per_view):
            world = worlds.sample(rng)
            check_world(state, seat, world, rng, assume_all_melded=assume)
            self.n_worlds += 1
        self.n_views += 1
        self.phases[state.phase.value] += 1


def run(soak: WorldsSoak, n_worlds: int, first: int = 0) -> None:
    """Check so many worlds; a failure names its deal."""
    start = time.process_time()
    number = first
    while soak.n_worlds < n_worlds:
        try:
            soak.deal(number)
        except Exception:
            sys.stderr.write(f"seed {soak.seed}, deal {number}\n")
            raise
        number += 1
    seconds = time.process_time() - start
    phases = ", ".join(f"{n} {phase}" for phase, n in soak.phases.most_common())
    sys.stdout.write(
        f"seed {soak.seed}: {soak.n_worlds} worlds of {soak.n_views} views in {number - first} "
        f"deals, {len(soak.sets)} rule sets, {seconds:.0f} s of processor time\n{phases}\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; a failure ends in its traceback."""
    parser = argparse.ArgumentParser(prog="binokel.testing.worlds_soak", description=__doc__)
    parser.add_argument("--worlds", type=int, default=10_000, help="how many worlds")
    parser.add_argument("--seed", type=int, default=None, help="a number; drawn if not given")
    parser.add_argument("--rules", default=None, help="a shipped name; by default all by turns")
    parser.add_argument("--deal", type=int, default=0, help="the number of the first deal")
    options = parser.parse_args(arguments)
    n = options.worlds
    if n < 1:
        parser.error(f"--worlds: {n} worlds check nothing; wanted is a number from 1")
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    which = names() if options.rules is None else (options.rules,)
    run(WorldsSoak(seed, which), n, options.deal)
    return 0


if __name__ == "__main__":
    sys.exit(main())
