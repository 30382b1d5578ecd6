"""What declaring with a hand is worth: reckoned again in Python, and against every burying."""

from itertools import combinations
from pathlib import Path
from random import Random

import msgspec
import pytest

from binokel.cards.card import SUITS, Card
from binokel.cards.hand import UNITS, pack, unpack
from binokel.errors import ModelError
from binokel.kernel import COMPILED
from binokel.kernel.checks import MELD_TENS, PLAY_TENS
from binokel.players.model.appraising import Case, Gains, Table, table_of
from binokel.players.model.store import SHIPPED, VARIABLE, model_at, write_model
from binokel.rules.catalog import find_ruleset
from binokel.rules.melds import meld_points
from binokel.rules.ruleset import RuleSet

BID = 250
ROWS = [[10.0 * (melds + play) for play in range(PLAY_TENS)] for melds in range(MELD_TENS)]
GAINS = Gains(ROWS, [-2.0 * BID] * PLAY_TENS, 10, BID, 1.0)
"""Totals count in tens, and a lost bid twice."""
NO_MATES = (0, 0, 0, 0)
with_kernel = pytest.mark.skipif(not COMPILED, reason="many hands need the compiled kernel")


@pytest.fixture
def rules() -> RuleSet:
    return find_ruleset("stammtisch")


@pytest.fixture
def table(rules: RuleSet) -> Table:
    found = Table(rules, model_at(SHIPPED))
    found.set_gains(GAINS)
    return found


def some_hand(rules: RuleSet, seed: int, n: int) -> int:
    return pack(Random(seed).sample(rules.cards, n))


def gain(melds: int, play: int) -> float:
    """What an end is worth by `GAINS`."""
    return 10.0 * (melds // 10 + play // 10) if melds + play >= BID else -2.0 * BID


def worth(rules: RuleSet, case: Case, keep: int, mates: int = 0) -> float:
    """Reckon what a plan is worth from its bins."""
    melds = meld_points(rules, keep, SUITS[case.trump]) + mates
    points = sum(rules.card_points[c.index] for c in unpack(case.buried))
    total = case.bins[0] * gain(0, points)
    for i, chance in enumerate(case.bins[1:]):
        total += chance * sum([gain(melds, points + 10 * i + k) for k in range(10)]) / 10
    return total


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_plan_is_worth_what_its_totals_are(rules: RuleSet, table: Table, seed: int) -> None:
    hand = some_hand(rules, seed, 16)
    buried = pack(list(unpack(hand))[5:9])
    case = table.judge(hand - buried, buried, 2, 1)
    assert case.value == pytest.approx(worth(rules, case, hand - buried), abs=0.6)
    with_mates = table.judge(hand - buried, buried, 2, 1, (0, 0, 80, 0))
    assert with_mates.value == pytest.approx(worth(rules, case, hand - buried, 80), abs=0.6)
    assert with_mates.known == case.known
    far = table.judge(hand - buried, buried, 2, 1, (0, 0, 3000, 0))
    assert far.value == pytest.approx(worth(rules, case, hand - buried, 3000), abs=0.6)


@with_kernel
@pytest.mark.parametrize("seed", range(6))
def test_of_one_buried_card_the_best_is_found(table: Table, rules: RuleSet, seed: int) -> None:
    hand = some_hand(rules, seed, 13)
    for case in table.plans(hand, 1, 0, NO_MATES, 1):
        every = [
            table.judge(hand - UNITS[i], UNITS[i], case.trump, 0).value
            for i in range(24)
            if hand >> (2 * i) & 3
        ]
        assert case.value == pytest.approx(max(every), abs=0.02)


@with_kernel
@pytest.mark.parametrize("seed", range(4))
def test_of_four_buried_cards_hardly_ever_better_ones_exist(
    table: Table, rules: RuleSet, seed: int
) -> None:
    hand = some_hand(rules, seed, 16)
    cards = unpack(hand)
    case = table.plans(hand, 4, 0, NO_MATES, 6)[0]
    every = {pack(four) for four in combinations(cards, 4)}
    best = max(table.judge(hand - four, four, case.trump, 0).value for four in every)
    assert case.value >= best - 4.0


@with_kernel
def test_exchanging_buried_cards_never_makes_a_plan_worse(table: Table, rules: RuleSet) -> None:
    for seed in range(30):
        hand = some_hand(rules, seed, 16)
        for trump in range(4):
            quick = table.plans(hand, 4, 0, NO_MATES, 0, trump)[0]
            slow = table.plans(hand, 4, 0, NO_MATES, 6, trump)[0]
            assert slow.value >= quick.value
            assert len(unpack(slow.buried)) == 4


def test_only_the_named_trump_is_looked_at_where_it_is_named(table: Table, rules: RuleSet) -> None:
    hand = some_hand(rules, 4, 16)
    assert [case.trump for case in table.plans(hand, 1, 0, NO_MATES, 0, 3)] == [3]


def test_a_long_trump_brings_more_than_a_short_one(table: Table) -> None:
    def of(text: str) -> int:
        return pack([Card[word] for word in text.split()])

    strong = table.judge(of("HA HA HZ HZ HK HO EA SA BA BZ SK EK"), of("SU BU EU SO"), 2, 0)
    weak = table.judge(of("EA SA BA BZ SK EK EO BO BK SZ HU HU"), of("SU BU EU SO"), 2, 0)
    assert strong.mean_tricks() > weak.mean_tricks() + 60


def test_the_chances_of_a_case_are_whole_and_fall_with_the_points(
    table: Table, rules: RuleSet
) -> None:
    hand = some_hand(rules, 7, 16)
    case = table.plans(hand, 4, 0)[0]
    assert sum(case.bins) == pytest.approx(1)
    chances = [case.chance(points) for points in range(-10, 300, 7)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1
    assert case.chance(1000) == 0


def test_within_a_bin_every_number_of_points_is_as_likely() -> None:
    case = Case(0.0, 0, 0, 0, 0, (0.1, 0.2, 0.7))
    assert case.chance(0.5) == pytest.approx(0.2 * 0.95 + 0.7)
    assert case.chance(10) == pytest.approx(0.7)
    assert case.chance(15) == pytest.approx(0.35)
    assert case.mean_tricks() == pytest.approx(0.2 * 4.5 + 0.7 * 14.5)


def test_melds_are_those_of_the_one_meld_search(table: Table, rules: RuleSet) -> None:
    for seed in range(20):
        hand = some_hand(rules, seed, 12)
        for suit in SUITS:
            assert table.melds(hand, suit.index) == meld_points(rules, hand, suit)
        assert table.melds(hand, -1) == meld_points(rules, hand, None)


def test_one_rule_set_has_one_table() -> None:
    assert table_of(find_ruleset("palast")) is table_of(find_ruleset("palast"))


def test_the_players_use_the_model_that_is_named_and_say_when_there_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rules = find_ruleset("palast")
    hand = some_hand(rules, 1, 12)
    at_first = table_of(rules).judge(hand, 0, 2, 1)
    other = msgspec.structs.replace(model_at(SHIPPED), last=bytes(len(model_at(SHIPPED).last)))
    write_model(other, tmp_path / "other.msgpack")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "other.msgpack"))
    assert table_of(rules).judge(hand, 0, 2, 1).bins != at_first.bins
    monkeypatch.setenv(VARIABLE, str(tmp_path / "none.msgpack"))
    with pytest.raises(ModelError, match=r"none.msgpack cannot be read"):
        table_of(rules)
    monkeypatch.delenv(VARIABLE)
    assert table_of(rules).judge(hand, 0, 2, 1).bins == at_first.bins
