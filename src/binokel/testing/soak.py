"""The soak: very many random deals under shipped and random rule sets, checked at every step.

`python -m binokel.testing.soak --deals 100000 --seed 7` plays matches of a few deals, by turns
under a shipped set and under one of 1,000 random ones. A failure prints the rule set, what was
done so far, and the command that repeats it.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random, SystemRandom

import msgspec

from binokel.engine.actions import Action
from binokel.engine.match import Match, Undo, new_match
from binokel.engine.record import format_record
from binokel.engine.state import DealState, shuffled
from binokel.players.base import Budget, Player
from binokel.players.heuristic import HeuristicPlayer
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet
from binokel.rules.writer import to_toml
from binokel.testing.invariants import check_match, check_record, check_refusal, check_state
from binokel.testing.random_play import Style, random_action, random_style
from binokel.testing.random_rules import random_ruleset

N_RANDOM_SETS = 1000
DEALS_A_MATCH = 3
MIXED, RANDOM = "mixed", "random"
RECORDED, PLAYED = 0.3, 0.1
"""The shares of matches whose record is replayed, and that the heuristic player plays."""

BUDGET = Budget(nodes=4)
PROGRESS_S = 0.5


class Soak:
    """The play of one seed: every match follows from the seed and its number alone."""

    def __init__(self, seed: int, which: str) -> None:
        self.seed = seed
        self.which = which
        self.n_deals = 0
        self.n_steps = 0
        self.endings: Counter[str] = Counter()
        self.sets: set[str] = set()
        self.match: Match | None = None
        self.player: Player | None = None
        self.n_decisions = 0

    def rules_of(self, number: int) -> RuleSet:
        """Return the rule set of a match: shipped and random ones by turns when mixed."""
        if self.which not in (MIXED, RANDOM):
            return find_ruleset(self.which)
        turn = number // 2 if self.which == MIXED else number
        if self.which == MIXED and number % 2 == 0:
            return find_ruleset(names()[turn % len(names())])
        return _random_set(self.seed, turn % N_RANDOM_SETS)

    def play(self, number: int) -> None:
        """Play one match to its end, or some deals of it."""
        rng = Random(f"soak {self.seed} {number}")
        rules = self.rules_of(number)
        self.player = HeuristicPlayer() if rng.random() < PLAYED else None
        self.sets.add(rules.id)
        match = self.match = new_match(rules, [f"Seat {i}" for i in range(rules.n_seats)], rng)
        past: list[DealState] = []
        style = random_style(rng)
        for _ in range(DEALS_A_MATCH):
            if match.to_act is None:
                break
            self.play_deal(match, past, rng, style)
            style = random_style(rng)
            self.n_deals += 1
            self.endings[ending(match.deal)] += 1
            check_match(match)
        if rng.random() < RECORDED:
            check_record(match)

    def play_deal(self, match: Match, past: list[DealState], rng: Random, style: Style) -> None:
        """Shuffle and play one deal, taking back now and then; check every step."""
        past.append(match.deal)
        match.apply(shuffled(match.rules, rng))
        while not match.deal.is_over:
            if rng.random() < 0.005:
                take_back(match, past, rng)
                continue
            deal = match.deal
            if rng.random() < 0.3:
                check_refusal(deal, rng)
            past.append(deal)
            match.apply(self.next_action(match, rng, style))
            self.n_steps += 1
            check_state(match.deal, rng)

    def next_action(self, match: Match, rng: Random, style: Style) -> Action:
        """Return a random action; where a player sits, mostly what it decides."""
        seat = match.to_act
        if self.player is None or seat is None or rng.random() < 0.05:
            return random_action(match.deal, rng, style)
        view, luck = match.observe(seat), rng.getrandbits(32)
        decision = self.player.decide(view, Random(luck), BUDGET)
        if rng.random() < 0.02:
            again = self.player.decide(view, Random(luck), BUDGET)
            assert again == decision, f"{self.player.name} decides by more than view and luck"
        self.n_decisions += 1
        return decision.action


def take_back(match: Match, past: list[DealState], rng: Random) -> None:
    """Take back some steps of the deal and check that the old state is back."""
    n = rng.randint(1, min(5, len(match.deal.history)))
    match.apply(Undo(n))
    before = past[-n]
    assert match.deal == before, "taking back does not lead to the earlier state"
    del past[-n:]
    if match.deal.is_over or not match.deal.history:  # the shuffle itself was taken back
        past.append(match.deal)
        match.apply(shuffled(match.rules, rng))


@lru_cache(maxsize=N_RANDOM_SETS)
def _random_set(seed: int, number: int) -> RuleSet:
    return random_ruleset(Random(f"rules {seed} {number}"), f"random-{number}")


def ending(deal: DealState) -> str:
    """Return how a deal ended, in a word."""
    score = deal.score
    if score is None:
        return "redeal"
    if any(claim.proven for claim in deal.claims):
        return "revoke"
    if deal.conceded or deal.bury_error:
        return "conceded" if deal.conceded else "burying error"
    if deal.declarer is None:
        return "no declarer"
    kind = "bid" if deal.contract.value == "trump" else deal.contract.value
    return f"{kind} {'made' if score.made else 'lost'}"


def record_text(match: Match) -> str:
    """Return the record so far; one action a line where no record can be written."""
    try:
        return format_record(match)
    except Exception as error:  # the record itself may be what fails
        lines = [f"{seat} {msgspec.json.encode(action).decode()}" for seat, action in match.entries]
        return "\n".join([f"(no record: {error!r})", *lines])


def report(soak: Soak, number: int) -> None:
    """Print everything that is needed to repeat a failure."""
    traceback.print_exc()
    match = soak.match
    if match is not None:
        print(f"--- rule set\n{to_toml(match.rules)}", file=sys.stderr)
        print(f"--- done so far, dealer {match.first_dealer} first", file=sys.stderr)
        print(record_text(match), file=sys.stderr)
    print(
        f"--- repeat with: python -m binokel.testing.soak --seed {soak.seed} "
        f"--rules {soak.which} --match {number}",
        file=sys.stderr,
    )


def run(soak: Soak, n_deals: int, first: int = 0) -> bool:
    """Play matches until so many deals are done; return whether all went well."""
    start = shown = time.monotonic()
    number = first
    while soak.n_deals < n_deals:
        try:
            soak.play(number)
        except Exception:  # any exception at all is what the soak looks for
            report(soak, number)
            return False
        number += 1
        now = time.monotonic()
        if sys.stderr.isatty() and now - shown > PROGRESS_S:
            shown = now
            rate = soak.n_deals / (now - start)
            print(f"\r{soak.n_deals} of {n_deals} deals, {rate:.0f}/s ", end="", file=sys.stderr)
    seconds = time.monotonic() - start
    print(
        f"seed {soak.seed}: {soak.n_deals} deals, {soak.n_steps} steps, {len(soak.sets)} rule "
        f"sets, {soak.n_decisions} decisions of the heuristic player, "
        f"{soak.n_deals / seconds:.1f} deals/s"
    )
    print(", ".join(f"{n} {name}" for name, n in soak.endings.most_common()))
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 1 after a failure."""
    parser = argparse.ArgumentParser(prog="binokel.testing.soak", description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="how many deals")
    parser.add_argument("--seed", type=int, default=None, help="a number; drawn if not given")
    parser.add_argument(
        "--rules", default=MIXED, help=f"a shipped name, {RANDOM!r} or {MIXED!r} (default)"
    )
    parser.add_argument("--match", type=int, default=None, help="only the match of this number")
    options = parser.parse_args(arguments)
    if options.deals < 1:
        parser.error(f"--deals: {options.deals} deals check nothing; wanted is a number from 1")
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    print(f"seed {seed}, {options.deals} deals, rules {options.rules}", flush=True)
    soak = Soak(seed, options.rules)
    if options.match is not None:
        return 0 if run(soak, 1, options.match) else 1
    return 0 if run(soak, options.deals) else 1


if __name__ == "__main__":
    sys.exit(main())
