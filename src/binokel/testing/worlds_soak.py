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

from binokel.cards.card import Card
from binokel.cards.hand import UNITS, kinds, pack, unpack
from binokel.engine.actions import (
    Action,
    BuryCard,
    Cut,
    DeclareMelds,
    GiveCard,
    PlayCard,
    Shuffle,
    TakeBack,
)
from binokel.engine.choices import Melds
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.kernel.worlds import World, Worlds, facts_of
from binokel.players.base import Budget
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.table import Table
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.deal import DABB, packets
from binokel.rules.ruleset import RuleSet
from binokel.testing.random_rules import random_ruleset
from binokel.testing.strategies import random_states

WORLDS_A_VIEW = 25
MOMENTS = 4


def world_of(state: DealState) -> World:
    """Return where all cards really lie."""
    stock = state.stock[:-1] if state.rules.turned_up else state.stock
    dabb = () if state.dabb_taken else state.dabb
    return World(state.hands, state.buried, pack(dabb), pack(stock))


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


def replay(state: DealState, seat: int | None, world: World, rng: Random) -> DealState:
    """Play a deal again from the shuffle that leads to a world, seen from a seat.

    Raises:
        IllegalAction: the rules refuse an action of the real deal.
    """
    return _Replay(state, seat, world, rng).run()


class _Replay:
    def __init__(self, state: DealState, seat: int | None, world: World, rng: Random) -> None:
        self.state = state
        self.seat = seat
        self.world = world
        self.rng = rng
        self.owner = state.declarer
        self.own_cards = [
            hand + sum(UNITS[card.index] for card in _played_by(state, s))
            for s, hand in enumerate(world.hands)
        ]
        self.gift = self._gift()
        self.hidden = self._hidden_buries()

    def run(self) -> DealState:
        state = self.state
        twin = new_deal(state.rules, state.dealer).apply(Shuffle(self._order()))
        for actor, action in state.history[1:]:
            assert twin.to_act == actor, f"seat {twin.to_act} acts, not {actor}"
            twin = twin.apply(self._action(actor, action, twin))
        return twin

    def _gift(self) -> Card | None:
        """Return the card given for the called one, any that fits where it was not seen."""
        call = self.state.call
        if call is None or call.given is None or self.owner is None:
            return None
        if self.seat in (self.owner, call.owner):
            return call.given
        kept = self.own_cards[self.owner] + self.world.buried
        dabb = pack(self.state.dabb) if self.state.rules.dabb.shown else 0
        cards = list(kinds(self.own_cards[call.owner]))
        self.rng.shuffle(cards)
        for card in cards:
            if card is not call.card and _has(kept + UNITS[card.index], dabb, call.card):
                return card
        raise AssertionError("no card can have been given")

    def _dealt(self) -> tuple[list[int], tuple[Card, ...]]:
        """Return the hands as they were dealt, and the Dabb."""
        state, hands = self.state, list(self.own_cards)
        owner = self.owner
        if owner is None:
            return hands, unpack(self.world.dabb)
        hands[owner] += self.world.buried
        if state.call is not None:
            called = UNITS[state.call.card.index]
            hands[owner] -= called
            hands[state.call.owner] += called
            if self.gift is not None:
                hands[owner] += UNITS[self.gift.index]
                hands[state.call.owner] -= UNITS[self.gift.index]
        if not state.dabb_taken:
            return hands, unpack(self.world.dabb)
        known = state.rules.dabb.shown or owner == self.seat
        cards = list(unpack(hands[owner]))
        dabb = state.dabb if known else tuple(self.rng.sample(cards, len(state.dabb)))
        hands[owner] -= pack(dabb)
        return hands, dabb

    def _order(self) -> tuple[Card, ...]:
        """Return the deck before the cut."""
        state = self.state
        hands, dabb = self._dealt()
        piles = {seat: list(unpack(hand)) for seat, hand in enumerate(hands)}
        piles[DABB] = list(dabb)
        order: list[Card] = []
        for owner, n in packets(state.rules, state.dealer, state.knocked):
            order += piles[owner][:n]
            del piles[owner][:n]
        cut = state.history[1][1] if len(state.history) > 1 else None
        n_cut = cut.n if isinstance(cut, Cut) else 0
        return (*order[len(order) - n_cut :], *order[: len(order) - n_cut])

    def _hidden_buries(self) -> dict[int, Card | None]:
        """Return by place in the history which card is buried, None for any card."""
        if self.owner is None or self.seat == self.owner:
            return {}
        stack: list[int] = []
        found: dict[int, Card | None] = {}
        for place, (_, action) in enumerate(self.state.history):
            if isinstance(action, BuryCard):
                stack.append(place)
                found[place] = None
            elif isinstance(action, TakeBack):
                found[place] = None
                stack.pop()
        found.update(zip(stack, unpack(self.world.buried), strict=True))
        return found

    def _action(self, actor: int, action: Action, twin: DealState) -> Action:
        place = len(twin.history)
        match action:
            case GiveCard():
                assert self.gift is not None
                return GiveCard(self.gift)
            case BuryCard() if place in self.hidden:
                card = self.hidden[place]
                return BuryCard(kinds(twin.hands[actor])[0] if card is None else card)
            case TakeBack() if place in self.hidden:
                return TakeBack(_top(twin))
        return action


def _top(twin: DealState) -> Card:
    """Return the card buried last and not taken back yet."""
    stack: list[Card] = []
    for _, action in twin.history:
        if isinstance(action, BuryCard):
            assert action.card is not None
            stack.append(action.card)
        elif isinstance(action, TakeBack):
            stack.pop()
    return stack[-1]


def _has(bits: int, dabb: int, called: Card) -> bool:
    """Tell whether a hand holds the Dabb and the called card."""
    need = [dabb >> (2 * i) & 3 for i in range(24)]
    need[called.index] += 1
    return all(n <= bits >> (2 * i) & 3 for i, n in enumerate(need))


def _played_by(state: DealState, seat: int) -> list[Card]:
    return [a.card for s, a in state.history if s == seat and isinstance(a, PlayCard)]


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
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    which = names() if options.rules is None else (options.rules,)
    run(WorldsSoak(seed, which), options.worlds, options.deal)
    return 0


if __name__ == "__main__":
    sys.exit(main())
