"""What each card is worth in each world: by the policy, by open-card search, or by both."""

from array import array
from typing import Protocol

from binokel.kernel.checks import OUTCOME
from binokel.kernel.core import Solver
from binokel.kernel.params import play_params, side_masks
from binokel.kernel.solve import table_bits
from binokel.players.search.drawing import Batch
from binokel.players.search.moment import Moment
from binokel.players.search.policies import playouts_of
from binokel.players.search.tally import Valued
from binokel.players.search.worth import Worth
from binokel.rules.contracts import Contract

Row = list[Valued]
"""Of each card in a world what it is worth there."""
PLAYED_NODES = 2
"""So many nodes of the search take as long as a card of the policy."""


class Valuing(Protocol):
    """Values all cards in some worlds; `searches`: what is foreseen of the bid is open search."""

    searches: bool

    def rows(self, batch: Batch, limit: int, room: int) -> tuple[list[Row | None], int]:
        """Return a row for each world (None: not found within `limit`), and the nodes.

        Once `room` nodes are spent the rest of the worlds is left out.
        """


class ByPolicy:
    """The rule policy plays on in all seats, each by what it may know."""

    searches = False

    def __init__(self, moment: Moment, worth: Worth, bits: list[int]) -> None:
        self.moment = moment
        self.worth = worth
        self.bits = bits
        self.playouts = playouts_of(moment.rules)
        self.playouts.begin(
            (moment.trump, moment.declarer, moment.bid),
            moment.view.deal.meld_points,
            moment.first_leader,
            moment.played,
        )
        self.cost = PLAYED_NODES * len(bits) * moment.n_left * moment.rules.n_seats

    def outcomes(self, batch: Batch, n_tricks: int) -> "array[int]":
        """Return what `Playouts` tells of each world and card."""
        n = len(batch.weights) * len(self.bits)
        out = array("q", bytes(8 * OUTCOME * n))
        self.playouts.play(memoryview(batch.masks), self.bits, n_tricks, memoryview(out))
        return out

    def rows(self, batch: Batch, limit: int, room: int) -> tuple[list[Row | None], int]:
        """Return a row for each world, and the nodes."""
        del limit, room
        out = self.outcomes(batch, 0)
        rows: list[Row | None] = []
        width = OUTCOME * len(self.bits)
        for start, buried in zip(range(0, len(out), width), batch.buried, strict=True):
            places = range(start, start + width, OUTCOME)
            rows.append([self._value(out, at, buried) for at in places])
        return rows, self.cost * len(rows)

    def _value(self, out: "array[int]", at: int, buried: int) -> Valued:
        """Return what one outcome is worth."""
        worth = self.worth
        chance = worth.doubt.chance(out[at + 1] - worth.bid)
        if chance == out[at]:  # 0 or 1, as the play-out ended
            scores = out[at + 3 : at + 3 + self.moment.rules.n_sides]
            value = worth.of_scores(scores, made=bool(out[at]))
            return Valued(value, chance, bool(out[at]))
        points = self.points(out, at)
        counted = buried if self.moment.rules.scoring.buried_count else 0
        return worth.in_doubt(points, worth.standing_of(points), counted, out[at + 1])

    def points(self, out: "array[int]", at: int) -> list[float]:
        """Return the points of play of each side in an outcome, without the buried ones."""
        rules = self.moment.rules
        points = [0.0] * rules.n_sides
        for seat, side in enumerate(rules.side_of):
            points[side] += out[at + 9 + seat]
        points[rules.side_of[out[at + 2]]] += rules.play.last_trick
        return points


class Opened:
    """Everybody sees all cards and plays best, the declarer's side against all others."""

    searches = True

    def __init__(self, moment: Moment, worth: Worth, bits: list[int]) -> None:
        self.moment = moment
        self.worth = worth
        self.bits = bits
        rules = moment.rules
        self.solver = Solver()
        params = play_params(rules, moment.view.deal.trump, Contract.TRUMP)
        self.solver.set_rules(
            params.trump, params.duties, params.worth, params.bonuses, params.sides
        )
        whose = moment.declarer if moment.declarer >= 0 else moment.seat
        self.counted = side_masks(rules)[whose]
        self.sign = 1 if self.counted >> moment.seat & 1 else -1

    def rows(self, batch: Batch, limit: int, room: int) -> tuple[list[Row | None], int]:
        """Return a row for each world that there was room for, and the nodes."""
        n = self.moment.rules.n_seats
        rows: list[Row | None] = []
        nodes = 0
        for i, buried in enumerate(batch.buried):
            if i and nodes >= room:
                break
            hands = batch.masks[(n + 1) * i : (n + 1) * i + n]
            self.solver.set_position(
                hands.tolist(),
                self.moment.leader,
                self.moment.on_table,
                self.counted,
                self.moment.n_done == 0,
                table_bits(self.moment.n_left, n),
            )
            row, used = self._row(buried, limit)
            rows.append(row)
            nodes += used
        return rows, nodes

    def _row(self, buried: int, limit: int) -> tuple[Row | None, int]:
        row: Row = []
        guess, nodes = -1, 0
        for bit in self.bits:
            self.solver.set_limits(limit, 0.0)
            low, high = self.solver.card_value(bit, guess)
            nodes += self.solver.nodes_searched()
            if low != high:
                return None, nodes
            guess = low
            row.append(self.worth.of_rest(low, buried))
        return row, nodes


class Mean:
    """The mean of two ways; what is foreseen of the bid is the second one's."""

    searches = True

    def __init__(self, one: Valuing, other: Valuing) -> None:
        self.one, self.other = one, other

    def rows(self, batch: Batch, limit: int, room: int) -> tuple[list[Row | None], int]:
        """Return a row for each world that there was room for, and the nodes."""
        first, used = self.one.rows(batch, limit, room)
        second, more = self.other.rows(batch, limit, room - used)
        rows = [
            None if a is None or b is None else [_mean(v, w) for v, w in zip(a, b, strict=True)]
            for a, b in zip(first, second, strict=False)
        ]
        return rows, used + more


def _mean(one: Valued, other: Valued) -> Valued:
    value, chance = (one.value + other.value) / 2, (one.chance + other.chance) / 2
    return Valued(value, chance, other.made)
