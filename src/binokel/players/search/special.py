"""Durch and Bettel by open-card search: won or lost, world by world.

Source: rules.md [durch-order], [durch-partner], [bettel-and-partner].
"""

from binokel.errors import Unsupported
from binokel.kernel.core import Solver
from binokel.kernel.params import aims_of, play_params
from binokel.kernel.solve import table_bits
from binokel.players.search.drawing import Batch
from binokel.players.search.moment import Moment
from binokel.players.search.tally import Valued
from binokel.players.search.valuing import Row
from binokel.rules.contracts import is_broken


class Special:
    """Counts the worlds in which a card wins: the value is 100 for winning, 0 for losing."""

    searches = True

    def __init__(self, moment: Moment, bits: list[int]) -> None:
        rules, deal = moment.rules, moment.view.deal
        self.moment = moment
        self.bits = bits
        if moment.trump < 0 and rules.contracts.durch_trump == "first-card" and not moment.played:
            raise Unsupported(
                f"{rules.id}: the first card of a Durch names trump, which is not searched here",
                rules=rules.id,
                keys=["contracts.durch_trump"],
            )
        winners = [trick.winner for trick in deal.tricks]
        if is_broken(rules, deal.contract, moment.declarer, winners):
            raise Unsupported(
                "the contract is lost already: the rest is not searched", keys=["contracts"]
            )
        self.counted, self.helpers = aims_of(rules, deal.contract, moment.declarer)
        self.wants_it = bool(self.helpers >> moment.seat & 1)
        self.solver = Solver()
        params = play_params(rules, deal.trump, deal.contract)
        self.solver.set_rules(
            params.trump, params.duties, params.worth, params.bonuses, params.sides
        )

    def rows(self, batch: Batch, limit: int, room: int) -> tuple[list[Row | None], int]:
        """Return a row for each world that there was room for, and the nodes."""
        moment, n = self.moment, self.moment.rules.n_seats
        rows: list[Row | None] = []
        nodes = 0
        for i in range(len(batch.weights)):
            if i and nodes >= room:
                break
            hands = batch.masks[(n + 1) * i : (n + 1) * i + n].tolist()
            self.solver.set_position(
                hands,
                moment.leader,
                moment.on_table,
                self.counted,
                moment.n_done == 0,
                table_bits(moment.n_left, n),
                self.helpers,
            )
            row, used = self._row(limit)
            rows.append(row)
            nodes += used
        return rows, nodes

    def _row(self, limit: int) -> tuple[Row | None, int]:
        # What is won takes far more nodes than what is lost: the cards share what a world may take.
        row: Row = []
        nodes, most = 0, limit * len(self.bits)
        for bit in self.bits:
            if nodes >= most:
                return None, nodes
            self.solver.set_limits(most - nodes, 0.0)
            found = self.solver.card_reaches(bit, self.moment.n_left)
            nodes += self.solver.nodes_searched()
            if found is None:
                return None, nodes
            row.append(Valued(100.0 if found == self.wants_it else 0.0, float(found), found))
        return row, nodes
