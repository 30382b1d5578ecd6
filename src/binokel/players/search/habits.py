"""How deals of a rule set usually go: what self-play of the rule policy tells of the others.

Some thousand deals, always the same ones, played when a rule set is first asked about.
"""

from bisect import bisect_left
from functools import lru_cache
from statistics import fmean
from typing import NamedTuple

from binokel.cards.card import SUITS, Rank, card_of
from binokel.kernel.cards import kernel_bit
from binokel.kernel.selfplay import Manner, PlayedDeal
from binokel.players.selfplay import brought, self_play
from binokel.rules.ruleset import RuleSet

SEED, DEALS = 2, 12_000
GIVE_UP = 20
CAUTION_TEAMS = 25
"""With partners, whose hands are less known, one bids so much less than is expected.

So searching players about do (`docs/measurements.md`).
"""
DAUS, ZEHNER = (
    sum(3 << kernel_bit(card_of(suit, rank)) for suit in SUITS) for rank in (Rank.DAUS, Rank.ZEHNER)
)
"""What counts of a hand that plays against the declarer, in halves of a Daus."""


class Outcome(NamedTuple):
    """What a deal brought.

    `total` is what stood against the bid: melds, tricks and buried cards of the declarer's side;
    `others` the mean score of the other sides, `conceded` whether the declarer went out.
    """

    bid: int
    total: int
    others: float
    conceded: bool


class Habits(NamedTuple):
    """What is usual at a table, by the self-play of a rule of thumb.

    `outcomes` are sorted by bid. `bid` and `melds` are means of the winning bid and of what a seat
    melds that does not declare; `tricks` what such a seat takes, `honours` how many it holds, and
    `slope` what one more is worth. `shares` are the chances of a side's score of a deal in tens.
    """

    outcomes: tuple[Outcome, ...]
    bid: float
    made: float
    melds: float
    tricks: float
    honours: float
    slope: float
    shares: dict[int, float]
    winners: dict[int, float]

    def near(self, bid: int, n: int) -> tuple[Outcome, ...]:
        """Return some outcomes of bids from this one on, or of the highest ones."""
        at = bisect_left(self.outcomes, bid, key=_bid)
        start = min(at, max(0, len(self.outcomes) - n))
        top = bisect_left(self.outcomes, max(bid, self.outcomes[start].bid) + SPAN, key=_bid)
        end = max(start + n, top)
        return self.outcomes[start : end : max(1, (end - start) // n)]


SPAN = 60
"""Outcomes of bids up to so much higher tell what becomes of a bid."""


def honours_of(mask: int) -> int:
    """Return how many honours the kernel's mask holds, a Daus counted twice."""
    return 2 * (mask & DAUS).bit_count() + (mask & ZEHNER).bit_count()


def bidder_of(rules: RuleSet) -> Manner:
    """Return how self-play bids and goes out that is to tell of searching players."""
    return Manner(CAUTION_TEAMS if rules.n_sides < rules.n_seats else 0, GIVE_UP)


@lru_cache(maxsize=64)
def habits_of(rules: RuleSet) -> Habits:
    """Return what is usual under a rule set.

    Raises:
        Unsupported: the rule policy does not play these rules.
    """
    deals = [
        deal
        for deal in self_play(rules, bidder_of(rules)).play(DEALS, SEED)
        if deal.declarer is not None
    ]
    held, taken, melded = [], [], []
    for deal in deals:
        if deal.status == "played":
            for seat in _defenders(rules, deal):
                held.append(honours_of(deal.hand_masks[seat]))
                taken.append(deal.tricks[seat])
                melded.append(deal.melds[seat])
    shares, winners = _shares(rules, deals)
    return Habits(
        outcomes=tuple(sorted([_outcome(rules, deal) for deal in deals], key=_bid)),
        bid=fmean(deal.bid for deal in deals),
        made=fmean(deal.made is True for deal in deals),
        melds=fmean(melded),
        tricks=fmean(taken),
        honours=fmean(held),
        slope=_slope(held, taken),
        shares=shares,
        winners=winners,
    )


def _defenders(rules: RuleSet, deal: PlayedDeal) -> list[int]:
    assert deal.declarer is not None
    own = rules.side_of[deal.declarer]
    return [seat for seat in range(rules.n_seats) if rules.side_of[seat] != own]


def _bid(outcome: Outcome) -> int:
    return outcome.bid


def _outcome(rules: RuleSet, deal: PlayedDeal) -> Outcome:
    assert deal.declarer is not None
    own = rules.side_of[deal.declarer]
    others = fmean([score for side, score in enumerate(deal.scores) if side != own])
    return Outcome(deal.bid, brought(rules, deal), others, deal.status != "played")


def _slope(held: list[int], taken: list[int]) -> float:
    """Return how much more is taken with one more honour, by least squares."""
    middle, usual = fmean(held), fmean(taken)
    spread = sum((x - middle) ** 2 for x in held)
    joint = sum((x - middle) * (y - usual) for x, y in zip(held, taken, strict=True))
    return joint / spread if spread else 0.0


def _shares(rules: RuleSet, deals: list[PlayedDeal]) -> tuple[dict[int, float], dict[int, float]]:
    """Return the chances of a side's score, and of each with a bid it has won."""
    shares: dict[int, float] = {}
    winners: dict[int, float] = {}
    each = 1 / (len(deals) * rules.n_sides)
    for deal in deals:
        assert deal.declarer is not None
        own = rules.side_of[deal.declarer]
        for side, score in enumerate(deal.scores):
            ten = round(score / 10)
            shares[ten] = shares.get(ten, 0.0) + each
            if side == own and deal.made:
                winners[ten] = winners.get(ten, 0.0) + each
    return shares, winners
