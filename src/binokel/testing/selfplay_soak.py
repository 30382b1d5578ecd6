"""The soak of self-play: very many deals of the rule policy, replayed by the engine.

`python -m binokel.testing.selfplay_soak --deals 20000 --seed 7` plays deals under shipped and
random rules, timidly and boldly; every call, card, meld, trick and score must be the engine's. A
failure prints the command that repeats it.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from random import Random, SystemRandom

from binokel.engine.phases.flow import meld_points_of
from binokel.errors import Unsupported
from binokel.kernel import COMPILED
from binokel.kernel.courses import engine_deal
from binokel.kernel.selfplay import Course, Manner, SelfPlay
from binokel.players.selfplay import expectation_of
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import DealFacts
from binokel.rules.scoring.count import standing_melds
from binokel.testing.random_rules import random_ruleset

DEALS_A_CASE = 20
CAUTIONS = (-500, -150, -20, 20, 100, 500)
LIMITS = (-200, 0, 40, 5000)


def random_case(rng: Random) -> tuple[RuleSet, Manner]:
    """Return rules, shipped or drawn key by key, and a manner."""
    rules = find_ruleset(rng.choice(names())) if rng.random() < 0.4 else random_ruleset(rng)
    return rules, Manner(rng.choice(CAUTIONS), rng.choice(LIMITS))


def differences(rules: RuleSet, course: Course) -> list[str]:
    """Return what the engine says otherwise of a deal that it has replayed."""
    deal, state = course.deal, engine_deal(rules, course)
    told: dict[str, object] = {"declarer": deal.declarer, "bid": deal.bid}
    engine: dict[str, object] = {
        "declarer": state.auction.declarer if state.auction else None,
        "bid": state.bid,
    }
    if deal.status == "thrown-in":
        told["thrown in"], engine["thrown in"] = True, state.is_redeal
        return _unlike(told, engine)
    score = state.score
    assert score is not None
    told |= {"made": deal.made, "scores": deal.scores, "won": deal.won, "trump": deal.trump}
    engine |= {
        "made": score.made,
        "scores": score.scores,
        "won": score.tricks_won,
        "trump": state.trump,
    }
    melds = tuple(meld_points_of(state, seat) for seat in range(rules.n_seats))
    facts = DealFacts(declarer=state.declarer, bid=state.bid, melds=melds)
    if deal.status == "played":
        melds = standing_melds(rules, facts, score.tricks_won)
    told["melds"], engine["melds"] = deal.melds, melds
    tricks = [0] * rules.n_seats
    for trick in state.tricks:
        tricks[trick.winner] += trick.points
    told["tricks"], engine["tricks"] = deal.tricks, tuple(tricks)
    told["last winner"] = deal.last_winner
    engine["last winner"] = state.tricks[-1].winner if state.tricks else None
    return _unlike(told, engine)


def _unlike(told: dict[str, object], engine: dict[str, object]) -> list[str]:
    return [
        f"{what}: self-play {told[what]}, engine {engine[what]}"
        for what in told
        if told[what] != engine[what]
    ]


def check_case(seed: int, number: int) -> Counter[str]:
    """Play and replay the deals of one case; return what was seen.

    Raises:
        AssertionError: the engine says otherwise.
    """
    rng = Random(f"selfplay {seed} {number}")
    rules, manner = random_case(rng)
    seen: Counter[str] = Counter()
    try:
        playing = SelfPlay(rules, expectation_of(rules), manner)
    except Unsupported as refused:
        return Counter({f"refused: {refused.details.get('keys')}": 1})
    for n in range(DEALS_A_CASE):
        course = playing.course(seed, 1000 * number + n)
        found = differences(rules, course)
        if found:
            raise AssertionError(f"{rules.id}, deal {1000 * number + n}: {'; '.join(found)}")
        seen[f"{rules.n_seats} seats"] += 1
        seen[f"{course.deal.status}, {'made' if course.deal.made else 'not made'}"] += 1
        seen[f"auction {rules.bidding.form}"] += 1
    return seen


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 1 after a failure."""
    parser = argparse.ArgumentParser(prog="binokel.testing.selfplay_soak", description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=None, help="a number; drawn if not given")
    parser.add_argument("--number", type=int, default=None, help="only the case of this number")
    options = parser.parse_args(arguments)
    if options.deals < 1:
        parser.error(f"--deals: {options.deals} deals check nothing; wanted is a number from 1")
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    print(f"seed {seed}, {'compiled' if COMPILED else 'uncompiled'} kernel", flush=True)
    seen: Counter[str] = Counter()
    start, number = time.process_time(), options.number or 0
    while sum(n for what, n in seen.items() if what.endswith(" seats")) < options.deals:
        try:
            seen += check_case(seed, number)
        except Exception:  # any exception at all is what the soak looks for
            traceback.print_exc()
            print(
                "--- repeat with: python -m binokel.testing.selfplay_soak "
                f"--seed {seed} --number {number}",
                file=sys.stderr,
            )
            return 1
        number += 1
        if options.number is not None:
            break
    print(f"{number} cases, {time.process_time() - start:.1f} s of CPU time")
    for what, count in sorted(seen.items()):
        print(f"  {count:8} {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
