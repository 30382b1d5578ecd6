"""Section I: two players with a stock, and two players bidding for a Dabb."""

from collections.abc import Sequence

import pytest

from binokel.cards.card import Card, Suit
from binokel.cards.hand import pack
from binokel.cards.notation import parse_cards
from binokel.engine.actions import (
    Cut,
    DeclareMelds,
    ExchangeDix,
    Knock,
    NameTrump,
    NoCut,
    PlayCard,
    Shuffle,
)
from binokel.engine.choices import Exchange, Melds
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.errors import Reason, RuleSetError
from binokel.rules.deal import deal_cards
from binokel.rules.melds import Meld
from binokel.rules.melds.check import MeldFault
from binokel.rules.melds.stock import lay
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import (
    auction,
    deal_with,
    declared,
    do,
    enter,
    melds_of,
    play_to,
    played,
    rules_with,
    scored,
    won_by,
)

decision = pytest.mark.decision

TWO = rules_with("zu-zweit")
REIZEN = rules_with("zu-zweit-reizen")
AUCTION = rules_with("zu-zweit", bidding={"form": "duel"})


def windows(value: str) -> RuleSet:
    return rules_with("zu-zweit", play={"stock_meld_windows": value})


def at_lead(rules: RuleSet, hands: str = "", stock: str = "| HU") -> DealState:
    """Return a deal before the first lead, with nothing melded; Herz is trump."""
    return play_to(deal_with(rules, hands, stock=stock), Phase.PLAY)


def meld(rules: RuleSet, text: str, trump: str = "H") -> DeclareMelds:
    return DeclareMelds(melds_of(rules, text, trump))


def laid(
    hand: str, standing: str, new: str, *, ever: str = "", trump: str = "H"
) -> tuple[Meld, ...] | Reason:
    """Return the melds that stand after laying new ones, or why they are refused."""
    found = lay(
        TWO,
        pack(parse_cards(hand)),
        pack(parse_cards(f"{hand} {ever}")),
        Suit(trump),
        melds_of(TWO, standing, trump),
        melds_of(TWO, new, trump),
    )
    return found.reason if isinstance(found, MeldFault) else found


def total(melds: Sequence[Meld] | Reason) -> int:
    assert not isinstance(melds, Reason)
    return sum(each.points for each in melds)


@decision("two-player-size")
def test_two_players_get_12_of_48_the_next_card_is_turned_up_and_drawn_last() -> None:
    order = TWO.cards
    dealt = deal_cards(TWO, order, dealer=1, knocked=False)
    assert [len(parse_cards(" ".join(map(str, dealt.stock))))] == [24]
    assert dealt.stock[0] == order[25]
    assert dealt.stock[-1] == order[24]
    assert dealt.hands[0] == pack([*order[0:4], *order[8:12], *order[16:20]])
    assert dealt.hands[1] == pack([*order[4:8], *order[12:16], *order[20:24]])


@decision("two-player-size")
def test_any_hand_size_that_leaves_a_stock_will_do_and_40_cards_too() -> None:
    ten = rules_with("zu-zweit", deal={"hand": 10, "stock": 28, "pattern": ["P5", "P5"]})
    assert len(deal_with(ten).stock) == 28
    forty = rules_with("zu-zweit", deck={"sevens": False}, deal={"stock": 16}, melds={"dix": "off"})
    over = play_to(deal_with(forty))
    assert len(over.tricks) == 20
    with pytest.raises(RuleSetError, match="sevens"):
        rules_with("zu-zweit", deck={"sevens": False}, deal={"stock": 16})


@decision("two-player-size", "two-player-bid")
@pytest.mark.parametrize(
    "sections",
    [
        {"dabb": {"call": "on"}},
        {"dabb": {"concede": "until-meld"}},
        {"contracts": {"durch": 1000}},
        {"contracts": {"bettel": 1000}},
        {"table": {"seats": 3}, "deal": {"stock": 12}},
        {"deal": {"dabb": 4, "stock": 20, "pattern": ["P4", "D4", "P4", "P4"]}},
    ],
    ids=str,
)
def test_a_stock_excludes_dabb_calling_going_out_durch_and_bettel(
    sections: dict[str, dict[str, object]],
) -> None:
    with pytest.raises(RuleSetError, match="stock"):
        rules_with("zu-zweit", **sections)


@decision("two-player-trump")
def test_the_turned_up_card_fixes_trump_without_auction_or_declarer() -> None:
    state = deal_with(TWO, stock="| BK")
    assert (state.trump, state.auction, state.declarer) == (Suit.B, None, None)
    assert state.observe(0).turned_up is Card.BK


@decision("two-player-draw")
def test_the_winner_draws_first_then_the_loser_and_the_winner_leads() -> None:
    state = at_lead(TWO, "EU | EA", stock="SA SZ | HU")
    state = played(state, "EU EA")
    assert (state.phase, state.to_act) == (Phase.WINDOW, 1)
    state = state.apply(DeclareMelds())
    assert Card.SA in state.hand(1)
    assert Card.SZ in state.hand(0)
    assert (state.phase, state.to_act) == (Phase.PLAY, 1)
    assert [len(state.hand(seat)) for seat in (0, 1)] == [12, 12]
    assert len(state.stock) == 22


@decision("two-player-meld-time", "two-player-phases")
def test_forehand_and_dealer_meld_before_the_first_lead_then_the_winner_of_each_trick() -> None:
    state = deal_with(TWO, stock="| HU")
    order = []
    while len(state.tricks) < 3:
        if state.phase is Phase.WINDOW:
            order.append((len(state.tricks), state.to_act))
            state = state.apply(DeclareMelds())
        else:
            state = state.apply(state.legal_actions()[0])
    winners = [trick.winner for trick in state.tricks]
    assert order == [(0, 0), (0, 1), (1, winners[0]), (2, winners[1])]


@decision("two-player-meld-time")
def test_there_is_no_window_once_the_stock_is_empty() -> None:
    state = at_lead(TWO)
    seen = set()
    while not state.is_over:
        if state.phase is Phase.WINDOW:
            seen.add(len(state.tricks))
            assert state.stock
        action = DeclareMelds() if state.phase is Phase.WINDOW else state.legal_actions()[0]
        state = state.apply(action)
    assert seen == set(range(1, 13))


@decision("two-player-meld-time")
def test_any_number_of_melds_in_a_window_or_one_only() -> None:
    hand = "EA SA HA BA SO BU"
    both = "four A, binokel"
    state = deal_with(TWO, hand, stock="| HU")
    assert state.is_legal(meld(TWO, both))
    one = windows("one-a-window")
    start = deal_with(one, hand, stock="| HU")
    assert start.phase is Phase.PLAY  # no opening window
    window = play_to(start, Phase.WINDOW)
    fault = window.why_illegal(meld(one, "pair E, pair S"))
    assert fault is not None
    assert fault.reason is Reason.MELD_ONE_A_WINDOW


@decision("two-player-meld-time")
def test_there_can_be_no_opening_window_or_windows_for_both() -> None:
    assert deal_with(windows("winner")).phase is Phase.PLAY
    state = deal_with(windows("both"), stock="| HU")
    assert (state.phase, state.queue) == (Phase.WINDOW, (0, 1))
    after = play_to(play_to(state, Phase.PLAY), Phase.WINDOW)
    winner = after.tricks[0].winner
    assert after.queue == (winner, 1 - winner)


@decision("two-player-end")
def test_after_the_12th_trick_the_loser_draws_the_turned_up_card_and_12_tricks_follow() -> None:
    state = at_lead(TWO, stock="| HU")
    state = play_to(state, n_tricks=12)
    assert (len(state.stock), state.stock[-1]) == (2, Card.HU)
    winner = state.tricks[-1].winner
    hidden = state.stock[0]
    held = state.hand(winner).count(hidden)
    state = play_to(state, Phase.PLAY)
    assert state.stock == ()
    assert state.to_act == winner
    assert state.hand(winner).count(hidden) == held + 1
    assert Card.HU in state.hand(1 - winner)
    assert len(play_to(state).tricks) == 24


@decision("two-player-bid")
def test_there_is_no_bid_to_lose_and_rounding_and_target_are_those_of_wuerttemberg() -> None:
    assert (TWO.match.target, TWO.scoring.rounding, TWO.n_sides) == (1500, "ten", 2)
    over = play_to(deal_with(TWO))
    assert over.score is not None
    assert (over.score.made, over.declarer) == (None, None)
    assert all(points >= 0 for points in over.score.scores)


@decision("two-player-phases")
def test_the_non_dealer_leads_and_the_deal_passes_to_the_other() -> None:
    assert at_lead(TWO).to_act == 0
    match = Match(TWO, ["A", "B"], first_dealer=1)
    enter(match, play_to(deal_with(TWO)))
    match.apply(Shuffle(TWO.cards))
    assert match.deal.dealer == 0


@decision("two-player-phases")
def test_after_knocking_12_and_12_are_dealt_in_one_go() -> None:
    state = new_deal(TWO, 1).apply(Shuffle(TWO.cards))
    assert all(state.is_legal(action) for action in (Knock(), NoCut(), Cut(20)))
    state = state.apply(Knock())
    assert state.hands == (pack(TWO.cards[:12]), pack(TWO.cards[12:24]))
    assert state.stock[-1] == TWO.cards[24]


@decision("two-player-phases")
def test_melded_cards_stay_in_hand_and_known() -> None:
    state = deal_with(TWO, "SO BU", stock="| HU")
    after = state.apply(meld(TWO, "binokel"))
    assert after.hand(0) == state.hand(0)
    assert after.observe(1).melds[0] == melds_of(TWO, "binokel")
    assert after.observe(1).meld_points == (40, 0)


@decision("two-player-reuse")
@pytest.mark.parametrize(
    ("hand", "first", "second", "gain", "trump"),
    [
        ("EA EZ EK EO EU", "pair E", "family E", 80, "H"),
        ("HA HZ HK HO HU", "pair H", "family H", 110, "H"),
        ("SO SO BU BU", "binokel", "double binokel", 260, "H"),
        ("EK EK SK SK HK HK BK BK", "four K", "eight K", 920, "H"),
    ],
)
def test_a_meld_takes_over_an_earlier_one_and_the_difference_is_scored(
    hand: str, first: str, second: str, gain: int, trump: str
) -> None:
    before = total(melds_of(TWO, first, trump))
    after = laid(hand, first, second, trump=trump)
    assert total(after) == before + gain
    assert len(after) == 1 if not isinstance(after, Reason) else False


@decision("two-player-reuse")
def test_a_copy_serves_one_meld_of_its_class_and_others_of_other_classes() -> None:
    assert laid("EK EO", "pair E", "pair E") is Reason.MELD_SHARED
    assert total(laid("EK EK EO EO", "pair E", "pair E")) == 40
    assert laid("EA EZ EK EO EU", "family E", "pair E") is Reason.MELD_SHARED
    assert total(laid("SK SO BU", "pair S", "binokel")) == 60
    assert total(laid("EK SK HK BK EO", "pair E", "four K")) == 100


@decision("two-player-reuse")
def test_all_cards_of_a_meld_must_be_in_hand_played_cards_never_count() -> None:
    assert laid("EO", "", "pair E", ever="EK") is Reason.MELD_NOT_HELD
    assert laid("EK SK HK", "", "four K", ever="BK") is Reason.MELD_NOT_HELD


@decision("two-player-reuse")
def test_a_second_copy_makes_a_new_meld_after_the_first_was_played() -> None:
    # One pair was melded and its king played; another king has come.
    assert total(laid("EK EO EO", "pair E", "pair E", ever="EK")) == 40
    assert laid("EK EO", "pair E", "pair E", ever="EK") is Reason.MELD_SHARED


@decision("two-player-reuse")
def test_a_binokel_whose_cards_are_all_used_cannot_be_melded_again() -> None:
    assert laid("SO BU BU", "binokel", "binokel") is Reason.MELD_SHARED
    assert laid("SO SO BU BU", "double binokel", "binokel") is Reason.MELD_SHARED


@decision("two-player-reuse", "rundgang-modes")
@pytest.mark.parametrize("mode", ["fixed", "additive", "always", "literal-200"])
def test_with_a_stock_a_rundgang_is_a_name_only(mode: str) -> None:
    with pytest.raises(RuleSetError, match=r"melds\.rundgang"):
        rules_with("zu-zweit", melds={"rundgang": mode, "rundgang_points": 240})


@decision("two-player-dix")
def test_a_seven_turned_up_gives_the_dealer_a_dix_at_once() -> None:
    state = deal_with(TWO, stock="| H7")
    assert state.observe(0).meld_points == (0, 10)
    assert deal_with(TWO, stock="| HU").observe(0).meld_points == (0, 0)
    assert not any(
        isinstance(c, Exchange) for c in play_to(at_lead(TWO, "H7", "| H7"), Phase.WINDOW).choices()
    )


def with_seven(hands: str = "EA H7 | EU") -> DealState:
    """Return the window of seat 0, who has won a trick and holds the seven of trumps."""
    return played(at_lead(TWO, hands), "EA EU")


@decision("two-player-dix")
def test_after_a_trick_he_has_won_the_holder_of_a_trump_seven_may_exchange_it_for_10() -> None:
    assert not deal_with(TWO, "H7", stock="| HU").is_legal(ExchangeDix())
    state = with_seven()
    assert Exchange(Card.HU) in state.choices()
    after = state.apply(ExchangeDix())
    assert Card.HU in after.hand(0)
    assert Card.H7 not in after.hand(0)
    assert after.stock[-1] is Card.H7
    assert after.observe(1).turned_up is Card.H7
    assert after.observe(1).meld_points[0] == 10
    assert (after.phase, after.to_act) == (Phase.WINDOW, 0)  # he may still meld


@decision("two-player-dix")
def test_the_seven_is_exchanged_once_a_deal_and_by_the_winner_of_the_trick_only() -> None:
    state = with_seven("EA H7 H7 | EU").apply(ExchangeDix())
    fault = state.why_illegal(ExchangeDix())
    assert fault is not None
    assert fault.reason is Reason.EXCHANGE_NOT_OFFERED
    loser = played(at_lead(TWO, "EU H7 | EA"), "EU EA")
    assert loser.to_act == 1
    assert not loser.is_legal(ExchangeDix())


@decision("two-player-dix")
def test_a_seven_not_exchanged_is_melded_for_10_in_any_window_of_its_holder() -> None:
    state = deal_with(TWO, "H7", stock="| HU").apply(meld(TWO, "dix"))
    assert state.observe(1).meld_points[0] == 10
    assert with_seven().apply(meld(TWO, "dix")).observe(1).meld_points[0] == 10


@decision("two-player-dix")
def test_a_seven_scores_once_melded_or_exchanged() -> None:
    state = deal_with(TWO, "EA H7 | EU", stock="| HU").apply(meld(TWO, "dix"))
    state = played(play_to(state, Phase.PLAY), "EA EU")
    assert not state.is_legal(ExchangeDix())
    swapped = with_seven().apply(ExchangeDix())
    assert not swapped.is_legal(meld(TWO, "dix"))


@decision("two-player-score")
def test_each_scores_melds_if_he_has_a_trick_cards_and_10_for_the_very_last_trick() -> None:
    score = scored(TWO, "0:120 1:74 0:46", [60, 40], declarer=None)
    assert score.scores == (60 + 180, 40 + 70)  # 120 + 46 + 10 = 176; 74
    assert scored(TWO, "0:240", [60, 40], declarer=None).scores == (310, 0)
    assert sum(trick.points for trick in play_to(deal_with(TWO)).tricks) == 240


@decision("two-player-auction")
def test_with_an_auction_nothing_is_turned_up_and_the_winner_names_trump_and_melds_first() -> None:
    state = deal_with(AUCTION)
    assert state.phase is Phase.AUCTION
    assert state.observe(0).turned_up is None
    assert state.stock == state.order[24:]
    state = won_by(state, 1, 100)
    assert (state.declarer, state.phase) == (1, Phase.TRUMP)
    state = state.apply(NameTrump(Suit.H))
    assert (state.phase, state.queue) == (Phase.WINDOW, (1, 0))
    assert play_to(state, Phase.PLAY).to_act == 0  # forehand leads


@decision("two-player-auction")
def test_with_an_auction_the_seven_is_a_plain_meld_of_10() -> None:
    state = won_by(deal_with(AUCTION, "EA H7 | EU"), 0, 100).apply(NameTrump(Suit.H))
    after = state.apply(meld(AUCTION, "dix"))
    assert after.observe(1).meld_points[0] == 10
    assert not with_auction_trick().is_legal(ExchangeDix())


def with_auction_trick() -> DealState:
    state = won_by(deal_with(AUCTION, "EA H7 | EU"), 0, 100).apply(NameTrump(Suit.H))
    return played(play_to(state, Phase.PLAY), "EA EU")


@decision("two-player-auction")
def test_the_bid_is_tested_at_the_end() -> None:
    lost = scored(AUCTION, "0:100 1:140", [40, 60], bid=200)
    assert (lost.scores, lost.made) == ((-400, 60 + 150), False)
    made = scored(AUCTION, "1:140 0:100", [40, 60], bid=150)
    assert (made.scores, made.made) == ((150, 200), True)
    assert auction(AUCTION, "0:weg 1:weg").status == "redeal"
    forced = rules_with(
        "zu-zweit", bidding={"form": "duel", "nobody": "forehand", "forced_value": 150}
    )
    assert auction(forced, "0:weg 1:weg").declarer == 0


@decision("two-player-reizen")
def test_two_bid_for_a_dabb_of_4_with_18_cards_each() -> None:
    assert (REIZEN.deal.hand, REIZEN.deal.dabb, REIZEN.deal.stock) == (18, 4, 0)
    assert REIZEN.match.target == 1000
    assert auction(REIZEN).to_act == 0
    over = auction(REIZEN, "0:weg 1:weg")
    assert (over.status, over.declarer, over.value) == ("forced", 0, 150)
    assert auction(REIZEN, "0:150 1:160 0:weg").declarer == 1
    assert len(play_to(declared(deal_with(REIZEN))).tricks) == 18


@decision("two-player-reizen")
def test_for_two_going_out_gives_the_other_melds_and_20() -> None:
    assert scored(REIZEN, melds=[0, 60], bid=200, conceded=True).scores == (-200, 80)
    assert scored(REIZEN, "1:240", [40, 60], bid=200).scores == (-400, 310)


@decision("two-player-meld-time")
def test_the_best_melds_of_a_window_are_offered() -> None:
    choice = deal_with(TWO, "HA HZ HK HO HU SO BU SA SZ SU B7 S7 | ", stock="| H7").choices()[0]
    assert isinstance(choice, Melds)
    assert sum(each.points for each in choice.best) == 150 + 40


@decision("two-player-draw")
def test_a_trick_takes_two_cards() -> None:
    state = do(at_lead(TWO, "EA | EU"), PlayCard(Card.EA), PlayCard(Card.EU))
    assert len(state.tricks[0].cards) == 2
