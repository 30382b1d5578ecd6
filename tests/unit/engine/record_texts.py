"""Records that several tests read: the sample of the format, and a whole deal with its score."""

from binokel.rules.writer import content_hash
from binokel.testing.builders import order_with, rules_with

STAMMTISCH = rules_with("stammtisch")
HASH = content_hash(STAMMTISCH)


def _order() -> str:
    """Return a deck that, cut at 13, gives Bert what he melds and buries in the sample."""
    order = order_with(
        STAMMTISCH,
        "EA EZ SA | HA HZ HK HO HU SK SO BU EZ EU BO SU | EA BA",
        dabb="HU BZ BZ SZ",
        dealer=2,
    )
    return " ".join(str(card) for card in (*order[-13:], *order[:-13]))


SAMPLE = f"""\
binokel 1
rules stammtisch 1 {HASH}
seats Anna | Bert | Carla
date 2026-11-29

deal 1 dealer 2
shuffle {_order()}
cut 13
0 bid 150
1 bid 160
0 pass
2 pass
1 take
1 bury SU HU EU BO
1 trump H
1 meld family H, pair S, binokel
2 meld nothing
0 meld nothing
0 play EA   1 play EZ   2 play EA
undo 1
# comment
"""
"""The sample of the contract in its canonical form; it is complete up to the first trick."""


def conceded() -> str:
    """Return a whole deal: Bert goes out for 160, Anna melds a pair."""
    before = SAMPLE.partition("1 bury")[0]
    return (
        f"{before}1 concede E\n2 meld nothing\n0 meld nothing\nsum Anna 30 | Bert -160 | Carla 30\n"
    )
