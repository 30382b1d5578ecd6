"""Why cards are buried, in facts that follow from the declarer's cards alone.

Source: rules.md [discard-which], [discards-points-000], [diss-not-announced].
"""

from binokel.cards.card import CARDS, SUITS
from binokel.cards.hand import UNITS
from binokel.engine.match import MatchView
from binokel.players.base import Fact
from binokel.players.heuristic.cards import ACE, SEVEN, TEN, n_of, points_of
from binokel.rules.melds import meld_points

WORTH_TELLING = 10
"""So many points in the Dabb are worth a word."""


def burying_facts(view: MatchView, bits: int, buried: int, trump: int) -> tuple[Fact, ...]:
    """Return why these cards are buried, what counts most first.

    `bits` are the hand with all that is buried, packed as `buried` is.
    """
    if not buried:
        return ()
    suit, rules = SUITS[trump], view.rules
    dix = buried >> (12 * trump + 2 * SEVEN) & 3 if rules.dabb.bury_dix else 0
    before = meld_points(rules, bits, suit)
    after = meld_points(rules, bits - buried, suit, dix)
    found = [*_of_points(view, bits, buried, trump), *_of_voids(bits, buried, trump)]
    if before > after:
        found.insert(0, Fact("bury_costs_melds", {"points": before - after}))
    elif after:
        found.append(Fact("bury_melds_whole"))
    return tuple(found)


def _of_points(view: MatchView, bits: int, buried: int, trump: int) -> tuple[Fact, ...]:
    """Return that a ten is safe there, or what counts in the Dabb."""
    rules = view.rules
    if not rules.scoring.buried_count:
        return ()
    kept = bits - buried
    for suit in range(4):
        ten = 6 * suit + TEN
        lone = not kept // UNITS[6 * suit + ACE] & 3
        if suit != trump and lone and buried // UNITS[ten] & 3:
            return (Fact("bury_ten_safe", {"card": str(CARDS[ten])}),)
    points = points_of(buried, rules.card_points)
    return (Fact("bury_points", {"points": points}),) if points >= WORTH_TELLING else ()


def _of_voids(bits: int, buried: int, trump: int) -> tuple[Fact, ...]:
    """Return the side suits of which nothing is left in hand."""
    return tuple(
        Fact("bury_void", {"suit": SUITS[suit].letter})
        for suit in range(4)
        if suit != trump and n_of(bits, suit) and not n_of(bits - buried, suit)
    )
