"""Whatever happens in a deal, under any rules, is told in whole sentences in every language."""

import re
from random import Random
from typing import get_args

import pytest

from binokel.cards.notation import Lang
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet
from binokel.telling import Words, events
from binokel.telling.account import rows
from binokel.telling.options import options
from binokel.telling.prompts import prompt
from binokel.telling.scene import Scene, contract_line, goal_line
from binokel.telling.verdict import headline
from binokel.testing.builders import rules_with
from binokel.testing.random_rules import random_ruleset
from tests.unit.telling.scenes import Step, new_match, phases_of, random_deal

Change = dict[str, dict[str, object]]

LANGS: tuple[Lang, ...] = get_args(Lang)
BAD = re.compile(r"[{}]|None|told\.|  |\.\.|::|^\W*$")
"""What no text may have: places not filled in, names of code, two signs at once."""

SPOKEN_TO = re.compile(r"\b(du|dein|deinen)\b|^(Drück|Sag|Heb|Genug|Welche)\b", re.IGNORECASE)

CALLING: Change = {"dabb": {"call": "on", "call_bid": 400}}
STRICT: Change = {
    "penalties": {"strict": True, "revoke": "penalty"},
    "contracts": {"bettel": 500, "lost": "double"},
}
HARD: Change = {
    "penalties": {"strict": True, "revoke": "lost", "bury_error_others": "none"},
    "scoring": {"lost": "plus-100", "lost_bonus": "half-up", "meld_trick": "seat"},
    "dabb": {"shown": False, "concede_others": "half-down", "concede_scope": "seat"},
}
OWN: dict[str, list[Change]] = {
    "stammtisch": [CALLING, STRICT, HARD, {"bidding": {"opener": "holds"}}],
    "kreuzbinokel": [CALLING | STRICT, HARD],
}


def rule_sets() -> list[RuleSet]:
    shipped = [find_ruleset(name) for name in names()]
    own = [rules_with(base, **change) for base, changes in OWN.items() for change in changes]
    return [*shipped, *own, *(random_ruleset(Random(n)) for n in range(40))]


def check(text: str, scene: Scene) -> None:
    assert not BAD.search(text), f"{scene.view.rules.id}, {scene.words.lang}: {text!r}"


def check_sentence(text: str, scene: Scene) -> None:
    check(text, scene)
    assert text[-1] in ".!?", text
    assert text[0] == text[0].upper(), text


def check_step(step: Step, lang: Lang) -> None:
    """Check all that is told after a step."""
    scene = Scene(Words(lang), step.after)
    for line in events.told(scene, step.before):
        check_sentence(line, scene)
    check_sentence(prompt(scene), scene)
    check_sentence(goal_line(scene), scene)
    if step.after.deal.declarer is not None:
        check(contract_line(scene), scene)
    for option in options(scene):
        check(option.text, scene)
        assert option.action in scene.view.deal.legal_actions()
        if option.ask is not None:
            check_sentence(option.ask, scene)
    if step.after.deal.phase is Phase.OVER:
        check_account(scene)


def check_account(scene: Scene) -> None:
    """Check that every line is explained, and that the lines sum to the scores."""
    score = scene.view.deal.score
    check_sentence(headline(scene), scene)
    if score is None:
        return
    for side, points in enumerate(score.scores):
        lines = rows(scene, side)
        assert sum(row.line.points for row in lines) == points
        for row in lines:
            check(row.text, scene)
            check(row.detail, scene)


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_every_step_of_a_deal_is_told_in_every_language(rules: RuleSet) -> None:
    match, rng = new_match(rules), Random(rules.id)
    for number in range(6):
        seat, lang = number % rules.n_seats, LANGS[number % len(LANGS)]
        for step in random_deal(match, seat, rng):
            check_step(step, lang)
        if match.to_act is None:
            match = new_match(rules)


@pytest.mark.parametrize("name", names())
def test_in_every_phase_the_seat_to_act_is_spoken_to_and_the_others_are_told_who_it_is(
    name: str,
) -> None:
    rules, rng = find_ruleset(name), Random(name)
    asked: set[Phase] = set()
    while not phases_of(rules) <= asked:
        match = new_match(rules)
        for step in random_deal(match, 0, rng):
            seat = step.after.deal.to_act
            asked.add(step.after.deal.phase)
            if seat is None or seat == CHANCE:
                continue
            other = (seat + 1) % rules.n_seats
            own, others = (prompt(Scene(Words("de"), match.observe(who))) for who in (seat, other))
            assert others.startswith(match.seats[seat])
            assert own != others
            assert SPOKEN_TO.search(own), own


def test_a_spectator_is_told_everything_in_the_third_person() -> None:
    rules, rng = rules_with("stammtisch"), Random(3)
    for _ in range(5):
        match = new_match(rules)
        for step in random_deal(match, 0, rng):
            seen = match.observe(None)
            scene = Scene(Words("de"), seen)
            told = " ".join(events.said(scene, *seen.deal.history[-1]))
            if step.after.deal.history[-1][0] != CHANCE:
                assert not re.search(r"\b(du|Du|dein|Dein|dir)\b", told), told
