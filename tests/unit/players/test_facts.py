"""Every fact that a decision gives has a text in every language, with its values."""

import re
from pathlib import Path
from random import Random
from typing import get_args

import pytest

import binokel.players
from binokel.cards.notation import Lang
from binokel.engine.match import Match
from binokel.engine.state import CHANCE
from binokel.locales import catalogue
from binokel.players.base import Budget
from binokel.players.registry import find_player
from binokel.players.table import Table
from binokel.rules.catalog import find_ruleset
from binokel.telling import Words
from binokel.telling.advice import tell_fact
from binokel.telling.scene import Scene

SOURCES = sorted(Path(binokel.players.__file__).parent.rglob("*.py"))
CODE = re.compile(r"Fact\(\s*\"(\w+)\"")


def test_every_code_in_the_sources_has_a_text() -> None:
    codes = {code for path in SOURCES for code in CODE.findall(path.read_text(encoding="utf-8"))}
    assert codes
    assert {f"fact.{code}" for code in codes} <= set(catalogue("de"))


@pytest.mark.parametrize(("player", "n_deals"), [("heuristic", 5), ("ismcts", 2)])
@pytest.mark.parametrize("name", ["stammtisch", "kreuzbinokel", "zu-zweit", "souabe-4"])
def test_the_facts_of_whole_deals_can_be_told(name: str, player: str, n_deals: int) -> None:
    rules = find_ruleset(name)
    for seed in range(n_deals):
        match = Match(rules, ["x"] * rules.n_seats, 0)
        players = [find_player(player)] * rules.n_seats
        table = Table(match, players, Random(seed), Budget(nodes=3))
        while not match.deal.is_over:
            seat = match.to_act
            if seat is None or seat == CHANCE:
                match.apply(table.next_action())
                continue
            decision = table.decide(seat)
            for fact in decision.facts:
                for lang in get_args(Lang):
                    assert tell_fact(Scene(Words(lang), match.observe(seat)), fact)
            match.apply(decision.action)
