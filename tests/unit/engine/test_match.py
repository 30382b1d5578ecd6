"""A match: who deals when, taking back, and its end."""

from random import Random

import pytest

from binokel.engine import CHANCE, Match, Undo, new_deal, new_match, shuffled
from binokel.engine.actions import Action, Bid, Knock, NoCut, Pass, PlayCard, TakeDabb
from binokel.engine.phase import Phase
from binokel.errors import IllegalAction, Reason
from binokel.rules.contracts import Contract, contract_value
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import rules_with

NAMES = ["Anna", "Bert", "Carla"]
TABLE = rules_with("stammtisch")
SHORT = rules_with("palast", match={"deals": 2})


def started(rules: RuleSet, first_dealer: int = 2) -> Match:
    """Return a match whose first deal is dealt: forehand is to call."""
    match = Match(rules, NAMES, first_dealer)
    match.apply(shuffled(rules, Random(1)))
    match.apply(NoCut())
    return match


def play_on(match: Match, rng: Random) -> None:
    """Play the running deal to its end with the first legal actions."""
    while not match.deal.is_over:
        chance = match.to_act == CHANCE
        match.apply(shuffled(match.rules, rng) if chance else match.deal.legal_actions()[-1])


def whole_match(rules: RuleSet) -> Match:
    """Return a match played to its end."""
    match, rng = started(rules), Random(2)
    while match.to_act is not None:
        if match.deal.is_over:
            match.apply(shuffled(rules, rng))
        play_on(match, rng)
    return match


def test_a_match_has_a_name_for_every_seat() -> None:
    with pytest.raises(ValueError, match="stammtisch has 3 seats, not 2"):
        Match(TABLE, NAMES[:2], 0)


@pytest.mark.parametrize("dealer", [-1, 3])
def test_the_first_dealer_sits_at_the_table(dealer: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {dealer}"):
        Match(TABLE, NAMES, dealer)


def test_the_first_dealer_is_drawn_or_seat_0() -> None:
    drawn = {new_match(TABLE, NAMES, Random(seed)).deal.dealer for seed in range(20)}
    assert drawn == {0, 1, 2}
    club = rules_with("preisbinokel")
    assert {new_match(club, NAMES, Random(seed)).deal.dealer for seed in range(20)} == {0}


def test_the_right_neighbour_of_the_last_dealer_deals_next() -> None:
    match = started(TABLE, first_dealer=2)
    play_on(match, Random(3))
    assert match.to_act == CHANCE
    match.apply(shuffled(TABLE, Random(4)))
    assert match.deal.dealer == 0
    assert match.observe(0).number == 2


@pytest.mark.parametrize(("nobody", "dealer"), [("redeal", 2), ("next-dealer", 0)])
def test_a_deal_that_nobody_bids_for_does_not_count(nobody: str, dealer: int) -> None:
    rules = rules_with("wuerttemberg", bidding={"nobody": nobody})
    match = started(rules, first_dealer=2)
    for _ in range(3):
        match.apply(Pass())
    assert match.deal.is_redeal
    assert match.results == ()
    match.apply(shuffled(rules, Random(4)))
    assert match.deal.dealer == dealer
    assert match.observe(0).number == 1


def test_an_undo_goes_back_to_the_state_before_and_stays_in_the_list() -> None:
    match = started(TABLE)
    before = match.deal
    match.apply(Bid(150))
    match.apply(Pass())
    match.apply(Undo(2))
    assert match.deal == before
    assert [entry.action for entry in match.entries[-3:]] == [Bid(150), Pass(), Undo(2)]
    assert match.n_steps == 2


@pytest.mark.parametrize("n", [0, -1, 3])
def test_only_steps_that_stand_can_be_taken_back(n: int) -> None:
    match = started(TABLE)
    with pytest.raises(IllegalAction) as caught:
        match.apply(Undo(n))
    assert caught.value.reason is Reason.NOTHING_TO_UNDO
    assert match.n_steps == 2


def test_an_undo_can_open_a_finished_deal_again() -> None:
    match = started(TABLE)
    play_on(match, Random(3))
    totals = match.standing.totals
    last = match.entries[-1].action
    match.apply(Undo())
    assert match.results == ()
    assert not isinstance(last, Undo)
    match.apply(last)
    assert match.standing.totals == totals


def test_a_refused_action_changes_nothing() -> None:
    match = started(TABLE)
    before, entries = match.deal, list(match.entries)
    refused: list[tuple[Action, Reason]] = [
        (Bid(155), Reason.BID_OFF_STEP),
        (Knock(), Reason.WRONG_PHASE),
        (TakeDabb(), Reason.WRONG_PHASE),
        (PlayCard(TABLE.cards[0]), Reason.WRONG_PHASE),
        (shuffled(TABLE, Random(1)), Reason.WRONG_PHASE),
    ]
    for action, reason in refused:
        fault = match.why_illegal(action)
        assert fault is not None
        assert fault.reason is reason
    assert (match.deal, match.entries) == (before, entries)


def test_after_a_finished_deal_only_the_next_shuffle_is_possible() -> None:
    match = started(TABLE)
    play_on(match, Random(3))
    fault = match.why_illegal(Pass())
    assert fault is not None
    assert fault.reason is Reason.DEAL_OVER


def test_a_match_of_two_deals_ends_after_them() -> None:
    match = whole_match(SHORT)
    assert len(match.results) == 2
    assert match.standing.finished
    assert match.observe(None).deals_left == 0
    fault = match.why_illegal(shuffled(SHORT, Random(1)))
    assert fault is not None
    assert fault.reason is Reason.MATCH_OVER


def test_the_number_of_deals_left_is_known_where_it_is_agreed() -> None:
    assert started(SHORT).observe(1).deals_left == 1
    assert started(TABLE).observe(1).deals_left is None


def test_a_new_deal_waits_for_chance() -> None:
    deal = new_deal(TABLE, 0)
    assert (deal.phase, deal.to_act, deal.legal_actions()) == (Phase.SHUFFLE, CHANCE, ())


def test_an_ordinary_game_has_no_value_of_its_own() -> None:
    assert contract_value(TABLE, Contract.TRUMP, is_open=False, from_hand=False) is None
