"""What a view tells: each rule alone, on deals arranged for it."""

from random import Random

import pytest

from binokel.cards.card import CARDS, Card
from binokel.cards.hand import UNITS
from binokel.engine.actions import (
    BuryCard,
    BuryDone,
    CallCard,
    DeclareMelds,
    ExchangeDix,
    GiveCard,
    NameContract,
    NameTrump,
    TakeBack,
    TakeDabb,
)
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.kernel.worlds import BURIED, DABB, STOCK, Place, Worlds, facts_of
from binokel.kernel.worlds.facts import denied
from binokel.kernel.worlds.replay import world_of
from binokel.rules.contracts import Contract
from binokel.testing.builders import (
    all_meld,
    deal_with,
    declared,
    do,
    play_to,
    played,
    rules_with,
    won_by,
)
from binokel.testing.worlds_soak import check_world, heuristic_states

HANDS = (
    "EA EZ EK EU SA SZ SK SU HA HZ HK HU | "
    "EA EZ EO EU SA SZ SO HA HZ BA BZ BK | "
    "EK EO SK SO SU HK HO HU BA BZ BK BU"
)
DABB_CARDS = "HO BO BO BU"


def at_lead(base: str = "stammtisch", **sections: dict[str, object]) -> DealState:
    """Return a deal before its first lead: seat 0 plays herz and has buried the Dabb."""
    rules = rules_with(base, **sections)
    return declared(deal_with(rules, HANDS, dabb=DABB_CARDS), 0, 200, trump="H")


def worlds_of(state: DealState, seat: int, *, assume: bool = False) -> Worlds:
    worlds = Worlds(facts_of(state.observe(seat), state.rules, assume_all_melded=assume))
    assert worlds.admits(world_of(state))
    return worlds


def hand(seat: int) -> Place:
    return Place("hand", seat)


def may_hold(worlds: Worlds, seat: int, cards: str) -> list[bool]:
    return [worlds.probability(Card(card), hand(seat), 0) < 1 for card in cards.split()]


def denial(card: str, before: str, *, mate: bool = False, **play: bool) -> str:
    """Return what playing a card to a trick denies, herz being trump, as suits and cards."""
    rules = rules_with("stammtisch", play=play)
    trick = tuple(Card(text).index for text in before.split())
    found = {CARDS[i] for i in denied(rules.play, trick, 2, mate, Card(card).index)}
    suits = [suit for suit in "ESHB" if {c for c in CARDS if c.suit.letter == suit} <= found]
    rest = sorted(str(c) for c in found if c.suit.letter not in suits)
    return " ".join([*suits, *rest])


@pytest.mark.parametrize(
    ("card", "before", "proven"),
    [
        ("SU", "EA", "E H"),
        ("H7", "EA", "E"),
        ("EU", "EZ", "EA"),
        ("EA", "EZ", ""),
        ("EU", "EO EK", "EA EZ"),
        ("EU", "EO HU", ""),
        ("HU", "EA HK", "E HA HZ"),
        ("HA", "EA HK", "E"),
        ("HU", "HK", "HA HZ"),
        ("EA", "HK", "H"),
    ],
)
def test_a_card_denies_what_would_have_forbidden_it(card: str, before: str, proven: str) -> None:
    assert denial(card, before) == proven


def test_each_switched_off_duty_denies_less() -> None:
    assert denial("EU", "EZ", must_beat=False) == ""
    assert denial("SU", "EA", must_trump=False) == "E"
    assert denial("HU", "EA HK", must_over_trump=False) == "E"
    assert denial("EU", "EO HU", beat_after_ruff=True) == "EA EK EZ"
    assert denial("SU", "EA", mate=True, partner_exempt=True) == "E"
    assert denial("EU", "EZ", mate=True, partner_exempt=True) == ""


def test_a_denied_card_is_nowhere_in_that_hand_any_more() -> None:
    assert may_hold(worlds_of(played(at_lead(), "EK EA EO"), 0), 2, "EZ EO") == [True, True]
    worlds = worlds_of(played(at_lead(), "HU HZ HK"), 0)
    assert may_hold(worlds, 2, "HA HO") == [False, True]
    void = worlds_of(played(at_lead(), "EK EA EO BA BU HU"), 1)
    assert not any(may_hold(void, 0, "BA BZ BK"))


def test_without_the_duty_to_beat_a_low_card_tells_nothing() -> None:
    state = played(at_lead(play={"must_beat": False}), "HU HZ HK")
    assert may_hold(worlds_of(state, 0), 2, "HA") == [True]


def test_where_every_card_is_accepted_a_play_tells_nothing() -> None:
    state = played(at_lead(penalties={"strict": True}), "HU HZ HK")
    assert may_hold(worlds_of(state, 0), 2, "HA") == [True]
    state = played(at_lead(penalties={"strict": True, "revoke": "none"}), "HU HZ HK")
    assert may_hold(worlds_of(state, 0), 2, "HA") == [False]


def test_a_shown_dabb_card_is_in_the_declarers_hand_or_buried() -> None:
    worlds = worlds_of(at_lead(), 2)
    assert worlds.probability(Card.BO, BURIED, 0) < 1
    assert not any(may_hold(worlds, 1, "BO"))
    hidden = worlds_of(at_lead(dabb={"shown": False}), 2)
    assert all(may_hold(hidden, 1, "BO"))


def test_the_other_copy_of_a_shown_card_lies_anywhere_with_the_same_chance_a_place() -> None:
    worlds = worlds_of(at_lead(), 2)
    assert worlds.facts.sizes == (12, 12, 4)
    assert worlds.probability(Card.HO, hand(1), 0) == 1.0, "seat 2 holds the other HO itself"
    other = worlds_of(at_lead(), 1)
    with_two = other.probability(Card.HO, hand(2), 1)
    assert with_two > 12 / 28, "one copy is settled, so seat 2 has 12 of the places left"
    assert other.probability(Card.HO, hand(2), 2) == 0


def test_what_was_melded_is_in_hand_until_it_is_played() -> None:
    rules = rules_with("stammtisch")
    start = deal_with(rules, HANDS, dabb=DABB_CARDS)
    state = declared(start, 0, 200, trump="H", melds="best")
    assert state.melds[2]
    shown = {card for meld in state.melds[2] for card in meld.cards}
    worlds = worlds_of(state, 1)
    assert shown
    assert all(worlds.probability(card, hand(2), 0) == 0 for card in shown)


def test_only_who_is_taken_to_meld_all_is_denied_what_he_did_not_meld() -> None:
    state = declared(
        deal_with(rules_with("stammtisch"), HANDS, dabb=DABB_CARDS), 0, 200, trump="H", melds="best"
    )
    free, bound = worlds_of(state, 0), worlds_of(state, 0, assume=True)
    assert bound.count() < free.count()
    assert bound.is_exact
    held = {str(card) for meld in state.melds[1] or () for card in meld.cards}
    assert "EK" not in held
    # seat 1 has shown nothing with E: not both K and O of it
    for number in range(0, bound.count(), max(1, bound.count() // 200)):
        world = bound.numbered(number)
        kings, obers = world.hands[1] >> 4 & 3, world.hands[1] >> 6 & 3
        assert not (kings and obers)


def test_announced_buried_trumps_are_as_many_as_announced() -> None:
    rules = rules_with("stammtisch", dabb={"announce_trumps": True})
    state = declared(deal_with(rules, HANDS, dabb=DABB_CARDS), 0, 200, trump="H")
    assert state.observe(1).buried_trumps == 1
    worlds = worlds_of(state, 1)
    for number in range(0, worlds.count(), max(1, worlds.count() // 100)):
        trumps = worlds.numbered(number).buried >> 24 & 0xFFF
        assert sum(trumps >> (2 * i) & 3 for i in range(6)) == 1


def test_an_announced_buried_seven_is_buried() -> None:
    rules = rules_with("wuerttemberg-48")
    hands = "H7 EA EZ EK EU SA SZ SK SU HA HZ HK HU BA BZ"
    start = deal_with(rules, hands, dabb="H7 BO BU")
    state = declared(start, 0, 200, trump="H", melds="best")
    assert state.buried_dix == 1
    assert worlds_of(state, 1).probability(Card.H7, BURIED) == 1
    assert worlds_of(state, 1).probability(Card.H7, hand(0)) == 1


def test_the_untaken_dabb_is_a_place_of_its_own() -> None:
    state = deal_with(rules_with("stammtisch"), HANDS, dabb=DABB_CARDS)
    worlds = worlds_of(state, 0)
    assert worlds.facts.places == (hand(1), hand(2), DABB)
    assert worlds.probability(Card.BO, DABB, 0) < 1


def calling(**dabb: object) -> DealState:
    """Return a deal in which seat 0 has called the ace of herz from seat 1 and given BU."""
    rules = rules_with("stammtisch", dabb={"call": "on", **dabb})
    state = won_by(deal_with(rules, HANDS, dabb=DABB_CARDS), 0, 400)
    return do(state, TakeDabb(), CallCard(Card.HA), GiveCard(Card.BU))


def test_the_caller_and_his_partner_know_the_given_card_and_others_do_not() -> None:
    state = calling()
    assert state.phase is Phase.BURY
    assert worlds_of(state, 0).probability(Card.BU, hand(1), 0) == 0
    third = worlds_of(state, 2)
    assert third.probability(Card.HA, hand(0), 0) == 0
    assert 0 < third.probability(Card.BU, hand(1)) < 1
    assert third.facts.checks, "one shown Dabb card may have been given, not two"
    assert worlds_of(state, 1).probability(Card.BO, hand(2), 0) == 1


def test_until_a_card_is_given_the_dabb_is_with_the_declarer() -> None:
    rules = rules_with("stammtisch", dabb={"call": "on"})
    state = won_by(deal_with(rules, HANDS, dabb=DABB_CARDS), 0, 400)
    worlds = worlds_of(do(state, TakeDabb(), CallCard(Card.HA)), 2)
    assert worlds.probability(Card.BO, hand(0), 2) == 1
    assert all(check(tuple(world_of_places(worlds))) for check in worlds.facts.checks)


def world_of_places(worlds: Worlds) -> list[int]:
    world = worlds.sample(Random(1))
    return [world.hands[place.seat] for place in worlds.facts.places]


def test_a_seven_in_hand_is_melded_before_a_buried_one() -> None:
    rules = rules_with("wuerttemberg-48")
    hands = "EO EA EZ EK EU SA SZ SK SU HA HZ HK HU BA BZ | H7"
    state = declared(deal_with(rules, hands, dabb="H7 BO BU"), 0, 200, trump="H", melds="best")
    assert state.buried_dix == 1
    worlds = worlds_of(state, 2)
    assert worlds.probability(Card.H7, BURIED) == 1
    assert worlds.probability(Card.H7, hand(0), 0) == 1


def test_who_was_asked_in_vain_does_not_hold_the_called_card() -> None:
    rules = rules_with("stammtisch", dabb={"call": "on"})
    state = won_by(deal_with(rules, HANDS, dabb=DABB_CARDS), 0, 400)
    state = do(state, TakeDabb(), CallCard(Card.SO))
    assert state.call is not None
    assert state.call.owner == 1
    state = won_by(deal_with(rules, HANDS, dabb=DABB_CARDS), 0, 400)
    state = do(state, TakeDabb(), CallCard(Card.BU))
    assert state.call is not None
    assert state.call.owner == 2
    state = do(state, GiveCard(Card.BO))
    assert not any(may_hold(worlds_of(state, 2), 1, "BU"))


def test_a_declarer_who_melded_buried_cards_shows_that_he_erred() -> None:
    rules = rules_with("stammtisch", penalties={"strict": True, "bury_error": "double"})
    state = won_by(deal_with(rules, HANDS, dabb=DABB_CARDS), 0, 200)
    state = do(state, TakeDabb(), *map(BuryCard, (Card.HK, Card.BO, Card.BO, Card.BU)))
    state = do(state, BuryDone(), NameTrump(Card.HA.suit))
    whole = rules_with("stammtisch")
    melds = declared(
        deal_with(whole, HANDS, dabb=DABB_CARDS),
        0,
        200,
        trump="H",
        bury="BO BO BU SU",
        melds="best",
    ).melds[0]
    assert melds is not None
    state = do(state, DeclareMelds(melds))
    assert state.bury_error
    worlds = worlds_of(state, 1)
    assert not worlds.is_exact
    assert len(worlds.facts.checks) == 2


def test_a_buried_seven_that_is_announced_is_buried_though_nothing_is_melded() -> None:
    rules = rules_with("wuerttemberg-48", penalties={"strict": True, "bury_error": "double"})
    hands = "EO EA EZ EK EU SA SZ SK SU HA HZ HK HU BA BZ | H7"
    state = won_by(deal_with(rules, hands, dabb="H7 BO BU"), 0, 200)
    state = do(state, TakeDabb(), *map(BuryCard, (Card.H7, Card.BO, Card.BU)), BuryDone())
    state = do(state, NameTrump(Card.H7.suit), DeclareMelds((), 1))
    assert worlds_of(state, 2).probability(Card.H7, BURIED, 0) == 0
    assert worlds_of(do(state, DeclareMelds(())), 2).probability(Card.H7, BURIED, 0) == 0


def test_in_a_game_with_a_stock_the_turned_up_card_is_not_hidden() -> None:
    rules = rules_with("zu-zweit")
    state = deal_with(rules, "", stock="|HA")
    worlds = worlds_of(state, 0)
    assert worlds.facts.places == (hand(1), STOCK)
    assert worlds.facts.sizes == (12, 23)


def test_after_the_stock_the_loser_of_its_last_trick_has_the_turned_up_trump() -> None:
    rules = rules_with("zu-zweit")
    state = play_to(deal_with(rules, "", stock="|HA"), n_tricks=12)
    state = play_to(state, Phase.PLAY)
    assert not state.stock
    winner = state.tricks[11].winner
    worlds = worlds_of(state, winner)
    trumps = [Card.HA, Card.HZ, Card.HK, Card.HO, Card.HU]
    assert sum(worlds.expected(card, hand(1 - winner)) for card in trumps) >= 1


def test_in_an_open_durch_the_declarers_cards_are_known() -> None:
    state = won_by(deal_with(rules_with("stammtisch"), HANDS, dabb=DABB_CARDS), 0, 200)
    state = do(state, NameContract(Contract.DURCH, is_open=True, from_hand=True))
    state = all_meld(state)
    assert state.phase is Phase.PLAY
    worlds = worlds_of(state, 1)
    assert worlds.sample(Random(1)).hands[0] == state.hands[0]
    assert DABB in worlds.facts.places


def test_a_dabb_card_that_an_open_hand_lacks_is_buried() -> None:
    state = won_by(deal_with(rules_with("stammtisch"), HANDS, dabb=DABB_CARDS), 0, 200)
    state = do(state, TakeDabb(), *map(BuryCard, (Card.BO, Card.HO, Card.EU, Card.SU)), BuryDone())
    state = do(state, NameContract(Contract.DURCH, is_open=True))
    worlds = worlds_of(played(state, "EA"), 1)
    assert worlds.probability(Card.HO, BURIED, 0) == 0
    assert worlds.probability(Card.BO, BURIED) == 1
    assert worlds.probability(Card.BO, hand(0)) == 1
    assert 0 < worlds.probability(Card.SU, BURIED, 0) < 1


def test_hands_that_do_not_fit_are_no_world() -> None:
    state = at_lead()
    worlds, real = worlds_of(state, 1), world_of(state)
    change = UNITS[Card.BO.index] - UNITS[Card.BK.index]
    hands = (*real.hands[:2], real.hands[2] + change)
    assert not worlds.admits(real._replace(hands=hands, buried=real.buried - change))


def test_one_card_too_many_elsewhere_is_no_world() -> None:
    state = at_lead()
    worlds, real = worlds_of(state, 1), world_of(state)
    assert worlds.admits(real)
    moved = [
        real._replace(hands=(real.hands[0] - UNITS[i], real.hands[1], real.hands[2] + UNITS[i]))
        for i in range(24)
        if real.hands[0] >> (2 * i) & 3 and real.hands[2] >> (2 * i) & 3 < 2
    ]
    assert moved
    assert not any(map(worlds.admits, moved))


def test_other_cards_in_the_own_hand_are_no_world() -> None:
    worlds, real = worlds_of(at_lead(), 1), world_of(at_lead())
    assert not worlds.admits(real._replace(hands=(real.hands[0], 0, real.hands[2])))
    assert not worlds.admits(real._replace(dabb=UNITS[0]))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seat_finds_the_real_cards_at_every_step(seat: int) -> None:
    state = at_lead()
    while not state.is_over:
        worlds_of(state, seat)
        state = state.apply(state.legal_actions()[0])


def test_who_exchanged_the_seven_has_taken_a_trump_for_it() -> None:
    rules, n_exchanges = rules_with("zu-zweit"), 0
    for seed in range(4):
        for state in heuristic_states(rules, Random(seed)):
            if not state.exchanged:
                continue
            n_exchanges += 1
            taker = next(s for s, a in state.history if isinstance(a, ExchangeDix))
            for seat in (0, 1):
                worlds = worlds_of(state, seat)
                if 1 - seat == taker and state.hands[taker]:
                    assert worlds.facts.clauses
                world = worlds.sample(Random(seed))
                check_world(state, seat, world, Random(1), assume_all_melded=False)
    assert n_exchanges


RUNDGANG = "EK EO SK SO HK HO BK BO EA EZ SA SZ HA HZ HU"


@pytest.mark.parametrize("mode", ["fixed", "additive", "always", "literal-200"])
def test_a_rundgang_is_judged_as_a_whole(mode: str) -> None:
    changes = {} if mode == "literal-200" else {"rundgang_points": 240}
    rules = rules_with("wuerttemberg-48", melds={"rundgang": mode, **changes})
    state = declared(deal_with(rules, RUNDGANG), 0, 200, trump="H", melds="best")
    worlds = worlds_of(state, 1, assume=True)
    assert not worlds.is_exact
    for number in range(3):
        world = worlds.sample(Random(number))
        check_world(state, 1, world, Random(1), assume_all_melded=True)


def hidden_deals() -> list[tuple[DealState, int]]:
    """Return deals in which cards were buried or given unseen, and who looks at them."""
    given = calling()
    unseen = calling(shown=False)
    done = do(given, *map(BuryCard, (Card.BO, Card.EU)), TakeBack(Card.EU))
    return [(given, 2), (given, 1), (unseen, 2), (done, 2), (at_lead(dabb={"shown": False}), 1)]


@pytest.mark.parametrize("number", range(5))
def test_worlds_of_cards_given_or_buried_unseen_can_be_replayed(number: int) -> None:
    state, seat = hidden_deals()[number]
    worlds, rng = worlds_of(state, seat), Random(number)
    for _ in range(20):
        check_world(state, seat, worlds.sample(rng), rng, assume_all_melded=False)
