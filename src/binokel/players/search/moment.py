"""The moment of a deal at which a card is chosen, as the seat to act sees it."""

from collections.abc import Iterator
from dataclasses import dataclass

from binokel.cards.card import CARDS, SUITS
from binokel.cards.hand import pack
from binokel.engine.match import MatchView
from binokel.kernel.cards import kernel_bit
from binokel.players.search.masks import Copies
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import effective_bid


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What of a view the search of a card needs, in the kernel's terms.

    `own` is the own hand; `played` are the bit indices of all cards played so far, the running
    trick's `on_table` among them; `used` is what `Copies` goes on from. `roots` has for each
    legal card (by index) its bit. `first_leader` led to the first trick.
    """

    view: MatchView
    rules: RuleSet
    seat: int
    declarer: int
    trump: int
    bid: int
    leader: int
    first_leader: int
    own: int
    played: tuple[int, ...]
    on_table: tuple[int, ...]
    used: int
    roots: dict[int, int]
    n_done: int
    n_left: int

    def plays(self) -> Iterator[tuple[int, int]]:
        """Yield seat and card index of every card played so far."""
        n, deal = self.rules.n_seats, self.view.deal
        tricks = [(trick.leader, trick.cards) for trick in deal.tricks]
        for leader, cards in (*tricks, (deal.leader, deal.trick)):
            for place, card in enumerate(cards):
                yield (leader + place) % n, card.index


def moment_of(view: MatchView, legal: tuple[int, ...]) -> Moment:
    """Return the moment of a view with one of these cards (by index) to play."""
    deal = view.deal
    assert deal.seat is not None
    copies = Copies()
    done = copies.give_each(card.index for trick in deal.tricks for card in trick.cards)
    on_table = copies.give_each(card.index for card in deal.trick)
    own = copies.give(pack(deal.hand))
    roots = {}
    for index in legal:
        bit = kernel_bit(CARDS[index])
        roots[index] = bit + 1 if own >> (bit + 1) & 1 else bit
    return Moment(
        view=view,
        rules=view.rules,
        seat=deal.seat,
        declarer=-1 if deal.declarer is None else deal.declarer,
        trump=-1 if deal.trump is None else SUITS.index(deal.trump),
        bid=effective_bid(view.rules, deal.bid, deal.call is not None),
        leader=deal.leader,
        first_leader=deal.tricks[0].leader if deal.tricks else deal.leader,
        own=own,
        played=(*done, *on_table),
        on_table=tuple(on_table),
        used=copies.used,
        roots=roots,
        n_done=len(deal.tricks),
        n_left=len(deal.hand),
    )
