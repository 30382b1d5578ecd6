"""Whole deals by the rule policy, many thousands a second.

Each deal follows from its seed and number alone; the dealer is the number modulo the seats. Where
nobody bids and the rules deal anew, the deal is thrown in and nothing is scored.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import RLock

from binokel.cards.card import SUITS, Card, Suit
from binokel.kernel.bidding import Bidding
from binokel.kernel.book import Book
from binokel.kernel.cards import card_of, cards_of
from binokel.kernel.checks import ROW, UNIT
from binokel.kernel.dealparams import DealParams, Expectation, deal_params, estimate_table
from binokel.kernel.deals import Deals
from binokel.kernel.params import duties_of, side_masks, worth_of
from binokel.kernel.policy import Policy
from binokel.rules.ruleset import RuleSet

# In the order of the numbers in `book.py`.
STATUS = ("played", "conceded", "unreachable", "thrown-in")
BATCH = 1024


@dataclass(frozen=True, slots=True)
class Manner:
    """How the policy bids and gives up, in points.

    It bids up to what it expects less `caution`, and goes out where it expects less than the bid
    by more than `give_up`. Of 256 declarers `whims` name any trump and bury a card at random, so
    that it can be learned what that brings.
    """

    caution: int = 20
    give_up: int = 40
    whims: int = 0


CALM = Manner()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeal:
    """A deal and how it went.

    `hand_masks` as dealt, by seat, `dabb_mask` and `buried_mask` are the kernel's; `hands`, `dabb`
    and `buried` are their cards. `declarer`, `bid` and `trump` of the contract (None or 0 where the
    cards were thrown in). `expected` is what the declarer hoped for with the Dabb.
    By seat: `melds` (0 where they lapsed), card points of `tricks`, tricks `won`; by side:
    `scores`. `last_winner` took the last trick. `status` is played, conceded, unreachable or
    thrown-in.
    """

    dealer: int
    status: str
    hand_masks: tuple[int, ...]
    dabb_mask: int
    declarer: int | None
    bid: int
    trump: Suit | None
    buried_mask: int
    expected: int
    made: bool | None
    melds: tuple[int, ...]
    tricks: tuple[int, ...]
    won: tuple[int, ...]
    last_winner: int | None
    scores: tuple[int, ...]

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands as dealt, by seat."""
        return tuple(map(cards_of, self.hand_masks))

    @property
    def dabb(self) -> tuple[Card, ...]:
        """The Dabb."""
        return cards_of(self.dabb_mask)

    @property
    def buried(self) -> tuple[Card, ...]:
        """What the declarer buried."""
        return cards_of(self.buried_mask)


@dataclass(frozen=True, slots=True)
class Course:
    """A deal with everything that was done: calls (0: weg) and cards, each in order."""

    deal: PlayedDeal
    calls: tuple[int, ...]
    cards: tuple[Card, ...]


class SelfPlay:
    """Plays whole deals of a rule set with a rule of thumb in every seat.

    Threads that share one wait for each other: take one a thread.

    Raises:
        Unsupported: the policy does not know the rules; the message names the keys.
    """

    def __init__(self, rules: RuleSet, expectation: Expectation, manner: Manner = CALM) -> None:
        self.rules = rules
        params = _params(rules)
        policy = make_policy(rules, expectation)
        self._lock = RLock()
        self._deals = Deals(
            policy,
            Bidding(policy, params.auction, rules.deal.dabb, manner.caution),
            make_book(rules),
            params.deal,
            (manner.give_up, manner.whims),
        )

    def fill(self, rows: memoryview, seed: int, first: int = 0) -> None:
        """Play deals until a buffer is full, ROW numbers a deal; the lock is free.

        Args:
            rows: writable, contiguous, format q; what a row holds, `read_row` tells.
            seed: from 0 to 2**64 - 1.
            first: the number of the first deal.

        Raises:
            ValueError: one of them does not fit.
        """
        with self._lock:
            self._deals.play(seed, first, rows.nbytes // (8 * ROW), rows)

    def play(self, n: int, seed: int, first: int = 0) -> Iterator[PlayedDeal]:
        """Yield `n` deals of a seed, from number `first` on."""
        for start in range(first, first + n, BATCH):
            count = min(BATCH, first + n - start)
            rows = array("q", bytes(8 * ROW * count))
            self.fill(memoryview(rows), seed, start)
            for at in range(0, ROW * count, ROW):
                yield read_row(self.rules, rows[at : at + ROW])

    def course(self, seed: int, number: int) -> Course:
        """Return one deal with all that was done in it."""
        with self._lock:
            deal = next(self.play(1, seed, number))
            cards = tuple(card_of(bit) for bit in self._deals.last_cards())
            calls = tuple(self._deals.last_calls())
        return Course(deal, calls, cards)


@lru_cache(maxsize=64)
def _params(rules: RuleSet) -> DealParams:
    return deal_params(rules)


def make_policy(rules: RuleSet, expectation: Expectation) -> Policy:
    """Return a rule policy that plays by a rule set.

    Raises:
        Unsupported: the policy does not know the rules; the message names the keys.
    """
    params = _params(rules)
    policy = Policy()
    policy.set_rules(-1, duties_of(rules), worth_of(rules), (0, 0, 0), side_masks(rules))
    policy.set_melds(params.columns, params.sets, params.binokel, params.singles)
    base = round(UNIT * expectation.base)
    policy.set_estimates(params.deck, estimate_table(expectation), base, rules.scoring.buried_count)
    return policy


def make_book(rules: RuleSet) -> Book:
    """Return a book that writes down deals by a rule set.

    Raises:
        Unsupported: as `make_policy`.
    """
    params = _params(rules)
    return Book(rules.side_of, params.bonuses, params.concede, params.scoring)


def read_row(rules: RuleSet, row: "array[int]") -> PlayedDeal:
    """Return what a row of numbers tells."""
    dealer, status, declarer, bid, trump, made, expected = row[:7]
    dabb, buried, last_winner = row[7:10]
    seats, sides = rules.n_seats, rules.n_sides
    hands, melds, tricks, won, scores = (row[at : at + 6] for at in range(10, ROW, 6))
    return PlayedDeal(
        dealer=dealer,
        status=STATUS[status],
        hand_masks=tuple(hands[:seats]),
        dabb_mask=dabb,
        declarer=None if declarer < 0 else declarer,
        bid=bid,
        trump=None if trump < 0 else SUITS[trump],
        buried_mask=buried,
        expected=expected,
        made=None if made < 0 else bool(made),
        melds=tuple(melds[:seats]),
        tricks=tuple(tricks[:seats]),
        won=tuple(won[:seats]),
        last_winner=None if last_winner < 0 else last_winner,
        scores=tuple(scores[:sides]),
    )
