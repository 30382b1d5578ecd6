"""Play-outs from the middle of a deal go on as self-play did, and refuse what does not fit."""

from array import array
from collections.abc import Sequence

import pytest

from binokel.cards.card import SUITS, Card
from binokel.cards.hand import pack
from binokel.kernel.book import Book
from binokel.kernel.cards import deal_masks
from binokel.kernel.checks import OUTCOME
from binokel.kernel.courses import engine_deal
from binokel.kernel.playouts import Playouts
from binokel.kernel.selfplay import Course, make_book, make_policy
from binokel.players.selfplay import expectation_of
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet
from tests.unit.kernel.selfplay_parts import SEED, policy_play, takes_many

SETS = ("stammtisch", "kreuzbinokel", "preisbinokel", "souabe-4-12", "sechser", "drecksau-online")


def playouts_of(rules: RuleSet) -> Playouts:
    return Playouts(make_policy(rules, expectation_of(rules)), make_book(rules))


class Told:
    """A played deal of self-play, cut before the card of a number."""

    def __init__(self, rules: RuleSet, course: Course, at: int) -> None:
        deal, n = course.deal, rules.n_seats
        state = engine_deal(rules, course)
        plays = [(t.leader + i) % n for t in state.tricks for i in range(n)]
        assert deal.declarer is not None
        assert deal.trump is not None
        self.next = course.cards[at]
        self.leader = plays[0]
        self.contract = (SUITS.index(deal.trump), deal.declarer, deal.bid)
        hands = []
        for seat in range(n):
            whole = [*deal.hands[seat], *(deal.dabb if seat == deal.declarer else ())]
            gone = [c for c, s in zip(course.cards[:at], plays, strict=False) if s == seat]
            gone += deal.buried if seat == deal.declarer else ()
            for card in gone:
                whole.remove(card)
            hands.append(pack(whole))
        masks, self.played = deal_masks([*hands, pack(deal.buried)], course.cards[:at])
        self.world = array("Q", masks)
        self.melds = state_melds(state.melds)
        self.seat = plays[at]

    def bit(self, card: Card) -> int:
        """The upper copy of a card in the hand to play."""
        bits = [b for b in range(48) if self.world[self.seat] >> b & 1]
        index = 12 * card.suit.index + 2 * (5 - card.rank.index)
        return max(b for b in bits if b // 2 == index // 2)

    def outcome(self, playouts: Playouts, n_tricks: int = 0) -> "array[int]":
        playouts.begin(self.contract, self.melds, self.leader, self.played)
        out = array("q", bytes(8 * OUTCOME))
        playouts.play(memoryview(self.world), [self.bit(self.next)], n_tricks, memoryview(out))
        return out


def state_melds(melds: Sequence[Sequence[object] | None]) -> list[int]:
    return [sum(meld.points for meld in one or ()) for one in melds]  # type: ignore[attr-defined]


def courses(rules: RuleSet, n: int) -> list[Course]:
    playing = policy_play(rules)
    found = [playing.course(SEED, number) for number in range(3 * n)]
    return [course for course in found if course.deal.status == "played"][:n]


@takes_many
@pytest.mark.parametrize("name", SETS)
def test_from_any_card_on_the_deal_ends_as_self_play_ended_it(name: str) -> None:
    rules = find_ruleset(name)
    playouts = playouts_of(rules)
    for course in courses(rules, 6):
        for at in range(0, len(course.cards), 5):
            out = Told(rules, course, at).outcome(playouts)
            deal, n, sides = course.deal, rules.n_seats, rules.n_sides
            assert bool(out[0]) is deal.made
            assert tuple(out[3 : 3 + sides]) == deal.scores
            assert tuple(out[9 : 9 + n]) == deal.tricks
            assert out[2] == deal.last_winner
            assert not any(out[15:])


def test_a_play_out_stops_after_the_tricks_that_were_asked_for() -> None:
    rules = find_ruleset("stammtisch")
    course = courses(rules, 1)[0]
    told = Told(rules, course, 7)
    out = told.outcome(playouts_of(rules), 1)
    assert out[0] == -1
    assert [mask.bit_count() for mask in out[15:18]] == [9, 9, 9]
    third = engine_deal(rules, course).tricks[2]
    assert out[2] == third.winner


def test_a_world_that_does_not_fit_is_refused() -> None:
    rules = find_ruleset("stammtisch")
    playouts = playouts_of(rules)
    told = Told(rules, courses(rules, 1)[0], 4)
    other = told.world[0]
    told.world[0] |= told.world[1] & -told.world[1]
    with pytest.raises(ValueError, match="world 0 does not fit"):
        told.outcome(playouts)
    told.world[0] = other
    told.outcome(playouts)
    told.world[2] &= told.world[2] - 1
    with pytest.raises(ValueError, match="world 0 does not fit"):
        told.outcome(playouts)


def test_a_card_that_may_not_be_played_is_refused() -> None:
    rules = find_ruleset("stammtisch")
    told = Told(rules, courses(rules, 1)[0], 0)
    playouts = playouts_of(rules)
    told.outcome(playouts)
    others = told.world[(told.seat + 1) % 3]
    out = array("q", bytes(8 * OUTCOME))
    with pytest.raises(ValueError, match="those asked about"):
        playouts.play(memoryview(told.world), [others.bit_length() - 1], 0, memoryview(out))


def test_what_is_no_deal_is_refused() -> None:
    rules = find_ruleset("stammtisch")
    playouts = playouts_of(rules)
    out = memoryview(array("q", bytes(8 * OUTCOME)))
    with pytest.raises(ValueError, match="__init__ has not run"):
        playouts.play(memoryview(array("Q", [0] * 4)), [0], 0, out)
    for contract, melds, leader, played in (
        ((4, 0, 200), [0, 0, 0], 0, []),
        ((0, 3, 200), [0, 0, 0], 0, []),
        ((0, 0, 200), [0, 0], 0, []),
        ((0, 0, 200), [0, 0, 0], 3, []),
        ((0, 0, 200), [0, 0, 0], 0, [48]),
        ((0, 0, 200), [0, 0, 0], 0, [5, 5]),
    ):
        with pytest.raises(ValueError, match=r"must be|number|card"):
            playouts.begin(contract, melds, leader, played)


def test_there_must_be_room_for_what_becomes_of_the_worlds() -> None:
    rules = find_ruleset("stammtisch")
    playouts = playouts_of(rules)
    told = Told(rules, courses(rules, 1)[0], 0)
    told.outcome(playouts)
    bit = told.bit(told.next)
    small = memoryview(array("q", bytes(8)))
    with pytest.raises(ValueError, match="more room"):
        playouts.play(memoryview(told.world), [bit], 0, small)
    out = memoryview(array("q", bytes(8 * OUTCOME)))
    for world, cards in ((told.world[:3], [bit]), (told.world, []), (told.world, [bit, bit])):
        with pytest.raises(ValueError, match=r"masks|different"):
            playouts.play(memoryview(world), cards, 0, out)


def test_policy_and_book_are_of_one_table() -> None:
    three, four = find_ruleset("stammtisch"), find_ruleset("kreuzbinokel")
    book: Book = make_book(four)
    with pytest.raises(ValueError, match="different tables"):
        Playouts(make_policy(three, expectation_of(three)), book)
