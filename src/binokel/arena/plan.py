"""What is to be played: contests, the null test among them, and the head of the file."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from binokel.arena.contestant import Contestant, Mode, model_of, spec_of
from binokel.arena.playing import DEAL, MATCH, Task
from binokel.arena.refused import ArenaRefused
from binokel.arena.rows import Contest, Head
from binokel.arena.seatings import Seats
from binokel.players.registry import player_for
from binokel.rules.ruleset import RuleSet
from binokel.rules.writer import content_hash

MAX_DEALS = 200
"""So many scored deals or redeals a match lasts at most; one of `uniform` may never end."""


class Plan(NamedTuple):
    """A rule set, the head of the result file, and the number of deals or matches."""

    rules: RuleSet
    head: Head
    n_units: int

    def task(self, contest: Contest, unit: int) -> Task:
        """Return one unit as a piece of work."""
        head = self.head
        return Task(
            self.rules,
            contest,
            unit,
            head.seed,
            head.kind,
            head.mode,
            head.reference,
            head.max_deals,
            head.table,
        )


class Part(NamedTuple):
    """Which part of the deal is compared, who does the rest, and which mixtures sit down."""

    mode: Mode = Mode.WHOLE
    reference: str = "heuristic"
    table: Seats = Seats.MIXED


WHOLE = Part()


def make_plan(
    rules: RuleSet,
    players: Sequence[str],
    n_units: int,
    seed: int,
    *,
    kind: str = DEAL,
    part: Part = WHOLE,
) -> Plan:
    """Return the plan of a comparison (two players) or a ladder (more).

    The contests are a null test of the first player against itself, each pair, and, where three
    sides sit at the table, each three players in every order. With `Seats.ONE` the null test is
    the second player's: one of the crowd among its like, which is cheaper and shows as much.

    Raises:
        UnknownPlayer: nobody is called so.
        UnfitPlayer: a player does not know these rules.
        ModelError: a player's value model is missing or broken.
        ArenaRefused: fewer than two different players or units, more than two for `Seats.ONE`,
            or a mode that decides nothing.
    """
    specs = [spec_of(player) for player in players]
    reference = spec_of(part.reference)
    if len(specs) < 2 or len(set(specs)) < len(specs):
        raise ArenaRefused("players", players=" ".join(specs))
    if part.table is Seats.ONE and len(specs) > 2:
        raise ArenaRefused("one_ladder")
    if n_units < 2:
        raise ArenaRefused("units", n=n_units, kind=kind)
    if part.mode is Mode.AUCTION and rules.bidding.form == "none":
        raise ArenaRefused("no_auction", rules=rules.id)
    everybody = sorted({*specs, reference})
    for spec in everybody:
        player_for(spec.partition(":")[0], rules)
    head = Head(
        rules=rules.id,
        rules_hash=content_hash(rules),
        kind=kind,
        mode=part.mode,
        reference=reference,
        table=part.table,
        seed=seed,
        max_deals=MAX_DEALS if kind == MATCH else 1,
        versions={s: Contestant(s, Mode.WHOLE, s).version for s in everybody},
        model=model_of(everybody),
        contests=tuple(contests(specs, rules.n_sides, part.table)),
    )
    return Plan(rules, head, n_units)


def contests(specs: Sequence[str], n_sides: int, table: Seats = Seats.MIXED) -> list[Contest]:
    """Return the contests of some players.

    >>> contests(["a", "b", "c"], 2)
    [('a', 'a'), ('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    tested = specs[1] if table is Seats.ONE else specs[0]
    found: list[Contest] = [(tested, tested), *combinations(specs, 2)]
    return [*found, *combinations(specs, 3)] if n_sides == 3 else found
