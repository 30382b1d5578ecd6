"""Section C, first part: taking the Dabb, burying, and what a burying error costs."""

import pytest

from binokel.cards.card import Card, Suit
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    BuryDone,
    DeclareMelds,
    NameContract,
    NameTrump,
    TakeBack,
    TakeDabb,
)
from binokel.engine.choices import Bury, Melds
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.errors import Reason
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import (
    all_meld,
    buried,
    deal_with,
    declared,
    do,
    melds_of,
    play_to,
    rules_with,
    scored,
    won_by,
)

decision = pytest.mark.decision

TABLE = rules_with("stammtisch")
W = rules_with("wuerttemberg")
W48 = rules_with("wuerttemberg-48")
K = rules_with("kreuzbinokel")
F3 = rules_with("souabe-3")
F4 = rules_with("souabe-4")

FAMILY = "HA HZ HK HO HU"
STRICT = {"strict": True}


def dabb(rules: RuleSet, **keys: object) -> RuleSet:
    return rules_with(rules.id, dabb=keys)


def burying(rules: RuleSet, hands: str = "", *, bid: int = 150, cards: str = "") -> DealState:
    """Return a deal in which seat 0 has taken the Dabb, with these cards in it."""
    return do(won_by(deal_with(rules, hands, dabb=cards), 0, bid), TakeDabb())


def refusal(state: DealState, action: Action) -> Reason | None:
    fault = state.why_illegal(action)
    return fault.reason if fault else None


def melding(
    rules: RuleSet, melds: str, *, bury: str, announced: int = 0, hand: str = FAMILY, bid: int = 200
) -> DealState:
    """Return a deal with Herz as trump in which seat 0 has buried and declared its melds."""
    state = do(buried(burying(rules, hand, bid=bid), bury), NameTrump(Suit.H))
    return state.apply(DeclareMelds(melds_of(rules, melds, "H"), announced))


@decision("phase-order")
def test_first_the_dabb_then_burying_then_trump_with_the_first_meld() -> None:
    for rules in (TABLE, W, W48, K, F3, F4):
        state = won_by(deal_with(rules), 0, 150)
        phases = [state.phase]
        for step in (TakeDabb(), None, NameTrump(Suit.E)):
            state = buried(state) if step is None else state.apply(step)
            phases.append(state.phase)
        assert phases == [Phase.DABB, Phase.BURY, Phase.TRUMP, Phase.MELD]
        assert state.to_act == 0


@decision("phase-order")
def test_trump_can_be_named_before_burying() -> None:
    for rules in (dabb(W, trump_named="before"), rules_with("dabb-online")):
        state = won_by(deal_with(rules), 0, 150).apply(TakeDabb())
        assert state.phase is Phase.TRUMP
        state = state.apply(NameTrump(Suit.E))
        assert state.phase is Phase.BURY
        assert buried(state).phase is Phase.MELD


@decision("dabb-visible")
def test_the_dabb_is_hidden_until_the_auction_is_over_then_known_to_all() -> None:
    before = won_by(deal_with(W), 0, 150)
    assert [before.observe(seat).dabb for seat in (0, 1, 2, None)] == [None] * 4
    for state in (before.apply(TakeDabb()), play_to(declared(deal_with(W)), n_tricks=3)):
        assert all(state.observe(seat).dabb == state.dabb for seat in (0, 1, 2, None))


@decision("dabb-visible")
def test_the_dabb_can_be_taken_unseen() -> None:
    state = won_by(deal_with(dabb(W, shown=False)), 0, 150).apply(TakeDabb())
    assert state.observe(0).dabb == state.dabb
    assert state.observe(1).dabb is None
    assert state.observe(None).dabb is None


@decision("discard-count")
@pytest.mark.parametrize("rules", [W, K, W48, F3, F4])
def test_as_many_cards_are_buried_as_the_dabb_had(rules: RuleSet) -> None:
    state = burying(rules)
    n = rules.deal.dabb
    for card in state.dabb[:-1]:
        assert refusal(state, BuryDone()) is Reason.BURY_COUNT
        state = state.apply(BuryCard(card))
    state = state.apply(BuryCard(state.dabb[-1]))
    assert refusal(state, BuryCard(state.hand(0).kinds()[0])) is Reason.BURY_COUNT
    done = state.apply(BuryDone())
    assert (len(done.hand(0)), done.n_buried) == (rules.deal.hand, n)


@decision("discard-count")
def test_a_buried_card_may_be_taken_back_before_burying_is_done() -> None:
    state = burying(W, FAMILY).apply(BuryCard(Card.HA))
    assert refusal(state, TakeBack(Card.HZ)) is Reason.NOT_BURIED
    assert state.apply(TakeBack(Card.HA)).hand(0) == burying(W, FAMILY).hand(0)
    assert refusal(state, BuryCard(Card.BA)) is Reason.NOT_IN_HAND


@decision("discard-which")
def test_any_card_of_the_hand_may_be_buried() -> None:
    state = burying(W, f"{FAMILY} EA SZ")
    choice = state.choices()[0]
    assert isinstance(choice, Bury)
    assert choice.cards == state.hand(0).kinds()
    done = buried(state, "HA HZ EA SZ").apply(NameTrump(Suit.H))
    assert done.phase is Phase.MELD


@decision("discard-which")
def test_a_buried_card_cannot_be_melded() -> None:
    state = buried(burying(W, FAMILY), "HU EA EZ EK").apply(NameTrump(Suit.H))
    family = DeclareMelds(melds_of(W, "family H", "H"))
    assert refusal(state, family) is Reason.MELD_NOT_HELD


@decision("discard-error-detect", "strict-burying")
def test_in_strict_play_any_number_may_be_buried_and_melds_bring_the_error_to_light() -> None:
    rules = rules_with("wuerttemberg", penalties=STRICT)
    for cards in ("", "EA", "EA EA EZ EZ EK"):
        state = melding(rules, "", bury=cards)
        assert state.bury_error, cards
        over = all_meld(state, "none")
        assert over.score is not None
        assert over.score.scores == (-400, 0, 0)
        assert over.tricks == ()


@decision("discard-error-detect", "strict-burying")
def test_in_strict_play_a_melded_card_that_was_buried_is_an_error() -> None:
    rules = rules_with("wuerttemberg", penalties=STRICT)
    bad = melding(rules, "family H", bury="HU EZ EK EO")
    assert bad.bury_error
    assert all_meld(bad, "none").score is not None
    good = melding(rules, "family H", bury="EA EZ EK EO")
    assert not good.bury_error
    unmelded = melding(rules, "", bury="HU EZ EK EO")
    assert not unmelded.bury_error


@decision("strict-burying", "discard-error-others")
def test_the_others_score_their_melds_without_a_trick_and_no_bonus() -> None:
    rules = rules_with("wuerttemberg", penalties=STRICT)
    hands = f"{FAMILY} | BA BZ BK BO BU BA | SO BU SA"
    state = melding(rules, "", bury="", hand=hands)
    assert (state.phase, state.to_act) == (Phase.MELD, 1)
    over = all_meld(state)
    assert over.score is not None
    assert over.score.scores[0] == -400
    assert over.score.scores[1] >= 100
    assert {line.what for line in over.score.lines} == {"bury_error", "melds"}


@decision("discard-error-others")
def test_after_a_burying_error_the_others_get_nothing_melds_or_melds_and_compensation() -> None:
    for others, points in (
        ("none", (0, 0)),
        ("melds", (60, 0)),
        ("melds-and-compensation", (90, 30)),
    ):
        rules = rules_with("wuerttemberg", penalties={"bury_error_others": others})
        score = scored(rules, melds=[40, 60, 0], bid=200, bury_error=True)
        assert score.scores == (-400, *points), others
        assert score.made is False
    assert TABLE.penalties.bury_error_others == "melds"


@decision("discard-error-others")
def test_where_the_others_get_nothing_they_need_not_meld() -> None:
    penalties = {"strict": True, "bury_error_others": "none"}
    assert melding(rules_with("wuerttemberg", penalties=penalties), "", bury="").is_over


@decision("discard-error-variant")
def test_a_burying_error_costs_twice_the_bid_whatever_a_lost_bid_costs() -> None:
    for lost in ("single", "double", "plus-100"):
        rules = rules_with("wuerttemberg", scoring={"lost": lost})
        assert scored(rules, bid=300, bury_error=True).scores[0] == -600


@decision("discard-duplicates")
def test_burying_one_of_two_copies_is_harmless() -> None:
    rules = rules_with("wuerttemberg", penalties=STRICT)
    hand = f"{FAMILY} HA"
    assert not melding(rules, "family H", bury="HA EA EZ EK", hand=hand).bury_error
    both = melding(rules, "family H", bury="HA HA EZ EK", hand=hand)
    assert both.bury_error


@decision("discard-duplicates")
def test_a_double_binokel_needs_both_copies_of_its_cards() -> None:
    rules = rules_with("wuerttemberg", penalties=STRICT)
    hand = "SO SO BU BU EA EA EZ EZ"
    assert melding(rules, "double binokel", bury="SO EA EA EZ", hand=hand).bury_error
    assert not melding(rules, "binokel", bury="SO EA EA EZ", hand=hand).bury_error


SEVEN = "H7 H7 HA HZ"


@decision("diss-not-announced")
def test_the_program_announces_buried_sevens_by_itself() -> None:
    state = buried(burying(W48, SEVEN), "H7 EA EZ").apply(NameTrump(Suit.H))
    choice = state.choices()[0]
    assert isinstance(choice, Melds)
    assert [meld.kind.value for meld in choice.best].count("dix") == 2
    after = all_meld(state)
    assert after.buried_dix == 1
    assert after.observe(2).buried_dix == 1


@decision("diss-not-announced", "strict-burying")
def test_in_strict_play_a_melded_seven_buried_unannounced_is_an_error() -> None:
    rules = rules_with("wuerttemberg-48", penalties=STRICT)
    silent = melding(rules, "dix, dix", bury="H7 EA EZ", hand=SEVEN)
    told = melding(rules, "dix, dix", bury="H7 EA EZ", hand=SEVEN, announced=1)
    one = melding(rules, "dix", bury="H7 EA EZ", hand=SEVEN)
    assert silent.bury_error
    assert not told.bury_error
    assert told.observe(1).buried_dix == 1
    assert not one.bury_error


@decision("diss-discard-others")
def test_a_buried_seven_counts_as_dix_but_not_for_eight_sevens() -> None:
    rules = rules_with("wuerttemberg-48", melds={"eight_ranks": ["A", "7"]})
    hand = "E7 E7 S7 S7 H7 H7 B7 B7"
    whole = all_meld(do(buried(burying(rules, hand), "EA EA EZ"), NameTrump(Suit.H)))
    assert whole.observe(0).meld_points[0] >= 1020
    state = do(buried(burying(rules, hand), "H7 EA EZ"), NameTrump(Suit.H))
    assert refusal(state, DeclareMelds(melds_of(rules, "eight 7", "H"))) is Reason.MELD_NOT_HELD
    assert refusal(state, DeclareMelds(melds_of(rules, "dix, dix", "H"))) is None


@decision("diss-discard-002")
def test_trump_sevens_may_be_melded_and_buried_where_the_set_says_so() -> None:
    for rules in (W48, F3, F4, rules_with("kreuzbinokel-48")):
        assert rules.dabb.bury_dix
    for name in ("palast-3-48", "palast-4-48", "drecksau-online-5-48"):
        assert not find_ruleset(name).dabb.bury_dix
    rules = rules_with("palast-3-48")
    state = buried(burying(rules, SEVEN), "H7 EA EZ").apply(NameTrump(Suit.H))
    assert refusal(state, DeclareMelds(melds_of(rules, "dix, dix", "H"))) is not None
    assert refusal(state, DeclareMelds(melds_of(rules, "dix", "H"))) is None


@decision("announce-trumps")
def test_the_number_of_buried_trumps_can_have_to_be_announced() -> None:
    rules = dabb(W48, announce_trumps=True)
    for named, number in ((Suit.H, 2), (Suit.S, 0), (Suit.E, 1)):
        state = buried(burying(rules, SEVEN), "H7 HA EA").apply(NameTrump(named))
        assert state.observe(1).buried_trumps == number  # a buried Dissle is one of them
    quiet = buried(burying(W48, SEVEN), "H7 HA EA").apply(NameTrump(Suit.H))
    assert quiet.observe(1).buried_trumps is None


@decision("announce-trumps")
def test_a_trump_that_nobody_named_is_not_announced() -> None:
    rules = rules_with(
        "wuerttemberg",
        dabb={"announce_trumps": True},
        contracts={"durch_trump": "first-card"},
    )
    durch = play_to(burying(rules), Phase.TRUMP).apply(NameContract(Contract.DURCH))
    led = durch.apply(durch.legal_actions()[0])
    assert led.trump is not None
    assert led.observe(1).buried_trumps is None


@decision("announce-trumps")
def test_only_the_set_of_the_web_game_announces_buried_trumps() -> None:
    announcing = {name for name in names() if find_ruleset(name).dabb.announce_trumps}
    assert announcing == {"dabb-online", "dabb-online-2", "dabb-online-4"}


@decision("discards-points-000")
@pytest.mark.parametrize("rules", [W, K, F3, TABLE])
def test_buried_cards_count_for_the_declarer(rules: RuleSet) -> None:
    score = scored(rules, "1:100 0:110", bid=150, buried_points=30)
    assert (score.made, score.scores[0]) == (True, 150)
    uncounted = rules_with(rules.id, scoring={"buried_count": False})
    score = scored(uncounted, "1:100 0:110", bid=120, buried_points=30)
    assert (score.made, score.scores[0]) == (True, 120)


@decision("discards-points-000")
def test_the_points_of_the_buried_cards_enter_the_count_of_the_deal() -> None:
    over = play_to(declared(deal_with(W, "EA EA EZ EZ", dabb="SA SA SZ SZ"), 0, 10))
    assert over.score is not None
    assert over.score.card_points is not None
    assert sum(over.score.card_points) == 240
    assert next(line for line in over.score.lines if line.what == "buried").points == 42


@decision("discards-are-trick")
def test_buried_cards_are_no_trick_unless_the_set_says_so() -> None:
    tricks, melds = "1:200", [100, 0, 0]
    assert scored(W, tricks, melds, bid=50, buried_points=40).made is False
    counted = rules_with("wuerttemberg", scoring={"buried_is_trick": True})
    score = scored(counted, tricks, melds, bid=50, buried_points=40)
    assert (score.made, score.scores[0]) == (True, 140)
    assert scored(counted, tricks, [0, 0, 100], buried_points=40).scores[2] == 0


@decision("discards-if-lost")
def test_if_the_bid_is_lost_the_buried_cards_count_for_nobody() -> None:
    score = scored(W, "1:120 0:80", [0, 0, 0], bid=300, buried_points=40)
    assert score.scores == (-600, 120, 0)
    assert score.declarer_total == 80 + 40 + 10


@decision("discards-in-durch")
def test_in_durch_and_bettel_no_cards_count_and_from_the_hand_the_dabb_stays_unseen() -> None:
    for contract in (Contract.DURCH, Contract.BETTEL):
        tricks = "0:200" if contract is Contract.DURCH else "1:200"
        assert scored(W, tricks, contract=contract, buried_points=40).scores == (1000, 0, 0)
    state = won_by(deal_with(W), 0, 150)
    over = play_to(state.apply(NameContract(Contract.DURCH, True, True)))
    for seat in (0, 1, 2, None):
        assert over.observe(seat).dabb is None
        assert over.observe(seat).n_buried == 0


@decision("strict-burying")
def test_in_durch_and_bettel_only_the_number_is_judged_before_the_first_lead() -> None:
    rules = rules_with("wuerttemberg", penalties=STRICT)
    for contract in (Contract.DURCH, Contract.BETTEL):
        wrong = buried(burying(rules, bid=200), "EA").apply(NameContract(contract))
        assert wrong.is_over
        assert wrong.score is not None
        assert wrong.score.scores == (-400, 0, 0)
        assert buried(burying(rules)).apply(NameContract(contract)).phase is Phase.PLAY


@decision("strict-burying")
def test_a_set_can_refuse_burying_errors_in_strict_play_too() -> None:
    rules = rules_with("wuerttemberg", penalties={"strict": True, "bury_error": "refuse"})
    assert refusal(burying(rules), BuryDone()) is Reason.BURY_COUNT


@decision("strict-burying")
def test_in_strict_play_melds_are_declared_from_the_cards_held_before_burying() -> None:
    rules = rules_with("wuerttemberg", penalties=STRICT)
    state = do(buried(burying(rules, FAMILY), "HU EZ EK EO"), NameTrump(Suit.H))
    assert refusal(state, DeclareMelds(melds_of(rules, "family H", "H"))) is None
    assert refusal(state, DeclareMelds(melds_of(rules, "family B", "H"))) is not None


@decision("strict-burying")
def test_off_grid_bids_and_calls_out_of_turn_are_refused_in_strict_play_too() -> None:
    state = deal_with(rules_with("wuerttemberg", penalties=STRICT))
    assert refusal(state, Bid(15)) is Reason.BID_OFF_STEP
    assert refusal(state, TakeDabb()) is Reason.WRONG_PHASE
