"""What the rows of a plan say, ready to print."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from binokel.arena.auctions import Bidding, together
from binokel.arena.calibration import Reliability, beliefs_of, by_deciles, reliability
from binokel.arena.intervals import Interval, Signs, interval, sign_test
from binokel.arena.ladder import Rung, ladder
from binokel.arena.plan import Plan
from binokel.arena.playing import DEAL
from binokel.arena.rows import Contest, Row

_DIGITS = 9
"""Thirds of points have no exact floats: what is level would be ahead or behind by 1e-15."""


_JUDGES = {"bid": reliability, "trump": reliability, "lead": by_deciles}
"""How beliefs of each moment are judged."""


class Comparison(NamedTuple):
    """X against Y: points per side and deal, or the share of matches less the even one.

    `even` is the share that X would have among its like. `stopped` matches had no winner after
    the most deals and count as that share. `is_fixed` says that all seatings of each unit ended
    alike.
    """

    x: str
    y: str
    kind: str
    difference: Interval
    signs: Signs
    stopped: int
    is_fixed: bool
    even: float = 0.5

    @property
    def is_null(self) -> bool:
        """Whether a player sits against itself."""
        return self.x == self.y


class Summary(NamedTuple):
    """Everything that is printed; calibration by player and moment (`bid`, `trump`, `lead`).

    `biddings` are those of each player at the tables that are no null test.
    """

    comparisons: tuple[Comparison, ...]
    rungs: tuple[Rung, ...]
    calibration: dict[tuple[str, str], Reliability]
    biddings: dict[str, Bidding]


def summarise(plan: Plan, rows: Iterable[Row]) -> Summary:
    """Return what the rows say; a ladder where more than two players play.

    Beliefs come from all tables, the null test's too: against some players another one never
    wins the bidding.
    """
    by_contest: dict[Contest, list[Row]] = defaultdict(list)
    for row in rows:
        by_contest[row.contest].append(row)
    pairs = [contest for contest in plan.head.contests if len(contest) == 2]
    comparisons = [_comparison(contest, by_contest[contest], plan.head.kind) for contest in pairs]
    asked = [contest for contest in plan.head.contests if len(set(contest)) > 1]
    players = list(dict.fromkeys(spec for contest in asked for spec in contest))
    everything = [row for c in plan.head.contests for row in by_contest[c]]
    real = [row for c in asked for row in by_contest[c]]
    rungs = ladder(real, players, plan.head.seed) if len(players) > 2 else []
    found = {}
    for player in players:
        for when, judge in _JUDGES.items():
            told = judge(beliefs_of(everything, player, plan.rules.side_of, when))
            if told is not None:
                found[player, when] = told
    return Summary(tuple(comparisons), tuple(rungs), found, biddings_of(real))


def biddings_of(rows: Iterable[Row]) -> dict[str, Bidding]:
    """Return how each player bid at some tables; nothing where none of them did."""
    parts: dict[str, list[Bidding]] = defaultdict(list)
    for row in rows:
        for player, part in zip(row.contest, row.bidding, strict=False):
            parts[player].append(part)
    return {player: together(found) for player, found in parts.items()}


def _comparison(contest: Contest, rows: Sequence[Row], kind: str) -> Comparison:
    units: dict[int, list[float]] = defaultdict(list)
    ends: dict[int, set[tuple[int, ...]]] = defaultdict(set)
    for row in rows:
        ends[row.unit].add(row.scores)
        even = fmean(letter == "X" for letter in row.seating)
        units[row.unit].append(points(row) if kind == DEAL else match_share(row) - even)
    values = [round(fmean(units[unit]), _DIGITS) for unit in sorted(units)]
    stopped = 0 if kind == DEAL else sum(not row.winners for row in rows)
    x, y = contest
    is_fixed = all(len(found) == 1 for found in ends.values())
    even = fmean(letter == "X" for row in rows for letter in row.seating)
    return Comparison(x, y, kind, interval(values), sign_test(values), stopped, is_fixed, even)


def points(row: Row) -> float:
    """Return the mean points of X's sides less those of Y's."""
    mine = [score for letter, score in zip(row.seating, row.scores, strict=True) if letter == "X"]
    others = [score for letter, score in zip(row.seating, row.scores, strict=True) if letter == "Y"]
    return fmean(mine) - fmean(others)


def match_share(row: Row) -> float:
    """Return X's share of a match: several winners share it, without one all do."""
    if not row.winners:
        return fmean(letter == "X" for letter in row.seating)
    return fmean(row.seating[side] == "X" for side in row.winners)
