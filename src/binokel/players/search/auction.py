"""Bidding: what the hand is worth over sampled Dabbs, against letting another play.

Source: rules.md [auction-procedure], [all-pass-000].
"""

from math import hypot, inf
from random import Random
from statistics import fmean

from binokel.cards.card import SUITS
from binokel.cards.hand import pack
from binokel.engine.match import MatchView
from binokel.kernel.cards import hand_mask
from binokel.players.heuristic.asked import Asked
from binokel.players.heuristic.values import special_value
from binokel.players.model.appraising import table_of
from binokel.players.model.features import place_of
from binokel.players.search import hopes
from binokel.players.search.cases import OFF, Seen, draw, error_of
from binokel.players.search.habits import Outcome, honours_of
from binokel.players.search.manner import Manner
from binokel.players.search.payoffs import Payoffs
from binokel.players.search.stakes import stakes_of
from binokel.rules.contracts import Contract, contract_value
from binokel.rules.melds import meld_points
from binokel.rules.scoring.penalties import loss

NEAR = 400
"""So many usual outcomes tell what becomes of another's bid."""

EVEN = 0.5
"""A Bettel that is best more often is the plan; so likely is one that hardly any hand has."""


class Auctioneer(Asked):
    """The thoughts of one seat about one call."""

    def __init__(self, view: MatchView, manner: Manner, rng: Random, lowest: int) -> None:
        super().__init__(view)
        deal, rules = view.deal, view.rules
        self.hand = pack(deal.hand)
        self.stakes = stakes_of(rules, view.totals, self.side)
        self.habits = self.stakes.habits
        self.table = table_of(rules)
        self.place = place_of(rules, deal.dealer, self.seat)
        self.bettel = None if manner.timid else hopes.value_of(rules)
        self.more = (self._more_melds(), self._more_tricks())
        self._payoffs: dict[int, Payoffs] = {}
        self._takes: dict[int, tuple[float, float]] = {}
        error, told = manner.error(self.hand), self.payoffs(lowest).told()
        cases = draw(self.table, self.hand, self.place, told, manner.cases, rng)
        self.cases = [seen._replace(error=error) for seen in cases]
        if self.bettel is not None:
            self.usual = hopes.usual_of(rules)
            self.cases = self._with_bettels(deal.dealer)

    def _with_bettels(self, dealer: int) -> list[Seen]:
        """Return the cases with the chance of a Bettel in each."""
        rules, cases = self.rules, self.cases
        shift = hopes.shift_of(rules, (self.seat, dealer), self.hand)
        return [seen._replace(bettel=hopes.chance(rules, seen.cards, shift)) for seen in cases]

    def take(self, bid: int) -> tuple[float, float]:
        """Return the value of playing for a bid, and its standard error."""
        if bid not in self._takes:
            values = [self._value(seen, bid) for seen in self.cases]
            self._takes[bid] = fmean(values), error_of(values)
        return self._takes[bid]

    def half(self, bid: int) -> float:
        """Return how far the value of playing for a bid may be off, to each side."""
        low, high = (
            fmean([self._value(seen._replace(error=seen.error + off), bid) for seen in self.cases])
            for off in (-OFF, OFF)
        )
        return hypot(1.96 * self.take(bid)[1], (high - low) / 2)

    def _value(self, seen: Seen, bid: int) -> float:
        return max(self._ordinary(seen, bid), self._bettel(seen, bid))

    def _ordinary(self, seen: Seen, bid: int) -> float:
        """Return the value of a case without a Bettel."""
        rules = self.rules
        value = self.payoffs(bid).value(seen)
        if rules.dabb.concede != "off" and rules.deal.dabb:
            value = max(value, self.stakes.conceded(self.side, bid))
        if seen.durch > 0.5:
            points = contract_value(rules, Contract.DURCH, is_open=False, from_hand=False)
            if points is not None:
                value = max(value, self.stakes.special(points, bid, seen.durch))
        return value

    def _bettel(self, seen: Seen, bid: int) -> float:
        """Return the value of a Bettel in a case: the bid has no part in it.

        As a convention nobody bids more than it counts, unless a foe has done so.
        """
        if self.bettel is None or not seen.bettel:
            return -inf
        if self.auction.value <= self.bettel < bid:
            return -inf
        return self.stakes.special(self.bettel, bid, seen.bettel)

    def _is_for_bettel(self, seen: Seen, bid: int) -> bool:
        """Tell whether a Bettel is best in a case."""
        value = self._bettel(seen, bid)
        return value > -inf and value > self._ordinary(seen, bid)

    def bettels(self, bid: int, least: float = -inf) -> tuple[float, float]:
        """Return in what share of cases a Bettel is best, and its mean chance there.

        Where it is not worth more than `least` it does not count.
        """
        found = [
            seen.bettel
            for seen in self.cases
            if self._is_for_bettel(seen, bid) and self._bettel(seen, bid) > least
        ]
        return len(found) / len(self.cases), fmean(found) if found else 0.0

    def has_bettel(self, bid: int) -> bool:
        """Tell whether who bids so much has a Bettel: more than is ever bid without one."""
        value = hopes.value_of(self.rules)
        return value is not None and bid > max(value, self.habits.outcomes[-1].bid)

    def payoffs(self, bid: int) -> Payoffs:
        """Return what the ends of a deal are worth for a bid."""
        if bid not in self._payoffs:
            self._payoffs[bid] = Payoffs(self.stakes, bid)
        return self._payoffs[bid]

    def chance(self, bid: int) -> float:
        """Return the chance to make a bid, if it is played."""
        needed = self.stakes.needed(bid)
        return fmean([seen.case.chance(needed - seen.known) for seen in self.cases])

    def own_way(self, bid: int) -> float:
        """Return the chance to make a bid or the Bettel that is better, if it is played."""
        needed = self.stakes.needed(bid)
        return fmean(
            [
                seen.bettel
                if self._is_for_bettel(seen, bid)
                else seen.case.chance(needed - seen.known)
                for seen in self.cases
            ]
        )

    def total(self) -> float:
        """Return the expected total of the own side as declarer."""
        return fmean([seen.known + seen.case.mean_tricks() for seen in self.cases])

    def parts(self) -> tuple[float, float]:
        """Return the melds and the points of tricks and buried cards that are expected."""
        melds = fmean([seen.melds for seen in self.cases])
        return melds, self.total() - melds

    def trump(self) -> int:
        """Return the suit that is trump most often."""
        suits = [seen.case.trump for seen in self.cases]
        return max(sorted(set(suits)), key=suits.count)

    # --- letting others play ----------------------------------------------------------------------

    def _more_melds(self) -> float:
        """Return how much more than usual the own hand melds when another declares."""
        melds = fmean([meld_points(self.rules, self.hand, suit) for suit in SUITS])
        return melds - self.habits.melds

    def _more_tricks(self) -> float:
        """Return how much more than usual the own hand takes in tricks."""
        return self.habits.slope * (honours_of(hand_mask(self.hand)) - self.habits.honours)

    def let(self, holder: int | None, bid: int) -> tuple[float, float]:
        """Return the value of letting a seat (None: anybody else) play, and its error.

        Where nobody speaks after the own weg, usual outcomes of higher bids are tested at this one.
        """
        side_of, n = self.rules.side_of, self.rules.n_sides
        declarers = list(range(n)) if holder is None else [side_of[holder]]
        outcomes = self.habits.near(bid, NEAR)
        if holder is not None and self.is_last():
            outcomes = tuple([outcome._replace(bid=bid) for outcome in outcomes])
        values = [self._outcome(outcome, one) for one in declarers for outcome in outcomes]
        return fmean(values), error_of(values)

    def _outcome(self, outcome: Outcome, declarer: int) -> float:
        """Return what a usual outcome is worth with the own hand at the table."""
        scores, winner = self._scored(outcome, declarer)
        worth = self.stakes.worth(scores, winner)
        if self.bettel is None:
            return worth
        usual = self.usual
        if scores[declarer] >= special_value(self.rules, self.bettel, outcome.bid, usual.chance):
            return worth
        # Who bids more than is ever bid without one has a Bettel.
        share = usual.share if outcome.bid <= self.habits.outcomes[-1].bid else 1.0
        chance = usual.chance or EVEN
        theirs = self.stakes.special(self.bettel, outcome.bid, chance, declarer)
        return (1 - share) * worth + share * theirs

    def _scored(self, outcome: Outcome, declarer: int) -> tuple[list[float], int | None]:
        """Return the scores of an outcome with the own hand in it, and who made it."""
        rules, stakes, n = self.rules, self.stakes, self.rules.n_sides
        melds, tricks = self.more
        scores = [outcome.others] * n
        if outcome.conceded:
            scores[declarer] = -float(rules.dabb.concede_cost * outcome.bid)
            scores[self.side] += melds if declarer != self.side else 0.0
            return scores, None
        total = outcome.total - tricks / (n - 1)
        if declarer == self.side:
            total = outcome.total + melds + tricks
        else:
            scores[self.side] += melds + tricks
        made = total >= stakes.needed(outcome.bid)
        scores[declarer] = total if made else -float(loss(rules, outcome.bid))
        return scores, declarer if made else None

    def weg(self) -> tuple[float, float]:
        """Return the value of saying weg now, and its standard error."""
        auction = self.auction
        if auction.holder is not None:
            return self.let(auction.holder, auction.value)
        if not self.is_last():
            return self.let(None, 0)
        forced = self.forced()
        if forced is None:
            return 0.0, 0.0
        seat, value = forced
        return self.take(value) if seat == self.seat else self.let(seat, value)
