"""Worlds of a moment: masks, weights, enumeration, and what ends a count."""

from math import log
from random import Random

import pytest

from binokel.cards.hand import pack, size
from binokel.engine.choices import Cards
from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, shuffled
from binokel.kernel.cards import card_of
from binokel.kernel.worlds import World
from binokel.players.base import Budget
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.search.drawing import Drawing
from binokel.players.search.likely import Likely
from binokel.players.search.manner import SEARCH, Manner
from binokel.players.search.masks import Copies, mask_of
from binokel.players.search.moment import moment_of
from binokel.players.search.policies import policy_of
from binokel.players.search.tally import LEAST, Tally, Valued
from binokel.players.search.weighing import Weigher, picked, tempered
from binokel.players.search.worth import Worth
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import rules_with

TEN = Valued(10.0, 1.0, True)


def played_to(rules: RuleSet, seed: int, n_tricks: int) -> DealState:
    """Return a heuristic deal after so many tricks; other deals than of trump are passed over."""
    for number in range(seed, seed + 50):
        rng = Random(f"worlds {number}")
        match = Match(rules, [str(seat) for seat in range(rules.n_seats)], 0)
        match.apply(shuffled(rules, rng))
        while not match.deal.is_over:
            deal = match.deal
            if deal.phase is Phase.PLAY and len(deal.tricks) == n_tricks and not deal.trick:
                if deal.contract is Contract.TRUMP:
                    return deal
                break
            assert match.to_act is not None
            view = match.observe(match.to_act)
            match.apply(HeuristicPlayer().decide(view, rng, Budget(nodes=4)).action)
    raise AssertionError("no such deal")


def view_of(state: DealState, seat: int) -> MatchView:
    match = Match(state.rules, [str(s) for s in range(state.rules.n_seats)], state.dealer)
    match._now = match._now._replace(deal=state)
    return match.observe(seat)


def test_masks_give_each_copy_one_place_and_played_cards_theirs_in_every_world() -> None:
    rules = find_ruleset("stammtisch")
    state = played_to(rules, 1, 3)
    seat = state.to_act or 0
    moment = moment_of(view_of(state, seat), ())
    drawing = Drawing(moment, SEARCH, Random(1))
    gone = sum(1 << bit for bit in moment.played)
    for _ in range(20):
        world = drawing.worlds.sample(Random(3))
        masks = drawing.masks(world)
        whole = gone
        for mask, packed in zip(masks, [*world.hands, world.buried], strict=True):
            assert whole & mask == 0
            whole |= mask
            held = pack(card_of(bit) for bit in range(48) if mask >> bit & 1)
            assert held == packed
        assert whole.bit_count() == 40
        assert masks[seat] == moment.own


def test_a_mask_for_itself_holds_the_masks_of_its_parts() -> None:
    rng = Random(1)
    for _ in range(50):
        counts = [rng.randrange(3) for _ in range(24)]
        part = [rng.randint(0, n) for n in counts]
        whole, some = (sum(n << (2 * i) for i, n in enumerate(c)) for c in (counts, part))
        assert mask_of(some) & ~mask_of(whole) == 0
        assert mask_of(whole).bit_count() == size(whole)


def test_copies_are_given_once() -> None:
    copies = Copies()
    assert copies.give_each([0, 0, 5]) == [10, 11, 0]
    assert copies.give(1 << 10) == 2


def test_few_worlds_are_all_looked_at_once_each() -> None:
    rules = find_ruleset("stammtisch")
    for seed in range(1, 40):
        state = played_to(rules, seed, 10)
        moment = moment_of(view_of(state, state.to_act or 0), ())
        drawing = Drawing(moment, Manner(), Random(1))
        if not 1 < drawing.total <= 90:
            continue
        batches = []
        while not drawing.is_done:
            batches.append(drawing.draw(7))
        n = rules.n_seats + 1
        seen = [tuple(b.masks[i : i + n]) for b in batches for i in range(0, len(b.masks), n)]
        assert len(seen) == drawing.total
        expected = {drawing.worlds.numbered(i) for i in range(drawing.total)}
        assert len(set(seen)) == len({tuple(drawing.masks(world)) for world in expected})
        return
    pytest.fail("no deal with few worlds was found")


def test_who_kept_melds_back_is_not_taken_to_have_melded_all() -> None:
    rules = find_ruleset("stammtisch")
    for seed in range(1, 200):
        state = played_to(rules, seed, 11)
        if any(state.melds):
            break
    seat = state.to_act or 0
    blank = tuple(() for _ in state.melds)
    from msgspec.structs import replace  # noqa: PLC0415

    told = replace(view_of(state, seat), deal=replace(view_of(state, seat).deal, melds=blank))
    drawing = Drawing(moment_of(told, ()), SEARCH, Random(1))
    assert drawing.keeps_back
    assert drawing.draw(4).weights


def test_weights_are_flattened_until_enough_worlds_count() -> None:
    logs = [-3.0 * i for i in range(100)]
    weights = tempered(logs, 40.0)
    effective = sum(weights) ** 2 / sum(w * w for w in weights)
    assert effective >= 40.0
    assert weights == sorted(weights, reverse=True)
    assert tempered([0.0, log(0.9)], 1.0) == pytest.approx([1.0, 0.9])


def test_worlds_are_picked_as_often_as_they_weigh() -> None:
    rng = Random(1)
    sums = [0.0] * 4
    for _ in range(4000):
        counts = picked([4.0, 2.0, 1.0, 1.0], 4, rng.random())
        assert sum(counts) == 4
        assert counts[0] == 2
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
    assert [s / 4000 for s in sums] == pytest.approx([2.0, 1.0, 0.5, 0.5], abs=0.05)


def test_a_burying_that_gives_away_aces_weighs_less() -> None:
    rules = find_ruleset("stammtisch")
    lighter = 0
    for seed in range(12):
        state = played_to(rules, 100 * seed, 0)
        assert state.declarer is not None
        seat = (state.declarer + 1) % 3
        moment = moment_of(view_of(state, seat), ())
        weigher = Weigher(moment, policy_of(rules), Likely())
        assert weigher.tells
        true = World(state.hands, state.buried, 0, 0)
        held = [i for i in range(24) if state.hands[state.declarer] >> (2 * i) & 3]
        away = [i for i in range(24) if state.buried >> (2 * i) & 3]
        best, worst = held[0], away[-1]
        swap = (1 << (2 * best)) - (1 << (2 * worst))
        hands = [*state.hands]
        hands[state.declarer] -= swap
        other = World(tuple(hands), state.buried + swap, 0, 0)
        lighter += weigher.log_weight(other) < weigher.log_weight(true)
    assert lighter >= 10


def test_calls_bound_hands_where_there_is_no_dabb() -> None:
    rules = find_ruleset("preisbinokel")
    for seed in range(1, 60):
        state = played_to(rules, seed, 0)
        assert state.declarer is not None
        moment = moment_of(view_of(state, state.declarer), ())
        weigher = Weigher(moment, policy_of(rules), Likely())
        if not weigher.calls:
            continue
        seat, at_least, below = weigher.calls[0]
        assert seat != state.declarer
        likely = [weigher._of_calls(worth, 0, 150) for worth in (100, 150, 200, 250)]
        assert likely == sorted(likely, reverse=True)
        likely = [weigher._of_calls(worth, 150, None) for worth in (100, 150, 200, 250)]
        assert likely == sorted(likely)
        assert at_least or below is not None
        return
    pytest.fail("nobody called")


def test_a_count_is_settled_once_every_other_card_is_behind_or_the_same() -> None:
    rng = Random(1)
    tally = Tally([3, 5, 7])
    for _ in range(LEAST - 1):
        tally.add(1.0, [TEN, TEN, Valued(rng.uniform(0, 9), 0.0, False)])
    assert not tally.is_settled()
    tally.add(1.0, [TEN, TEN, Valued(0.0, 0.0, False)])
    assert tally.is_settled()
    tally.add(1.0, [TEN, Valued(9.0, 1.0, True), Valued(0.0, 0.0, False)])
    assert not tally.is_settled()
    assert tally.chance(0) == 1.0
    assert tally.best() == 0
    assert tally.always == [[False, True], [False, True], [True, False]]


def test_an_unresolved_world_is_no_vote() -> None:
    tally = Tally([1])
    tally.add(1.0, None)
    assert (tally.n, tally.unresolved) == (0, 1)


@pytest.mark.parametrize(
    "rules",
    [
        find_ruleset("stammtisch"),
        find_ruleset("kreuzbinokel"),
        find_ruleset("preisbinokel"),
        rules_with("stammtisch", scoring={"lost_keeps_tricks": True, "bid_test": "rounded"}),
    ],
    ids=lambda rules: rules.id,
)
def test_the_worth_of_what_is_left_is_what_the_score_says(rules: RuleSet) -> None:
    seen = set()
    for seed in range(1, 300, 10):
        state = played_to(rules, seed, 2)
        assert state.declarer is not None
        end = state
        rng = Random(seed)
        while not end.is_over:
            assert end.to_act is not None
            view = view_of(end, end.to_act)
            choice = view.deal.choices[0]
            action = (
                view.deal.legal_actions()[0]
                if isinstance(choice, Cards)
                else HeuristicPlayer().decide(view, rng, Budget(nodes=4)).action
            )
            end = end.apply(action)
        score = end.score
        assert score is not None
        side = rules.side_of[state.declarer]
        if len({rules.side_of[trick.winner] for trick in end.tricks}) < rules.n_sides:
            continue  # whose melds lapse among several others is not told by their points
        worth = Worth(moment_of(view_of(state, state.declarer), ()))
        worth.stakes = None  # in points, as the score is
        late = end.tricks[2:]
        rest = sum(t.points for t in late if rules.side_of[t.winner] == side)
        if rules.side_of[end.tricks[-1].winner] == side:
            rest += rules.play.last_trick
        points = rules.card_points
        buried = sum(points[i] * (state.buried >> (2 * i) & 3) for i in range(24))
        value, _, made = worth.of_rest(rest, buried)
        others = [s for i, s in enumerate(score.exact) if i != side]
        assert made is score.made
        assert value == pytest.approx(score.exact[side] - sum(others) / len(others))
        seen.add(made)
    assert True in seen
