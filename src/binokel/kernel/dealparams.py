"""The only translator from a rule set to whole deals by the rule policy.

Meld tables are asked of the one meld search there is, `binokel.rules.melds`.

Source: rules.md [meld-sharing], [rundgang-modes], [diss-discard-others], [auction-procedure].
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from binokel.cards.card import RANKS, SUITS, Card, Rank, card_of
from binokel.cards.hand import UNITS
from binokel.errors import Unsupported
from binokel.kernel.cards import kernel_bit
from binokel.kernel.checks import NOTHING, UNIT
from binokel.rules.melds import meld_points
from binokel.rules.melds.best import suit_options
from binokel.rules.melds.kinds import rundgang_points, values_of
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring.penalties import loss

RANKS_UP = RANKS[::-1]
# What `bidding.py` and `book.py` call by the same names: their constants are C's own.
FORMS = {"duel": 0, "duel-in-order": 0, "kreuz": 1, "in-turn": 2}
OPENERS = {"free": 0, "must-bid": 1, "holds": 2}
NOBODY = {"redeal": 0, "next-dealer": 0, "forehand": 1, "dealer": 2}
HALVES = {"half-up": 1, "half-down": 2}
MELD_TRICK = {"none": 0, "seat": 1, "side": 2}
PATTERNS = range(4096)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a declarer's cards are expected to bring in tricks, in points.

    `column` takes a suit's 12 bits of a packed hand (see `binokel.cards.hand`) and whether it
    is trump; `base` is what every declarer's side has beside it.
    """

    base: float
    column: Callable[[int, bool], float]


@dataclass(frozen=True, slots=True)
class DealParams:
    """What `Deals` and its parts take, each in the order of its attributes."""

    deal: tuple[int, int, int, int]
    deck: int
    auction: tuple[int, ...]
    bonuses: tuple[int, int, int]
    concede: tuple[int, ...]
    scoring: tuple[int, ...]
    columns: tuple[int, ...]
    sets: tuple[int, ...]
    binokel: tuple[int, ...]
    singles: tuple[int, int, int]


def deal_params(rules: RuleSet) -> DealParams:
    """Return how whole deals go under a rule set.

    Raises:
        Unsupported: the policy does not know such rules; the message names the keys.
    """
    _check(rules)
    deal, play, melds = rules.deal, rules.play, rules.melds
    own_rundgang = rundgang_points(melds) or 0
    dix = (melds.dix or 0) if rules.dabb.bury_dix else 0
    return DealParams(
        deal=(
            deal.hand,
            deal.dabb,
            play.lead == "declarer",
            rules.dabb.concede != "off" and rules.dabb.concede_cost < loss(rules, 1),
        ),
        deck=sum(3 << kernel_bit(card) for card in set(rules.cards)),
        auction=_auction(rules),
        bonuses=(play.last_trick, play.first_trick, deal.dabb),
        concede=_concede(rules),
        scoring=_scoring(rules),
        columns=_columns(rules),
        sets=tuple(_fours(rules, rank, n) for rank in RANKS_UP for n in range(3)),
        binokel=tuple(
            meld_points(rules, n * (UNITS[Card.SO.index] + UNITS[Card.BU.index]), None)
            for n in range(3)
        ),
        singles=(dix, own_rundgang, melds.rundgang == "additive"),
    )


def _check(rules: RuleSet) -> None:
    for is_known, key, value in (
        (rules.bidding.form != "none", "bidding.form", rules.bidding.form),
        (rules.deal.stock == 0, "deal.stock", rules.deal.stock),
        (rules.melds.rundgang != "literal-200", "melds.rundgang", rules.melds.rundgang),
    ):
        if not is_known:
            raise Unsupported(
                f"{rules.id}: the rule policy does not play {key} = {value!r}; "
                "let players of binokel.players play these deals",
                rules=rules.id,
                keys=[key],
            )


def _auction(rules: RuleSet) -> tuple[int, ...]:
    bidding = rules.bidding
    return (
        FORMS[bidding.form],
        bidding.minimum,
        bidding.step,
        bidding.maximum,
        OPENERS[bidding.opener],
        NOBODY[bidding.nobody],
        bidding.forced_value or 0,
        bidding.in_turn_end == "two-passes",
    )


def _concede(rules: RuleSet) -> tuple[int, ...]:
    dabb = rules.dabb
    flat = {"per-seat": dabb.concede_amount * rules.n_seats, "flat": dabb.concede_amount}
    return (
        dabb.concede_cost,
        dabb.concede_others != "none",
        flat.get(dabb.concede_others, 0),
        HALVES.get(dabb.concede_others, 0),
        dabb.concede_scope == "seat",
    )


def _scoring(rules: RuleSet) -> tuple[int, ...]:
    scoring = rules.scoring
    bonus = scoring.lost_bonus
    return (
        scoring.rounding == "ten",
        scoring.rounding_scope == "seat",
        scoring.bid_test == "rounded",
        loss(rules, 1) - loss(rules, 0),
        loss(rules, 0),
        bonus if isinstance(bonus, int) else 0,
        0 if isinstance(bonus, int) else HALVES[bonus],
        scoring.lost_bonus_scope == "seat",
        scoring.lost_others_tricks,
        scoring.lost_keeps_tricks,
        MELD_TRICK[scoring.meld_trick],
        scoring.buried_count,
        scoring.buried_is_trick,
        scoring.unreachable_lost,
    )


# --- tables -------------------------------------------------------------------------------------


@cache
def packed_column(pattern: int) -> int:
    """Return a suit's 12 bits as a packed hand counts them, from the kernel's 12 bits."""
    counts = [(pattern >> (2 * rank) & 3).bit_count() for rank in range(6)]
    return sum(count << (2 * (5 - rank)) for rank, count in enumerate(counts))


def _fours(rules: RuleSet, rank: Rank, n: int) -> int:
    return meld_points(rules, n * sum(UNITS[card_of(suit, rank).index] for suit in SUITS), None)


def _columns(rules: RuleSet) -> tuple[int, ...]:
    """Return what `Values.set_melds` calls columns."""
    known: dict[tuple[int, int, bool], int] = {}
    found = []
    for n_rundgang in range(3):
        for is_trump in (False, True):
            for pattern in PATTERNS:
                key = (packed_column(pattern), n_rundgang, is_trump)
                if key not in known:
                    known[key] = _column_points(rules, *key)
                found.append(known[key])
    return tuple(found)


def _column_points(rules: RuleSet, column: int, n_rundgang: int, is_trump: bool) -> int:
    """Return what the first suit's cards count beside so many Rundgänge of their own."""
    if n_rundgang == 0:
        return meld_points(rules, column, SUITS[0] if is_trump else SUITS[1])
    if rundgang_points(rules.melds) is None:
        return 0
    options = suit_options(rules.melds, values_of(rules), column, 0, is_trump, n_rundgang)
    best = max((points for points, _, _ in options), default=0)
    return best + ((rules.melds.dix or 0) * (column >> 10 & 3) if is_trump else 0)


def estimate_table(expectation: Expectation) -> tuple[int, ...]:
    """Return the estimates of each column, see `Values.set_estimates`."""
    known: dict[tuple[int, bool], int] = {}
    found = []
    for is_trump in (False, True):
        for pattern in PATTERNS:
            key = (packed_column(pattern), is_trump)
            if key not in known:
                known[key] = NOTHING + round(UNIT * expectation.column(*key))
            found.append(known[key])
    return tuple(found)
