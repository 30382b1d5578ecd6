"""Section E: who leads, which cards may be played, who wins a trick, what a revoke costs."""

import pytest

from binokel.cards.card import Card
from binokel.engine.actions import ClaimRevoke, PlayCard, Sign
from binokel.engine.choices import Signs
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.errors import Reason
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.contracts import Contract, leads_first
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import Revoke
from binokel.testing.builders import (
    deal_with,
    declared,
    do,
    legal,
    play_to,
    played,
    rules_with,
    scored,
    winner,
)

decision = pytest.mark.decision

TABLE = rules_with("stammtisch")
W = rules_with("wuerttemberg")
K = rules_with("kreuzbinokel")
P = rules_with("preisbinokel")
F3 = rules_with("souabe-3")
F4 = rules_with("souabe-4")
ONLINE = rules_with("dabb-online")

STRICT = {"penalties": {"strict": True}}


def playing(rules: RuleSet, *switches: str, **on: bool) -> RuleSet:
    """Return a rule set with some duties off, or some switches as given."""
    return rules_with(rules.id, play={**dict.fromkeys(switches, False), **on})


def reason_of(state: DealState, card: Card) -> Reason | None:
    fault = state.why_illegal(PlayCard(card))
    return fault.reason if fault else None


@decision("who-leads")
@pytest.mark.parametrize("rules", [W, K, P, TABLE])
def test_forehand_leads_to_the_first_trick(rules: RuleSet) -> None:
    assert leads_first(rules, Contract.TRUMP, declarer=2, dealer=0) == 1


@decision("who-leads")
@pytest.mark.parametrize("rules", [F3, F4, rules_with("stammtisch", play={"lead": "declarer"})])
def test_in_the_french_rules_the_declarer_leads_to_the_first_trick(rules: RuleSet) -> None:
    assert leads_first(rules, Contract.TRUMP, declarer=2, dealer=0) == 2


@decision("who-leads")
def test_the_deal_goes_on_with_the_seat_that_leads() -> None:
    assert declared(deal_with(W), 2, 150).to_act == 0
    assert declared(deal_with(F3), 2, 150).to_act == 2


@decision("winner-leads")
def test_a_trick_goes_to_the_highest_trump_else_to_the_highest_card_of_the_led_suit() -> None:
    assert winner("EZ EA EK", "S") == 1
    assert winner("EZ SU EA", "S") == 1
    assert winner("EZ SU SA", "S") == 2
    assert winner("EU HA BA", "S") == 0
    assert winner("EU SA", None) == 0


@decision("winner-leads")
def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    state = played(declared(deal_with(W, "EU | EK | EA"), 0, 150, trump="H"), "EU EK EA")
    assert state.to_act == state.leader == state.tricks[0].winner == 2


@decision("equal-card")
def test_the_second_of_two_equal_cards_does_not_beat_the_first() -> None:
    assert winner("EA EA", "S") == 0
    assert winner("EU SA SA EA", "S") == 1
    assert legal(W, "EZ EK", "EZ", "S") == "EZ EK"
    assert legal(W, "EA EZ EK", "EZ", "S") == "EA"


@decision("follow-after-ruff")
def test_once_the_led_suit_is_trumped_any_card_of_it_may_follow() -> None:
    for rules in (W, K, P, F3, F4):
        assert legal(rules, "EA EO SA HA", "EK HU", "H") == "EA EO"


@decision("follow-after-ruff")
def test_the_led_suit_may_have_to_be_beaten_although_it_is_trumped() -> None:
    assert legal(ONLINE, "EA EO SA HA", "EK HU", "H") == "EA"
    assert legal(ONLINE, "EO EU SA HA", "EK HU", "H") == "EO EU"
    assert legal(playing(W, beat_after_ruff=True), "EA EO", "EK HU", "H") == "EA"


@decision("under-trump")
def test_who_is_void_and_cannot_over_trump_must_still_play_a_trump() -> None:
    for rules in (W, K, P, F3, F4):
        assert legal(rules, "HK HO SA BA", "EA HA", "H") == "HK HO"


@decision("over-trump")
def test_who_is_void_must_over_trump_if_he_can() -> None:
    for rules in (W, K, P, F3, F4):
        assert legal(rules, "HA HZ HU SA", "EA HK", "H") == "HA HZ"


@decision("over-trump")
def test_the_duty_to_over_trump_can_be_off_alone() -> None:
    relaxed = playing(W, "must_over_trump")
    assert legal(relaxed, "HA HU SA", "EA HK", "H") == "HA HU"
    assert legal(relaxed, "EA EO", "EK", "H") == "EA"


@decision("beat-partner")
def test_the_partner_must_be_beaten_too_unless_the_set_exempts_it() -> None:
    assert legal(K, "EA EO", "EK EU", "H", partner_wins=True) == "EA"
    exempt = playing(K, partner_exempt=True)
    assert legal(exempt, "EA EO", "EK EU", "H", partner_wins=True) == "EA EO"
    assert legal(exempt, "EA EO", "EK EU", "H", partner_wins=False) == "EA"


@decision("beat-partner", "legal-cards")
def test_the_exemption_holds_at_the_table_while_the_partner_is_winning() -> None:
    hands = "EZ | EU | EA EK SA | EO"
    for rules, duty in ((K, Reason.MUST_BEAT), (playing(K, partner_exempt=True), None)):
        state = played(declared(deal_with(rules, hands), 0, 150, trump="H"), "EZ EU")
        assert reason_of(state, Card.EK) is duty
        assert reason_of(played(state, "EA"), Card.EO) is None


@decision("higher-free-choice")
def test_any_higher_card_will_do() -> None:
    assert legal(W, "EA EZ EK EU", "EO", "H") == "EA EZ EK"
    assert legal(W, "HA HZ HK HU SA", "EA HO", "H") == "HA HZ HK"


@decision("higher-than-what")
def test_the_card_must_beat_all_that_was_played_not_only_the_lead() -> None:
    assert legal(W, "EA EO", "EU EK", "H") == "EA"
    assert legal(W, "EZ EO", "EU EA", "H") == "EZ EO"


@decision("obligation-order")
def test_following_comes_first_then_beating_then_trumping() -> None:
    assert legal(W, "EU HA", "EA", "H") == "EU"
    assert legal(W, "HU HA SA", "EA", "H") == "HA HU"
    assert legal(W, "HU HO SA", "EA HK", "H") == "HO HU"
    assert legal(W, "SA BU", "EA", "H") == "SA BU"


@decision("two-player-obligations")
def test_for_two_there_are_no_duties_until_the_stock_is_empty() -> None:
    rules = rules_with("zu-zweit")
    state = play_to(deal_with(rules, "EA SA | EK SK HK BK", stock="| H7"), Phase.PLAY)
    state = state.apply(PlayCard(Card.EA))
    assert all(state.is_legal(PlayCard(card)) for card in state.hand(1))
    late = play_to(play_to(state, n_tricks=12), Phase.PLAY)
    late = late.apply(PlayCard(late.hand(late.leader).kinds()[0]))
    assert late.to_act is not None
    allowed = [card for card in late.hand(late.to_act).kinds() if late.is_legal(PlayCard(card))]
    wanted = legal(
        rules, str(late.hand(late.to_act)), str(late.observe(None).trick[0]), str(late.trump)
    )
    assert " ".join(map(str, allowed)) == wanted


@decision("two-player-obligations")
def test_for_two_the_duties_can_hold_from_the_first_trick() -> None:
    rules = rules_with("zu-zweit", play={"stock_duties": True})
    state = play_to(deal_with(rules, "SA | EK SK HK BK", stock="| H7"), Phase.PLAY)
    state = state.apply(PlayCard(Card.SA))
    assert reason_of(state, Card.EK) is Reason.MUST_FOLLOW


@decision("legal-cards")
def test_any_card_may_be_led() -> None:
    assert legal(W, "EA SU HK B7", "", "H") == "EA SU HK B7"


@decision("legal-cards")
def test_without_trump_who_is_void_plays_any_card() -> None:
    assert legal(W, "SA HU", "EA", None) == "SA HU"
    assert legal(W, "EK EO", "EU", None) == "EK EO"


@decision("legal-cards")
def test_each_duty_can_be_off() -> None:
    assert legal(playing(W, "must_beat"), "EA EU HA", "EK", "H") == "EA EU"
    assert legal(playing(W, "must_trump"), "SA HU HA", "EK", "H") == "SA HA HU"
    assert legal(playing(W, "must_trump"), "EA EU HA", "EK", "H") == "EA"
    assert legal(playing(W, "must_over_trump"), "SA HU HA", "EK HK", "H") == "HA HU"


@decision("legal-cards")
def test_while_the_own_side_wins_the_exempt_follows_with_any_card_or_plays_any_card() -> None:
    exempt = playing(K, partner_exempt=True)
    assert legal(exempt, "EA EU HA", "EK EO", "H", partner_wins=True) == "EA EU"
    assert legal(exempt, "SA HU BA", "EK EO", "H", partner_wins=True) == "SA HU BA"


# --- Wrong cards ---------------------------------------------------------------------------

HANDS = "EZ SZ SU | EA EK EU SA HU | HZ HK HU BA BU"


def strict_deal(rules: RuleSet, bid: int = 150) -> DealState:
    """Return a deal at the first lead: Herz is trump, seat 2 is void in Eichel."""
    return declared(deal_with(rules, HANDS), 0, bid, trump="H")


def with_revoke(rules: RuleSet, bid: int = 150) -> DealState:
    """Return a finished deal, to be signed, in which seat 1 did not beat in the first trick."""
    state = played(strict_deal(rules, bid), "EZ EU")
    return play_to(state, Phase.SIGN)


@decision("revoke-000-002")
@pytest.mark.parametrize("name", ["wuerttemberg", "kreuzbinokel", "souabe-3", "preisbinokel"])
def test_illegal_cards_are_refused_outside_strict_play(name: str) -> None:
    rules = find_ruleset(name)
    assert not rules.penalties.strict
    assert (rules.penalties.revoke, rules.penalties.revoke_points) == ("penalty", 240)


@decision("revoke-000-002")
def test_a_refusal_names_the_duty_that_is_broken() -> None:
    state = played(strict_deal(W), "EZ")
    assert reason_of(state, Card.SA) is Reason.MUST_FOLLOW
    assert reason_of(state, Card.EK) is Reason.MUST_BEAT
    assert reason_of(state, Card.BO) is Reason.NOT_IN_HAND
    state = played(strict_deal(W), "EZ EA")
    assert reason_of(state, Card.BA) is Reason.MUST_TRUMP


@decision("verschmissen", "strict-revoke")
def test_in_strict_play_every_card_in_hand_is_accepted_silently() -> None:
    rules = rules_with("preisbinokel", **STRICT)
    for cards, seat in (("EZ SA", 1), ("EZ EK", 1), ("EZ EA BA", 2)):
        state = played(strict_deal(rules), cards)
        assert state.revokes == (Revoke(seat, 0),), cards
        assert "revokes" not in state.observe(0).__struct_fields__
    assert played(strict_deal(rules), "EZ EA HK").revokes == ()


@decision("strict-revoke")
@pytest.mark.parametrize("name", names())
def test_strict_play_is_off_by_default(name: str) -> None:
    assert not find_ruleset(name).penalties.strict


@decision("strict-revoke")
def test_with_revoke_none_illegal_cards_are_refused_in_strict_play_too() -> None:
    rules = rules_with("stammtisch", penalties={"strict": True, "revoke": "none"})
    assert reason_of(played(strict_deal(rules), "EZ"), Card.SA) is Reason.MUST_FOLLOW
    assert play_to(strict_deal(rules)).score is not None


@decision("strict-revoke", "revoke-discovery")
def test_after_play_the_seats_claim_and_sign_in_turn_from_forehand() -> None:
    state = with_revoke(rules_with("stammtisch", **STRICT))
    order = []
    while not state.is_over:
        order.append(state.to_act)
        state = state.apply(Sign())
    assert order == [0, 1, 2]


@decision("strict-revoke")
def test_a_wrong_claim_costs_nothing() -> None:
    state = with_revoke(rules_with("stammtisch", **STRICT))
    honest = do(state, Sign(), Sign(), Sign()).score
    wrong = do(state, ClaimRevoke(2, 0), ClaimRevoke(2, 1), Sign(), Sign(), Sign())
    assert [claim.proven for claim in wrong.claims] == [False, False]
    assert wrong.score == honest


@decision("strict-revoke")
def test_a_claim_is_about_a_trick_of_another_seat_and_made_once() -> None:
    state = with_revoke(rules_with("stammtisch", **STRICT))
    reasons = {
        ClaimRevoke(0, 0): Reason.CLAIM_OWN_SEAT,
        ClaimRevoke(1, 12): Reason.CLAIM_UNKNOWN_TRICK,
        ClaimRevoke(3, 0): Reason.CLAIM_UNKNOWN_TRICK,
    }
    for claim, reason in reasons.items():
        fault = state.why_illegal(claim)
        assert fault is not None
        assert fault.reason is reason
    again = state.apply(ClaimRevoke(2, 0)).why_illegal(ClaimRevoke(2, 0))
    assert again is not None
    assert again.reason is Reason.CLAIM_REPEATED


@decision("strict-revoke", "revoke-000-002")
def test_a_proven_revoke_of_a_defender_costs_240_and_brings_the_others_melds_and_125() -> None:
    state = with_revoke(rules_with("stammtisch", **STRICT))
    over = do(state, ClaimRevoke(1, 0), Sign(), Sign(), Sign())
    assert over.score is not None
    assert over.score.scores == (125, -240, 125)
    assert over.score.made is None


@decision("revoke-both")
def test_only_the_first_revoke_discovered_counts() -> None:
    rules = rules_with("stammtisch", **STRICT)
    state = play_to(played(strict_deal(rules), "EZ EU BA"), Phase.SIGN)
    assert state.revokes[:2] == (Revoke(1, 0), Revoke(2, 0))
    state = state.apply(ClaimRevoke(2, 0))
    choice = state.choices()[0]
    assert isinstance(choice, Signs)
    assert choice.seats == ()
    fault = state.why_illegal(ClaimRevoke(1, 0))
    assert fault is not None
    assert fault.reason is Reason.CLAIM_PROVEN
    over = do(state, Sign(), Sign(), Sign())
    assert over.score is not None
    assert over.score.scores == (125, 125, -240)


@decision("revoke-discovery")
def test_an_unclaimed_revoke_stands_once_all_have_signed() -> None:
    state = with_revoke(rules_with("stammtisch", **STRICT))
    over = do(state, Sign(), Sign(), Sign())
    assert over.score is not None
    assert all(line.what != "revoke" for line in over.score.lines)
    assert over.why_illegal(ClaimRevoke(1, 0)) is not None


@decision("revoke-defender")
def test_when_a_defender_revokes_the_declarer_gets_melds_and_125_whatever_he_bid() -> None:
    score = scored(P, "1:120 2:120", [60, 40, 20], bid=500, revoke=Revoke(1, 0))
    assert score.scores == (60 + 125, -240, 20 + 125)
    assert score.made is None
    free = rules_with("preisbinokel", penalties={"revoke_points": 300, "revoke_credit": 0})
    assert scored(free, "1:240", [60, 40, 20], revoke=Revoke(1, 0)).scores == (60, -300, 20)


@decision("revoke-melds-trick")
def test_after_a_revoke_the_others_melds_count_without_a_trick() -> None:
    score = scored(P, "0:240", [0, 150, 40], revoke=Revoke(0, 0))
    assert score.scores[1:] == (150 + 125, 40 + 125)


@decision("revoke-125-each")
def test_each_other_player_gets_125_and_with_partners_each_other_side() -> None:
    assert scored(P, "0:240", revoke=Revoke(2, 0)).scores == (125, 125, -240)
    assert scored(K, "0:240", revoke=Revoke(3, 0)).scores == (125, -240)


@decision("strict-revoke")
def test_the_declarer_pays_the_loss_for_his_bid_if_that_is_more_than_240() -> None:
    assert scored(P, bid=230, revoke=Revoke(0, 0)).scores[0] == -240
    assert scored(P, bid=250, revoke=Revoke(0, 0)).scores[0] == -250
    assert scored(W, bid=120, revoke=Revoke(0, 0)).scores[0] == -240
    assert scored(W, bid=130, revoke=Revoke(0, 0)).scores[0] == -260
    assert scored(F3, bid=200, revoke=Revoke(0, 0)).scores[0] == -400
    assert scored(P, bid=250, revoke=Revoke(0, 0)).made is False


@decision("strict-revoke")
def test_a_revoke_of_the_declarers_partner_counts_for_the_declarers_side() -> None:
    score = scored(K, bid=200, melds=[100, 40, 0, 20], revoke=Revoke(2, 0))
    assert score.scores == (-400, 40 + 20 + 125)
    assert score.made is False


@decision("strict-revoke")
def test_in_a_durch_a_revoke_of_the_declarers_side_loses_and_another_wins_the_contract() -> None:
    lost = scored(W, "0:20 0:20", contract=Contract.DURCH, revoke=Revoke(0, 1))
    won = scored(W, "0:20 1:20", contract=Contract.DURCH, revoke=Revoke(1, 0))
    bettel = scored(W, "0:20", contract=Contract.BETTEL, revoke=Revoke(2, 0))
    assert (lost.scores, lost.made) == ((-1000, 0, 0), False)
    assert (won.scores, won.made) == ((1000, 0, 0), True)
    assert (bettel.scores, bettel.made) == ((1000, 0, 0), True)


OHMDEN = rules_with("ohmden")
ENNAHOFEN = rules_with("ennahofen")


@decision("revoke-club-forms")
def test_a_defender_can_forfeit_his_trick_points_which_go_to_nobody() -> None:
    score = scored(OHMDEN, "0:100 1:80 2:60", [60, 40, 20], revoke=Revoke(1, 0))
    assert score.scores == (160, 40, 20 + 60 + 10)
    assert score.made is True
    silent = scored(OHMDEN, "0:100 2:140", [60, 40, 20], revoke=Revoke(1, 0))
    assert silent.scores[1] == 0  # no trick, so his melds lapse


@decision("revoke-club-forms")
def test_the_forfeited_last_trick_brings_nobody_its_bonus() -> None:
    score = scored(OHMDEN, "0:160 2:60 1:20", revoke=Revoke(1, 0))
    assert score.scores == (160, 0, 60)


@decision("revoke-club-forms")
def test_by_the_declarer_the_bid_is_lost_whatever_he_makes() -> None:
    score = scored(OHMDEN, "0:200 1:30 2:10", [100, 40, 0], revoke=Revoke(0, 3))
    assert score.scores == (-300, 40 + 30, 20)
    assert score.made is False


@decision("revoke-club-forms")
def test_a_defender_can_lose_all_that_was_not_won_before_his_revoke_to_the_declarer() -> None:
    tricks = "1:30 0:20 2:40 1:100 2:50"
    score = scored(ENNAHOFEN, tricks, [20, 40, 60], bid=220, revoke=Revoke(2, 2))
    # Before the third trick: seat 1 has 30, seat 0 has 20; the rest of 240 and the 10 are his.
    assert score.scores == (20 + 20 + 190 + 10, 40 + 30, 0)
    assert score.made is True


@decision("revoke-club-forms")
def test_a_revoking_declarers_rest_goes_in_equal_parts_to_the_others() -> None:
    score = scored(ENNAHOFEN, "0:30 1:25 0:185", [20, 40, 60], bid=150, revoke=Revoke(0, 2))
    # 240 - 30 - 25 = 185: 93 to the first after the declarer, 92 to the other.
    assert score.scores[0] == -300
    assert score.card_points == (30, 25 + 93, 92)
    assert score.scores[1:] == (40 + 120, 60 + 90)
    # His own melds count in his total only with a trick from before the offence.
    assert score.declarer_total == 20 + 30
    at_once = scored(ENNAHOFEN, "1:30 0:210", [20, 40, 60], bid=150, revoke=Revoke(0, 0))
    assert at_once.declarer_total == 0
