"""Random rule sets are valid and leave nothing of the schema out."""

import functools
import subprocess
import sys
from collections import defaultdict
from random import Random

import pytest

from binokel.rules.keys import Key, all_keys
from binokel.rules.ruleset import RANK_LETTERS, RuleSet
from binokel.testing.random_rules import random_pattern, random_ruleset

N_SETS = 2000


@functools.cache
def random_sets() -> list[RuleSet]:
    return [random_ruleset(Random(seed)) for seed in range(N_SETS)]


def value_of(rules: RuleSet, key: Key) -> object:
    return getattr(getattr(rules, key.section), key.name)


@pytest.mark.parametrize("key", all_keys(), ids=lambda key: key.path)
def test_each_value_of_each_key_comes(key: Key) -> None:
    values = [value_of(rules, key) for rules in random_sets()]
    assert set(key.choices) <= {value for value in values if isinstance(value, str)}
    if key.nullable:
        assert None in values
    if key.type is bool:
        assert set(values) == {True, False}
    if key.bounds is not None and key.name not in ("seats", "rounds"):
        assert len({value for value in values if isinstance(value, int)}) > 4


def test_every_table_and_every_way_to_split_the_deck_comes() -> None:
    splits = defaultdict(set)
    for rules in random_sets():
        rest = "stock" if rules.deal.stock else "dabb" if rules.deal.dabb else "nothing"
        splits[rules.n_seats, rules.deck.sevens].add(rest)
        assert len(rules.deal.pattern) >= 1
    for seats in range(2, 7):
        for sevens in (True, False):
            both = (48 if sevens else 40) % seats == 0
            wanted = {"dabb", "nothing"} if both else {"dabb"}
            wanted |= {"stock"} if seats == 2 else set()
            assert splits[seats, sevens] == wanted, (seats, sevens)


def test_partners_sit_in_every_way() -> None:
    found = {(rules.n_seats, rules.table.sides) for rules in random_sets()}
    assert {(4, "single"), (4, "opposite"), (4, "alternate"), (6, "single"), (6, "alternate")} <= (
        found
    )


def test_points_are_not_only_tens() -> None:
    assert any((rules.melds.pair or 0) % 10 for rules in random_sets())
    assert any(isinstance(rules.scoring.lost_bonus, int) for rules in random_sets())
    assert {rank for rules in random_sets() for rank in rules.melds.fours} == set(RANK_LETTERS)
    assert {rank for rules in random_sets() for rank in rules.melds.eight_ranks} == set(
        RANK_LETTERS
    )


def test_a_pattern_keeps_the_dabb_inside() -> None:
    for seed in range(200):
        pattern = random_pattern(Random(seed), hand=9, dabb=4)
        assert pattern[0][0] == pattern[-1][0] == "P"
        assert sum(int(part[1:]) for part in pattern if part[0] == "D") == 4


def test_the_soak_needs_no_hypothesis() -> None:
    code = (
        "import sys; sys.modules['hypothesis'] = None;"
        "import binokel.testing.soak, binokel.testing.random_rules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
