"""The best melds against the oracle, and what may be declared."""

import itertools
from random import Random

from binokel.rules.melds import best_melds, meld_points
from binokel.rules.melds.check import meld_fault
from binokel.rules.ruleset import RuleSet
from tests.differential.oracle_cases import (
    cases,
    packed,
    rich_meld,
    shipped,
    squeezed_hand,
    suit,
    varied,
)
from tests.oracle import melds as oracle
from tests.oracle.cards import SUITS, Cards, contains


def check_best(label: str, rules: RuleSet, trump: str | None, hand: Cards, dix: int) -> None:
    where = f"{label} {rules.melds} {trump=} hand={' '.join(sorted(hand))} {dix=}"
    points, number, chosen = oracle.best(rules, trump, hand, dix)
    found = best_melds(rules, packed(hand), suit(trump), dix)
    shown = [f"{meld.kind.value} {' '.join(map(str, meld.cards))}" for meld in found]
    assert sum(meld.points for meld in found) == points, (where, shown, chosen)
    assert len(found) == number, (where, shown, chosen)
    assert meld_points(rules, packed(hand), suit(trump), dix) == points, where
    assert meld_fault(rules, packed(hand), suit(trump), found, dix) is None, where


def any_case(rng: Random, rules: RuleSet) -> tuple[str | None, Cards, int]:
    trump = rng.choice((*SUITS, *SUITS, None))
    hand = squeezed_hand(rng, rules)
    sevens = 0 if trump is None else 2 - hand.count(trump + "7")
    dix = rng.randint(0, sevens) if rules.deck.sevens and rng.random() < 0.3 else 0
    return trump, hand, dix


def test_the_best_melds_of_shipped_sets_are_the_oracles() -> None:
    for label, rng in cases("melds-shipped", 1500):
        rules = shipped(rng)
        check_best(label, rules, *any_case(rng, rules))


def test_the_best_melds_of_varied_sets_are_the_oracles() -> None:
    for label, rng in cases("melds-varied", 800):
        rules = varied(rng, "melds")
        check_best(label, rules, *any_case(rng, rules))


def test_what_may_be_declared_is_what_the_oracle_allows() -> None:
    for label, rng in cases("melds-declared", 500):
        rules = varied(rng, "melds")
        if rules.melds.rundgang == "literal-200":
            continue
        trump, hand, _ = any_case(rng, rules)
        held = [m for m in oracle.every_meld(rules, trump) if contains(hand, m.cards)]
        for size in range(4):
            for melds in itertools.islice(itertools.combinations(held * 2, size), 30):
                expected = oracle.fits(rules, trump, hand, list(melds))
                fault = meld_fault(rules, packed(hand), suit(trump), [rich_meld(m) for m in melds])
                assert (fault is None) == expected, (label, rules.melds, trump, hand, melds, fault)
