"""Section B: who calls, which bids are legal, who wins, and what happens when nobody bids."""

import pytest

from binokel.cards.card import Suit
from binokel.engine.actions import Bid, Concede, Pass, Shuffle, TakeDabb
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.errors import Inconsistent, Reason, RuleSetError
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import (
    all_meld,
    auction,
    deal_with,
    do,
    order_with,
    rules_with,
    scored,
    won_by,
)

decision = pytest.mark.decision

TABLE = rules_with("stammtisch")
W = rules_with("wuerttemberg")
K = rules_with("kreuzbinokel")
P = rules_with("preisbinokel")
F3 = rules_with("souabe-3")
F4 = rules_with("souabe-4")
ONLINE = rules_with("drecksau-online")


def bidding(rules: RuleSet, **keys: object) -> RuleSet:
    return rules_with(rules.id, bidding=keys)


def reason_of(rules: RuleSet, value: int) -> Reason | None:
    """Return why a first bid is refused."""
    fault = deal_with(rules).why_illegal(Bid(value))
    return fault.reason if fault else None


@decision("min-open-000")
@pytest.mark.parametrize(
    ("name", "minimum"),
    [
        ("wuerttemberg", 10),
        ("kreuzbinokel", 10),
        ("preisbinokel", 10),
        ("souabe-3", 150),
        ("souabe-4", 150),
        ("stammtisch", 150),
    ],
)
def test_each_set_has_its_lowest_first_bid(name: str, minimum: int) -> None:
    rules = find_ruleset(name)
    assert reason_of(rules, minimum) is None
    assert reason_of(rules, minimum - 10) is Reason.BID_TOO_LOW


@decision("preis-first-bid")
def test_in_preisbinokel_the_first_bid_is_10_or_more() -> None:
    assert reason_of(P, 10) is None
    assert reason_of(P, 20) is None
    assert reason_of(P, 0) is Reason.BID_TOO_LOW
    assert reason_of(P, 5) is Reason.BID_TOO_LOW
    assert reason_of(bidding(P, minimum=100), 90) is Reason.BID_TOO_LOW


@decision("bid-step")
def test_a_bid_is_any_multiple_of_ten_above_the_last_one() -> None:
    assert reason_of(W, 300) is None
    assert reason_of(W, 155) is Reason.BID_OFF_STEP
    assert auction(W, "0:100 1:110 0:400").value == 400


@decision("bid-step")
def test_jumps_can_be_forbidden_and_the_step_be_another() -> None:
    assert reason_of(bidding(W, jumps=False), 20) is Reason.NO_JUMPS
    assert reason_of(bidding(W, jumps=False), 10) is None
    fives = bidding(W, step=5, minimum=50)
    assert reason_of(fives, 55) is None
    assert reason_of(fives, 52) is Reason.BID_OFF_STEP


@decision("bid-step", "forced-who")
@pytest.mark.parametrize(
    "keys", [{"minimum": 155}, {"nobody": "dealer", "forced_value": 95}, {"nobody": "forehand"}]
)
def test_minimum_and_forced_value_lie_on_the_step(keys: dict[str, object]) -> None:
    with pytest.raises(RuleSetError, match="bidding"):
        bidding(W, **keys)


@decision("forehand-must-open")
def test_forehand_may_say_weg_at_once_unless_the_opener_must_bid() -> None:
    assert deal_with(W).is_legal(Pass())
    state = deal_with(bidding(W, opener="must-bid"))
    fault = state.why_illegal(Pass())
    assert fault is not None
    assert fault.reason is Reason.MUST_BID
    assert do(state, Bid(10), Pass()).is_legal(Pass())


@decision("hold-or-raise")
@pytest.mark.parametrize("rules", [W, K, P, F3, F4, TABLE])
def test_a_bid_equal_to_the_standing_one_is_illegal(rules: RuleSet) -> None:
    fault = deal_with(rules).apply(Bid(150)).why_illegal(Bid(150))
    assert fault is not None
    assert fault.reason is Reason.BID_TOO_LOW
    assert fault.details["limit"] == 160


@decision("second-duel-first-speaker", "dealer-in-3")
def test_the_newcomer_must_overbid_the_standing_bid() -> None:
    now = auction(W, "0:100 1:110 0:weg")
    assert (now.to_act, now.rival) == (2, 1)
    with pytest.raises(Inconsistent):
        auction(W, "0:100 1:110 0:weg 2:110")
    assert auction(W, "0:100 1:110 0:weg 2:120").to_act == 1


@decision("second-duel-first-speaker", "auction-procedure")
def test_without_a_standing_bid_the_survivor_speaks_first() -> None:
    now = auction(W, "0:weg")
    assert (now.to_act, now.rival) == (1, 2)
    assert auction(W, "0:weg 1:10").to_act == 2


@decision("dealer-in-3")
def test_at_three_the_dealer_duels_with_the_survivor_of_the_first_duel() -> None:
    over = auction(W, "0:10 1:20 0:30 1:weg 2:40 0:50 2:60 0:weg")
    assert (over.status, over.declarer, over.value) == ("won", 2, 60)


@decision("kreuz-der-erste")
def test_the_partner_of_whoever_drops_out_first_comes_next() -> None:
    assert auction(K, "0:10 1:weg").to_act == 3
    assert auction(K, "0:10 1:20 0:weg").to_act == 2
    assert auction(K, "0:10 1:20 0:weg 2:30").to_act == 1


@decision("kreuz-third-duel")
def test_the_third_duel_meets_the_one_remaining_player() -> None:
    assert auction(K, "0:10 1:weg 3:20 0:weg").to_act == 2
    assert auction(K, "0:10 1:weg 3:weg").to_act == 2  # the own partner
    assert auction(K, "0:10 1:20 0:weg 2:weg").to_act == 3  # the own partner


@decision("own-partner-duel")
def test_the_holder_may_be_overbid_by_his_partner_who_need_not_bid() -> None:
    over = auction(K, "0:10 1:weg 3:weg 2:weg")
    assert (over.declarer, over.value) == (0, 10)
    over = auction(K, "0:10 1:weg 3:weg 2:20 0:30 2:weg")
    assert (over.declarer, over.value) == (0, 30)


@decision("strict-order")
def test_duels_can_go_strictly_by_seats_or_calls_in_rounds() -> None:
    in_order = bidding(K, form="duel-in-order")
    assert auction(in_order, "0:10 1:weg").to_act == 2  # the own partner before the second foe
    assert auction(in_order, "0:10 1:weg 2:weg").to_act == 3
    rounds = bidding(K, form="in-turn")
    assert auction(rounds, "0:10 1:20 2:30 3:40").to_act == 0


@decision("two-consecutive-passes")
def test_two_passes_in_a_row_do_not_end_the_french_auction() -> None:
    assert auction(F4, "0:150 1:weg 2:weg").to_act == 3
    assert auction(F3, "0:weg 1:weg").to_act == 2
    assert auction(F4, "0:150 1:weg 2:weg 3:weg").declarer == 0


@decision("two-consecutive-passes")
def test_the_auction_can_end_after_two_passes_in_a_row() -> None:
    short = bidding(F4, in_turn_end="two-passes")
    over = auction(short, "0:150 1:weg 2:weg")
    assert (over.status, over.declarer, over.value) == ("won", 0, 150)
    assert auction(short, "0:weg 1:150 2:weg 3:160").status == "open"
    silenced = auction(bidding(F3, in_turn_end="two-passes"), "0:weg 1:weg")
    assert (silenced.status, silenced.declarer) == ("forced", 2)


@decision("pass-is-final")
def test_who_passed_is_out() -> None:
    assert auction(F3, "0:weg 1:150 2:160").to_act == 1
    assert auction(F4, "0:150 1:weg 2:160 3:170 0:weg").to_act == 2
    assert auction(W, "0:10 1:weg 2:20 0:30").to_act == 2


@decision("all-pass-002", "forced-who")
@pytest.mark.parametrize("rules", [F3, F4])
def test_in_the_french_rules_the_dealer_is_forced_at_150_if_all_pass(rules: RuleSet) -> None:
    dealer = rules.n_seats - 1
    over = auction(rules, " ".join(f"{seat}:weg" for seat in range(rules.n_seats)))
    assert (over.status, over.declarer, over.value) == ("forced", dealer, 150)


@decision("all-pass-002", "all-pass-000", "forced-who")
def test_if_nobody_bids_forehand_or_dealer_can_be_forced_at_any_value_or_a_redeal_come() -> None:
    passes = "0:weg 1:weg 2:weg"
    over = auction(bidding(F3, nobody="forehand", forced_value=200), passes)
    assert (over.status, over.declarer, over.value) == ("forced", 0, 200)
    over = auction(bidding(W, nobody="dealer", forced_value=10), passes)
    assert (over.status, over.declarer, over.value) == ("forced", 2, 10)
    assert auction(bidding(F3, nobody="redeal"), passes).status == "redeal"
    over = auction(TABLE, passes)
    assert (over.status, over.declarer, over.value) == ("forced", 0, 150)


@decision("all-pass-000", "preis-all-pass")
@pytest.mark.parametrize(
    "name", ["wuerttemberg", "wuerttemberg-48", "kreuzbinokel", "preisbinokel"]
)
def test_if_nobody_bids_the_cards_are_dealt_again_and_nothing_is_counted(name: str) -> None:
    rules = find_ruleset(name)
    match = Match(rules, ["A", "B", "C", "D"][: rules.n_seats], first_dealer=1)
    pass_out(match)
    assert match.deal.is_redeal
    assert match.results == ()
    assert match.observe(0).number == 1
    assert rules.match.deals is None or match.observe(0).deals_left == rules.match.deals - 1


def pass_out(match: Match) -> None:
    """Have a deal of the match shuffled and everybody pass."""
    match.apply(Shuffle(order_with(match.rules)))
    while not match.deal.is_over and match.deal.phase in (Phase.CUT, Phase.AUCTION):
        calls = match.deal.legal_actions()
        match.apply(Pass() if Pass() in calls else calls[0])


@decision("redeal-dealer")
def test_the_same_dealer_deals_again_or_the_next_one_where_the_set_says_so() -> None:
    for nobody, dealer in (("redeal", 1), ("next-dealer", 2)):
        match = Match(bidding(W, nobody=nobody), ["A", "B", "C"], first_dealer=1)
        pass_out(match)
        match.apply(Shuffle(order_with(match.rules)))
        assert match.deal.dealer == dealer
        assert match.results == ()


@decision("min-and-all-pass")
def test_a_lone_bid_of_150_wins_at_150() -> None:
    over = auction(F3, "0:150 1:weg 2:weg")
    assert (over.status, over.declarer, over.value) == ("won", 0, 150)
    over = auction(F3, "0:weg 1:weg 2:150")
    assert (over.status, over.declarer, over.value) == ("won", 2, 150)


@decision("forced-refuse")
def test_the_forced_player_plays_like_a_winner_or_goes_out_for_the_forced_value() -> None:
    state = do(deal_with(F3), Pass(), Pass(), Pass())
    assert (state.declarer, state.bid, state.phase) == (2, 150, Phase.DABB)
    state = do(state, TakeDabb())
    assert state.phase is Phase.BURY
    over = all_meld(state.apply(Concede(Suit.E)), "none")
    assert over.score is not None
    assert over.score.scores == (30, 30, -150)


@decision("max-bid")
def test_bids_go_up_to_5000() -> None:
    assert reason_of(W, 5000) is None
    assert reason_of(W, 5010) is Reason.BID_TOO_HIGH
    state = deal_with(W).apply(Bid(5000))
    assert state.legal_actions() == (Pass(),)
    assert reason_of(bidding(W, maximum=500), 510) is Reason.BID_TOO_HIGH


@decision("bid-durch")
def test_the_bid_is_irrelevant_for_the_score_of_a_durch() -> None:
    for bid in (10, 1000, 3000):
        assert scored(W, "0:240", bid=bid, contract=Contract.DURCH).scores[0] == 1000


@decision("bid-record")
def test_all_calls_are_kept_and_seen_by_all() -> None:
    state = do(deal_with(W), Bid(10), Bid(20), Pass(), Pass())
    calls = ((0, Bid(10)), (1, Bid(20)), (0, Pass()), (2, Pass()))
    assert state.history[-4:] == calls
    assert state.observe(2).history[-4:] == state.observe(None).history[-4:] == calls


@decision("auction-procedure")
def test_forehand_speaks_first_against_the_next_seat_until_one_is_weg() -> None:
    start = auction(W, dealer=0)
    assert (start.to_act, start.rival) == (1, 2)
    assert auction(W, "1:10 2:20 1:30 2:weg", dealer=0).to_act == 0


@decision("auction-procedure")
def test_the_last_survivor_may_bid_once_and_his_weg_means_that_nobody_bids() -> None:
    alone = auction(W, "0:weg 1:weg")
    assert (alone.to_act, alone.rival) == (2, None)
    over = auction(W, "0:weg 1:weg 2:200")
    assert (over.status, over.declarer, over.value) == ("won", 2, 200)
    assert auction(W, "0:weg 1:weg 2:weg").status == "redeal"
    assert auction(W, "0:weg 1:10 2:weg").declarer == 1


@decision("auction-procedure")
def test_in_turn_a_last_seat_may_still_open() -> None:
    assert auction(F4, "0:weg 1:weg 2:weg").status == "open"
    assert auction(F4, "0:weg 1:weg 2:weg 3:150").declarer == 3


@decision("auction-procedure")
def test_in_turn_the_calls_go_round_until_one_is_left_and_holds_the_bid() -> None:
    over = auction(F3, "0:150 1:160 2:weg 0:170 1:180 0:weg")
    assert (over.status, over.declarer, over.value) == ("won", 1, 180)


@decision("auction-procedure")
def test_the_winner_takes_the_dabb() -> None:
    state = won_by(deal_with(K), 2, 300)
    assert (state.declarer, state.bid, state.to_act, state.phase) == (2, 300, 2, Phase.DABB)


@decision("silent-forehand")
def test_where_forehand_holds_the_minimum_the_next_seat_speaks_first() -> None:
    start = auction(ONLINE)
    assert (start.to_act, start.rival, start.value) == (1, 0, 0)
    now = auction(ONLINE, "1:150")
    assert now.to_act == 0
    with pytest.raises(Inconsistent):
        auction(ONLINE, "1:150 0:150")
    assert auction(ONLINE, "1:150 0:160").to_act == 1


@decision("silent-forehand")
def test_a_newcomer_speaks_first_and_may_bid_the_minimum() -> None:
    now = auction(ONLINE, "1:weg")
    assert (now.to_act, now.rival) == (2, 0)
    assert auction(ONLINE, "1:weg 2:150").to_act == 0
    assert auction(ONLINE, "1:weg 2:150 0:weg").declarer == 2


@decision("silent-forehand")
def test_if_nobody_bids_forehand_plays_at_the_minimum() -> None:
    over = auction(ONLINE, "1:weg 2:weg")
    assert (over.status, over.declarer, over.value) == ("forced", 0, 150)
