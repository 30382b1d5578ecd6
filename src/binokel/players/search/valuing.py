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
from binokel.players.search.worth import Worth
from binokel.rules.contracts import Contract

Row = list[tuple[float, float]]
"""Of each card in a world its value, and the chance that the bid is made."""
PLAYED_NODES = 2
"""So many nodes of the search take as long as a card of the policy."""


class Valuing(Protocol):
    """Values all cards in some worlds; `proves` tells whether made and lost are exact in each."""

    proves: bool

    def rows(self, batch: Batch, limit: int) -> tuple[list[Row | None], int]:
        """Return a row for each world (None: not found within `limit`), and the nodes."""


class ByPolicy:
    """The rule policy plays on in all seats, each by what it may know."""

    proves = False

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

    def rows(self, batch: Batch, limit: int) -> tuple[list[Row | None], int]:
        """Return a row for each world, and the nodes."""
        del limit
        out = self.outcomes(batch, 0)
        n_sides, of_scores = self.moment.rules.n_sides, self.worth.of_scores
        rows: list[Row | None] = []
        width = OUTCOME * len(self.bits)
        for start in range(0, len(out), width):
            row: Row = [
                (of_scores(out[at + 3 : at + 3 + n_sides]), float(out[at]))
                for at in range(start, start + width, OUTCOME)
            ]
            rows.append(row)
        return rows, self.cost * len(rows)


class Opened:
    """Everybody sees all cards and plays best, the declarer's side against all others."""

    proves = True

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

    def rows(self, batch: Batch, limit: int) -> tuple[list[Row | None], int]:
        """Return a row for each world, and the nodes."""
        n = self.moment.rules.n_seats
        rows: list[Row | None] = []
        nodes = 0
        for i, buried in enumerate(batch.buried):
            hands = batch.masks[(n + 1) * i : (n + 1) * i + n]
            self.solver.set_position(
                hands.tolist(),
                self.moment.leader,
                self.moment.on_table,
                self.counted,
                self.moment.n_done == 0,
                table_bits(self.moment.n_left, n),
            )
            rows.append(self._row(buried, limit))
            nodes += self.solver.nodes_searched()
        return rows, nodes

    def _row(self, buried: int, limit: int) -> Row | None:
        row: Row = []
        guess = -1
        for bit in self.bits:
            self.solver.set_limits(limit, 0.0)
            low, high = self.solver.card_value(bit, guess)
            if low != high:
                return None
            guess = low
            value, made = self.worth.of_rest(low, buried)
            row.append((value, float(made)))
        return row


class ThenOpened:
    """The policy plays on until so many tricks are left; these are searched with open cards."""

    proves = False

    def __init__(self, moment: Moment, worth: Worth, bits: list[int], open_last: int) -> None:
        self.policy = ByPolicy(moment, worth, bits)
        self.opened = Opened(moment, worth, bits)
        self.moment = moment
        self.worth = worth
        self.n_tricks = max(1, moment.n_left - open_last)
        self.bits_of_table = table_bits(moment.n_left - self.n_tricks, moment.rules.n_seats)
        rules = moment.rules
        self.seats = [s for s in range(rules.n_seats) if self.opened.counted >> s & 1]
        self.before = sum(
            trick.points for trick in moment.view.deal.tricks if trick.winner in self.seats
        )

    def rows(self, batch: Batch, limit: int) -> tuple[list[Row | None], int]:
        """Return a row for each world, and the nodes."""
        out = self.policy.outcomes(batch, self.n_tricks)
        nodes = self.policy.cost * len(batch.weights)
        n, solver, width = self.moment.rules.n_seats, self.opened.solver, OUTCOME
        rows: list[Row | None] = []
        at = 0
        for buried in batch.buried:
            row: Row = []
            for _ in self.policy.bits:
                got = sum([out[at + 9 + seat] for seat in self.seats]) - self.before
                hands = out[at + 15 : at + 15 + n].tolist()
                solver.set_position(
                    hands, out[at + 2], (), self.opened.counted, False, self.bits_of_table
                )
                solver.set_limits(limit, 0.0)
                low, high = solver.value()
                nodes += solver.nodes_searched()
                value, made = self.worth.of_rest(got + (low + high) // 2, buried)
                row.append((value, float(made)))
                at += width
            rows.append(row)
        return rows, nodes


class Both:
    """The policy tells the points, the open-card search whether the bid is made."""

    proves = True

    def __init__(self, moment: Moment, worth: Worth, bits: list[int]) -> None:
        self.policy = ByPolicy(moment, worth, bits)
        self.opened = Opened(moment, worth, bits)
        self.moment = moment
        self.worth = worth

    def rows(self, batch: Batch, limit: int) -> tuple[list[Row | None], int]:
        """Return a row for each world, and the nodes."""
        rules, worth = self.moment.rules, self.worth
        out = self.policy.outcomes(batch, 0)
        found, nodes = self.opened.rows(batch, limit)
        rows: list[Row | None] = []
        at = 0
        for searched, buried in zip(found, batch.buried, strict=True):
            if searched is None:
                rows.append(None)
                at += OUTCOME * len(self.policy.bits)
                continue
            row: Row = []
            for _, made in searched:
                if made == out[at]:
                    row.append((worth.of_scores(out[at + 3 : at + 3 + rules.n_sides]), made))
                else:
                    row.append((self._otherwise(out, at, buried, made=bool(made)), made))
                at += OUTCOME
            rows.append(row)
        return rows, nodes + self.policy.cost * len(batch.weights)

    def _otherwise(self, out: "array[int]", at: int, buried: int, *, made: bool) -> float:
        """Return what the policy's points are worth with the bid as the search says."""
        rules = self.moment.rules
        points = [0.0] * rules.n_sides
        for seat in range(rules.n_seats):
            points[rules.side_of[seat]] += out[at + 9 + seat]
        points[rules.side_of[out[at + 2]]] += rules.play.last_trick
        counted = buried if rules.scoring.buried_count else 0
        return self.worth.of_points(points, self.worth.melds, counted, made=made)


class Mean:
    """The mean of two ways."""

    proves = False

    def __init__(self, one: Valuing, other: Valuing) -> None:
        self.one, self.other = one, other

    def rows(self, batch: Batch, limit: int) -> tuple[list[Row | None], int]:
        """Return a row for each world, and the nodes."""
        first, used = self.one.rows(batch, limit)
        second, more = self.other.rows(batch, limit)
        rows = [
            None
            if a is None or b is None
            else [((v + w) / 2, (m + k) / 2) for (v, m), (w, k) in zip(a, b, strict=True)]
            for a, b in zip(first, second, strict=True)
        ]
        return rows, used + more
