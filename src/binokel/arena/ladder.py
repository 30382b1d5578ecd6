"""One scale for many players: Plackett-Luce by maximum likelihood, with a bootstrap.

Each result is a ranking of the sides at a table. The best of those left is a player with a
chance in proportion to its strength; with two sides this is the Bradley-Terry model. A player
that sits on two sides counts twice. Equal scores count as every order of them, with equal weight.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, permutations
from math import exp, factorial, log
from random import Random
from typing import NamedTuple

from binokel.arena.rows import Row
from binokel.arena.seatings import LETTERS
from binokel.errors import Inconsistent

ELO = 400 / log(10)
"""Elo points of a unit of log strength: 400 points are odds of ten to one."""

PRIOR = 0.5
"""Virtual wins and losses of each player of a ladder against a player of average strength.

Somebody who always loses has no finite maximum likelihood; half a deal either way gives one, and
is nothing beside the deals that were played.
"""

Stage = tuple[int, tuple[int, ...]]
"""Who came first, and how often each player was among those left."""


def stages(ranking: Sequence[Sequence[int]], n_players: int) -> dict[Stage, float]:
    """Return the stages of a ranking: groups of equal players, the best group first.

    >>> stages([[0], [1, 1]], 2)
    {(0, (1, 2)): 1.0}
    """
    found: dict[Stage, float] = defaultdict(float)
    left = [sum(group.count(player) for group in ranking) for player in range(n_players)]
    for group in ranking:
        weight = 1 / factorial(len(group))
        for order in permutations(group):
            counts = list(left)
            for first in order:
                if sum(count > 0 for count in counts) > 1:
                    found[first, tuple(counts)] += weight
                counts[first] -= 1
        for player in group:
            left[player] -= 1
    return dict(found)


def ranking_of(row: Row, players: Sequence[str]) -> list[list[int]]:
    """Return the players of a row's sides by rank; the winners of a match come first."""
    sides = [players.index(row.contest[LETTERS.index(letter)]) for letter in row.seating]
    keys = [(side in row.winners, score) for side, score in enumerate(row.scores)]
    order = sorted(range(len(sides)), key=lambda side: keys[side], reverse=True)
    return [[sides[side] for side in group] for _, group in groupby(order, lambda s: keys[s])]


def fit(found: Mapping[Stage, float], n_players: int, prior: float = 0.0) -> list[float]:
    """Return the log strengths of greatest likelihood, with mean 0.

    Raises:
        Inconsistent: without a prior there is none, since some players never beat the others.
    """
    given = {stage: weight for stage, weight in found.items() if weight}
    fixed = 0
    if prior:
        fixed, given = n_players, {(w, (*c, 0)): n for (w, c), n in given.items()}
        for player in range(n_players):
            pair = tuple(int(i in (player, fixed)) for i in range(n_players + 1))
            given |= {(player, pair): prior, (fixed, pair): prior}
    else:
        _check_connected(given, n_players)
    strengths = _newton(given, n_players + bool(prior), fixed)[:n_players]
    mean = sum(strengths) / n_players
    return [strength - mean for strength in strengths]


def _check_connected(found: Mapping[Stage, float], n_players: int) -> None:
    """Refuse results without a maximum.

    There is one where everybody has beaten everybody else by some chain of results.
    """
    beaten = {(w, t) for w, counts in found for t, n in enumerate(counts) if n and t != w}
    for edges in (beaten, {(b, a) for a, b in beaten}):
        reached, before = {0}, set[int]()
        while reached != before:
            before, reached = reached, reached | {b for a, b in edges if a in reached}
        if len(reached) < n_players:
            missing = sorted(set(range(n_players)) - reached)
            message = f"players {missing} and the others have only ever won or only ever lost"
            raise Inconsistent(f"{message} against each other; play more deals or use a prior")


def _newton(found: Mapping[Stage, float], n: int, fixed: int) -> list[float]:
    """Maximise the likelihood, which is concave, with one strength held at 0."""
    theta = [0.0] * n
    free = [player for player in range(n) if player != fixed]
    value = _likelihood(found, theta)
    for _ in range(200):
        gradient, hessian = _slopes(found, theta)
        step = _solve([[hessian[i][j] for j in free] for i in free], [gradient[i] for i in free])
        scale = 1.0
        while True:
            trial = list(theta)
            for player, change in zip(free, step, strict=True):
                trial[player] += scale * change
            better = _likelihood(found, trial)
            if better >= value or scale < 1e-8:
                break
            scale /= 2
        moved = max(abs(a - b) for a, b in zip(theta, trial, strict=True))
        theta, value = trial, better
        if moved < 1e-10:
            return theta
    raise Inconsistent("the strengths do not settle; play more deals")


def _likelihood(found: Mapping[Stage, float], theta: Sequence[float]) -> float:
    total = 0.0
    for (winner, counts), weight in found.items():
        all_of = sum(n * exp(theta[player]) for player, n in enumerate(counts) if n)
        total += weight * (theta[winner] - log(all_of))
    return total


def _slopes(
    found: Mapping[Stage, float], theta: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient and the negated second derivatives of the likelihood."""
    n = len(theta)
    gradient, hessian = [0.0] * n, [[0.0] * n for _ in range(n)]
    strengths = [exp(value) for value in theta]
    for (winner, counts), weight in found.items():
        parts = [count * strength for count, strength in zip(counts, strengths, strict=True)]
        total = sum(parts)
        shares = [part / total for part in parts]
        gradient[winner] += weight
        for i, share in enumerate(shares):
            gradient[i] -= weight * share
            hessian[i][i] += weight * share
            for j, other in enumerate(shares):
                hessian[i][j] -= weight * share * other
    return gradient, hessian


def _solve(matrix: list[list[float]], values: Sequence[float]) -> list[float]:
    """Solve linear equations by Gauss, with pivots; the matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    solution = [0.0] * n
    for i in reversed(range(n)):
        known = sum(rows[i][j] * solution[j] for j in range(i + 1, n))
        solution[i] = (rows[i][n] - known) / rows[i][i]
    return solution


class Rung(NamedTuple):
    """A player's place: Elo points against the mean of the ladder, and its 95 % interval."""

    player: str
    elo: float
    low: float
    high: float


def ladder(
    rows: Iterable[Row], players: Sequence[str], seed: int, *, n_bootstrap: int = 200
) -> list[Rung]:
    """Return the players with their strength, the strongest first.

    The bootstrap draws whole deals (with all their contests and seatings), since the results of
    one deal hang together. Null tests tell nothing about strength.
    """
    units: dict[int, dict[Stage, float]] = defaultdict(lambda: defaultdict(float))
    for row in rows:
        for stage, weight in stages(ranking_of(row, players), len(players)).items():
            units[row.unit][stage] += weight
    best = fit(_sum(units.values()), len(players), PRIOR)
    rng, numbers = Random(seed), sorted(units)
    drawn = [
        fit(_sum(units[k] for k in rng.choices(numbers, k=len(numbers))), len(players), PRIOR)
        for _ in range(n_bootstrap)
    ]
    rungs = []
    for index, player in enumerate(players):
        values = sorted(strengths[index] for strengths in drawn)
        low, high = percentile(values, 0.025), percentile(values, 0.975)
        rungs.append(Rung(player, ELO * best[index], ELO * low, ELO * high))
    return sorted(rungs, key=lambda rung: (-rung.elo, rung.player))


def _sum(parts: Iterable[Mapping[Stage, float]]) -> dict[Stage, float]:
    total: dict[Stage, float] = defaultdict(float)
    for part in parts:
        for stage, weight in part.items():
            total[stage] += weight
    return dict(total)


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return a percentile of ordered values, between two of them in proportion.

    >>> percentile([0.0, 1.0, 2.0], 0.25)
    0.5
    """
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
