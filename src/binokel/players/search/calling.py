"""What is called: a bid, where to open and how high to go, or weg.

Conventions as those of the heuristic player: the lowest bid, except near the usual level at first;
never weg below the melds held unless the partner holds the bid; one overbid among partners.

Source: rules.md [auction-procedure], [forced-refuse].
"""

from random import Random

from binokel.engine.actions import Action, Bid, Pass
from binokel.engine.choices import Bids
from binokel.engine.match import MatchView
from binokel.players.base import Alternative, Decision, Fact
from binokel.players.heuristic.asked import PARTNER_MARGIN, compared, level, why
from binokel.players.heuristic.values import mates
from binokel.players.search.auction import EVEN, Auctioneer
from binokel.players.search.bid_reasons import is_enough, match_facts, promises
from binokel.players.search.manner import Manner

COST = 3.0
"""How many points a bid above the lowest may cost."""


def call(view: MatchView, choice: Bids, manner: Manner, rng: Random) -> Decision:
    """Return a bid or weg, with the values of both."""
    if choice.minimum is None:
        return Decision(Pass())
    bid = choice.minimum
    mind = Auctioneer(view, manner, rng, bid)
    take, (weg, error) = mind.take(bid)[0], mind.weg()
    below = bid <= mind.certain and not mind.partner_holds()
    better = take > weg + (PARTNER_MARGIN if mind.partner_holds() else 0.0)
    once = mind.only_partners_left() and mind.has_overbid_partner()
    wants = (better and not once) or below or not choice.may_pass
    high = _level(mind, choice, rng) if wants else bid
    leaps = wants and bool(mates(mind.rules)) and mind.bettels(bid)[0] > EVEN
    if leaps:
        high = _leap(mind, choice, weg)
    options = [_option(mind, value) for value in dict.fromkeys((high, bid))]
    if choice.may_pass:
        options.append(Alternative(Pass(), weg, (weg - 1.96 * error, weg + 1.96 * error)))
    action: Action = Bid(high) if wants else Pass()
    compare = compared(high, mind.take(high)[0], weg, wants=wants)
    chance, *promise = promises(mind, high, weg)
    if leaps and high > bid:
        promise.insert(0, Fact("bettel_leap"))
    facts = (
        *why(mind, choice, below=below, once=once and better),
        *match_facts(mind, high),
        *[Fact("bettel_enough", {"points": mind.bettel})] * is_enough(mind, high, weg),
        chance,
        *((*promise, *compare) if wants else (*compare, *promise)),
    )
    options.sort(key=lambda option: -option.value)
    return Decision(action, tuple(options), facts, mind.stakes.unit)


def _option(mind: Auctioneer, value: int) -> Alternative:
    take, half = mind.take(value)[0], mind.half(value)
    return Alternative(Bid(value), take, (take - half, take + half), mind.own_way(value))


def _level(mind: Auctioneer, choice: Bids, rng: Random) -> int:
    """Return the value to bid."""
    usual = None if mind.only_partners_left() else mind.habits.bid
    hand = (mind.certain, mind.total())
    return level(choice, hand, usual, lambda bid: mind.take(bid)[0], COST, rng)


def _leap(mind: Auctioneer, choice: Bids, weg: float) -> int:
    """Return the bid for a Bettel that leaves half of what it is worth.

    It is worth the same at each bid, and with partners many have one: all would bid on by steps.
    So the first says what it counts; where somebody has gone beyond that, who has one doubles.
    """
    lowest = choice.minimum
    assert lowest is not None
    assert mind.bettel is not None
    aim = min(max(mind.bettel, 2 * lowest), choice.maximum)
    steps = max(0, (aim - lowest) // choice.step)
    least = (mind.take(lowest)[0] + weg) / 2
    while steps and mind.take(lowest + steps * choice.step)[0] < least:
        steps = steps * 3 // 4
    return lowest + steps * choice.step
