"""How well a player remembers what was played: people forget low cards first.

What a seat has played itself is never forgotten, nor what lies on the table.
"""

from dataclasses import dataclass

from binokel.cards.card import Card, Rank, Suit


@dataclass(frozen=True, slots=True)
class Memory:
    """The last `tricks` tricks are remembered whole; of older ones some ranks, or the trumps.

    Who did not follow or could not beat is remembered for as long as the trick.
    """

    tricks: int = 99
    ranks: frozenset[Rank] = frozenset()
    trumps: bool = True

    def keeps(self, card: Card, trump: Suit | None, age: int) -> bool:
        """Tell whether a card is remembered, so many tricks after the last one."""
        return age < self.tricks or card.rank in self.ranks or (self.trumps and card.suit is trump)


PERFECT = Memory()
