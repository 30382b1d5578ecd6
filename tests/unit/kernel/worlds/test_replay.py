"""A deal played again with other hidden cards looks the same to the seat."""

from random import Random

import pytest

from binokel.engine.actions import ExchangeDix
from binokel.engine.state import DealState
from binokel.errors import IllegalAction, NoWorld
from binokel.kernel.worlds import Worlds, facts_of
from binokel.kernel.worlds.replay import needed_by, replay, world_of
from binokel.rules.catalog import find_ruleset
from binokel.testing.strategies import random_states
from binokel.testing.worlds_soak import heuristic_states

STOCK = find_ruleset("zu-zweit")


def states_with_a_stock(n_deals: int) -> list[tuple[DealState, Random]]:
    found = []
    for number in range(n_deals):
        rng = Random(number)
        states = [*heuristic_states(STOCK, rng), *random_states(STOCK, rng)]
        fit = [state for state in states if state.hands and not state.is_over]
        found += [(state, rng) for state in rng.sample(fit, 10)]
    return found


def test_a_game_with_a_stock_is_played_again_with_what_the_other_drew() -> None:
    n_same, n_tried = 0, 0
    for state, rng in states_with_a_stock(6):
        for seat in (0, 1, None):
            worlds = Worlds(facts_of(state.observe(seat), STOCK))
            for world in (world_of(state), worlds.sample(rng), worlds.sample(rng)):
                n_tried += 1
                try:
                    twin = replay(state, seat, world, rng)
                except (IllegalAction, NoWorld):
                    continue  # facts that only the plays tell are not used there
                assert world_of(twin) == world
                assert twin.observe(seat) == state.observe(seat)
                assert twin.history[1:] == state.history[1:]
                n_same += 1
    assert n_same > 0.9 * n_tried


def test_each_copy_is_needed_when_it_is_melded_or_played() -> None:
    for state, _ in states_with_a_stock(3):
        for seat in (0, 1):
            for card, places in needed_by(state, seat).items():
                assert places == sorted(places)
                n_most = 2 + state.exchanged  # a seven that was exchanged may come back
                assert len(places) <= n_most, f"{card} has two copies"
                assert all(state.history[place][0] == seat for place in places)


def test_a_world_without_the_card_that_was_exchanged_cannot_come_about() -> None:
    state = next(s for s, _ in states_with_a_stock(20) if s.exchanged and len(s.stock) > 2)
    taker = next(seat for seat, action in state.history if action == ExchangeDix())
    world = world_of(state)
    turned_up = state.order[len(state.order) - STOCK.deal.stock]
    if not world.hands[taker] >> (2 * turned_up.index) & 3:
        pytest.skip("it is played already")
    hands = list(world.hands)
    hands[taker] &= ~(3 << (2 * turned_up.index))
    with pytest.raises(NoWorld, match="not where it was seen going"):
        replay(state, 1 - taker, world._replace(hands=tuple(hands)), Random(1))
