"""Whole deals by the rule policy are deals of the engine: every call, card, meld and score."""

import math
import os
import statistics
import subprocess
import sys
import threading
import time
from array import array
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from binokel.cards.card import SUITS, Card, Rank, Suit, card_of
from binokel.cards.deck import deck_bits
from binokel.cards.hand import pack, unpack
from binokel.errors import IllegalAction, Unsupported
from binokel.kernel import COMPILED
from binokel.kernel.bidding import Bidding
from binokel.kernel.cards import deal_masks
from binokel.kernel.checks import ROW
from binokel.kernel.dealparams import deal_params
from binokel.kernel.deals import Deals
from binokel.kernel.params import duties_of, side_masks, worth_of
from binokel.kernel.playing import Playing
from binokel.kernel.policy import Policy
from binokel.kernel.selfplay import Course, Manner
from binokel.players.selfplay import brought, self_play
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.melds import meld_points
from binokel.rules.ruleset import RuleSet
from binokel.testing.selfplay_soak import check_case, differences
from tests.unit.kernel.selfplay_parts import (
    PLAYED,
    SEED,
    STOCK,
    policy_play,
    rows_of,
    takes_many,
    told_deals,
    told_policy,
)

# --- the engine says the same -------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED)
def test_every_deal_of_a_shipped_set_is_the_engines(name: str) -> None:
    rules = find_ruleset(name)
    playing = policy_play(rules)
    dealers = set()
    for number in range(8):
        course = playing.course(SEED, number)
        assert differences(rules, course) == []
        dealers.add(course.deal.dealer)
    assert dealers == set(range(rules.n_seats))


@pytest.mark.parametrize("name", ["stammtisch", "souabe-4", "preisbinokel"])
def test_declarers_with_whims_play_deals_of_the_engine_and_name_any_suit(name: str) -> None:
    rules = find_ruleset(name)
    calm, odd = policy_play(rules), policy_play(rules, Manner(whims=256))
    suits, changed = set(), 0
    for number in range(12):
        course = odd.course(SEED, number)
        assert differences(rules, course) == []
        suits.add(course.deal.trump)
        changed += course.deal.trump is not calm.course(SEED, number).deal.trump
        assert course.calls == calm.course(SEED, number).calls
    assert len(suits) >= 3
    assert changed >= 3


@pytest.mark.skipif(COMPILED, reason="compiled classes show no tables")
@pytest.mark.parametrize("name", PLAYED)
def test_what_the_policy_notes_of_other_hands_is_true(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, noted = Playing.put, Counter[str]()

    def checked_put(playing: Playing, card: int) -> None:
        put(playing, card)
        policy = playing.policy
        for seat in range(playing.n):
            missing = policy.voids[seat]
            assert missing & playing.own[seat] == 0
            parts = [missing >> shift & 0xFFF for shift in (0, 12, 24, 36)]
            noted["none"] += 0xFFF in parts
            noted["nothing higher"] += any(0 < part < 0xFFF for part in parts)

    monkeypatch.setattr(Playing, "put", checked_put)
    for number in range(4):
        policy_play(find_ruleset(name)).course(SEED, number)
    assert noted["none"] > 20
    assert noted["nothing higher"] > 20 or not find_ruleset(name).play.must_beat


def test_random_rules_and_manners_are_the_engines_too() -> None:
    seen: Counter[str] = Counter()
    for number in range(25 if COMPILED else 10):
        seen += check_case(SEED, number)
    reached = " ".join(seen)
    for what in ("conceded", "played, made", "played, not made"):
        assert what in reached, seen
    for form in ("duel", "duel-in-order", "in-turn"):
        assert seen[f"auction {form}"], seen


@pytest.mark.parametrize("name", ["kreuzbinokel", "preisbinokel", "stammtisch", "drecksau-online"])
def test_where_nobody_bids_the_cards_are_thrown_in_or_somebody_must_play(name: str) -> None:
    rules = find_ruleset(name)
    playing = policy_play(rules, Manner(caution=2000))
    for number in range(4):
        course = playing.course(SEED, number)
        assert differences(rules, course) == []
        assert not any(course.calls)
        assert (course.deal.status == "thrown-in") == (rules.bidding.nobody == "redeal")


def test_a_bid_out_of_reach_is_lost_without_play() -> None:
    rules = find_ruleset("heroldstatt")
    playing = policy_play(rules, Manner(caution=-500, give_up=5000))
    courses = [playing.course(SEED, number) for number in range(6)]
    assert all(differences(rules, course) == [] for course in courses)
    lost = [course for course in courses if course.deal.status == "unreachable"]
    assert lost
    assert not any(course.cards for course in lost)


@pytest.mark.parametrize("change", ["card", "call", "score"])
def test_a_deal_that_was_changed_is_not_the_engines(change: str) -> None:
    rules = find_ruleset("stammtisch")
    playing = policy_play(rules, Manner(caution=60, give_up=5000))
    course = playing.course(SEED, 1)
    deal, calls, cards = course.deal, course.calls, course.cards
    if change == "card":
        cards = cards[::-1]
    elif change == "call":
        calls = (*calls[:-1], calls[-1] + 10)
    else:
        changed = (deal.scores[0] + 10, *deal.scores[1:])
        deal = type(deal)(**{f: getattr(deal, f) for f in deal.__slots__} | {"scores": changed})
    with pytest.raises((IllegalAction, ValueError, AssertionError)):
        assert differences(rules, Course(deal, calls, cards)) == []


@pytest.mark.parametrize("mode", ["sum", "fixed", "additive", "always"])
@pytest.mark.parametrize("pairs", ["none", "trump", "trump-single", "any"])
def test_melds_are_counted_as_by_the_engine_with_rundgang(mode: str, pairs: str) -> None:
    base = find_ruleset("preisbinokel")
    melds: Any = {"rundgang": mode, "rundgang_family_pair": pairs, "rundgang_points": 240}
    rules = replace(base, melds=replace(base.melds, **melds))
    policy, rng = told_policy(rules), Random(f"{mode} {pairs}")
    court = [card_of(suit, rank) for suit in SUITS for rank in (Rank.KOENIG, Rank.OBER)]
    for _ in range(150):
        rest = list(unpack(deck_bits(True)))
        hand = court * rng.choice((1, 1, 2))
        for card in hand:
            rest.remove(card)
        hand += rng.sample(rest, rng.randint(0, 10))
        check_melds(policy, rules, pack(hand), rng.choice((None, *SUITS)))


@pytest.mark.parametrize("name", names())
def test_melds_are_counted_as_by_the_engine(name: str) -> None:
    rules = find_ruleset(name)
    try:
        policy = told_policy(rules)
    except Unsupported:
        assert name in STOCK
        return
    rng = Random(name)
    for _ in range(40):
        hand = pack(rng.sample(rules.cards, rng.randint(1, 24)))
        check_melds(policy, rules, hand, rng.choice((None, *SUITS)))


def check_melds(policy: Policy, rules: RuleSet, hand: int, trump: Suit | None) -> None:
    (mask,), _ = deal_masks([hand])
    found = policy.meld_points(mask, -1 if trump is None else trump.index)
    assert found == meld_points(rules, hand, trump), (unpack(hand), trump)


# --- the same deals, however they are asked for -------------------------------------------------


def test_a_deal_follows_from_seed_and_number_alone() -> None:
    playing = policy_play(find_ruleset("stammtisch"))
    together = rows_of(playing, 12)
    assert rows_of(playing, 5) + rows_of(playing, 7, first=5) == together
    assert rows_of(playing, 12, seed=SEED + 1) != together
    deals = list(playing.play(12, SEED))
    assert [playing.course(SEED, number).deal for number in range(12)] == deals


def test_two_threads_play_what_one_plays() -> None:
    rules = find_ruleset("kreuzbinokel")
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda first: rows_of(policy_play(rules), 40, first=first), (0, 40)))
    assert found[0] + found[1] == rows_of(policy_play(rules), 80)


@takes_many
def test_threads_that_share_self_play_wait_for_each_other() -> None:
    rules, n = find_ruleset("stammtisch"), 20_000 if COMPILED else 40
    shared = policy_play(rules)
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda seed: rows_of(shared, n, seed), range(6)))
        courses = list(pool.map(lambda number: shared.course(SEED, number), range(60)))
    assert found == [rows_of(policy_play(rules), n, seed) for seed in range(6)]
    assert courses == [policy_play(rules).course(SEED, number) for number in range(60)]


@takes_many
def test_deals_refuse_another_thread_while_they_are_played() -> None:
    rules = find_ruleset("stammtisch")
    policy, deals = told_deals(rules)
    rows = memoryview(array("q", bytes(8 * ROW * (300_000 if COMPILED else 3000))))
    playing = threading.Thread(target=lambda: deals.play(1, 0, len(rows) // ROW, rows))
    playing.start()
    time.sleep(0.05)
    for question in (
        lambda: deals.play(1, 0, 1, rows),
        deals.last_cards,
        lambda: policy.set_rules(-1, duties_of(rules), worth_of(rules), (0, 0, 0), (1, 2)),
    ):
        with pytest.raises(ValueError, match="another thread"):
            question()
    playing.join()
    assert len(deals.last_cards()) in (0, 36)


def test_a_policy_that_plays_another_game_by_now_is_refused() -> None:
    three, four = find_ruleset("stammtisch"), find_ruleset("kreuzbinokel")
    rows = memoryview(array("q", bytes(8 * ROW)))
    policy, deals = told_deals(three)
    policy.set_rules(-1, duties_of(four), worth_of(four), (0, 0, 0), side_masks(four))
    with pytest.raises(ValueError, match="different tables"):
        deals.play(1, 0, 1, rows)
    policy, deals = told_deals(three)
    policy.set_estimates(0xFFF, [1 << 20] * 8192, 0, 1)
    with pytest.raises(ValueError, match="cards of the deck"):
        deals.play(1, 0, 1, rows)


def test_deals_and_policies_that_were_never_made_refuse_everything() -> None:
    params = deal_params(find_ruleset("stammtisch"))
    with pytest.raises((ValueError, AttributeError), match=r"__init__|is_made"):
        Deals.__new__(Deals).last_cards()
    with pytest.raises((ValueError, AttributeError), match=r"__init__|is_made"):
        Bidding(Policy.__new__(Policy), params.auction, 4, 0)
    with pytest.raises((ValueError, AttributeError), match=r"__init__|is_made"):
        Policy.__new__(Policy).meld_points(1, 0)


def test_seeds_numbers_and_manners_are_whole() -> None:
    rules = find_ruleset("stammtisch")
    rows, wrong = memoryview(array("q", bytes(8 * ROW))), [1.5, None]
    told: Any
    for told in wrong:
        with pytest.raises(TypeError, match="the seed must be a whole number"):
            policy_play(rules).fill(rows, told)
        with pytest.raises(TypeError, match="number of the first deal must be a whole number"):
            policy_play(rules).fill(rows, 1, told)
        with pytest.raises(TypeError, match="caution must be a whole number"):
            policy_play(rules, Manner(caution=told))
        with pytest.raises(TypeError, match="given up must be a whole number"):
            policy_play(rules, Manner(give_up=told))


@pytest.mark.skipif(not COMPILED, reason="there is no compiled kernel to compare")
def test_deals_are_those_of_the_source() -> None:
    asked = (
        "from tests.unit.kernel.test_selfplay import *\n"
        "for name in ('stammtisch', 'kreuzbinokel', 'preisbinokel', 'souabe-4', 'sechser'):\n"
        "    print(rows_of(policy_play(find_ruleset(name), Manner(-40, 0)), 30).tolist())"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", asked],
            env=os.environ | {"BINOKEL_KERNEL": kind},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for kind in ("compiled", "python")
    ]
    assert told[0].count("[") == 5
    assert told[0] == told[1]


@takes_many
def test_every_card_is_dealt_to_every_place_about_equally_often() -> None:
    rules = find_ruleset("stammtisch")
    places: Counter[tuple[str, Card]] = Counter()
    n = 3000
    for deal in policy_play(rules).play(n, SEED):
        for seat, hand in enumerate(deal.hands):
            places.update((str(seat), card) for card in hand)
        places.update(("dabb", card) for card in deal.dabb)
    for place, size in (("0", 12), ("1", 12), ("2", 12), ("dabb", 4)):
        wanted = n * size / 20
        chi = sum((places[place, card] - wanted) ** 2 / wanted for card in set(rules.cards))
        assert chi < 45  # 19 degrees of freedom: one in a thousand is above 43.8


# --- the policy is no fool ----------------------------------------------------------------------


@takes_many
def test_bids_are_mostly_made_and_the_bold_go_down_more_often() -> None:
    rules = find_ruleset("stammtisch")
    made = []
    for caution in (60, 0, -60):
        deals = list(self_play(rules, Manner(caution, 5000)).play(400, SEED))
        made.append(sum(bool(deal.made) for deal in deals) / len(deals))
    assert made[0] > 0.85
    assert made[0] > made[1] > made[2]


@takes_many
@pytest.mark.parametrize("name", ["stammtisch", "preisbinokel", "kreuzbinokel", "sechser"])
def test_what_is_expected_is_on_average_what_comes(name: str) -> None:
    rules = find_ruleset(name)
    deals = self_play(rules, Manner(give_up=1 << 19)).play(4000, SEED)
    missed = [brought(rules, deal) - deal.expected for deal in deals if deal.status == "played"]
    assert abs(statistics.mean(missed)) < 4 * statistics.stdev(missed) / math.sqrt(2000)


@takes_many
def test_bids_that_are_lost_without_play_do_not_lower_what_is_expected() -> None:
    rules = find_ruleset("heroldstatt")
    shy, bold = (
        statistics.mean(
            deal.expected for deal in self_play(rules, Manner(caution, 1 << 19)).play(2000, SEED)
        )
        for caution in (20, -300)
    )
    assert abs(shy - bold) < 20


@takes_many
def test_who_gives_up_early_goes_out_more_often() -> None:
    rules = find_ruleset("stammtisch")
    out = []
    for give_up in (-60, 0, 60):
        deals = self_play(rules, Manner(0, give_up)).play(400, SEED)
        out.append(sum(deal.status == "conceded" for deal in deals))
    assert out[0] > out[1] > out[2] > 0
