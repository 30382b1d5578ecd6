"""Bidding: what the hand is worth over sampled Dabbs, against letting another play.

Conventions: the player bids the lowest value, except that it opens near the usual level, higher
with a better hand; it never says weg below the melds it holds, unless its partner holds the bid.
Where only partners are left it overbids once, with its own value at once.

Source: rules.md [auction-procedure], [forced-refuse], [all-pass-000].
"""

from math import sqrt
from random import Random
from time import monotonic

from binokel.cards.card import SUITS
from binokel.cards.deck import deck_bits
from binokel.cards.hand import UNITS, pack
from binokel.engine.actions import Action, Bid, Pass
from binokel.engine.choices import Bids
from binokel.engine.match import MatchView
from binokel.players.base import Alternative, Budget, Decision, Fact
from binokel.players.heuristic import special
from binokel.players.heuristic.cards import ACES, all_copies, all_indices, n_cards
from binokel.players.heuristic.plans import Plan, best_plans
from binokel.players.heuristic.shapes import Weights
from binokel.players.heuristic.standing import match_value
from binokel.players.heuristic.values import (
    Prospect,
    concede_value,
    mates,
    n_other_sides,
    other_melds,
    play_value,
    special_value,
)
from binokel.rules.contracts import Contract, contract_value
from binokel.rules.melds import meld_points

DEFAULT_SAMPLES = 24
MOST_SAMPLES = 1000
PARTNER_MARGIN = 40.0
"""How many points better one's own play must be to overbid the partner."""

OPENING, OPENING_HAND = 0.7, 0.15
"""Where to open: the share of the usual bid, and of what the hand is worth beyond that bid."""

COST = 5.0
"""How many points a bid above the lowest may cost."""

SIGNAL, MOST_SIGNAL = 0.25, 50.0
"""How much of a partner's bid above the opening level counts as its strength, and at most."""

LEAST_CHANCE, LEAST_CHANCE_PARTNERS = 0.7, 0.8
"""The least chance to make a bid that is named without need; more where half is the partner's."""

LEAST_CHANCE_MATCH = 0.35
"""The same where weg would probably lose the match."""


class Auctioneer:
    """The thoughts of one seat about one call."""

    def __init__(self, view: MatchView, weights: Weights, rng: Random, budget: Budget) -> None:
        deal = view.deal
        assert deal.seat is not None
        assert deal.auction is not None
        self.view = view
        self.rules = view.rules
        self.weights = weights
        self.seat = deal.seat
        self.auction = deal.auction
        self.hand = pack(deal.hand)
        forehand = (deal.dealer + 1) % self.rules.n_seats
        declarer_leads = self.rules.play.lead == "declarer" or self.seat == forehand
        self.leads = 1.0 if declarer_leads else 0.0
        self.certain = max(meld_points(self.rules, self.hand, suit) for suit in SUITS)
        self.partner_bid, self.partner = self._partner_bid()
        self.signal = self._signal()
        self.cases = self._cases(rng, budget)
        self._prospects: dict[int, list[Prospect]] = {}
        self._values: dict[int, tuple[float, float]] = {}

    def _partner_bid(self) -> tuple[int, int]:
        """Return the highest bid of a partner so far and whose it is, 0 for none."""
        side_of = self.rules.side_of
        values = [
            (action.value, seat)
            for seat, action in self.view.deal.history
            if isinstance(action, Bid) and seat != self.seat and side_of[seat] == side_of[self.seat]
        ]
        return max(values, default=(0, self.seat))

    def _signal(self) -> float:
        """Return what the partner's bids say of its hand, in points above the usual."""
        above = self.partner_bid - OPENING * self.weights.bid
        return max(0.0, min(MOST_SIGNAL, SIGNAL * above))

    def _cases(self, rng: Random, budget: Budget) -> list[tuple[Plan, float]]:
        """Return the best plan and the chance of a Durch for each sampled Dabb."""
        rules, n = self.rules, self.rules.deal.dabb
        if not n:
            return [(best_plans(rules, self.weights, self.hand, 0, self.leads)[0], 0.0)]
        deck = deck_bits(rules.deck.sevens)
        unseen = all_indices(deck - self.hand)
        wanted = DEFAULT_SAMPLES if budget.nodes is None else budget.nodes
        until = None if budget.seconds_s is None else monotonic() + budget.seconds_s
        cases: list[tuple[Plan, float]] = []
        while len(cases) < max(1, min(MOST_SAMPLES, wanted)):
            bits = self.hand + sum([UNITS[index] for index in rng.sample(unseen, n)])
            plan = best_plans(rules, self.weights, bits, n, self.leads)[0]
            cases.append((plan, self._durch(bits, deck)))
            if until is not None and monotonic() > until:
                break
        return cases

    def _durch(self, bits: int, deck: int) -> float:
        """Return the chance of a Durch with these cards, 0 where there is none."""
        rules = self.rules
        if rules.contracts.durch is None or not special.may_be_durch(bits):
            return 0.0
        keep = bits - special.durch_burying(bits, deck, rules.deal.dabb)
        return special.durch_chance(keep, deck - bits, rules.n_seats - 1)

    def take(self, bid: int) -> tuple[float, float]:
        """Return the value of playing for a bid, and its standard error."""
        if bid not in self._values:
            self._values[bid] = self._take(bid)
        return self._values[bid]

    def _take(self, bid: int) -> tuple[float, float]:
        cases = zip(self.prospects(bid), self.cases, strict=True)
        values = [self._case_value(prospect, durch, bid) for prospect, (_, durch) in cases]
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values)
        return mean, sqrt(spread / max(1, len(values) - 1) / len(values))

    def prospects(self, bid: int) -> list[Prospect]:
        """Return what playing for a bid promises with each sampled Dabb."""
        if bid not in self._prospects:
            rules, weights, signal = self.rules, self.weights, self.signal
            self._prospects[bid] = [
                play_value(rules, weights, plan, bid, signal) for plan, _ in self.cases
            ]
        return self._prospects[bid]

    def _case_value(self, prospect: Prospect, durch: float, bid: int) -> float:
        rules = self.rules
        value = prospect.value
        side = rules.side_of[self.seat]
        value += prospect.chance * match_value(self.view, side, side, prospect.total)
        if rules.dabb.concede != "off" and rules.deal.dabb:
            value = max(value, concede_value(rules, self.weights, bid))
        if durch > 0.5:
            points = contract_value(rules, Contract.DURCH, is_open=False, from_hand=False)
            if points is not None:
                value = max(value, special_value(rules, points, bid, durch))
        return value

    def chance(self, bid: int) -> float:
        """Return the chance to make a bid."""
        chances = [prospect.chance for prospect in self.prospects(bid)]
        return sum(chances) / len(chances)

    def total(self) -> float:
        """Return the expected total of the own side as declarer."""
        totals = [prospect.total for prospect in self.prospects(0)]
        return sum(totals) / len(totals)

    def defence(self) -> float:
        """Return what the own hand brings when another plays."""
        rules = self.rules
        melds = sum(meld_points(rules, self.hand, suit) for suit in SUITS) / len(SUITS)
        aces = n_cards(self.hand & all_copies(ACES))
        usual = 8.0 * rules.deal.hand / len(rules.cards)
        return melds + 9.0 * (aces - usual)

    def let(self, holder: int | None, bid: int) -> float:
        """Return the value of letting a seat (None: anybody else) play for a bid."""
        rules, weights = self.rules, self.weights
        score = weights.score
        swing = self._match_swing(holder, bid)
        usual = other_melds(rules, weights) + weights.own_tricks
        mine = self.defence() + weights.own_melds * mates(rules)
        others = n_other_sides(rules)
        if holder is not None and rules.side_of[holder] == rules.side_of[self.seat]:
            return score + self.defence() - weights.own_melds - usual + swing
        return mine + weights.own_tricks - (score + (others - 1) * usual) / others + swing

    def _match_swing(self, holder: int | None, bid: int) -> float:
        """Return what it means for the match if the holder of a bid makes just that."""
        if holder is None:
            return 0.0
        side_of = self.rules.side_of
        return match_value(self.view, side_of[self.seat], side_of[holder], bid)

    def must_risk(self) -> bool:
        """Tell whether weg would probably lose the match. Source: rules.md [target]."""
        auction = self.auction
        return self._match_swing(auction.holder, auction.value) < 0.0

    def weg(self) -> float:
        """Return the value of saying weg now."""
        auction, bidding = self.auction, self.rules.bidding
        if auction.holder is not None:
            return self.let(auction.holder, auction.value)
        if not self._is_last():
            return self.let(None, int(self.weights.bid))
        if bidding.opener != "holds" and bidding.nobody in ("redeal", "next-dealer"):
            return 0.0
        forehand = (auction.dealer + 1) % self.rules.n_seats
        forced = auction.dealer if bidding.nobody == "dealer" else forehand
        if bidding.opener == "holds":
            forced = forehand
        value = bidding.forced_value or bidding.minimum
        if forced == self.seat:
            return self.take(value)[0]
        return self.let(forced, value) + (30.0 if self.is_foe(forced) else -30.0)

    def _is_last(self) -> bool:
        """Tell whether nobody would speak after the own weg."""
        auction = self.auction
        if self.rules.bidding.form == "in-turn":
            return len(auction.live) <= 1
        if auction.rival is None:
            return True
        return self.rules.bidding.opener == "holds" and not auction.waiting

    def least_chance(self) -> float:
        """Return the chance below which no bid is named without need."""
        if self.must_risk():
            return LEAST_CHANCE_MATCH
        return LEAST_CHANCE_PARTNERS if mates(self.rules) else LEAST_CHANCE

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
        return self.rules.side_of[seat] != self.rules.side_of[self.seat]


def call(view: MatchView, choice: Bids, weights: Weights, rng: Random, budget: Budget) -> Decision:
    """Return a bid or weg, with the values of both."""
    mind = Auctioneer(view, weights, rng, budget)
    if choice.minimum is None:
        return Decision(Pass())
    bid = choice.minimum
    take = mind.take(bid)[0]
    weg = mind.weg()
    holder = mind.auction.holder
    partner_holds = holder is not None and not mind.is_foe(holder)
    margin = PARTNER_MARGIN if partner_holds else 0.0
    below = bid <= mind.certain and not partner_holds
    likely = mind.chance(bid) >= mind.least_chance()
    if mind.only_partners_left() and mind.has_overbid_partner():
        likely = False
    wants = (take > weg + margin and likely) or below or not choice.may_pass
    facts = _facts(mind, bid, below, partner_holds)
    if not wants and take > weg + margin and mind.chance(bid) < mind.least_chance():
        facts = (Fact("too_risky", {"percent": round(100 * mind.least_chance())}), *facts)
    level = _level(mind, choice, take, rng) if wants else bid
    options = [_bid_option(mind, value) for value in dict.fromkeys((level, bid))]
    if choice.may_pass:
        options.append(Alternative(Pass(), weg, (weg - 40.0, weg + 40.0)))
    action: Action = Bid(level) if wants else Pass()
    return Decision(action, tuple(sorted(options, key=lambda o: -o.value)), facts)


def _bid_option(mind: Auctioneer, value: int) -> Alternative:
    take, error = mind.take(value)
    return Alternative(Bid(value), take, (take - 1.96 * error, take + 1.96 * error))


def _level(mind: Auctioneer, choice: Bids, take: float, rng: Random) -> int:
    """Return the value to bid: the lowest, or a higher one that costs little."""
    lowest = choice.minimum
    assert lowest is not None
    if mind.only_partners_left():
        aim = mind.total()
    else:
        usual = mind.weights.bid
        above = OPENING_HAND * (mind.total() - usual)
        aim = OPENING * usual + above + choice.step * rng.choice((-1, 0, 1))
    steps = (min(int(max(aim, mind.certain)), choice.maximum) - lowest) // choice.step
    if steps <= 0:
        return lowest
    higher = lowest + steps * choice.step
    return higher if mind.take(higher)[0] > take - COST else lowest


def _facts(mind: Auctioneer, bid: int, below: bool, partner_holds: bool) -> tuple[Fact, ...]:
    plan = max(mind.cases, key=lambda case: case[0].total)[0]
    facts = [
        Fact("expected_total", {"points": round(mind.total()), "suit": SUITS[plan.trump].letter}),
        Fact("chance", {"percent": round(100 * mind.chance(bid)), "bid": bid}),
    ]
    if below:
        facts.insert(0, Fact("melds_held", {"points": mind.certain}))
    if partner_holds:
        values = {"bid": mind.auction.value, "partner": mind.auction.holder}
        facts.append(Fact("partner_holds", values))
    elif mind.signal:
        facts.append(Fact("partner_strong", {"bid": mind.partner_bid, "partner": mind.partner}))
    if mind.must_risk():
        facts.append(Fact("match_at_stake"))
    return tuple(facts)
