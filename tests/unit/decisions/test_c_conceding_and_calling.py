"""Section C, second part: going out (Abgehen) and calling a card (Rufen)."""

import pytest

from binokel.cards.card import SUITS, Card, Suit
from binokel.engine.actions import (
    BuryCard,
    CallCard,
    Concede,
    DeclareMelds,
    GiveCard,
    NameContract,
    NameTrump,
    TakeDabb,
)
from binokel.engine.choices import Calls, Concedes, Gives, Trumps
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.errors import Reason, RuleSetError
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import compensation
from binokel.testing.builders import (
    all_meld,
    buried,
    deal_with,
    declared,
    do,
    enter,
    play_to,
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
CALLING = rules_with("wuerttemberg", dabb={"call": "on"})

BELLS_OUT = Concede(Suit.B)


def dabb(rules: RuleSet, **keys: object) -> RuleSet:
    return rules_with(rules.id, dabb=keys)


def burying(rules: RuleSet, hands: str = "", *, seat: int = 0, bid: int = 150) -> DealState:
    return do(won_by(deal_with(rules, hands), seat, bid), TakeDabb())


def out(rules: RuleSet, hands: str = "", *, bid: int = 200, show: bool = False) -> DealState:
    """Return a finished deal in which seat 0 went out in Bollen and the others melded."""
    return all_meld(burying(rules, hands, bid=bid).apply(Concede(Suit.B, show)))


def reason(state: DealState, action: object) -> Reason | None:
    fault = state.why_illegal(action)  # type: ignore[arg-type]
    return fault.reason if fault else None


# --- Abgehen -------------------------------------------------------------------------------


@decision("ab-timing")
def test_one_may_go_out_from_the_pick_up_until_trump_is_named_with_the_first_meld() -> None:
    state = won_by(deal_with(W), 0, 150)
    allowed = [state.is_legal(BELLS_OUT)]
    for step in (TakeDabb(), BuryCard(Card.EA)):
        state = state.apply(step)
        allowed.append(state.is_legal(BELLS_OUT))
    state = buried(burying(W))
    allowed.append(state.is_legal(BELLS_OUT))
    allowed.append(state.apply(NameTrump(Suit.E)).is_legal(BELLS_OUT))
    assert allowed == [False, True, True, True, False]


@decision("ab-timing")
def test_going_out_can_be_allowed_before_burying_only() -> None:
    rules = dabb(W, concede="after-dabb")
    assert burying(rules).is_legal(BELLS_OUT)
    assert reason(buried(burying(rules)), BELLS_OUT) is Reason.CONCEDE_NOT_OFFERED


@decision("ab-timing", "ab-result")
def test_where_trump_comes_before_burying_one_may_go_out_until_the_first_meld() -> None:
    state = burying(rules_with("dabb-online")).apply(NameTrump(Suit.H))
    assert Concedes((Suit.H,)) in state.choices()
    assert reason(state, BELLS_OUT) is Reason.CONCEDE_SUIT
    state = buried(state)
    assert state.is_legal(Concede(Suit.H))
    assert not state.apply(DeclareMelds()).is_legal(Concede(Suit.H))


@decision("ab-bonus-scope")
def test_the_compensation_goes_once_to_each_side_or_to_each_player() -> None:
    melds = [0, 60, 0, 20]
    for rules in (K, F4):
        assert scored(rules, melds=melds, bid=200, conceded=True).scores == (-200, 80 + 40)
        each = dabb(rules, concede_scope="seat")
        assert scored(each, melds=melds, bid=200, conceded=True).scores == (-200, 80 + 80)
    for rules in (W, F3):
        assert scored(rules, melds=[0, 60], bid=200, conceded=True).scores == (-200, 90, 30)


@decision("ab-bonus-amount")
def test_the_compensation_is_10_for_each_seat_at_the_table() -> None:
    assert [compensation(rules, 200) for rules in (W, K, F3, F4)] == [30, 40, 30, 40]
    assert compensation(dabb(rules_with("sechser"), concede="until-meld"), 200) == 60
    assert compensation(dabb(W, concede_amount=20), 200) == 60


@decision("ab-bonus-amount", "half-bid")
def test_the_compensation_can_be_flat_or_half_the_bid_or_nothing() -> None:
    assert compensation(rules_with("dabb-online"), 310) == 40
    assert compensation(rules_with("heroldstatt"), 310) == 160
    assert compensation(rules_with("ennahofen"), 310) == 160
    assert compensation(dabb(W, concede_others="half-down"), 310) == 150
    assert compensation(dabb(W, concede_others="half-down"), 300) == 150
    assert compensation(rules_with("drecksau-online"), 310) is None


@decision("ab-bonus-amount")
def test_going_out_can_cost_twice_the_bid_and_bring_the_others_not_even_their_melds() -> None:
    online = rules_with("drecksau-online")
    over = burying(online, "| BA BZ BK BO BU").apply(BELLS_OUT)
    assert over.is_over
    assert over.score is not None
    assert over.score.scores == (-300, 0, 0)


@decision("ab-bonus-without-meld")
def test_who_melds_nothing_gets_the_compensation_too() -> None:
    assert scored(W, bid=200, conceded=True).scores == (-200, 30, 30)
    assert scored(K, bid=200, conceded=True).scores == (-200, 40)


@decision("ab-melds-trick", "ab-play-on")
def test_the_others_meld_in_the_suit_named_and_no_trick_is_played() -> None:
    hands = "| BA BZ BK BO BU EA EZ EU SZ SZ SU HZ | SA"
    over = out(W, hands)
    assert over.is_over
    assert over.tricks == ()
    assert over.trump is Suit.B
    assert over.score is not None
    assert over.score.scores[:2] == (-200, 150 + 30)
    hearts = all_meld(burying(W, hands, bid=200).apply(Concede(Suit.H)))
    assert hearts.score is not None
    assert hearts.score.scores[1] == 100 + 30


@decision("ab-reveal")
def test_the_hand_is_laid_open_only_if_wanted() -> None:
    assert out(W).observe(1).open_hand is None
    shown = out(W, show=True)
    assert shown.observe(1).open_hand == shown.observe(0).hand


@decision("ab-reveal")
def test_who_shows_his_cards_when_going_out_shows_what_he_has_buried_too() -> None:
    before = burying(W, "", bid=200)
    held = before.observe(0).hand
    gone = before.apply(BuryCard(held[0])).apply(Concede(Suit.B, show=True))
    assert gone.observe(1).open_hand == held


@decision("ab-preis")
def test_in_preisbinokel_a_won_bid_must_be_played() -> None:
    state = won_by(deal_with(P), 0, 150)
    assert reason(state, BELLS_OUT) is Reason.CONCEDE_NOT_OFFERED
    assert P.dabb.concede == "off"


@decision("ab-002")
def test_in_the_french_rules_one_may_go_out_too() -> None:
    for rules, others in ((F3, (30, 30)), (F4, (40,))):
        assert burying(rules).is_legal(BELLS_OUT)
        assert scored(rules, bid=150, conceded=True).scores == (-150, *others)


@decision("ab-result")
def test_any_suit_may_be_named_and_the_own_side_melds_nothing() -> None:
    state = burying(K, "HA HZ HK HO HU | | EA SA HA BA", bid=200)
    assert Concedes(SUITS) in state.choices()
    state = state.apply(BELLS_OUT)
    assert state.queue == (1, 3)
    over = all_meld(state)
    assert over.score is not None
    assert over.score.scores[0] == -200
    assert over.melds[0] is None
    assert over.melds[2] is None


@decision("ab-result")
def test_a_deal_given_up_counts_as_played_but_not_as_a_won_bid() -> None:
    match = Match(W, "ABC", first_dealer=2)
    enter(match, out(W))
    assert len(match.results) == 1
    assert match.results[0].made is False
    assert match.observe(0).number == 1


@decision("no-dabb")
@pytest.mark.parametrize("name", ["preisbinokel", "souabe-4-12", "sechser", "ohmden"])
def test_without_a_dabb_the_winner_names_trump_at_once(name: str) -> None:
    state = won_by(deal_with(find_ruleset(name)), 0, 150)
    assert state.phase is Phase.TRUMP
    assert not state.is_legal(BELLS_OUT)
    assert state.apply(NameTrump(Suit.E)).phase is Phase.MELD


@decision("no-dabb")
def test_without_a_dabb_nothing_is_played_from_the_hand_but_going_out_can_be_allowed() -> None:
    state = won_by(deal_with(rules_with("sechser")), 0, 150)
    trumps = state.choices()[0]
    assert isinstance(trumps, Trumps)
    assert not any(offer.from_hand for offer in trumps.contracts)
    assert not state.is_legal(NameContract(Contract.DURCH, is_open=True, from_hand=True))
    allowed = won_by(deal_with(dabb(rules_with("sechser"), concede="until-meld")), 0, 150)
    assert allowed.is_legal(BELLS_OUT)
    assert not allowed.apply(NameTrump(Suit.E)).is_legal(BELLS_OUT)


@decision("no-dabb")
@pytest.mark.parametrize("name", [n for n in names() if not find_ruleset(n).deal.dabb])
def test_no_shipped_set_without_a_dabb_lets_one_go_out(name: str) -> None:
    assert find_ruleset(name).dabb.concede == "off"


# --- Rufen ---------------------------------------------------------------------------------


def called(rules: RuleSet, hands: str, card: Card, given: Card, bid: int = 150) -> DealState:
    """Return a deal in which seat 0 has called one card and given another."""
    return do(burying(rules, hands, bid=bid), CallCard(card), GiveCard(given))


@decision("rufen-default")
@pytest.mark.parametrize("name", names())
def test_no_shipped_set_lets_a_card_be_called(name: str) -> None:
    assert find_ruleset(name).dabb.call == "off"


@decision("rufen-default")
def test_without_rufen_a_call_is_refused_and_rufen_needs_a_dabb() -> None:
    assert reason(burying(W), CallCard(Card.BA)) is Reason.CALL_NOT_OFFERED
    with pytest.raises(RuleSetError, match=r"dabb\.call"):
        rules_with("preisbinokel", dabb={"call": "on"})


@decision("rufen-default")
def test_a_call_for_a_durch_binds_to_it_counts_call_bid_in_any_form_and_leaves_the_bid() -> None:
    rules = dabb(W, call="durch", call_bid=500)
    state = buried(called(rules, "EA | BA", Card.BA, Card.EA), "EZ EZ EK EK")
    assert state.bid == 150
    assert reason(state, NameTrump(Suit.E)) is Reason.CONTRACT_NOT_OFFERED
    assert reason(state, NameContract(Contract.BETTEL)) is Reason.CONTRACT_NOT_OFFERED
    trumps = state.choices()[0]
    assert isinstance(trumps, Trumps)
    assert trumps.suits == ()
    assert [offer.value for offer in trumps.contracts] == [500, 500]
    for is_open in (False, True):
        durch = {"contract": Contract.DURCH, "is_open": is_open, "called": True}
        assert scored(rules, "0:240", **durch).scores[0] == 500  # type: ignore[arg-type]
        assert scored(rules, "1:240", **durch).scores[0] == -500  # type: ignore[arg-type]


@decision("rufen-default")
def test_without_a_call_a_durch_keeps_its_own_value() -> None:
    rules = dabb(W, call="durch", call_bid=500)
    assert scored(rules, "0:240", contract=Contract.DURCH).scores[0] == 1000


@decision("rufen-timing")
def test_a_card_is_called_after_the_pick_up_and_before_burying() -> None:
    state = won_by(deal_with(CALLING, "EA | BA"), 0, 150)
    call = CallCard(Card.BA)
    assert not state.is_legal(call)
    state = state.apply(TakeDabb())
    assert state.is_legal(call)
    assert reason(state.apply(BuryCard(Card.EA)), call) is Reason.CALL_NOT_OFFERED
    assert not buried(state).is_legal(call)


@decision("rufen-timing")
def test_who_has_called_can_no_longer_go_out() -> None:
    state = called(CALLING, "EA | BA", Card.BA, Card.EA)
    assert state.phase is Phase.BURY
    assert reason(state, BELLS_OUT) is Reason.CONCEDE_NOT_OFFERED
    assert reason(buried(state, "EZ EZ EK EK"), BELLS_OUT) is Reason.CONCEDE_NOT_OFFERED


@decision("rufen-missing")
def test_a_card_may_be_called_while_fewer_than_two_copies_are_held() -> None:
    state = burying(CALLING, "EA EA SA | BA BA SA")
    assert reason(state, CallCard(Card.EA)) is Reason.CALL_HELD_TWICE
    assert reason(state, CallCard(Card.SA)) is None
    assert reason(state, CallCard(Card.BA)) is None
    assert reason(state, CallCard(Card.B7)) is not None  # no sevens in 40 cards


@decision("rufen-two-owners")
@pytest.mark.parametrize(("seat", "owner"), [(0, 1), (1, 3), (2, 3)])
def test_the_first_owner_in_turn_order_from_the_caller_gives_the_card(
    seat: int, owner: int
) -> None:
    rules = dabb(K, call="on")
    state = burying(rules, "EA | BA HA | EZ | BA HA", seat=seat).apply(CallCard(Card.HA))
    assert state.call is not None
    assert state.call.owner == owner


@decision("rufen-nobody")
def test_whatever_may_be_called_somebody_else_has() -> None:
    state = burying(CALLING)
    choice = next(c for c in state.choices() if isinstance(c, Calls))
    assert len(choice.cards) > 5
    for card in choice.cards:
        assert any(card in state.hand(seat) for seat in (1, 2)), card


@decision("rufen-give-back")
def test_the_caller_gives_a_different_card_of_his_choice_from_his_hand() -> None:
    state = burying(CALLING, "EA BA | BA | SA").apply(CallCard(Card.BA))
    assert state.phase is Phase.GIVE
    choice = state.choices()[0]
    assert isinstance(choice, Gives)
    assert choice.cards == tuple(card for card in state.hand(0).kinds() if card is not Card.BA)
    assert reason(state, GiveCard(Card.BA)) is Reason.GIVE_OTHER_CARD
    assert reason(state, GiveCard(Card.BZ)) is Reason.NOT_IN_HAND
    after = state.apply(GiveCard(Card.EA))
    assert after.hand(0).count(Card.BA) == 2
    assert Card.EA in after.hand(1)
    assert [len(after.hand(seat)) for seat in range(3)] == [16, 12, 12]


@decision("rufen-give-back")
def test_only_the_two_who_exchanged_know_the_card_given() -> None:
    state = called(CALLING, "EA | BA", Card.BA, Card.EA)
    seen = [state.observe(seat).call for seat in (0, 1, 2, None)]
    assert [call.given for call in seen if call] == [Card.EA, Card.EA, None, None]
    assert all(call is not None and call.card is Card.BA for call in seen)


@decision("rufen-once")
def test_only_one_card_is_called() -> None:
    state = called(CALLING, "EA | BA BA", Card.BA, Card.EA)
    assert reason(state, CallCard(Card.BA)) is Reason.CALL_NOT_OFFERED


@decision("rufen-400")
def test_a_call_raises_the_bid_to_400_for_target_and_penalty() -> None:
    state = called(CALLING, "EA | BA", Card.BA, Card.EA)
    assert state.bid == 400
    assert called(CALLING, "EA | BA", Card.BA, Card.EA, bid=450).bid == 450
    assert called(dabb(W, call="on", call_bid=500), "EA | BA", Card.BA, Card.EA).bid == 500
    over = play_to(all_meld(buried(state, "EZ EZ EK EK").apply(NameTrump(Suit.E)), "none"))
    assert over.score is not None
    assert over.score.scores[0] == -800


@decision("rufen-timing", "phase-order")
def test_where_trump_comes_first_a_card_may_be_called_before_or_after_naming_it() -> None:
    rules = dabb(W, call="on", trump_named="before")
    state = burying(rules, "EA | BA")
    assert state.phase is Phase.TRUMP
    assert state.is_legal(CallCard(Card.BA))
    assert do(state, CallCard(Card.BA), GiveCard(Card.EA)).phase is Phase.TRUMP
    named = state.apply(NameTrump(Suit.E))
    assert named.is_legal(CallCard(Card.BA))
    assert do(named, CallCard(Card.BA), GiveCard(Card.EA)).phase is Phase.BURY


@decision("rufen-timing", "rufen-default")
def test_a_call_for_a_durch_comes_before_trump_is_named_or_after_the_durch_is_announced() -> None:
    rules = dabb(W, call="durch", call_bid=500, trump_named="before")
    state = burying(rules, "EA | BA")
    assert reason(state.apply(NameTrump(Suit.E)), CallCard(Card.BA)) is Reason.CALL_NOT_OFFERED
    durch = state.apply(NameContract(Contract.DURCH))
    assert do(durch, CallCard(Card.BA), GiveCard(Card.EA)).phase is Phase.BURY


@decision("no-dabb")
def test_the_declarer_of_a_deal_without_a_dabb_has_nothing_to_bury() -> None:
    assert declared(deal_with(P)).n_buried == 0
