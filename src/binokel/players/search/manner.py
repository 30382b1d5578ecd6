"""How a searching player goes about a card: what it assumes, and what it spends."""

from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from binokel.players.base import Budget
from binokel.players.search.likely import LIKELY, Likely

CASE_NODES = 10_000
"""So many nodes of the search take as long as a case of a bid."""
LEAST_CASES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """The manner of one player.

    `melded`: everybody is taken to have melded all he has. `weighed`: worlds count by how well
    the calls, the trump and the burying of the others fit. With at most `open_from` tricks left
    all cards are opened in each world and searched, too; before that the policy alone plays on.
    `how` says whether the mean of both counts then, or the search alone. `doubts`: what is foreseen
    comes only about so. A decision spends `nodes` if nothing else is said, and looks at no more
    than `worlds`; a bid is weighed in so many `cases`, and a hand taken for better or worse than it
    is by `misjudge` points (standard deviation). A Durch or Bettel is announced only from a chance
    of `timid` on; who is timid at all bids for no Bettel.
    """

    melded: bool = False
    weighed: bool = False
    open_from: int = 5
    how: Literal["mean", "open"] = "mean"
    doubts: bool = True
    nodes: int = 3_000_000
    worlds: int = 2000
    cases: int = 60
    misjudge: float = 0.0
    timid: float = 0.0
    likely: Likely = LIKELY

    def within(self, budget: Budget) -> "Manner":
        """Return the manner with as many cases of a bid as a budget allows."""
        if budget.nodes is None:
            return self
        return replace(self, cases=min(self.cases, max(LEAST_CASES, budget.nodes // CASE_NODES)))

    def error(self, cards: int) -> int:
        """Return by how many points a hand (packed) is misjudged: the same hand always so."""
        return round(Random(f"misjudged {cards}").gauss(0.0, self.misjudge)) if self.misjudge else 0


PIMC = Manner()
SEARCH = Manner(melded=True, weighed=True)
MANNERS = {"pimc": PIMC, "search": SEARCH}
