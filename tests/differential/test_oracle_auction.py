"""Auctions against the oracle, call by call, with illegal calls tried on the way."""

from random import Random

from binokel.rules import bidding
from binokel.rules.bidding import Auction
from binokel.rules.ruleset import RuleSet
from tests.differential.oracle_cases import cases, varied
from tests.oracle import auction as oracle


def answer(rules: RuleSet, auction: Auction) -> oracle.Answer:
    """Return an auction in the words of the oracle."""
    if auction.status == "open":
        return oracle.Answer(
            "open",
            auction.to_act,
            bidding.lowest_bid(rules, auction),
            bidding.may_pass(rules, auction),
            None,
            auction.value or None,
        )
    return oracle.Answer(auction.status, declarer=auction.declarer, value=auction.value or None)


def any_call(rng: Random, rules: RuleSet, auction: Auction, pass_rate: float) -> oracle.Call:
    """Return a call, most of the time a legal one."""
    lowest = bidding.lowest_bid(rules, auction)
    if rng.random() < pass_rate or lowest is None:
        return None
    if rng.random() < 0.2:
        return rng.randrange(0, rules.bidding.maximum + 30)
    steps = 0 if not rules.bidding.jumps or rng.random() < 0.6 else rng.randint(0, 6)
    return lowest + steps * rules.bidding.step


def may_call(rules: RuleSet, auction: Auction, call: oracle.Call) -> bool:
    if call is None:
        return bidding.may_pass(rules, auction)
    return bidding.bid_fault(rules, auction, call) is None


def told(rules: RuleSet, dealer: int, calls: list[tuple[int, oracle.Call]]) -> oracle.Answer | None:
    try:
        return oracle.follow(rules, dealer, calls)
    except oracle.IllegalCallError:
        return None


def test_auctions_are_the_oracles_call_by_call() -> None:
    for label, rng in cases("auction", 1500):
        rules = varied(rng, "bidding")
        if rules.bidding.form == "none":
            continue
        dealer, pass_rate = rng.randrange(rules.table.seats), rng.choice((0.9, 0.5, 0.2))
        auction = bidding.start_auction(rules, dealer)
        calls: list[tuple[int, oracle.Call]] = []
        while True:
            where = (label, rules.bidding, rules.table.seats, dealer, calls)
            assert answer(rules, auction) == told(rules, dealer, calls), where
            if auction.to_act is None or len(calls) > 60:
                break
            call = any_call(rng, rules, auction, pass_rate)
            wanted = [*calls, (auction.to_act, call)]
            legal = may_call(rules, auction, call)
            assert legal == (told(rules, dealer, wanted) is not None), (where, call)
            if not legal:
                pass_rate = 1 - pass_rate
                continue
            calls = wanted
            auction = (
                bidding.pass_bid(rules, auction)
                if call is None
                else bidding.bid(rules, auction, call)
            )
        if auction.to_act is None:
            assert told(rules, dealer, [*calls, (dealer, None)]) is None, where
