"""The table of one deal as the oracle sees it, all open, and the score it leads to."""

from dataclasses import dataclass, field

from binokel.rules.ruleset import RuleSet
from tests.oracle import scores
from tests.oracle.cards import Cards, contains, deck
from tests.oracle.melds import Meld
from tests.oracle.stock import Seat


@dataclass
class Deal:
    """Everything about one deal, open."""

    rules: RuleSet
    dealer: int
    hands: list[Cards] = field(default_factory=list)
    dabb: Cards = field(default_factory=list)
    stock: Cards = field(default_factory=list)
    declarer: int = -1
    bid: int = 0
    contract: str = "trump"
    open: bool = False
    from_hand: bool = False
    trump: str | None = None
    named: bool = False
    called: bool = False
    buried: Cards = field(default_factory=list)
    bury_done: bool = False
    buried_dix: int = 0
    melds: dict[int, list[Meld]] = field(default_factory=dict)
    conceded: bool = False
    bury_error: bool = False
    tricks: list[tuple[int, Cards]] = field(default_factory=list)
    revokes: list[tuple[int, int]] = field(default_factory=list)
    proven: tuple[int, int] | None = None
    windows: list[Seat] = field(default_factory=list)
    exchanged: bool = False
    turned_dix: bool = False
    redealt: bool = False

    @property
    def seats(self) -> int:
        return self.rules.table.seats

    def seat(self, place: int) -> int:
        """Return the seat so many places after the dealer; 1 is forehand."""
        return (self.dealer + place) % self.seats

    def after_declarer(self) -> list[int]:
        return [(self.declarer + i) % self.seats for i in range(self.seats)]


def has_melds(deal: Deal) -> bool:
    """Source: rules.md [durch-last-trick], [durch-order]."""
    return scores.has_trump_and_melds(deal.rules, facts_of(deal))


def facts_of(deal: Deal) -> scores.Facts:
    """Return what the score follows from."""
    points = [sum(m.points for m in deal.melds.get(seat, [])) for seat in range(deal.seats)]
    if deal.turned_dix:
        points[deal.dealer] += deal.rules.melds.dix or 0
    return scores.Facts(
        declarer=deal.declarer,
        bid=deal.bid,
        melds=points,
        contract=deal.contract,
        open=deal.open,
        from_hand=deal.from_hand,
        called=deal.called,
        trump=deal.trump,
        tricks=deal.tricks,
        buried=deal.buried,
        conceded=deal.conceded,
        bury_error=deal.bury_error,
        revoke=deal.proven,
    )


def outcome(deal: Deal) -> scores.Outcome:
    """Return the score of a deal that has been told."""
    facts = facts_of(deal)
    if deal.tricks and not deal.conceded and has_melds(deal):
        there = [card for _, trick in deal.tricks for card in trick] + deal.buried
        there += deal.dabb if deal.from_hand else []
        assert contains(there, deck(deal.rules))
        assert len(there) == len(deck(deal.rules))
    if deal.declarer < 0:
        return scores.without_declarer(deal.rules, facts)
    return scores.score(deal.rules, facts)
