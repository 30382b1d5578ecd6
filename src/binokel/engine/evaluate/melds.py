"""`melds`: the best set of melds of a hand, or of any part of one."""

from functools import lru_cache
from typing import Any

from binokel.cards.card import Suit
from binokel.engine.evaluate.fields import Fields, Op, Outcome, pack_cards
from binokel.errors import Inconsistent
from binokel.rules.melds import Meld, best_melds


def run(fields: Fields) -> Outcome:
    """Return the points of the best set of melds, and the melds, dearest first.

    Source: rules.md [meld-voluntary], [meld-sharing].
    """
    trump = fields.suit_or_null("trump")
    hand = pack_cards(fields.rules, fields.cards("hand"), "hand")
    buried_dix = fields.number("buried_dix", default=0)
    if buried_dix:
        _check_buried_dix(fields, trump, hand, buried_dix)
    melds = best_melds(fields.rules, hand, trump, buried_dix)
    return {
        "points": sum([meld.points for meld in melds]),
        "melds": [_written(meld) for meld in melds],
    }


OP = Op(("trump", "hand", "buried_dix"), run)


def _check_buried_dix(fields: Fields, trump: Suit | None, hand: int, n: int) -> None:
    """Refuse buried trump sevens that cannot lie there.

    Source: rules.md [diss-not-announced], [diss-discard-others].
    """
    rules = fields.rules
    if not rules.dabb.bury_dix or not rules.deal.dabb:
        raise Inconsistent("no trump seven may be melded and buried in this rule set", n=n)
    if trump is None:
        raise Inconsistent("without a trump suit no trump seven is buried", n=n)
    in_hand = hand >> (12 * trump.index + 10) & 3
    most = min(rules.deal.dabb, 2 - in_hand)
    if n > most:
        message = f"{n} trump sevens cannot be buried: the hand has {in_hand} of two"
        raise Inconsistent(message, n=n, maximum=most)


@lru_cache(maxsize=1024)
def _written(meld: Meld) -> dict[str, Any]:
    """Return the JSON form of a meld; nobody changes it."""
    cards = [card.value for card in meld.cards]
    return {"kind": meld.kind.value, "cards": cards, "points": meld.points}
