"""Scenes for the tests: a deal as a seat sees it, and deals played step by step."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from binokel.cards.notation import Lang
from binokel.engine.actions import Action
from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, shuffled
from binokel.rules.match import DealResult, standing
from binokel.rules.ruleset import RuleSet
from binokel.telling import Words
from binokel.telling.scene import Scene
from binokel.testing.random_play import random_action, random_style

NAMES = ("Anna", "Bert", "Carla", "Dora", "Emil", "Frieda")


class Step(NamedTuple):
    """One action of a match as a seat sees it."""

    before: MatchView
    after: MatchView


def scene(state: DealState, seat: int | None, lang: Lang = "de") -> Scene:
    """Return a deal, the first of its match, as a seat sees it."""
    rules, score = state.rules, state.score
    results: tuple[DealResult, ...] = ()
    if score is not None:
        result = DealResult(
            scores=score.scores, declarer=state.declarer, bid=state.bid, made=score.made
        )
        results = (result,)
    view = MatchView(
        rules=rules,
        deal=state.observe(seat),
        seats=NAMES[: rules.n_seats],
        totals=standing(rules, results).totals,
        results=results,
        number=1,
        deals_left=None,
    )
    return Scene(Words(lang), view)


def new_match(rules: RuleSet) -> Match:
    """Return a match in which Anna deals first."""
    return Match(rules, NAMES[: rules.n_seats], 0)


def random_deal(match: Match, seat: int, rng: Random) -> Iterator[Step]:
    """Play the next deal at random and yield every step as the seat sees it."""
    style = random_style(rng)
    action: Action = shuffled(match.rules, rng)
    while True:
        before = match.observe(seat)
        match.apply(action)
        yield Step(before, match.observe(seat))
        if match.deal.is_over:
            return
        action = random_action(match.deal, rng, style)


def phases_of(rules: RuleSet) -> set[Phase]:
    """Return the phases that a deal of the rules may come to while somebody acts."""
    phases = {Phase.PLAY, Phase.OVER}
    if rules.deal.cut != "none" or rules.deal.knock:
        phases.add(Phase.CUT)
    if rules.bidding.form != "none":
        phases |= {Phase.AUCTION, Phase.TRUMP}
    if rules.deal.dabb:
        phases |= {Phase.DABB, Phase.BURY}
    phases.add(Phase.WINDOW if rules.deal.stock else Phase.MELD)
    return phases
