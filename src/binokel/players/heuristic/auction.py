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
from binokel.players.heuristic.asked import OPENING, PARTNER_MARGIN, Asked, compared, level, why
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
COST = 5.0
"""How many points a bid above the lowest may cost."""

SIGNAL, MOST_SIGNAL = 0.25, 50.0
"""How much of a partner's bid above the opening level counts as its strength, and at most."""

LEAST_CHANCE, LEAST_CHANCE_PARTNERS = 0.7, 0.8
"""The least chance to make a bid that is named without need; more where half is the partner's."""

LEAST_CHANCE_MATCH = 0.35
"""The same where weg would probably lose the match."""


class Auctioneer(Asked):
    """The thoughts of one seat about one call."""

    def __init__(self, view: MatchView, weights: Weights, rng: Random, budget: Budget) -> None:
        super().__init__(view)
        deal = view.deal
        self.weights = weights
        self.hand = pack(deal.hand)
        forehand = (deal.dealer + 1) % self.rules.n_seats
        declarer_leads = self.rules.play.lead == "declarer" or self.seat == forehand
        self.leads = 1.0 if declarer_leads else 0.0
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
        auction = self.auction
        if auction.holder is not None:
            return self.let(auction.holder, auction.value)
        if not self.is_last():
            return self.let(None, int(self.weights.bid))
        forced = self.forced()
        if forced is None:
            return 0.0
        seat, value = forced
        if seat == self.seat:
            return self.take(value)[0]
        return self.let(seat, value) + (30.0 if self.is_foe(seat) else -30.0)

    def least_chance(self) -> float:
        """Return the chance below which no bid is named without need."""
        if self.must_risk():
            return LEAST_CHANCE_MATCH
        return LEAST_CHANCE_PARTNERS if mates(self.rules) else LEAST_CHANCE


def call(view: MatchView, choice: Bids, weights: Weights, rng: Random, budget: Budget) -> Decision:
    """Return a bid or weg, with the values of both."""
    if choice.minimum is None:
        return Decision(Pass())
    mind = Auctioneer(view, weights, rng, budget)
    bid = choice.minimum
    take, weg = mind.take(bid)[0], mind.weg()
    better = take > weg + (PARTNER_MARGIN if mind.partner_holds() else 0.0)
    below = bid <= mind.certain and not mind.partner_holds()
    likely = mind.chance(bid) >= mind.least_chance()
    once = mind.only_partners_left() and mind.has_overbid_partner()
    wants = (better and likely and not once) or below or not choice.may_pass
    high = _level(mind, choice, rng) if wants else bid
    options = [_bid_option(mind, value) for value in dict.fromkeys((high, bid))]
    if choice.may_pass:
        options.append(Alternative(Pass(), weg, (weg - 40.0, weg + 40.0)))
    action: Action = Bid(high) if wants else Pass()
    reasons = (*why(mind, choice, below=below, once=once and better), *_match(mind))
    if not wants and better and not likely:
        reasons = (Fact("too_risky", {"percent": round(100 * mind.least_chance())}), *reasons)
    compare = compared(high, mind.take(high)[0], weg, wants=wants)
    chance, *promise = _facts(mind, high)
    facts = (*reasons, chance, *((*promise, *compare) if wants else (*compare, *promise)))
    return Decision(action, tuple(sorted(options, key=lambda o: -o.value)), facts)


def _bid_option(mind: Auctioneer, value: int) -> Alternative:
    take, error = mind.take(value)
    interval = (take - 1.96 * error, take + 1.96 * error)
    return Alternative(Bid(value), take, interval, mind.chance(value))


def _level(mind: Auctioneer, choice: Bids, rng: Random) -> int:
    """Return the value to bid."""
    usual = None if mind.only_partners_left() else mind.weights.bid
    hand = (mind.certain, mind.total())
    return level(choice, hand, usual, lambda bid: mind.take(bid)[0], COST, rng)


def _match(mind: Auctioneer) -> tuple[Fact, ...]:
    """Return that weg would probably lose the match."""
    if not mind.must_risk():
        return ()
    return (Fact("match_at_stake", {"seat": mind.auction.holder, "bid": mind.auction.value}),)


def _facts(mind: Auctioneer, bid: int) -> tuple[Fact, ...]:
    """Return what the hand promises."""
    suits = [plan.trump for plan, _ in mind.cases]
    often = SUITS[max(sorted(set(suits)), key=suits.count)].letter
    how = {"how": "dabb"} if mind.rules.deal.dabb else {}
    percent = round(100 * mind.chance(bid))
    facts = [
        Fact("chance", {"percent": percent, "bid": bid, **how}),
        Fact("expected_total", {"points": round(mind.total()), "suit": often, **how}),
    ]
    if mind.signal and not mind.partner_holds():
        facts.append(Fact("partner_strong", {"bid": mind.partner_bid, "partner": mind.partner}))
    return tuple(facts)
