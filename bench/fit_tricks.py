"""Fit the heuristic player's estimate of tricks on its own deals, one row a table shape.

Half of the deals have a random declarer, so that weak hands are known as well; the others are
bid by the players. `--write` replaces `weights.py` of the heuristic player.

    python -m bench.fit_tricks --deals 1000 --turns 2 --write
"""

import argparse
import random
import statistics
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import msgspec

from bench._report import ROOT
from binokel.engine.actions import Bid, Pass
from binokel.engine.choices import Bids
from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.players.base import Budget, Decision
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.heuristic.estimate import expected_tricks, features, weights_for
from binokel.players.heuristic.shapes import Weights, shape_of
from binokel.players.heuristic.weights import WEIGHTS
from binokel.players.table import Table
from binokel.rules.contracts import Contract
from binokel.rules.loader import load_ruleset
from binokel.rules.melds import meld_points
from binokel.rules.ruleset import RuleSet

TARGET = ROOT / "src" / "binokel" / "players" / "heuristic" / "weights.py"
RIDGE = 2.0
NODES = 12

SHAPES: tuple[str | Mapping[str, object], ...] = (
    "stammtisch",
    "souabe-3",
    "preisbinokel",
    {
        "extends": "souabe-3",
        "deal": {"hand": 14, "dabb": 6, "pattern": ["P5", "D3", "P5", "D3", "P4"]},
    },
    "zu-zweit-reizen",
    {
        "extends": "zu-zweit",
        "bidding": {"form": "duel", "minimum": 150, "nobody": "forehand", "forced_value": 150},
    },
    "palast-4-40",
    "palast-4-48",
    "souabe-4",
    "souabe-4-12",
    {"extends": "palast-4-40", "bidding": {"form": "duel-in-order"}, "table": {"sides": "single"}},
    {"extends": "palast-4-48", "bidding": {"form": "duel-in-order"}, "table": {"sides": "single"}},
    "drecksau-online-5-40",
    "drecksau-online-5-48",
    "drecksau-online-6-40",
    "drecksau-online-6-48",
    "sechser",
    {"extends": "sechser", "table": {"sides": "single"}},
)


class Case(NamedTuple):
    """A played deal: what the declarer had, what it brought, what the others had."""

    features: list[float]
    estimate: float
    tricks: float
    last: bool
    bid: int
    score: int
    mate_melds: float
    own_melds: list[int]
    own_tricks: list[int]
    later_melds: float


class Caller:
    """Lets one seat bid the minimum and all others say weg; plays like the heuristic player."""

    name = "caller"
    version = 1

    def __init__(self, bids: bool, weights: Weights) -> None:
        self.bids = bids
        self.player = HeuristicPlayer(weights)

    def decide(self, view: MatchView, rng: random.Random, budget: Budget) -> Decision:
        """Return the arranged call, or the heuristic player's decision."""
        choice = view.deal.choices[0]
        if isinstance(choice, Bids) and choice.minimum is not None:
            if self.bids or not choice.may_pass:
                return Decision(Bid(choice.minimum))
            return Decision(Pass())
        return self.player.decide(view, rng, budget)


def without_ways_out(rules: RuleSet) -> RuleSet:
    """Return the rule set without going out, Durch and Bettel: every deal is played."""
    return load_ruleset(
        {
            **msgspec.to_builtins(rules),
            "id": f"{rules.id}-played-out",
            "dabb": {**msgspec.to_builtins(rules.dabb), "concede": "off"},
            "contracts": {
                **msgspec.to_builtins(rules.contracts),
                "durch": None,
                "durch_open": None,
                "durch_hand": None,
                "bettel": None,
            },
        }
    )


def play(rules: RuleSet, weights: Weights, seed: int, *, arranged: bool) -> Case | None:
    """Return one deal played to its end, None where no bid was tested."""
    rng = random.Random(seed)
    n = rules.n_seats
    chosen = rng.randrange(n)
    match = Match(rules, ["heuristic"] * n, rng.randrange(n))
    players = [
        Caller(seat == chosen, weights) if arranged else HeuristicPlayer(weights)
        for seat in range(n)
    ]
    table = Table(match, players, rng, Budget(nodes=NODES), fixed_cut=True)
    hand = 0
    while not match.deal.is_over:
        if match.deal.phase in (Phase.MELD, Phase.WINDOW) and match.deal.declarer is not None:
            hand = hand or match.deal.hands[match.deal.declarer]
        match.apply(table.next_action())
    return case_of(match.deal, weights, hand)


def case_of(deal: DealState, weights: Weights, hand: int) -> Case | None:
    """Return what a finished deal teaches."""
    rules, declarer = deal.rules, deal.declarer
    if declarer is None or deal.score is None or deal.conceded or not deal.tricks:
        return None
    if deal.contract is not Contract.TRUMP or deal.trump is None:
        return None
    side = rules.side_of[declarer]
    forehand = (deal.dealer + 1) % rules.n_seats
    leads = 1.0 if rules.play.lead == "declarer" or declarer == forehand else 0.0
    points = [0] * rules.n_sides
    for trick in deal.tricks:
        points[rules.side_of[trick.winner]] += trick.points
    melds = [sum(meld.points for meld in laid or ()) for laid in deal.melds]
    return Case(
        features(hand, deal.trump.index, leads),
        expected_tricks(weights, hand, deal.trump.index, leads),
        points[side],
        rules.side_of[deal.tricks[-1].winner] == side,
        deal.bid,
        deal.score.scores[side],
        sum(melds[seat] for seat in rules.sides[side] if seat != declarer),
        [melds[seat] for seat in range(rules.n_seats) if rules.side_of[seat] != side],
        [points[other] for other in range(rules.n_sides) if other != side],
        melds[declarer] - meld_points(rules, hand, deal.trump, deal.buried_dix),
    )


def solve(rows: Sequence[Sequence[float]], targets: Sequence[float]) -> list[float]:
    """Return the ridge regression of the targets on the rows; the first column is not shrunk."""
    n = len(rows[0])
    matrix = [[0.0] * (n + 1) for _ in range(n)]
    for row, target in zip(rows, targets, strict=True):
        for i in range(n):
            for j in range(n):
                matrix[i][j] += row[i] * row[j]
            matrix[i][n] += row[i] * target
    for i in range(1, n):
        matrix[i][i] += RIDGE
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(matrix[k][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        for k in range(n):
            if k != i:
                factor = matrix[k][i] / matrix[i][i]
                matrix[k] = [a - factor * b for a, b in zip(matrix[k], matrix[i], strict=True)]
    return [matrix[i][n] / matrix[i][i] for i in range(n)]


def fit(rules: RuleSet, weights: Weights, n_deals: int, seed: int) -> Weights:
    """Return the weights that fit deals played with the given ones."""
    free = without_ways_out(rules)
    seeds = range(seed, seed + n_deals)
    arranged = [case for s in seeds if (case := play(free, weights, s, arranged=True))]
    bid = [case for s in seeds if (case := play(rules, weights, s, arranged=False))]
    cases = [*arranged, *bid]
    tricks = solve([case.features for case in cases], [case.tricks for case in cases])
    off = [case.tricks - _dot(tricks, case.features) for case in bid]
    tricks[0] += statistics.fmean(off)
    bids = [float(case.bid) for case in bid]
    mate = [case.mate_melds / max(1, len(rules.sides[0]) - 1) for case in bid]
    return Weights(
        tricks=tuple(round(weight, 2) for weight in tricks),
        spread=round(statistics.pstdev(off), 1),
        last=round(statistics.fmean(case.last for case in bid), 3),
        own_melds=round(statistics.fmean(m for case in bid for m in case.own_melds), 1),
        own_tricks=round(statistics.fmean(t for case in bid for t in case.own_tricks), 1),
        mate_melds=round(statistics.fmean(mate), 1),
        mate_spread=round(statistics.pstdev(mate), 1),
        later_melds=round(statistics.fmean(case.later_melds for case in bid), 1),
        score=round(_typical([case.score for case in bid]), 1),
        bid=round(statistics.fmean(bids), 1),
        n_deals=len(cases),
    )


def _typical(scores: Sequence[int]) -> float:
    """Return the mean without the rare melds of a thousand and more."""
    most = 2 * statistics.median(scores)
    return statistics.fmean(min(score, most) for score in scores)


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def fit_shape(task: tuple[int, int, int]) -> tuple[str, Weights]:
    """Return a shape and its weights after some turns of playing and fitting."""
    number, n_deals, turns = task
    rules = load_ruleset(SHAPES[number])
    weights = weights_for(rules)
    for turn in range(turns):
        weights = fit(rules, weights, n_deals, 1_000_000 * (number * 10 + turn))
    return shape_of(rules), weights


def write(rows: Mapping[str, Weights]) -> None:
    """Replace the data module of the heuristic player."""
    lines = [
        '"""What self-play taught the heuristic player: one row a table shape.',
        "",
        "Written by `python -m bench.fit_tricks --write`; do not edit by hand. A shape is the",
        "number of seats, `t` for partners or `s` for single seats, cards in deck, hand and Dabb.",
        '"""',
        "",
        "from binokel.players.heuristic.shapes import Weights",
        "",
        "WEIGHTS: dict[str, Weights] = {",
    ]
    for shape, weights in rows.items():
        lines.append(f'    "{shape}": Weights(')
        lines += [
            f"        {name}={getattr(weights, name)!r}," for name in Weights.__struct_fields__
        ]
        lines.append("    ),")
    TARGET.write_text("\n".join([*lines, "}", ""]), encoding="utf-8")


def main() -> None:
    """Fit the shapes, print the rows, write them where asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--only", type=int, nargs="*", default=list(range(len(SHAPES))))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = dict(WEIGHTS)
    tasks = [(number, options.deals, options.turns) for number in options.only]
    with ProcessPoolExecutor(options.workers) as pool:
        for shape, weights in pool.map(fit_shape, tasks):
            print(shape, weights, flush=True)
            rows[shape] = weights
    if options.write:
        write(rows)


if __name__ == "__main__":
    main()
