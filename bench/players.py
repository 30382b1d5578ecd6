"""Playing strength on the same deals with rotated seats, and what the players do.

python -m bench.players --deals 60 --seed 11
"""

import argparse
import math
import random
import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from binokel.arena.machine import commit, machine
from binokel.engine.actions import PLAYS
from binokel.engine.choices import Cards
from binokel.engine.match import MatchView
from binokel.engine.state import DealState, shuffled
from binokel.players.base import Budget, Decision, Player
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.registry import find_player
from binokel.players.table import play_deal
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet


class Comparison(NamedTuple):
    """Points per deal of one player over another, each deal in all seatings."""

    mean: float
    half_width: float
    n_deals: int

    def __str__(self) -> str:
        return f"{self.mean:+.1f} ± {self.half_width:.1f}"


def seatings(n_sides: int) -> Iterator[tuple[bool, ...]]:
    """Yield who of two players sits on which side: all mixed seatings, or one against the rest."""
    if n_sides <= 3:
        for code in range(1, 2**n_sides - 1):
            yield tuple(bool(code >> side & 1) for side in range(n_sides))
        return
    for place in range(n_sides):
        alone = tuple(side == place for side in range(n_sides))
        yield alone
        yield tuple(not first for first in alone)


def compare(rules: RuleSet, first: Player, second: Player, n_deals: int, seed: int) -> Comparison:
    """Return what the first player scores more than the second, per side and deal."""
    differences = []
    for number in range(n_deals):
        rng = random.Random(f"{seed} {number}")
        order = shuffled(rules, rng).order
        assert order is not None
        results = []
        for seating in seatings(rules.n_sides):
            players = [first if seating[side] else second for side in rules.side_of]
            deal = play_deal(
                rules,
                players,
                random.Random(f"{seed} {number} play"),
                dealer=number % rules.n_seats,
                order=order,
            )
            results.append(_difference(deal, seating))
        differences.append(statistics.fmean(results))
    spread = statistics.stdev(differences)
    return Comparison(statistics.fmean(differences), 1.96 * spread / math.sqrt(n_deals), n_deals)


def _difference(deal: DealState, seating: Sequence[bool]) -> float:
    if deal.score is None:
        return 0.0
    first = [score for score, own in zip(deal.score.scores, seating, strict=True) if own]
    second = [score for score, own in zip(deal.score.scores, seating, strict=True) if not own]
    return statistics.fmean(first) - statistics.fmean(second)


class RandomCards(HeuristicPlayer):
    """Bids, buries and melds like the heuristic player, but plays any legal card."""

    name = "random-cards"

    def decide(self, view: MatchView, rng: random.Random, budget: Budget) -> Decision:
        """Return the heuristic player's decision, or a random legal card."""
        choice = view.deal.choices[0]
        if isinstance(choice, Cards):
            return Decision(PLAYS[rng.choice(choice.cards).index])
        return super().decide(view, rng, budget)


class Table(NamedTuple):
    """What happens where the same player sits on every seat; shares of the deals with a bid."""

    n_deals: int
    redealt: float
    bid: float
    made: float
    conceded: float
    special: float
    melds: float
    tricks: float
    total: float


def watch(rules: RuleSet, player: Player, n_deals: int, seed: int) -> Table:
    """Return the means of deals in which everybody is the same player."""
    deals = [
        play_deal(
            rules,
            [player] * rules.n_seats,
            random.Random(f"{seed} {number} watch"),
            dealer=number % rules.n_seats,
        )
        for number in range(n_deals)
    ]
    scored = [deal for deal in deals if deal.score is not None]
    counted = [deal for deal in scored if deal.score and deal.score.declarer_total is not None]
    melds = [_melds(deal) for deal in counted]
    totals = [deal.score.declarer_total or 0 for deal in counted if deal.score]
    n = max(1, len(scored))
    return Table(
        n_deals,
        1 - len(scored) / n_deals,
        _mean([deal.bid for deal in scored]),
        sum(deal.score.made is True for deal in scored if deal.score) / n,
        sum(deal.conceded for deal in scored) / n,
        sum(deal.contract is not Contract.TRUMP for deal in scored) / n,
        _mean(melds),
        _mean(totals) - _mean(melds),
        _mean(totals),
    )


def _mean(values: Sequence[float]) -> float:
    return statistics.fmean(values) if values else 0.0


def _melds(deal: DealState) -> int:
    assert deal.declarer is not None
    side = deal.rules.sides[deal.rules.side_of[deal.declarer]]
    return sum(meld.points for seat in side for meld in deal.melds[seat] or ())


def measure_set(task: tuple[str, int, int, int]) -> tuple[str, Comparison, Comparison, Table]:
    """Return how the heuristic player does on one rule set."""
    name, n_deals, n_watched, seed = task
    rules = find_ruleset(name)
    heuristic, uniform = find_player("heuristic"), find_player("uniform")
    against = compare(rules, heuristic, uniform, n_deals, seed)
    cards = compare(rules, heuristic, RandomCards(), n_deals, seed)
    return name, against, cards, watch(rules, heuristic, n_watched, seed)


def main() -> None:
    """Measure every rule set and print a table for docs/measurements.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--watched", type=int, default=200)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--rules", nargs="*", default=list(names()))
    options = parser.parse_args()
    print(f"commit {commit()}, {machine()}, {vars(options)}")
    print(
        "| rule set | over uniform | over random cards | redealt | bid | made | gone out",
        "| Durch, Bettel",
        end="",
    )
    print(" | melds | tricks | total |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    tasks = [(name, options.deals, options.watched, options.seed) for name in options.rules]
    with ProcessPoolExecutor(options.workers) as pool:
        for name, against, cards, seen in pool.map(measure_set, tasks):
            print(
                f"| {name} | {against} | {cards} | {seen.redealt:.1%} | {seen.bid:.0f}"
                f" | {seen.made:.1%} | {seen.conceded:.1%} | {seen.special:.1%}"
                f" | {seen.melds:.0f} | {seen.tricks:.0f} | {seen.total:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
