"""Section G: Durch and Bettel, how they are announced, played, won and lost."""

import pytest

from binokel.cards.card import Card, Suit
from binokel.engine.actions import NameContract, NameTrump, PlayCard, TakeDabb
from binokel.engine.choices import ContractOffer, Trumps
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.errors import Reason
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract, contract_value
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import (
    buried,
    deal_with,
    do,
    legal,
    play_to,
    played,
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

DURCH, BETTEL = Contract.DURCH, Contract.BETTEL
ALL_EICHEL = "EA EA EZ EZ EK EK EO EO EU EU"


def contracts(rules: RuleSet, **keys: object) -> RuleSet:
    return rules_with(rules.id, contracts=keys)


def at_naming(rules: RuleSet, hands: str = "", seat: int = 0, bid: int = 150) -> DealState:
    """Return a deal in which the seat has buried the Dabb's cards and is to name trump."""
    return buried(do(won_by(deal_with(rules, hands), seat, bid), TakeDabb()))


def announced(
    rules: RuleSet, hands: str, contract: Contract = DURCH, seat: int = 0, is_open: bool = False
) -> DealState:
    """Return a deal before the first lead of a Durch or Bettel."""
    return at_naming(rules, hands, seat).apply(NameContract(contract, is_open))


def offered(state: DealState) -> tuple[ContractOffer, ...]:
    return next((c.contracts for c in state.choices() if isinstance(c, Trumps)), ())


@decision("durch-lost")
def test_a_lost_durch_or_bettel_costs_its_value() -> None:
    lost = "0:20 1:30"
    assert scored(W, lost, contract=DURCH).scores == (-1000, 0, 0)
    assert scored(W, lost, contract=DURCH, is_open=True).scores == (-1500, 0, 0)
    assert scored(W, lost, contract=DURCH, is_open=True, from_hand=True).scores == (-2000, 0, 0)
    assert scored(W, "1:20 0:30", contract=BETTEL).scores == (-1000, 0, 0)


@decision("durch-lost")
def test_a_lost_durch_can_cost_twice_its_value_or_an_ordinary_loss() -> None:
    lost = "0:20 1:30"
    assert scored(contracts(W, lost="double"), lost, contract=DURCH).scores[0] == -2000
    ordinary = contracts(W, lost="ordinary")
    assert scored(ordinary, lost, contract=DURCH, bid=200).scores[0] == -400


@decision("durch-lost-others")
def test_after_a_lost_durch_the_others_get_nothing_or_their_trick_points() -> None:
    lost = "0:20 1:36"
    assert scored(W, lost, [0, 100, 40], contract=DURCH).scores == (-1000, 0, 0)
    tricks = contracts(W, lost_others="tricks")
    assert scored(tricks, lost, [0, 100, 40], contract=DURCH).scores == (-1000, 40, 0)
    assert scored(tricks, "0:20 0:30", contract=DURCH).scores == (1000, 0, 0)


@decision("durch-first-card-trump")
def test_a_durch_has_no_trump_unless_the_first_card_makes_it() -> None:
    hands = "HA EA | HZ SU BU | HK SK BK"
    for rules, trump in ((W, None), (contracts(W, durch_trump="first-card"), Suit.H)):
        state = announced(rules, hands)
        assert state.trump is None
        assert state.apply(state.legal_actions()[0]).trump in (None, Suit.E)
        assert played(state, "HA").trump is trump


@decision("durch-first-card-trump", "durch-order")
def test_the_suit_of_the_first_card_is_trump_with_all_duties() -> None:
    # Seat 0 has all Eichel but one, and Herz: seat 1 is void in Eichel and holds Herz.
    hands = "HA EA EA EZ EZ EK EK EO EO EU SA SA | HZ HK SU SU BU BU | HU EU"
    free = played(announced(W, hands), "HA HZ HU EA")
    bound = played(announced(contracts(W, durch_trump="first-card"), hands), "HA HZ HU EA")
    assert free.is_legal(PlayCard(Card.SU))
    fault = bound.why_illegal(PlayCard(Card.SU))
    assert fault is not None
    assert fault.reason is Reason.MUST_TRUMP


@decision("durch-partner")
def test_the_declarer_must_take_all_tricks_himself_and_his_partner_plays_along() -> None:
    state = announced(K, "EA")
    assert len(played(state, "EA").observe(0).trick) == 1
    over = play_to(state, n_tricks=1)
    assert len(over.tricks[0].cards) == 4
    assert scored(K, "0:20 2:30", contract=DURCH).made is False
    assert scored(contracts(K, scope="side"), "0:20 2:30", contract=DURCH).made is True
    assert scored(contracts(K, scope="side"), "0:20 1:30", contract=DURCH).made is False


@decision("durch-hand-closed")
def test_a_durch_from_the_hand_is_offered_open_only() -> None:
    state = won_by(deal_with(TABLE), 0, 150)
    assert offered(state) == (ContractOffer(DURCH, True, True, 2000),)
    fault = state.why_illegal(NameContract(DURCH, is_open=False, from_hand=True))
    assert fault is not None
    assert fault.reason is Reason.CONTRACT_NOT_OFFERED
    assert state.is_legal(NameContract(DURCH, is_open=True, from_hand=True))


@decision("durch-announce", "durch-order")
def test_durch_open_durch_and_bettel_are_announced_after_burying_in_place_of_trump() -> None:
    state = do(won_by(deal_with(W), 0, 150), TakeDabb())
    assert offered(state) == ()
    assert not state.is_legal(NameContract(DURCH))
    assert offered(buried(state)) == (
        ContractOffer(DURCH, False, False, 1000),
        ContractOffer(DURCH, True, False, 1500),
        ContractOffer(BETTEL, False, False, 1000),
    )


@decision("durch-announce", "durch-order")
def test_the_open_hand_lies_face_up_before_the_first_lead() -> None:
    state = announced(W, ALL_EICHEL, is_open=True)
    assert state.phase is Phase.PLAY
    assert state.observe(1).open_hand == state.observe(0).hand
    assert announced(W, ALL_EICHEL).observe(1).open_hand is None


@decision("durch-values")
def test_durch_counts_1000_open_1500_and_open_from_the_hand_2000() -> None:
    forms = [(False, False), (True, False), (True, True)]
    for rules in (TABLE, W, K):
        values = [contract_value(rules, DURCH, is_open=o, from_hand=h) for o, h in forms]
        assert values == [1000, 1500, 2000]
    assert scored(W, "0:240", contract=DURCH).scores == (1000, 0, 0)
    assert scored(W, "0:240", contract=DURCH, is_open=True).scores == (1500, 0, 0)


@decision("durch-values")
def test_each_form_of_durch_has_its_own_value_or_none() -> None:
    rules = contracts(W, durch=500, durch_open="off", durch_hand=3000)
    forms = [(False, False), (True, False), (True, True)]
    values = [contract_value(rules, DURCH, is_open=o, from_hand=h) for o, h in forms]
    assert values == [500, None, 3000]
    assert [offer.value for offer in offered(at_naming(rules))] == [500, 1000]


@decision("durch-last-trick")
def test_in_special_games_neither_cards_nor_melds_nor_the_last_trick_count() -> None:
    state = announced(W, f"{ALL_EICHEL} SA SA | SO BU HA HA")
    assert state.phase is Phase.PLAY  # nobody has melded
    over = play_to(state)
    assert over.score is not None
    assert over.score.scores == (1000, 0, 0)
    assert [line.what for line in over.score.lines] == ["durch"]


@decision("durch-discard")
def test_before_a_durch_the_declarer_buries_but_not_from_the_hand() -> None:
    taken = do(won_by(deal_with(TABLE), 0, 150), TakeDabb())
    assert taken.phase is Phase.BURY
    state = do(won_by(deal_with(TABLE), 0, 150), NameContract(DURCH, True, True))
    assert state.phase is Phase.PLAY
    assert (len(state.hand(0)), state.n_buried) == (12, 0)
    assert state.observe(0).dabb is None


@decision("durch-early-end")
def test_play_stops_at_the_first_lost_trick() -> None:
    over = played(announced(W, "EA SU | SA | SK"), "SU SA SK")
    assert over.is_over
    assert over.score is not None
    assert over.score.made is False
    assert played(announced(W, "SO | SA | SU", BETTEL, seat=1), "SA SU SO").is_over


@decision("durch-obligations")
def test_in_special_games_one_must_follow_and_beat_but_not_trump() -> None:
    assert legal(W, "EA EU SA", "EK", None) == "EA"
    assert legal(W, "SU BA HA", "EK", None) == "SU HA BA"
    state = announced(W, "EK | EA EU | SU", BETTEL)
    fault = played(state, "EK").why_illegal(PlayCard(Card.EU))
    assert fault is not None
    assert fault.reason is Reason.MUST_BEAT


@decision("bettel-value", "bettel-default")
def test_bettel_counts_1000_where_the_set_has_it() -> None:
    for rules in (W, K, rules_with("wuerttemberg-48")):
        assert contract_value(rules, BETTEL, is_open=False, from_hand=False) == 1000
    assert contract_value(TABLE, BETTEL, is_open=False, from_hand=False) is None
    assert scored(W, "1:100 2:140", contract=BETTEL).scores == (1000, 0, 0)


@decision("bettel-value")
@pytest.mark.parametrize("value", [500, 1500])
def test_bettel_can_have_another_value(value: int) -> None:
    rules = contracts(TABLE, bettel=value)
    assert scored(rules, "1:240", contract=BETTEL).scores[0] == value
    assert scored(rules, "0:240", contract=BETTEL).scores[0] == -value


@decision("bettel-default")
def test_bettel_has_no_open_form_and_none_from_the_hand() -> None:
    assert contract_value(W, BETTEL, is_open=True, from_hand=False) is None
    assert contract_value(W, BETTEL, is_open=False, from_hand=True) is None
    assert not at_naming(W).is_legal(NameContract(BETTEL, is_open=True))


@decision("bettel-lead")
def test_the_declarer_leads_a_bettel_or_forehand_where_the_set_says_so() -> None:
    assert announced(W, "", BETTEL, seat=2).to_act == 2
    forehand = contracts(W, bettel_lead="forehand")
    assert announced(forehand, "", BETTEL, seat=2).to_act == 0


@decision("bettel-and-partner")
def test_only_the_declarer_must_avoid_tricks() -> None:
    assert scored(K, "2:100 1:140", contract=BETTEL).made is True
    assert scored(K, "2:100 0:0 1:140", contract=BETTEL).made is False
    assert scored(contracts(K, scope="side"), "2:100", contract=BETTEL).made is False


@decision("french-bettel-durch", "preis-bettel")
@pytest.mark.parametrize("name", ["souabe-3", "souabe-4", "souabe-4-12", "preisbinokel"])
def test_the_french_rules_and_preisbinokel_know_no_special_games(name: str) -> None:
    rules = find_ruleset(name)
    state = won_by(deal_with(rules), 0, 150)
    if state.phase is Phase.DABB:
        assert offered(state) == ()
        state = buried(state.apply(TakeDabb()))
    assert offered(state) == ()
    assert not state.is_legal(NameContract(DURCH))
    assert not state.is_legal(NameContract(BETTEL))


@decision("durch-order")
def test_the_declarer_leads_a_durch_in_every_set() -> None:
    assert announced(W, "", seat=2).to_act == 2
    from_hand = do(won_by(deal_with(TABLE), 1, 150), NameContract(DURCH, True, True))
    assert from_hand.to_act == 1


@decision("durch-order")
def test_with_a_named_trump_a_durch_is_melded_and_played_to_the_end() -> None:
    online = rules_with("drecksau-online")
    state = at_naming(online, "| EA EA SO BU HA | ")
    assert [(o.value, o.suits) for o in offered(state)] == [(1000, tuple(Suit))]
    state = state.apply(NameContract(DURCH, suit=Suit.H))
    assert state.phase is Phase.MELD
    over = play_to(state)
    assert len(over.tricks) == 12
    assert not at_naming(online).is_legal(NameContract(DURCH))


@decision("durch-order")
def test_with_a_named_trump_the_declarer_scores_the_value_only_the_others_as_ever() -> None:
    online = rules_with("drecksau-online")
    lost = scored(online, "0:200 1:40", [40, 20, 60], contract=DURCH, bid=400, trump=Suit.H)
    assert lost.scores == (-1000, 20 + 50, 0)
    won = scored(online, "0:120 0:120", [40, 20, 60], contract=DURCH, bid=400, trump=Suit.H)
    assert won.scores == (1000, 0, 0)


@decision("durch-order")
def test_the_bid_has_no_part_in_the_result() -> None:
    for bid in (150, 2000):
        assert scored(W, "0:240", contract=DURCH, bid=bid).scores[0] == 1000
        assert scored(W, "1:240", contract=DURCH, bid=bid).scores[0] == -1000


@decision("durch-order")
def test_trump_may_be_named_instead() -> None:
    assert at_naming(W).apply(NameTrump(Suit.H)).contract is Contract.TRUMP
