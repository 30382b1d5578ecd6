"""What the tests of self-play stand on."""

from array import array

import pytest

from binokel.kernel import COMPILED
from binokel.kernel.bidding import Bidding
from binokel.kernel.book import Book
from binokel.kernel.checks import ROW
from binokel.kernel.dealparams import deal_params
from binokel.kernel.deals import Deals
from binokel.kernel.params import duties_of, side_masks, worth_of
from binokel.kernel.policy import Policy
from binokel.kernel.selfplay import CALM, Manner, SelfPlay
from binokel.players.selfplay import expectation_of
from binokel.rules.catalog import names
from binokel.rules.ruleset import RuleSet

STOCK = ("zu-zweit",)
PLAYED = [name for name in names() if name not in STOCK]
SEED = 20261130
takes_many = pytest.mark.skipif(not COMPILED, reason="thousands of deals need the compiled kernel")


def rows_of(playing: SelfPlay, n: int, seed: int = SEED, first: int = 0) -> "array[int]":
    rows = array("q", bytes(8 * ROW * n))
    playing.fill(memoryview(rows), seed, first)
    return rows


def policy_play(rules: RuleSet, manner: Manner = CALM) -> SelfPlay:
    """Return self-play without the deals that set its level: in source mode they take a while."""
    return SelfPlay(rules, expectation_of(rules), manner)


def told_policy(rules: RuleSet) -> Policy:
    params, policy = deal_params(rules), Policy()
    policy.set_rules(-1, duties_of(rules), worth_of(rules), (0, 0, 0), side_masks(rules))
    policy.set_melds(params.columns, params.sets, params.binokel, params.singles)
    policy.set_estimates(params.deck, [1 << 20] * 8192, 0, 1)
    return policy


def told_deals(rules: RuleSet) -> tuple[Policy, Deals]:
    params, policy = deal_params(rules), told_policy(rules)
    bidding = Bidding(policy, params.auction, rules.deal.dabb, 0)
    book = Book(rules.side_of, params.bonuses, params.concede, params.scoring)
    return policy, Deals(policy, bidding, book, params.deal, (0, 0))
