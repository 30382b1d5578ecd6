"""Worlds are drawn with equal chance: chi-square wherever all of them can be listed.

The lists are made by brute force (`brute`) or by counting; the module's own numbers are not
asked. Each test draws with fixed seeds, so it always gives the same.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb, prod
from random import Random

import pytest

from binokel.cards.card import CARDS, Card
from binokel.cards.hand import pack, unpack
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.kernel.worlds import DABB, World, Worlds, facts_of
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import rules_with
from binokel.testing.strategies import random_states
from binokel.testing.worlds_soak import heuristic_states
from tests.unit.kernel.worlds.brute import all_worlds
from tests.unit.kernel.worlds.test_worlds import enumerable, n_divisions

Moment = tuple[DealState, int]
Wanted = Callable[[DealState, int], bool]
MOST = 400
DRAWS_A_WORLD = 30
FEWEST_DRAWS = 4000


def chi_square_limit(n: int) -> float:
    """Return a bound that chi-square with n degrees of freedom passes once in 10,000 times.

    Wilson and Hilferty's cube.
    """
    return float(n * (1 - 2 / (9 * n) + 3.719 * (2 / (9 * n)) ** 0.5) ** 3)


def check_uniform(worlds: Worlds, ways: dict[World, int], draws_a_world: int) -> None:
    """Compare what is drawn with the chance of each world: its share of all ways."""
    n = max(FEWEST_DRAWS, draws_a_world * len(ways))
    rng = Random(len(ways))
    found = Counter(worlds.sample(rng) for _ in range(n))
    assert set(found) <= set(ways)
    expected = {world: n * w / sum(ways.values()) for world, w in ways.items()}
    chi_square = sum((found[world] - e) ** 2 / e for world, e in expected.items())
    assert chi_square < chi_square_limit(len(ways) - 1)


def check_moments(moments: list[Moment], *, assume: bool = False, most_states: int = 4000) -> None:
    n_checked = 0
    for state, seat in moments:
        ways = all_worlds(state, seat, assume_all_melded=assume)
        if len(ways) < 2:
            continue
        facts = facts_of(state.observe(seat), state.rules, assume_all_melded=assume)
        check_uniform(Worlds(facts, most_states), ways, DRAWS_A_WORLD)
        n_checked += 1
    assert n_checked, "no moment has two worlds"


def some_moments(rules: RuleSet, wanted: Wanted, *, is_random: bool, n: int = 3) -> list[Moment]:
    """Return a wanted moment of each of some deals."""
    found: list[Moment] = []
    for number in range(300):
        rng = Random(f"{rules.id} {number}")
        states = random_states(rules, rng) if is_random else heuristic_states(rules, rng)
        fit = [
            (state, seat)
            for state in states
            if state.hands and not state.is_over
            for seat in range(rules.n_seats)
            if 2 < n_divisions(state, seat) <= MOST and wanted(state, seat)
        ]
        rng.shuffle(fit)
        found += [m for m in fit if Worlds(facts_of(m[0].observe(m[1]), rules)).count() > 3][:1]
        if len(found) == n:
            return found
    raise AssertionError(f"{rules.id}: only {len(found)} moments")


@pytest.mark.parametrize("most_states", [4000, 1], ids=["table", "rejection"])
@pytest.mark.parametrize("name", ["stammtisch", "kreuzbinokel-48", "wuerttemberg-48"])
def test_every_world_is_drawn_with_the_chance_of_its_copies(name: str, most_states: int) -> None:
    moments = [
        moment for seed in range(3) for moment in enumerable(name, is_random=False, seed=10 + seed)
    ]
    check_moments(moments, assume=True, most_states=most_states)


@pytest.mark.parametrize("is_random", [False, True], ids=["heuristic", "random"])
@pytest.mark.parametrize("is_declarer", [True, False], ids=["declarer", "defender"])
@pytest.mark.parametrize(
    "name", ["preisbinokel", "dabb-online-4", "sechser", "drecksau-online-5-48"]
)
def test_declarer_and_defenders_draw_their_worlds_alike(
    name: str, is_declarer: bool, is_random: bool
) -> None:
    def wanted(state: DealState, seat: int) -> bool:
        return state.phase is Phase.PLAY and (seat == state.declarer) is is_declarer

    moments = some_moments(find_ruleset(name), wanted, is_random=is_random, n=2)
    check_moments(moments)
    if not is_random:
        check_moments(moments, assume=True)


def test_announced_buried_trumps_leave_the_chances_equal() -> None:
    rules = rules_with("stammtisch", dabb={"shown": False, "announce_trumps": True})

    def wanted(state: DealState, seat: int) -> bool:
        facts = facts_of(state.observe(seat), rules) if state.burying_done else None
        return facts is not None and bool(facts.clauses)

    moments = some_moments(rules, wanted, is_random=False, n=2)
    for most_states in (4000, 1):
        check_moments(moments, most_states=most_states)


@pytest.mark.parametrize("is_random", [False, True], ids=["heuristic", "random"])
def test_hand_and_stock_are_drawn_alike(is_random: bool) -> None:
    def wanted(state: DealState, _seat: int) -> bool:
        return not state.exchanged  # which trump was taken is known by other means

    check_moments(some_moments(find_ruleset("zu-zweit"), wanted, is_random=is_random))


@pytest.mark.parametrize("who", ["caller", "partner", "third"])
def test_with_a_called_card_the_chances_stay_equal(who: str) -> None:
    def wanted(state: DealState, seat: int) -> bool:
        call = state.call
        if state.phase is not Phase.PLAY or call is None or call.given is None:
            return False
        role = {state.declarer: "caller", call.owner: "partner"}.get(seat, "third")
        return role == who

    rules = rules_with("stammtisch", dabb={"call": "on"})
    check_moments(some_moments(rules, wanted, is_random=True, n=4))


def hidden_before_the_dabb(state: DealState, seat: int) -> Iterator[tuple[World, int]]:
    """Yield every Dabb out of the cards that the seat has not seen, with its ways."""
    unseen = Counter(state.rules.cards)
    unseen.subtract(unpack(state.hands[seat]))
    cards = sorted(unseen.elements(), key=CARDS.index)
    for dabb in set(combinations(cards, state.rules.deal.dabb)):
        rest = unseen - Counter(dabb)
        hands = [state.hands[seat], state.hands[seat]]
        hands[1 - seat] = pack(tuple(rest.elements()))
        ways = prod(comb(unseen[card], n) for card, n in Counter(dabb).items())
        yield World(tuple(hands), 0, pack(dabb), 0), ways


@pytest.mark.parametrize("most_states", [4000, 1], ids=["table", "small"])
def test_before_the_dabb_every_dabb_has_its_chance(most_states: int) -> None:
    rules = find_ruleset("dabb-online-2")
    state = next(s for s in heuristic_states(rules, Random(3)) if s.phase is Phase.AUCTION)
    ways = dict(hidden_before_the_dabb(state, 0))
    assert sum(ways.values()) == comb(22, 4)
    worlds = Worlds(facts_of(state.observe(0), rules), most_states)
    check_uniform(worlds, ways, 8)
    assert worlds.expected(Card.EA, DABB) == pytest.approx(
        sum(w * (world.dabb >> (2 * Card.EA.index) & 3) for world, w in ways.items()) / comb(22, 4)
    )
