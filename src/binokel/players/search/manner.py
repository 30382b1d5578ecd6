"""How a searching player goes about a card: what it assumes, and what it spends."""

from dataclasses import dataclass

from binokel.players.search.likely import LIKELY, Likely


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """The manner of one player.

    `melded`: everybody is taken to have melded all he has. `weighed`: worlds count by how well
    the calls, the trump and the burying of the others fit. With at most `open_from` tricks left
    all cards are opened in each world and searched; before that the rule policy plays on, and with
    `open_last` above 0 only until so many tricks are left, which are searched then. A decision
    spends `nodes` if nothing else is said, and draws at most `worlds`.
    """

    melded: bool = False
    weighed: bool = False
    open_from: int = 6
    open_last: int = 0
    how: str = "open"
    nodes: int = 400_000
    worlds: int = 400
    likely: Likely = LIKELY


PIMC = Manner(how="mean", open_from=5)
SEARCH = Manner(how="mean", open_from=5, melded=True, weighed=True)
MANNERS = {"pimc": PIMC, "search": SEARCH}
