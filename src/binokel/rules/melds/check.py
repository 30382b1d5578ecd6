"""Whether a declared set of melds is allowed: cards held, and copies shared rightly.

Source: rules.md [meld-voluntary], [meld-wrong], [meld-sharing], [rundgang-modes].
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from binokel.cards.card import SUITS, Card, Rank, Suit, card_of
from binokel.errors import Reason
from binokel.rules.melds.best import shares_rundgang
from binokel.rules.melds.kinds import FAMILIES, PAIR_RANKS, Meld, MeldKind, values_of
from binokel.rules.ruleset import RuleSet

_OF_RANK = (MeldKind.FOUR, MeldKind.EIGHT)
_BINOKEL = (MeldKind.BINOKEL, MeldKind.DOUBLE_BINOKEL)


class MeldFault(NamedTuple):
    """Why a declared set of melds is refused: the reason, the meld or card it is about."""

    reason: Reason
    subject: str


def meld_fault(
    rules: RuleSet, hand: int, trump: Suit | None, melds: Sequence[Meld], buried_dix: int = 0
) -> MeldFault | None:
    """Return what is wrong with declaring these melds from a packed hand, or None.

    Source: rules.md [meld-voluntary], [meld-sharing].
    """
    for meld in melds:
        if not is_known(rules, meld, trump):
            return MeldFault(Reason.MELD_UNKNOWN, describe(meld))
        if meld.kind is not MeldKind.DIX and (missing := missing_card(hand, meld)) is not None:
            return MeldFault(Reason.MELD_NOT_HELD, f"{describe(meld)}: {missing}")
    for card, needed in copies_needed(rules, melds, trump).items():
        spare = buried_dix if trump is not None and card is card_of(trump, Rank.SIEBENER) else 0
        if needed > (hand >> (2 * card.index) & 3) + spare:
            return MeldFault(
                Reason.MELD_SHARED if hand >> (2 * card.index) & 3 else Reason.MELD_NOT_HELD,
                str(card),
            )
    if rules.melds.rundgang == "literal-200" and _dodges_rundgang(melds):
        return MeldFault(Reason.MELD_SHARED, "rundgang")
    return None


def describe(meld: Meld) -> str:
    """Return a meld in the words of the record: `family H`, `four A`, `binokel`."""
    words: str = meld.kind.value.replace("_", " ")
    if not meld.cards:  # nobody can lay it, but a client can send it
        return words
    if meld.kind in (MeldKind.PAIR, *FAMILIES):
        return f"{words} {meld.suit}"
    return f"{words} {meld.rank}" if meld.kind in _OF_RANK else words


def copies_needed(rules: RuleSet, melds: Iterable[Meld], trump: Suit | None) -> dict[Card, int]:
    """Return how many copies of each card melds take, in the dearest class.

    Source: rules.md [meld-sharing], [discard-duplicates].
    """
    classes = class_usage(rules, melds, trump)
    needed: dict[Card, int] = {}
    for usage in classes.values():
        for card, n in usage.items():
            needed[card] = max(needed.get(card, 0), n)
    return needed


def class_usage(
    rules: RuleSet, melds: Iterable[Meld], trump: Suit | None
) -> dict[str, Counter[Card]]:
    """Return how many copies of each card the melds take in each class of melds."""
    usage = {name: Counter[Card]() for name in ("binokel", "rank", "family", "pair", "dix")}
    pair_class = "pair" if rules.melds.pair_in_family else "family"
    n_rundgang, families, doubles = 0, Counter[Suit](), Counter[Suit]()
    for meld in melds:
        if meld.kind is MeldKind.RUNDGANG:
            n_rundgang += 1
        elif meld.kind in FAMILIES:
            usage["family"].update(meld.cards)
            families[meld.suit] += 2 if meld.kind is MeldKind.DOUBLE_FAMILY else 1
            doubles[meld.suit] += meld.kind is MeldKind.DOUBLE_FAMILY
        elif meld.kind is MeldKind.PAIR:
            usage[pair_class].update(meld.cards)
        elif meld.kind in _OF_RANK:
            usage["rank"].update(meld.cards)
        else:
            usage["binokel" if meld.kind in _BINOKEL else "dix"].update(meld.cards)
    if n_rundgang:
        _add_rundgang(rules, usage, trump, n_rundgang, families, doubles)
    return usage


def _add_rundgang(
    rules: RuleSet,
    usage: dict[str, Counter[Card]],
    trump: Suit | None,
    n: int,
    families: Counter[Suit],
    doubles: Counter[Suit],
) -> None:
    """Count the copies that n Rundgänge take, less those shared with families.

    Source: rules.md [rundgang-modes].
    """
    for suit in SUITS:
        shares = shares_rundgang(rules.melds, suit is trump, doubles[suit] > 0)
        shared = min(families[suit], n) if shares else 0
        for card in (card_of(suit, rank) for rank in PAIR_RANKS):
            usage["family"][card] += n - shared
            if rules.melds.pair_in_family:
                usage["pair"][card] += n
            if rules.melds.rundgang != "additive":
                usage["rank"][card] += n


def is_known(rules: RuleSet, meld: Meld, trump: Suit | None) -> bool:
    """Tell whether the rule set has exactly this meld, with these cards and points."""
    if meld.kind in (MeldKind.RUNDGANG, *_BINOKEL):
        index = 0
    elif not meld.cards:
        return False
    else:
        index = meld.rank.index if meld.kind in _OF_RANK else meld.suit.index
    return values_of(rules).find(meld.kind, index, trump) == meld


def missing_card(hand: int, meld: Meld) -> Card | None:
    """Return a card of the meld that the hand lacks."""
    for card, n in Counter(meld.cards).items():
        if n > hand >> (2 * card.index) & 3:
            return card
    return None


def _dodges_rundgang(melds: Sequence[Meld]) -> bool:
    """Tell whether the parts of a Rundgang beside a family are declared one by one.

    Source: rules.md [rundgang-200-side-family]: together they count 200.
    """
    fours = {meld.rank for meld in melds if meld.kind is MeldKind.FOUR}
    pairs = {meld.suit for meld in melds if meld.kind is MeldKind.PAIR}
    families = {meld.suit for meld in melds if meld.kind in FAMILIES}
    return (
        set(PAIR_RANKS) <= fours
        and len(pairs | families) == 4
        and not families <= pairs
        and all(meld.kind is not MeldKind.RUNDGANG for meld in melds)
    )
