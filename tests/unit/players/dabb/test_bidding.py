"""The yardstick's bids: melds to expect, a rough count of tricks, and how far above the bid."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

import pytest

from binokel.cards.card import SUITS, Card, Suit
from binokel.cards.hand import pack
from binokel.cards.notation import parse_cards
from binokel.engine.actions import Action, Bid, Pass
from binokel.engine.state import DealState
from binokel.players.dabb import DabbPlayer
from binokel.players.dabb.bidding import average_melds, bare_melds, hand_worth, wants_to_bid
from binokel.players.dabb.estimate import best_suit, suit_scores, trick_points
from binokel.rules.melds import meld_points
from binokel.testing.builders import deal_with, do, rules_with
from tests.unit.players.dabb.views import Sure, act
from tests.unit.players.seats import view_of

RULES = rules_with("dabb-online")
POOR = "EK EU SZ SU SK HU HZ HZ BZ BZ BU BU"
GREAT = "HA HZ HK HO HU HA HZ EA SA BA SO BU"


def packed(text: str) -> int:
    return pack(parse_cards(text))


def bid(state: DealState, rng: Random | None = None) -> Action:
    return act(view_of(state), rng)


# --- the melds to expect ------------------------------------------------------------------------


def test_the_melds_are_averaged_over_24_random_dabbs_of_the_unseen_cards() -> None:
    hand = packed(POOR)
    unseen = [card for card in Card for _ in range(2) if card.rank.letter != "7"]
    for card in parse_cards(POOR):
        unseen.remove(card)
    rng = Random(5)
    dabbs = [rng.sample([card.index for card in unseen], 4) for _ in range(24)]
    expected = [
        fmean(meld_points(RULES, hand + sum(1 << 2 * i for i in dabb), suit) for dabb in dabbs)
        for suit in SUITS
    ]
    assert average_melds(RULES, hand, Random(5)) == pytest.approx(expected)


def test_without_a_dabb_the_average_is_what_the_hand_melds() -> None:
    rules = rules_with("preisbinokel", deal={"dabb": 0, "hand": 16, "pattern": ["P4"] * 4})
    hand = packed(GREAT + " E7 S7 B7 H7")
    assert average_melds(rules, hand, Random(1)) == [
        meld_points(rules, hand, suit) for suit in SUITS
    ]


@pytest.mark.parametrize(
    ("scores", "suit"),
    [([5, 5, 5, 5], "H"), ([5, 5, 4, 5], "E"), ([1, 3, 3, 2], "S"), ([1, 2, 3, 4], "B")],
)
def test_the_best_suit_is_the_first_in_the_order_e_s_h_b_and_herz_where_all_are_equal(
    scores: Sequence[int], suit: str
) -> None:
    assert SUITS[best_suit(scores)] is Suit(suit)


def test_a_suit_scores_a_hundred_times_its_melds_plus_its_cards() -> None:
    assert suit_scores(RULES, packed("EK EO SA SA SZ")) == [4002, 2003, 2000, 2000]


def test_the_bare_hand_melds_what_its_best_suit_does() -> None:
    assert bare_melds(RULES, packed("EK EO HK HO HA")) == 60
    assert bare_melds(RULES, packed("SO BU")) == 40


def test_seven_tenths_of_the_gain_by_the_dabb_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "binokel.players.dabb.bidding.average_melds", lambda *_: [40.0, 90.0, 60.0, 60.0]
    )
    hand = packed("EK EO SU SU SK HU HU BU BU BZ HZ SZ")
    tricks = trick_points(3, hand, Suit.S.index)
    assert bare_melds(RULES, hand) == 40
    assert hand_worth(RULES, hand, Random(1)) == pytest.approx(40 + 0.7 * (90 - 40) + tricks)


def test_the_suit_of_the_highest_average_counts_its_tricks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binokel.players.dabb.bidding.average_melds", lambda *_: [0.0, 0, 0, 0.01])
    hand = packed("EA EA EZ EK EU HU HU HZ SU SU BZ BZ")
    assert hand_worth(RULES, hand, Random(1)) == pytest.approx(
        0.7 * 0.0 + trick_points(3, hand, Suit.E.index)
    )
    monkeypatch.setattr("binokel.players.dabb.bidding.average_melds", lambda *_: [0.0, 0, 0, 0.04])
    assert hand_worth(RULES, hand, Random(1)) == pytest.approx(
        0.7 * 0.04 + trick_points(3, hand, Suit.B.index)
    )


# --- the tricks to expect -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "points"), [(0, 20), (1, 30), (2, 40), (3, 55), (4, 65), (5, 75), (6, 85), (8, 85)]
)
def test_tricks_are_counted_by_the_number_of_trumps(n: int, points: int) -> None:
    trumps = " ".join(["EA", "EA", "EZ", "EZ", "EK", "EK", "EO", "EO"][:n])
    assert trick_points(2, packed(f"{trumps} SU SU HU HU"), 0) == points


@pytest.mark.parametrize(
    ("side", "points"),
    [
        ("SA HU HU", 30),
        ("SZ HU HU", 25),
        ("SA SU HU HU", 20),
        ("SA SA HU HU", 20),
        ("SZ SZ", 20),
        ("SK", 20),
        ("SA HZ BA", 45),
    ],
)
def test_a_side_ace_or_ten_counts_where_it_is_alone_in_its_suit(side: str, points: int) -> None:
    assert trick_points(2, packed(side), 0) == points


def test_an_ace_of_trumps_counts_as_a_trump_only() -> None:
    assert trick_points(2, packed("EA SU SU"), 0) == 30


@pytest.mark.parametrize(
    ("side", "points"), [("SU SU", 26), ("SA HU HU", 34), ("SZ HU HU", 30), ("SZ HZ BU BU", 34)]
)
def test_with_three_seats_85_per_cent_count_a_half_rounded_up(side: str, points: int) -> None:
    assert trick_points(3, packed(f"EU {side}"), 0) == points
    assert trick_points(4, packed(f"EU {side}"), 0) == points


def test_a_half_is_rounded_up_on_an_even_number_too() -> None:
    assert trick_points(3, packed("EU EU EK SZ HZ"), 0) == 55  # 65 × 0.85 = 55.25
    assert trick_points(3, packed("EU EU SA"), 0) == 43  # 50 × 0.85 = 42.5


def test_more_than_a_hundred_is_never_counted() -> None:
    hand = packed("EA EA EZ EZ EK EK SA HA BA")
    assert trick_points(2, hand, 0) == 100
    assert trick_points(3, hand, 0) == 98


# --- bid or weg ---------------------------------------------------------------------------------


def test_who_must_open_says_the_minimum_with_any_hand() -> None:
    assert bid(deal_with(RULES, POOR)) == Bid(150)


def test_a_great_hand_bids_the_least_and_never_jumps() -> None:
    state = do(deal_with(RULES, f"|{GREAT}"), Bid(150))
    assert bid(state) == Bid(160)


def test_a_poor_hand_says_weg() -> None:
    state = do(deal_with(RULES, f"|{POOR}"), Bid(200))
    assert {bid(state, Random(seed)) for seed in range(20)} == {Pass()}


def test_sixty_points_above_the_next_bid_are_enough_and_fifty_below_too_few() -> None:
    assert wants_to_bid(60, False, Sure(0.0))
    assert not wants_to_bid(-50, False, Sure(0.999))
    assert not wants_to_bid(59.9, False, Sure(0.0))
    assert wants_to_bid(-49.9, False, Sure(0.999))


@pytest.mark.parametrize(
    ("surplus", "passing"), [(49, 0.1), (5, 0.5), (-6, 0.6), (-33.5, 0.85), (-49, 0.85)]
)
def test_in_between_it_passes_with_a_probability_of_at_most_85_per_cent(
    surplus: float, passing: float
) -> None:
    assert not wants_to_bid(surplus, False, Sure(passing - 1e-6))
    assert wants_to_bid(surplus, False, Sure(passing + 1e-6))


def test_over_its_partner_it_bids_only_where_it_is_sure() -> None:
    assert wants_to_bid(60, True, Sure(0.0))
    assert not wants_to_bid(59, True, Sure(0.999))


@pytest.mark.parametrize(("seat", "is_partner"), [(0, True), (1, False)])
def test_the_partner_is_the_one_who_holds_the_bid(
    seat: int, is_partner: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def wants(_surplus: float, partner_holds: bool, _rng: Random) -> bool:
        asked.append(partner_holds)
        return False

    monkeypatch.setattr("binokel.players.dabb.bidding.wants_to_bid", wants)
    calls = (Bid(150), Pass()) if seat == 0 else (Bid(150), Bid(160), Pass())
    state = do(deal_with(rules_with("dabb-online-4")), *calls)
    assert (state.to_act, state.auction and state.auction.holder) == (2, seat)
    assert bid(state) == Pass()
    assert asked == [is_partner]


def test_where_nobody_must_open_it_opens_with_a_great_hand_only() -> None:
    assert bid(deal_with(rules_with("stammtisch"), GREAT)) == Bid(150)
    poor = deal_with(rules_with("stammtisch", bidding={"minimum": 300}), POOR)
    assert bid(poor) == Pass()


def test_a_blunder_turns_a_bid_into_weg_and_weg_into_a_bid() -> None:
    easy = DabbPlayer("dabb-easy")
    great = view_of(do(deal_with(RULES, f"|{GREAT}"), Bid(150)))
    poor = view_of(do(deal_with(RULES, f"|{POOR}"), Bid(200)))
    assert act(great, Sure(0.349), easy) == Pass()
    assert act(great, Sure(0.351), easy) == Bid(160)
    assert act(poor, Sure(0.349), easy) == Bid(210)
    assert act(poor, Sure(0.351), easy) == Pass()


def test_who_must_open_cannot_blunder() -> None:
    view = view_of(deal_with(RULES, POOR))
    assert act(view, Sure(0.0), DabbPlayer("dabb-easy")) == Bid(150)


def test_where_no_bid_is_left_it_says_weg() -> None:
    rules = rules_with("dabb-online", bidding={"maximum": 200})
    state = do(deal_with(rules, f"|{GREAT}"), Bid(200))
    assert bid(state) == Pass()
