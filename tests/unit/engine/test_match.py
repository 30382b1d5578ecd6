"""A match: who deals when, taking back, and its end."""

import pickle
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest

from binokel.cards.card import Suit
from binokel.engine import CHANCE, Match, Undo, new_deal, new_match, shuffled
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    ClaimRevoke,
    Concede,
    Cut,
    DeclareMelds,
    Knock,
    NameContract,
    NameTrump,
    NoCut,
    Pass,
    PlayCard,
    Shuffle,
    TakeDabb,
)
from binokel.engine.phase import Phase
from binokel.errors import IllegalAction, Reason
from binokel.rules.contracts import Contract, contract_value
from binokel.rules.loader import load_ruleset
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


@pytest.mark.parametrize("dealer", [-1, 3, True])
def test_the_first_dealer_sits_at_the_table(dealer: int) -> None:
    with pytest.raises(ValueError, match=f"seats 0 to 2, not {dealer}"):
        Match(TABLE, NAMES, dealer)
    with pytest.raises(ValueError, match=f"seats 0 to 2, not {dealer}"):
        new_deal(TABLE, dealer)


@pytest.mark.parametrize("seat", [CHANCE, 3, True])
def test_nobody_but_a_seat_or_a_spectator_has_a_view(seat: int) -> None:
    match = started(TABLE)
    with pytest.raises(ValueError, match="seats 0 to 2"):
        match.observe(seat)


@pytest.mark.parametrize("name", ["", "  ", "A|B", "A\nB", None, 5])
def test_a_name_that_no_record_can_hold_is_refused(name: Any) -> None:
    with pytest.raises(ValueError, match="is no name"):
        Match(TABLE, ["Anna", "Bert", name], 0)


WRONG: list[Callable[[], Action]] = [
    lambda: NameTrump(cast("Any", "H")),
    lambda: NameTrump(cast("Any", None)),
    lambda: Bid(cast("Any", 150.0)),
    lambda: Bid(cast("Any", "150")),
    lambda: Cut(True),
    lambda: PlayCard(cast("Any", "EA")),
    lambda: BuryCard(cast("Any", "EA")),
    lambda: Concede(cast("Any", "H")),
    lambda: Concede(Suit.H, cast("Any", 1)),
    lambda: NameContract(cast("Any", "durch")),
    lambda: DeclareMelds(cast("Any", ["pair"])),
    lambda: ClaimRevoke(cast("Any", "0"), 1),
    lambda: Shuffle(cast("Any", ("EA",))),
]


@pytest.mark.parametrize("make", WRONG)
def test_an_action_with_a_field_of_a_wrong_type_cannot_be_made(make: Callable[[], Action]) -> None:
    with pytest.raises(TypeError, match="takes a"):
        make()


def test_a_rule_set_cannot_be_changed_by_who_sees_it() -> None:
    fours = started(TABLE).observe(0).rules.melds.fours
    for change in (
        lambda: fours.update({"A": 9990}),
        lambda: fours.pop("A"),
        lambda: fours.__setitem__("A", 9990),
        fours.clear,
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert fours["A"] == 100
    assert hash(TABLE) == hash(load_ruleset("stammtisch"))
    assert pickle.loads(pickle.dumps(TABLE)) == TABLE


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
