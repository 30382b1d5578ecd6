"""Worlds against brute force: the same worlds, the same chances, never one too few."""

from collections import Counter
from math import comb, prod
from random import Random

import pytest

from binokel.cards.card import Card
from binokel.cards.hand import ONES, size
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.errors import IllegalAction, NoWorld
from binokel.kernel.worlds import BURIED, Place, World, Worlds, facts_of
from binokel.kernel.worlds.replay import world_of
from binokel.rules.catalog import find_ruleset, names
from binokel.testing.strategies import random_states
from binokel.testing.twins import hidden_cards
from binokel.testing.worlds_soak import (
    WorldsSoak,
    check_world,
    heuristic_states,
    main,
    run,
)
from tests.unit.kernel.worlds.brute import all_worlds

MOST = 400
SETS = ("stammtisch", "kreuzbinokel-48", "preisbinokel", "souabe-3", "dabb-online-4", "sechser")


def n_divisions(state: DealState, seat: int) -> int:
    """Return in how many ways the hidden cards can be divided, all taken as different."""
    left = [len(cards) for cards in hidden_cards(state, seat).values()]
    return prod(comb(sum(left[i:]), n) for i, n in enumerate(left))


def enumerable(name: str, *, is_random: bool, seed: int) -> list[tuple[DealState, int]]:
    """Return some moments and seats with few enough worlds to try them all."""
    rules, rng = find_ruleset(name), Random(f"{name} {seed}")
    states = random_states(rules, rng) if is_random else heuristic_states(rules, rng)
    found = [
        (state, seat)
        for state in states
        for seat in range(rules.n_seats)
        if state.phase is Phase.PLAY and 2 < n_divisions(state, seat) <= MOST
    ]
    return rng.sample(found, min(3, len(found)))


def listed(worlds: Worlds) -> Counter[World]:
    return Counter(worlds.numbered(number) for number in range(worlds.count()))


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("is_random", [False, True], ids=["heuristic", "random"])
def test_the_worlds_are_those_that_brute_force_finds(name: str, is_random: bool) -> None:
    n_checked = 0
    for seed in range(2):
        for state, seat in enumerable(name, is_random=is_random, seed=seed):
            for assume in (False,) if is_random else (False, True):
                facts = facts_of(state.observe(seat), state.rules, assume_all_melded=assume)
                worlds = Worlds(facts)
                if not worlds.is_exact:
                    continue
                assert listed(worlds) == all_worlds(state, seat, assume_all_melded=assume)
                n_checked += worlds.count()
    assert n_checked or is_random, "no moment was checked"


def first_lead(name: str, seed: int) -> DealState:
    """Return a heuristic deal at its first lead."""
    for number in range(100):
        for state in heuristic_states(find_ruleset(name), Random(f"{seed} {number}")):
            if state.phase is Phase.PLAY and state.trump is not None:
                return state
    raise AssertionError(f"no deal of {name} is played")


def test_the_chances_of_a_card_are_those_of_the_listed_worlds() -> None:
    (state, seat), *_ = enumerable("stammtisch", is_random=False, seed=3)
    worlds = Worlds(facts_of(state.observe(seat), state.rules))
    every = listed(worlds)
    total = sum(every.values())
    for place in worlds.facts.places:
        for card in Card:
            for copies in range(3):
                n = sum(
                    ways
                    for world, ways in every.items()
                    if (world.hands[place.seat] if place.where == "hand" else world.buried)
                    >> (2 * card.index)
                    & 3
                    == copies
                )
                assert worlds.probability(card, place, copies) == pytest.approx(n / total)


def test_the_expected_copies_at_a_place_add_up_to_its_size() -> None:
    state = first_lead("kreuzbinokel-48", 5)
    assert state.declarer is not None
    seat = (state.declarer + 1) % 4
    worlds = Worlds(facts_of(state.observe(seat), state.rules, assume_all_melded=True))
    for place, n in zip(worlds.facts.places, worlds.facts.sizes, strict=True):
        assert sum(worlds.expected(card, place) for card in Card) == pytest.approx(n)
    assert worlds.probability(Card.EA, Place("stock"), 0) == 1.0
    assert worlds.probability(Card.EA, Place("stock"), 1) == 0.0


def test_without_any_fact_the_worlds_are_all_divisions() -> None:
    rules = find_ruleset("stammtisch")
    states = heuristic_states(rules, Random(1))
    state = next(state for state in states if state.phase is Phase.AUCTION)
    worlds = Worlds(facts_of(state.observe(0), rules))
    assert worlds.is_exact
    assert worlds.count() == comb(28, 12) * comb(16, 12)
    nobody = Worlds(facts_of(state.observe(None), rules))
    assert nobody.count() == comb(40, 12) * comb(28, 12) * comb(16, 12)
    assert sum(size(hand) for hand in nobody.sample(Random(1)).hands) == 36


def test_what_is_not_carried_by_the_table_is_checked_by_drawing_again() -> None:
    state = first_lead("stammtisch", 8)
    assert state.declarer is not None
    seat = (state.declarer + 1) % 3
    facts = facts_of(state.observe(seat), state.rules, assume_all_melded=True)
    whole, drawn = Worlds(facts, 10**6), Worlds(facts, 1)
    assert whole.is_exact
    assert not drawn.is_exact
    assert drawn.count() > whole.count()
    rng = Random(2)
    worlds = [drawn.sample(rng) for _ in range(300)]
    assert all(whole.admits(world) for world in worlds)
    share = whole.count() / drawn.count()
    spread = (share * (1 - share) / drawn.n_drawn) ** 0.5
    assert abs(drawn.acceptance - share) < 4 * spread
    assert whole.acceptance == 1.0


def test_the_real_cards_are_always_a_world_and_every_world_can_be_replayed() -> None:
    soak = WorldsSoak(20, names(), per_view=3, moments=1)
    n = len(names())
    for number in range(0, 3 * n, 3):  # every style of play, a third of the sets each
        soak.deal(number)
    assert soak.n_views >= n - 3, "deals given up at once have no views"
    assert soak.n_worlds == 3 * soak.n_views


def test_the_soak_says_what_it_has_checked(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--worlds", "30", "--seed", "3", "--rules", "stammtisch"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert said.startswith("seed 3: ")
    assert "worlds of" in said


def test_a_soak_of_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--worlds", "0"])
    assert "check nothing" in capsys.readouterr().err


def test_the_soak_names_the_deal_that_fails(capsys: pytest.CaptureFixture[str]) -> None:
    class Failing(WorldsSoak):
        def deal(self, number: int) -> None:
            raise AssertionError(f"deal {number}")

    with pytest.raises(AssertionError, match="deal 5"):
        run(Failing(8, ("stammtisch",)), 10, first=5)
    assert capsys.readouterr().err == "seed 8, deal 5\n"


def test_a_replay_refuses_cards_that_break_a_duty_or_a_meld() -> None:
    state = first_lead("stammtisch", 4)
    states = heuristic_states(state.rules, Random(12))
    state = [s for s in states if s.phase is Phase.PLAY][-12]
    seat = state.to_act or 0
    worlds = Worlds(facts_of(state.observe(seat), state.rules))
    others = [place.seat for place in worlds.facts.places if place.where == "hand"]
    n_refused = 0
    for one in range(24):
        for two in range(24):
            world = exchanged(world_of(state), others[0], others[1], one, two)
            if world is None or worlds.admits(world):
                continue
            n_refused += 1
            with pytest.raises((AssertionError, IllegalAction)):
                check_world(state, seat, world, Random(1), assume_all_melded=False)
    assert n_refused


def exchanged(world: World, a: int, b: int, one: int, two: int) -> World | None:
    """Return a world with a card of seat a and one of seat b exchanged."""
    if one == two or not world.hands[a] >> (2 * one) & 3 or not world.hands[b] >> (2 * two) & 3:
        return None
    change = (1 << (2 * two)) - (1 << (2 * one))
    hands = list(world.hands)
    hands[a] += change
    hands[b] -= change
    if any(hand & hand >> 1 & ONES for hand in hands):
        return None
    return world._replace(hands=tuple(hands))


def test_weights_are_shares_and_tell_how_many_worlds_they_are_worth() -> None:
    state = first_lead("stammtisch", 6)
    worlds = Worlds(facts_of(state.observe(state.to_act), state.rules))
    even = worlds.weighted(Random(3), 20, lambda _: 2.0)
    assert even.effective == pytest.approx(20)
    one = worlds.weighted(Random(3), 20, lambda world: float(world == even.worlds[0]))
    assert one.weights[0] * one.effective == pytest.approx(1.0)
    assert sum(one.weights) == pytest.approx(1.0)
    with pytest.raises(NoWorld, match="weight 0"):
        worlds.weighted(Random(3), 5, lambda _: 0.0)


def test_a_number_beyond_the_last_world_is_refused() -> None:
    state = first_lead("stammtisch", 6)
    worlds = Worlds(facts_of(state.observe(state.to_act), state.rules))
    with pytest.raises(ValueError, match="none has the number"):
        worlds.numbered(worlds.count())


@pytest.mark.parametrize("wrong", [-1.0, float("nan"), float("inf")])
def test_a_weight_that_is_none_is_refused(wrong: float) -> None:
    state = first_lead("stammtisch", 6)
    worlds = Worlds(facts_of(state.observe(state.to_act), state.rules))
    with pytest.raises(ValueError, match="finite number from 0 on"):
        worlds.weighted(Random(3), 5, lambda _: wrong)


def test_half_a_number_a_place_that_is_none_and_an_empty_table_are_refused() -> None:
    state = first_lead("stammtisch", 6)
    facts = facts_of(state.observe(state.to_act), state.rules)
    worlds = Worlds(facts)
    with pytest.raises(TypeError, match="number of a world"):
        worlds.numbered(1.5)  # type: ignore[arg-type]
    for place in (Place("hand", 3), Place("hand"), Place("elsewhere")):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="is no place"):
            worlds.probability(Card.EA, place)
    for most in (0, -1):
        with pytest.raises(ValueError, match="1 state or more"):
            Worlds(facts, most)


@pytest.mark.parametrize("other", ["kreuzbinokel", "zu-zweit", "dabb-online-2"])
def test_a_view_of_a_deal_by_other_rules_is_refused(other: str) -> None:
    state = first_lead("preisbinokel", 6)
    with pytest.raises(ValueError, match="take the rules of the deal"):
        facts_of(state.observe(state.to_act), find_ruleset(other))


def test_before_the_cards_are_dealt_there_is_nothing_to_know() -> None:
    rules = find_ruleset("stammtisch")
    with pytest.raises(ValueError, match="no cards are dealt"):
        facts_of(new_deal(rules, 0).observe(0), rules)


def test_a_seat_that_melded_less_than_assumed_leaves_no_world_or_a_wrong_one() -> None:
    """The assumption is no fact: where it is wrong, the real cards are not among the worlds."""
    n_excluded = 0
    for seed in range(40):
        states = random_states(find_ruleset("stammtisch"), Random(seed))
        for state in states:
            if state.phase is Phase.PLAY and state.melds and not state.tricks and not state.trick:
                facts = facts_of(state.observe(0), state.rules, assume_all_melded=True)
                n_excluded += not Worlds(facts).admits(world_of(state))
                assert Worlds(facts_of(state.observe(0), state.rules)).admits(world_of(state))
    assert n_excluded


def test_the_places_of_a_defender_are_the_other_hands_and_the_buried_cards() -> None:
    state = first_lead("stammtisch", 9)
    assert state.declarer is not None
    seat = (state.declarer + 1) % 3
    facts = facts_of(state.observe(seat), state.rules)
    assert facts.places[-1] == BURIED
    assert facts.sizes == (12, 12, 4)
    own = facts_of(state.observe(state.declarer), state.rules)
    assert own.sizes == (12, 12)
    assert own.buried == state.buried
