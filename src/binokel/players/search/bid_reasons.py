"""Why a seat bids or says weg: what its hand promises, and what the match has to do with it.

Source: rules.md [target-reach-pass], [own-won-bid], [bid-durch].
"""

from statistics import fmean

from binokel.cards.card import SUITS
from binokel.players.base import Fact
from binokel.players.search import hopes
from binokel.players.search.auction import EVEN, Auctioneer
from binokel.players.search.stakes import Prospects

LOST, WON = 0.1, 0.8
"""A match is as good as lost below this chance, and as good as won from that one on."""

SWING = 0.1
"""A bid that moves the chance to win by less is not worth a word."""

HARDLY = 0.05
"""What is made less often swings nothing."""

TELLING = 0.1
"""A Durch or Bettel that so many Dabbs give is worth a word."""

SURE = 0.95
"""A Bettel that is best more often will be announced."""


def is_enough(mind: Auctioneer, bid: int, weg: float) -> bool:
    """Tell whether a bid is too high for a Bettel by the convention alone."""
    if mind.bettel is None or not mind.auction.value <= mind.bettel < bid:
        return False
    return mind.bettels(mind.bettel, weg)[0] >= TELLING


def _prospects(mind: Auctioneer, side: int, bid: int, *, is_bettel: bool) -> Prospects | None:
    """Return what a side's bid, or its Bettel, means for the match."""
    value = hopes.value_of(mind.rules)
    if is_bettel and value is not None:
        return mind.stakes.prospects_of_special(side, value, bid)
    total = max(mind.total(), float(bid)) if side == mind.side else float(bid)
    return mind.stakes.prospects(side, bid, total)


def match_facts(mind: Auctioneer, bid: int) -> tuple[Fact, ...]:
    """Return what the match has to do with it, where this deal may decide it.

    Source: rules.md [target-reach-pass], [own-won-bid].
    """
    holder, standing = mind.auction.holder, mind.auction.value
    found = []
    if holder is not None and mind.is_foe(holder):
        is_bettel = mind.has_bettel(standing)
        theirs = _prospects(mind, mind.rules.side_of[holder], standing, is_bettel=is_bettel)
        if theirs is not None and theirs.made < LOST <= theirs.now:
            values = {"seat": holder, "bid": standing, **({"how": "bettel"} if is_bettel else {})}
            found.append(Fact("match_at_stake", values))
    is_bettel = mind.bettels(bid)[0] > EVEN
    own = _prospects(mind, mind.side, bid, is_bettel=is_bettel)
    swings = own is not None and own.made - own.lost >= SWING and mind.own_way(bid) >= HARDLY
    if own is not None and swings and (own.made >= WON or own.lost < LOST / 2 <= own.now):
        values = {"made": round(100 * own.made), "lost": round(100 * own.lost), "bid": bid}
        found.append(Fact("match_swing", {**values, **({"how": "bettel"} if is_bettel else {})}))
    return tuple(found)


def promises(mind: Auctioneer, bid: int, weg: float) -> tuple[Fact, ...]:
    """Return what the hand promises; of a Bettel only where it is better than weg."""
    chance, (melds, rest) = mind.chance(bid), mind.parts()
    how = {"how": "dabb"} if mind.rules.deal.dabb else {}
    parts = {
        "points": round(mind.total()),
        "suit": SUITS[mind.trump()].letter,
        "held": mind.certain,
        "melds": round(melds),
        "rest": round(rest),
    }
    facts = [
        Fact("chance", {"percent": round(100 * chance), "bid": bid, "p": chance, **how}),
        Fact("outlook", {**parts, **how}),
    ]
    runs = fmean([seen.durch > 0.5 for seen in mind.cases])
    if runs >= TELLING:
        facts.insert(1, Fact("durch_hoped", {"percent": round(100 * runs), **how}))
    share, sure = mind.bettels(bid, weg)
    if share >= TELLING:
        kind = {"how": "sure"} if share > SURE else {}
        values = {"percent": round(100 * sure), "share": round(100 * share), **kind}
        hoped = Fact("bettel_hoped", values)
        facts = [hoped] if share > EVEN else [facts[0], hoped, *facts[1:]]
    return tuple(facts)
