"""What do worlds and play-outs know of the cards, of the end of a deal, and of the bid?

    python -m bench.foresight --deals 200 --rules stammtisch kreuzbinokel

At each lead of heuristic deals the seat to play looks ahead. Three things are printed: how much
more the true cards weigh than drawn ones by the calls and choices seen (in nats, at the first
lead); by tricks left and role, how far the declarer's side ends from where the play-outs see it,
and how much of that spread the worlds explain; and the chances told at the first lead.
"""

import argparse
import random
import statistics
from collections import defaultdict
from collections.abc import Iterator
from math import exp, log

from binokel.arena.machine import commit, machine
from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, shuffled
from binokel.kernel.checks import OUTCOME
from binokel.kernel.worlds import World
from binokel.players.base import Budget
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.search import SearchPlayer
from binokel.players.search.drawing import Drawing
from binokel.players.search.manner import SEARCH
from binokel.players.search.moment import Moment, moment_of
from binokel.players.search.policies import policy_of
from binokel.players.search.valuing import ByPolicy
from binokel.players.search.weighing import Weigher
from binokel.players.search.worth import Worth
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet

WORLDS = 24
DRAWN = 60
NODES = Budget(nodes=40_000)
BINS = 5


def leads(rules: RuleSet, number: int, seed: int) -> Iterator[tuple[DealState, MatchView]]:
    """Yield every lead of a deal that heuristic players play, and at last the deal's end."""
    rng = random.Random(f"{seed} {number}")
    seats = [str(seat) for seat in range(rules.n_seats)]
    match = Match(rules, seats, number % rules.n_seats)
    match.apply(shuffled(rules, rng))
    while not match.deal.is_over:
        assert match.to_act is not None
        view = match.observe(match.to_act)
        deal = match.deal
        if deal.phase is Phase.PLAY and not deal.trick and deal.contract is Contract.TRUMP:
            yield deal, view
        match.apply(HeuristicPlayer().decide(view, rng, Budget(nodes=6)).action)
    yield match.deal, match.observe(0)


def information(moment: Moment, deal: DealState, drawing: Drawing) -> float | None:
    """Return by how much the true cards outweigh drawn ones, in nats; None: nothing is told."""
    weigher = Weigher(moment, policy_of(moment.rules))
    if not weigher.tells:
        return None
    true = weigher.log_weight(World(deal.hands, deal.buried, 0, 0))
    rng = random.Random(1)
    drawn = [weigher.log_weight(drawing.worlds.sample(rng)) for _ in range(DRAWN)]
    top = max(true, *drawn)
    return true - top - log(statistics.fmean(exp(one - top) for one in drawn))


def foreseen(moment: Moment, drawing: Drawing, *, helps: bool) -> tuple[float, float]:
    """Return mean and spread of what stands against the bid with the best card's play-outs."""
    batch = drawing.draw(WORLDS)
    bits = sorted(moment.roots.values())
    out = ByPolicy(moment, Worth(moment), bits).outcomes(batch, 0)
    n, width = len(batch.weights), OUTCOME * len(bits)
    found = []
    for place in range(len(bits)):
        ends = [out[i * width + place * OUTCOME + 1] for i in range(n)]
        found.append((statistics.fmean(ends), statistics.pstdev(ends)))
    return max(found) if helps else min(found)


def show(rules: RuleSet, n_deals: int, seed: int) -> None:
    """Print the three tables of a rule set."""
    nats: list[float] = []
    misses: dict[tuple[int, str], list[tuple[float, float]]] = defaultdict(list)
    chances: list[tuple[float, bool]] = []
    for number in range(n_deals):
        seen: list[tuple[int, str, float, float]] = []
        told: float | None = None
        for deal, view in leads(rules, number, seed):
            if deal.is_over:
                score = deal.score
                if score is not None and score.declarer_total is not None:
                    for n_left, role, mean, spread in seen:
                        misses[n_left, role].append((score.declarer_total - mean, spread))
                    if told is not None:
                        chances.append((told, score.made is True))
                break
            legal = tuple(card.index for card in dict.fromkeys(view.deal.hand))
            moment = moment_of(view, legal)
            drawing = Drawing(moment, SEARCH, random.Random(number))
            helps = rules.side_of[moment.seat] == rules.side_of[moment.declarer]
            role = "own" if helps else "against"
            seen.append((moment.n_left, role, *foreseen(moment, drawing, helps=helps)))
            if not deal.tricks:
                found = information(moment, deal, drawing)
                nats += [] if found is None else [found]
                player = SearchPlayer("search")
                told = player.p_make(view, player.decide(view, random.Random(number), NODES))
    _print(rules, nats, misses, chances)


def _print(
    rules: RuleSet,
    nats: list[float],
    misses: dict[tuple[int, str], list[tuple[float, float]]],
    chances: list[tuple[float, bool]],
) -> None:
    if nats:
        print(f"{rules.id}: first lead, {statistics.fmean(nats):+.2f} nats ({len(nats)} views)")
    for (n_left, role), found in sorted(misses.items(), reverse=True):
        ends = [miss for miss, _ in found]
        within = statistics.fmean(spread for _, spread in found)
        print(
            f"  {n_left:2d} left, {role:8s} {len(found):4d}: ends {statistics.fmean(ends):+6.1f} "
            f"from it, spread {statistics.pstdev(ends):5.1f}, of which in the worlds {within:5.1f}"
        )
    for low in range(BINS):
        chosen = [(p, made) for p, made in chances if min(BINS - 1, int(BINS * p)) == low]
        if chosen:
            told, made = (statistics.fmean(column) for column in zip(*chosen, strict=True))
            print(f"  told {told:.2f}, made {made:.2f} ({len(chosen)})")


def main() -> None:
    """Print what some rule sets show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--rules", nargs="*", default=["stammtisch", "kreuzbinokel"])
    options = parser.parse_args()
    print(f"commit {commit()}, {machine()}, {vars(options)}")
    for name in options.rules:
        show(find_ruleset(name), options.deals, options.seed)


if __name__ == "__main__":
    main()
