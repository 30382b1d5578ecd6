"""Bidding: what the hand is worth over sampled Dabbs, against letting another play.

Conventions as those of the heuristic player: the lowest bid, except near the usual level at first;
never weg below the melds held unless the partner holds the bid; one overbid among partners.

Source: rules.md [auction-procedure], [forced-refuse], [all-pass-000].
"""

from math import sqrt
from random import Random
from statistics import fmean

from binokel.cards.card import SUITS
from binokel.cards.hand import pack
from binokel.engine.actions import Action, Bid, Pass
from binokel.engine.choices import Bids
from binokel.engine.match import MatchView
from binokel.players.base import Alternative, Decision, Fact
from binokel.players.heuristic.values import special_value
from binokel.players.model.appraising import table_of
from binokel.players.model.features import place_of
from binokel.players.search.cases import Gains, Seen, draw, melds_lapse
from binokel.players.search.habits import Outcome, honours_of
from binokel.players.search.manner import Manner
from binokel.players.search.stakes import stakes_of
from binokel.rules.contracts import Contract, contract_value
from binokel.rules.melds import meld_points
from binokel.rules.scoring.penalties import loss

OPENING, OPENING_HAND = 0.7, 0.15
"""Where to open: the share of the usual bid, and of what the hand is worth beyond that bid."""

COST = 3.0
"""How many points a bid above the lowest may cost."""

PARTNER_MARGIN = 25.0
"""How many points better one's own play must be to overbid the partner."""

NEAR = 100
"""So many usual outcomes tell what becomes of another's bid."""


class Auctioneer:
    """The thoughts of one seat about one call."""

    def __init__(self, view: MatchView, manner: Manner, rng: Random, lowest: int) -> None:
        deal, rules = view.deal, view.rules
        assert deal.seat is not None
        assert deal.auction is not None
        self.view = view
        self.rules = rules
        self.seat = deal.seat
        self.side = rules.side_of[deal.seat]
        self.auction = deal.auction
        self.hand = pack(deal.hand)
        self.stakes = stakes_of(rules, view.totals, self.side)
        self.habits = self.stakes.habits
        self.table = table_of(rules)
        self.place = place_of(rules, deal.dealer, self.seat)
        self.certain = max(meld_points(rules, self.hand, suit) for suit in SUITS)
        self.more = (self._more_melds(), self._more_tricks())
        self._gains: dict[int, Gains] = {}
        told = (self.stakes.gains(self.side, lowest), self.stakes.share())
        error = manner.error(self.hand)
        cases = draw(self.table, self.hand, self.place, told, manner.cases, rng)
        self.cases = [seen._replace(beside=seen.beside + error) for seen in cases]

    def take(self, bid: int) -> tuple[float, float]:
        """Return the value of playing for a bid, and its standard error."""
        values = [self._value(seen, bid) for seen in self.cases]
        mean = fmean(values)
        spread = sum((value - mean) ** 2 for value in values)
        return mean, sqrt(spread / max(1, len(values) - 1) / len(values))

    def _value(self, seen: Seen, bid: int) -> float:
        rules = self.rules
        value = self.gains(bid).value(seen)
        value += self.stakes.share() * (self.stakes.side_melds() - seen.melds)
        if rules.dabb.concede != "off" and rules.deal.dabb:
            value = max(value, self.stakes.conceded(self.side, bid))
        if seen.durch > 0.5:
            points = contract_value(rules, Contract.DURCH, is_open=False, from_hand=False)
            if points is not None:
                value = max(value, special_value(rules, points, bid, seen.durch))
        return value

    def gains(self, bid: int) -> Gains:
        """Return what totals are worth for a bid."""
        if bid not in self._gains:
            lapses = melds_lapse(self.rules)
            self._gains[bid] = Gains(self.stakes.gains(self.side, bid), lapses)
        return self._gains[bid]

    def chance(self, bid: int) -> float:
        """Return the chance to make a bid, if it is played."""
        needed = self.stakes.needed(bid)
        return fmean([seen.case.chance(needed - seen.known) for seen in self.cases])

    def total(self) -> float:
        """Return the expected total of the own side as declarer."""
        return fmean([seen.known + seen.case.mean_tricks() for seen in self.cases])

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
        return self.habits.slope * (honours_of(self.view.deal.hand) - self.habits.honours)

    def let(self, holder: int | None, bid: int) -> float:
        """Return the value of letting a seat (None: anybody else) play for a bid."""
        side_of, n = self.rules.side_of, self.rules.n_sides
        declarers = list(range(n)) if holder is None else [side_of[holder]]
        return fmean(
            [
                self._outcome(outcome, declarer)
                for declarer in declarers
                for outcome in self.habits.near(bid, NEAR)
            ]
        )

    def _outcome(self, outcome: Outcome, declarer: int) -> float:
        """Return what a usual outcome is worth with the own hand at the table."""
        rules, stakes, n = self.rules, self.stakes, self.rules.n_sides
        melds, tricks = self.more
        scores = [outcome.others] * n
        if outcome.conceded:
            scores[declarer] = -float(rules.dabb.concede_cost * outcome.bid)
            scores[self.side] += melds if declarer != self.side else 0.0
            return stakes.worth(scores)
        total = outcome.total - tricks / (n - 1)
        if declarer == self.side:
            total = outcome.total + melds + tricks
        else:
            scores[self.side] += melds + tricks
        made = total >= stakes.needed(outcome.bid)
        scores[declarer] = total if made else -float(loss(rules, outcome.bid))
        return stakes.worth(scores, declarer if made else None)

    def weg(self) -> float:
        """Return the value of saying weg now."""
        auction, bidding = self.auction, self.rules.bidding
        if auction.holder is not None:
            return self.let(auction.holder, auction.value)
        if not self._is_last():
            return self.let(None, 0)
        if bidding.opener != "holds" and bidding.nobody in ("redeal", "next-dealer"):
            return 0.0
        forehand = (auction.dealer + 1) % self.rules.n_seats
        forced = auction.dealer if bidding.nobody == "dealer" else forehand
        if bidding.opener == "holds":
            forced = forehand
        value = bidding.forced_value or bidding.minimum
        return self.take(value)[0] if forced == self.seat else self.let(forced, value)

    def _is_last(self) -> bool:
        """Tell whether nobody would speak after the own weg."""
        auction = self.auction
        if self.rules.bidding.form == "in-turn":
            return len(auction.live) <= 1
        if auction.rival is None:
            return True
        return self.rules.bidding.opener == "holds" and not auction.waiting

    def only_partners_left(self) -> bool:
        """Tell whether the partner holds the bid and no foe may speak any more."""
        auction = self.auction
        if auction.holder is None or self.is_foe(auction.holder):
            return False
        rival = () if auction.rival is None else (auction.rival,)
        return not any(self.is_foe(seat) for seat in (*rival, *auction.waiting, *auction.live))

    def has_overbid_partner(self) -> bool:
        """Tell whether the seat has bid over its partner already."""
        holder = self.seat
        for seat, action in self.view.deal.history:
            if isinstance(action, Bid):
                if seat == self.seat != holder and not self.is_foe(holder):
                    return True
                holder = seat
        return False

    def is_foe(self, seat: int) -> bool:
        """Tell whether a seat is of another side."""
        return self.rules.side_of[seat] != self.side


def call(view: MatchView, choice: Bids, manner: Manner, rng: Random) -> Decision:
    """Return a bid or weg, with the values of both."""
    if choice.minimum is None:
        return Decision(Pass())
    bid = choice.minimum
    mind = Auctioneer(view, manner, rng, bid)
    take, weg = mind.take(bid)[0], mind.weg()
    holder = mind.auction.holder
    partner_holds = holder is not None and not mind.is_foe(holder)
    below = bid <= mind.certain and not partner_holds
    wants = take > weg + (PARTNER_MARGIN if partner_holds else 0.0)
    if mind.only_partners_left() and mind.has_overbid_partner():
        wants = False
    wants = wants or below or not choice.may_pass
    level = _level(mind, choice, take, rng) if wants else bid
    options = [_option(mind, value) for value in dict.fromkeys((level, bid))]
    if choice.may_pass:
        options.append(Alternative(Pass(), weg, (weg - 40.0, weg + 40.0)))
    action: Action = Bid(level) if wants else Pass()
    facts = _facts(mind, level, below, partner_holds)
    return Decision(action, tuple(sorted(options, key=lambda o: -o.value)), facts)


def _option(mind: Auctioneer, value: int) -> Alternative:
    take, error = mind.take(value)
    return Alternative(Bid(value), take, (take - 1.96 * error, take + 1.96 * error))


def _level(mind: Auctioneer, choice: Bids, take: float, rng: Random) -> int:
    """Return the value to bid: the lowest, or a higher one that costs little."""
    lowest = choice.minimum
    assert lowest is not None
    if mind.only_partners_left():
        aim = mind.total()
    else:
        usual = mind.habits.bid
        above = OPENING_HAND * (mind.total() - usual)
        aim = OPENING * usual + above + choice.step * rng.choice((-1, 0, 1))
    steps = (min(int(max(aim, mind.certain)), choice.maximum) - lowest) // choice.step
    if steps <= 0:
        return lowest
    higher = lowest + steps * choice.step
    return higher if mind.take(higher)[0] > take - COST else lowest


def _facts(mind: Auctioneer, bid: int, below: bool, partner_holds: bool) -> tuple[Fact, ...]:
    suit, chance = SUITS[mind.trump()].letter, mind.chance(bid)
    facts = [
        Fact("expected_total", {"points": round(mind.total()), "suit": suit}),
        Fact("chance", {"percent": round(100 * chance), "bid": bid, "p": chance}),
    ]
    if below:
        facts.insert(0, Fact("melds_held", {"points": mind.certain}))
    if partner_holds:
        values = {"bid": mind.auction.value, "partner": mind.auction.holder}
        facts.append(Fact("partner_holds", values))
    return tuple(facts)
