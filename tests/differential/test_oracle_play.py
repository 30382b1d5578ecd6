"""Legal cards, broken duties and winners against the oracle."""

from random import Random

from binokel.cards.card import Card, Suit
from binokel.cards.hand import held
from binokel.rules.ruleset import RuleSet
from binokel.rules.tricks import broken_duty, legal_marks, trick_points, winning_index
from tests.differential.oracle_cases import cases, packed, squeezed_hand, varied
from tests.oracle import play as oracle
from tests.oracle.cards import SUITS, Cards, deck, ordered, worth


def any_trick(rng: Random, rules: RuleSet, hand: Cards) -> Cards:
    """Return the cards before a seat in a trick, often of few suits and with duplicates."""
    rest = deck(rules)
    for text in hand:
        rest.remove(text)
    rng.shuffle(rest)
    if rng.random() < 0.5:
        wanted = rng.sample(SUITS, 2)
        rest.sort(key=lambda text: text[0] not in wanted)
        rest = rest[: rng.randint(6, 16)]
        rng.shuffle(rest)
    return rest[: rng.randrange(rules.table.seats)]


def indices(cards: Cards) -> list[int]:
    return [Card(text).index for text in cards]


def shown(marks: int) -> Cards:
    return [card.value for card in Card if marks >> (2 * card.index) & 1]


def test_legal_cards_and_broken_duties_are_the_oracles() -> None:
    for label, rng in cases("play", 2500):
        rules = varied(rng, "play")
        trump = rng.choice((*SUITS, None))
        hand = squeezed_hand(rng, rules, rng.randint(1, 9))
        trick = any_trick(rng, rules, hand)
        leader = rng.randrange(rules.table.seats)
        where = (label, rules.id, rules.play, trump, hand, trick)
        index = -1 if trump is None else Suit(trump).index
        seat = (leader + len(trick)) % rules.table.seats
        wins = bool(trick) and oracle.partner_is_winning(rules, trick, trump, leader, seat)
        marks = legal_marks(rules.play, packed(hand), indices(trick), index, wins)
        assert marks & held(packed(hand)) == marks, where
        may = oracle.legal(rules, trump, hand, trick, leader)
        assert shown(marks) == may, where
        for text in ordered(set(deck(rules))):
            broken = broken_duty(
                rules.play, packed(hand), indices(trick), index, wins, Card(text).index
            )
            expected = oracle.broken_duty(hand, trick, trump, text, may)
            assert (broken and broken[0].value) == expected, (where, text)


def test_winners_and_points_of_tricks_are_the_oracles() -> None:
    for label, rng in cases("winner", 1000):
        rules = varied(rng)
        trump = rng.choice((*SUITS, None))
        trick = any_trick(rng, rules, []) or ["EA"]
        index = -1 if trump is None else Suit(trump).index
        assert winning_index(indices(trick), index) == oracle.winner(trick, trump), (label, trick)
        assert trick_points(rules, indices(trick)) == worth(rules, trick), (label, trick)
