"""What the end of a deal is worth to a side: the one place where results become utility.

Source: rules.md [bid-test-side], [success-rounded-002], [loss-double-or-plus100],
[loss-bonus-scope], [meld-trick-team].
"""

from collections.abc import Sequence

from binokel.cards.deck import DECK_POINTS
from binokel.errors import Unsupported
from binokel.players.heuristic.values import lost_bonus
from binokel.players.search.doubt import NONE, Doubt
from binokel.players.search.moment import Moment
from binokel.players.search.stakes import Stakes, ahead, stakes_of
from binokel.players.search.tally import Valued
from binokel.rules.scoring import loss, round_to_ten


class Worth:
    """Values results for the side of the seat to act."""

    def __init__(self, moment: Moment, doubt: Doubt = NONE) -> None:
        self.doubt = doubt
        rules, deal = moment.rules, moment.view.deal
        self.rules = rules
        self.bid = moment.bid
        self.own = rules.side_of[moment.seat]
        self.side = rules.side_of[moment.declarer] if moment.declarer >= 0 else self.own
        self.stakes = stakes_at(moment)
        self.melds = [sum(deal.meld_points[seat] for seat in seats) for seats in rules.sides]
        self.got = [0] * rules.n_sides
        self.won = [0] * rules.n_sides
        for trick in deal.tricks:
            side = rules.side_of[trick.winner]
            self.got[side] += trick.points
            self.won[side] += 1
        if deal.tricks:
            self.got[rules.side_of[deal.tricks[0].winner]] += rules.play.first_trick
        self._known: dict[tuple[int, int], Valued] = {}

    def of_scores(self, scores: Sequence[float], *, made: bool) -> float:
        """Return what scores are worth: for the match, or where deals count in points."""
        if self.stakes is not None:
            return self.stakes.worth(scores, self.side if made else None)
        return ahead(scores, self.own)

    def of_rest(self, rest: int, buried: int) -> Valued:
        """Return what `rest` for the declarer's side is worth, and its chance of the bid.

        `buried` are the points of the buried cards. What the declarer's side does not get, the
        other sides share equally.
        """
        found = self._known.get((rest, buried))
        if found is None:
            found = self._known[rest, buried] = self._of_rest(rest, buried)
        return found

    def _of_rest(self, rest: int, buried: int) -> Valued:
        rules, side = self.rules, self.side
        play = rules.play
        left = DECK_POINTS + play.last_trick + play.first_trick - buried - sum(self.got) - rest
        share = left / (rules.n_sides - 1)
        points = [got + share for got in self.got]
        points[side] = self.got[side] + rest
        melds = self._standing(rest, points)
        counted = buried if rules.scoring.buried_count else 0
        tested = self.got[side] + rest + counted
        if rules.scoring.bid_test == "rounded":
            tested = round_to_ten(tested)
        return self.in_doubt(points, melds, counted, melds[side] + tested)

    def in_doubt(
        self, points: Sequence[float], melds: Sequence[float], buried: int, tested: float
    ) -> Valued:
        """Return what points foreseen are worth, and the chance of the bid.

        `tested` is what is foreseen to stand against the bid; the others are as in `of_points`.
        """
        chance = self.doubt.chance(tested - self.bid)
        value = 0.0
        if chance > 0.0:
            value += chance * self.of_points(points, melds, buried, made=True)
        if chance < 1.0:
            value += (1.0 - chance) * self.of_points(points, melds, buried, made=False)
        return Valued(value, chance, tested >= self.bid)

    def of_points(
        self, points: Sequence[float], melds: Sequence[float], buried: int, *, made: bool
    ) -> float:
        """Return what points of play and melds by side are worth, bid made or not.

        `points` are without the buried ones; `buried` is what counts of these.
        """
        rules, side = self.rules, self.side
        scores = [float(one) for one in melds]
        for one in range(rules.n_sides):
            if made or (one != side and rules.scoring.lost_others_tricks):
                scores[one] += points[one]
            if not made and one != side:
                scores[one] += lost_bonus(rules, self.bid)
        if made:
            scores[side] += buried
        else:
            scores[side] = -float(loss(rules, self.bid))
            if rules.scoring.lost_keeps_tricks:
                scores[side] += points[side]
        return self.of_scores(scores, made=made)

    def standing_of(self, points: Sequence[float]) -> list[int]:
        """Return the melds that stand with such points of play by side."""
        return self._standing(points[self.side] - self.got[self.side], points)

    def _standing(self, rest: float, others: Sequence[float]) -> list[int]:
        """Return the melds that stand, where they need a trick.

        `rest` is what the declarer's side still gets, `others` what each other side has at the end.
        """
        rules = self.rules
        if rules.scoring.meld_trick == "none":
            return self.melds
        melds = list(self.melds)
        for side in range(rules.n_sides):
            is_own = side == self.side
            gets = rest if is_own else others[side]
            safe = is_own and rules.scoring.buried_is_trick and rules.deal.dabb > 0
            if not self.won[side] and gets <= 0 and not safe:
                melds[side] = 0
        return melds


def stakes_at(moment: Moment) -> Stakes | None:
    """Return what the match has at stake, None where points are counted."""
    if moment.rules.match.ends != "target":
        return None
    side = moment.rules.side_of[moment.seat]
    try:
        return stakes_of(moment.rules, moment.view.totals, side)
    except Unsupported:  # nothing is known of how such matches go
        return None
