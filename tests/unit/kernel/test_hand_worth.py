"""What a hand is worth before the Dabb, and what another choice than the best one costs."""

import pytest

from binokel.cards.card import SUITS
from binokel.cards.hand import pack
from binokel.kernel.cards import deal_masks
from binokel.kernel.selfplay import make_policy
from binokel.players.selfplay import expectation_of
from binokel.rules.catalog import find_ruleset
from tests.unit.kernel.selfplay_parts import SEED, policy_play

STAMMTISCH = find_ruleset("stammtisch")


def test_what_the_policy_itself_buries_and_names_costs_nothing_and_aces_cost() -> None:
    policy = make_policy(STAMMTISCH, expectation_of(STAMMTISCH))
    seen = dear = 0
    for deal in policy_play(STAMMTISCH).play(6, SEED):
        if deal.status != "played":
            continue
        assert deal.declarer is not None
        assert deal.trump is not None
        kept = [*deal.hands[deal.declarer], *deal.dabb]
        for card in deal.buried:
            kept.remove(card)
        (hand, away), _ = deal_masks([pack(kept), pack(deal.buried)])
        trump = SUITS.index(deal.trump)
        assert policy.choice_cost(hand, away, trump) == 0
        top = 1 << (hand.bit_length() - 1)
        low = away & -away
        dear += policy.choice_cost(hand & ~top | low, away & ~low | top, trump) > 0
        costs = [policy.choice_cost(hand, away, suit) for suit in range(4)]
        assert max(costs) > 20
        seen += 1
    assert 0 < seen < 2 * dear


def test_a_hand_is_worth_the_same_for_the_same_seed_and_without_a_dabb_for_any() -> None:
    policy = make_policy(STAMMTISCH, expectation_of(STAMMTISCH))
    (hand,), _ = deal_masks([pack(next(policy_play(STAMMTISCH).play(1, SEED)).hands[0])])
    worths = {policy.hand_worth(hand, 4, seed) for seed in range(8)}
    assert policy.hand_worth(hand, 4, 3) == policy.hand_worth(hand, 4, 3)
    assert len(worths) > 1
    assert policy.hand_worth(hand, 0, 1) == policy.hand_worth(hand, 0, 2) <= max(worths)


def test_what_is_no_choice_of_a_declarer_is_refused() -> None:
    policy = make_policy(STAMMTISCH, expectation_of(STAMMTISCH))
    with pytest.raises(ValueError, match="no trump -1"):
        policy.choice_cost(0b11100, 0b100000, -1)
    with pytest.raises(ValueError, match="also kept"):
        policy.choice_cost(0b11100, 0b100, 0)
    with pytest.raises(ValueError, match="trump must be"):
        policy.choice_cost(0b11100, 0b100000, 4)
    with pytest.raises(ValueError, match="the deck has not 40 cards"):
        policy.hand_worth(0b11100, 40, 1)
    with pytest.raises(ValueError, match="the seed must be"):
        policy.hand_worth(0b11100, 4, -1)
