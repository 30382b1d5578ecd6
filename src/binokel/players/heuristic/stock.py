"""The game with a stock: keep what may still be melded, win tricks that are worth it.

Source: rules.md [two-player-phases], [two-player-reuse], [two-player-obligations].
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from binokel.cards.card import CARDS, SUITS
from binokel.cards.hand import pack
from binokel.engine.actions import PLAYS
from binokel.engine.match import MatchView
from binokel.players.base import Alternative, Decision, Fact
from binokel.players.heuristic.cards import RANK_OF, SEVEN, SUIT_OF, least, n_cards
from binokel.players.heuristic.knowledge import Knowledge
from binokel.rules.melds import Meld, MeldKind
from binokel.rules.melds.kinds import values_of
from binokel.rules.melds.stock import group_of
from binokel.rules.ruleset import RuleSet
from binokel.rules.tricks import winning_index

_SIDE_LATE = (14.0, 5.0, 2.5, 1.5, 0.5, 0.0)
_TRUMP_LATE = (34.0, 30.0, 19.0, 17.0, 16.0, 12.0)
"""What a card brings in the end phase, by rank: its points, those it wins, and the lead."""

_WINDOW = 2.0
"""What winning a trick is worth when nothing waits to be melded."""

_URGENCY = 0.15
"""Which part of a waiting meld hangs on winning this very trick, at least."""

_EXCHANGE = 8.0
"""What the turned-up card is worth more than the trump seven."""

_MOST_LACKING = 2
"""A meld that lacks more cards is not hoped for."""

_REACH = 0.75
"""How likely a meld that comes together later is also laid."""


class Target(NamedTuple):
    """A meld of the rule set by its class, its points, and how often it needs each card."""

    group: tuple[str, int]
    points: int
    bits: int
    n_cards: int
    needs: tuple[tuple[int, int], ...]


class Hope(NamedTuple):
    """A meld that may still be laid: what it adds, and by card the copies needed and lacking.

    Fewer than no copies are lacking where one is held beyond the need.
    """

    group: tuple[str, int]
    gain: int
    lacks: tuple[tuple[int, int, int], ...]


class StockPlayer:
    """The thoughts of one seat while the stock lasts."""

    def __init__(self, view: MatchView) -> None:
        deal = view.deal
        self.view = view
        self.known = Knowledge(view)
        self.other = (self.known.seat + 1) % self.known.n_seats
        self.windows_left = max(1, deal.n_stock // 2)
        hidden = n_cards(self.known.unseen) - n_cards(self.known.shown[self.other])
        self.draw = min(1.0, (self.windows_left - 1) / max(1, hidden))
        self.hopes = self._hopes()
        self.ready = [h for h in self.hopes if all(lack <= 0 for _, _, lack in h.lacks)]
        self.ready_cards = {index for hope in self.ready for index, _, _ in hope.lacks}
        self.waiting = self.waiting_without(-1)
        self.sevens = self._sevens()
        self.in_melds = self._in_melds()

    def _hopes(self) -> list[Hope]:
        """Return the melds that are not laid yet, with what they would add."""
        rules = self.view.rules
        standing: dict[tuple[str, int], list[Meld]] = {}
        for meld in self.view.deal.melds[self.known.seat] or ():
            standing.setdefault(group_of(rules, meld), []).append(meld)
        hand = self.known.hand
        return [
            self._hope(target, standing.get(target.group, ()))
            for target in _targets(rules, self.known.trump)
            if target.n_cards - n_cards(least(hand, target.bits)) <= _MOST_LACKING
        ]

    def _hope(self, target: Target, same: Sequence[Meld]) -> Hope:
        """Return what a meld would add: a second one, or one that takes over what stands."""
        gain, hand = target.points, self.known.hand
        if not same:
            plain = [(index, n, n - (hand >> (2 * index) & 3)) for index, n in target.needs]
            return Hope(target.group, gain, tuple(plain))
        used: dict[int, int] = {}
        stands = sum([meld.points for meld in same])
        if gain > stands:
            gain -= stands
        else:
            for meld in same:
                for card in meld.cards:
                    used[card.index] = used.get(card.index, 0) + 1
        played = self.known.played[self.known.seat]
        lacks = []
        for index, n in target.needs:
            held = hand >> (2 * index) & 3
            free = held + (played >> (2 * index) & 3) - used.get(index, 0)
            lacks.append((index, n, n - max(0, min(held, free))))
        return Hope(target.group, gain, tuple(lacks))

    def _comes(self, index: int, n: int) -> float:
        """Return the chance to draw n more copies of a card in time."""
        if n <= 0:
            return 1.0
        known = self.known
        shift = 2 * index
        out = (known.unseen >> shift & 3) - (known.shown[self.other] >> shift & 3)
        if out < n:
            return 0.0
        miss = 1.0 - self.draw
        return 1.0 - miss**out if n == 1 else self.draw**n

    def _in_melds(self) -> dict[int, float]:
        """Return by card what the melds to come would lose without one copy of it."""
        worth: dict[tuple[int, tuple[str, int]], float] = {}
        for hope in self.hopes:
            at_stake = _REACH * hope.gain
            for index, _, lack in hope.lacks:
                if lack > 0:
                    at_stake *= self._comes(index, lack)
            if not at_stake:
                continue
            for index, n, lack in hope.lacks:
                if 0 <= lack < n:
                    again = self._comes(index, lack + 1)
                    if lack:
                        again /= self._comes(index, lack)
                    lost = at_stake * (1.0 - again)
                    key = (index, hope.group)
                    worth[key] = max(worth.get(key, 0.0), lost)
        total: dict[int, float] = {}
        for (index, _), lost in worth.items():
            total[index] = total.get(index, 0.0) + lost
        return total

    def keep_value(self, card: int) -> float:
        """Return what a card may still bring: in melds to come, and in the end phase."""
        late = _TRUMP_LATE if SUIT_OF[card] == self.known.trump else _SIDE_LATE
        return late[RANK_OF[card]] + self.in_melds.get(card, 0.0)

    def _window(self, card: int) -> float:
        """Return what the window after this trick is worth when this card is gone."""
        waiting = self.waiting_without(card) if card in self.ready_cards else self.waiting
        exchange = _EXCHANGE if self.sevens > (card == 6 * self.known.trump + SEVEN) else 0.0
        return _WINDOW + waiting * max(_URGENCY, 1.0 / self.windows_left) + exchange

    def waiting_without(self, card: int) -> int:
        """Return what could be melded after winning this trick with a card."""
        best: dict[tuple[str, int], int] = {}
        for hope in self.ready:
            if all(index != card or lack < 0 for index, _, lack in hope.lacks):
                best[hope.group] = max(best.get(hope.group, 0), hope.gain)
        return sum(best.values())

    def _sevens(self) -> int:
        """Return the trump sevens that may be exchanged.

        Source: rules.md [two-player-dix].
        """
        deal, known = self.view.deal, self.known
        turned = deal.turned_up
        if turned is None or RANK_OF[turned.index] == SEVEN:
            return 0
        shift = 2 * (6 * known.trump + SEVEN)
        melds = deal.melds[known.seat] or ()
        laid = sum([meld.kind is MeldKind.DIX for meld in melds])
        ever = (known.hand >> shift & 3) + (known.played[known.seat] >> shift & 3)
        return min(known.hand >> shift & 3, ever - laid)

    def value(self, card: int) -> float:
        """Return what playing a card is worth, in points."""
        known = self.known
        trick = [*(c.index for c in self.view.deal.trick), card]
        table = sum([known.points[c] for c in trick])
        keep, window = self.keep_value(card), self._window(card)
        if len(trick) == known.n_seats:
            if winning_index(trick, known.trump) == len(trick) - 1:
                return table + window - keep
            return -table - keep
        beaten = self._chance_beaten(card)
        return (1.0 - beaten) * (table + 1.0 + window) - beaten * (table + 5.0) - keep

    def _chance_beaten(self, card: int) -> float:
        """Return the chance that a led card is beaten: the other may, but will not always."""
        chance = self.known.chance_beaten_freely(self.other, card)
        return chance * min(1.0, 0.4 + self.known.points[card] / 16.0)

    def facts(self, card: int) -> tuple[Fact, ...]:
        """Return why a card is played, in stable codes."""
        known, values = self.known, {"card": str(CARDS[card])}
        trick = [*(c.index for c in self.view.deal.trick), card]
        if len(trick) > 1:
            wins = winning_index(trick, known.trump) == len(trick) - 1
        else:
            wins = self._chance_beaten(card) < 0.2
        if not wins:
            return (Fact("keeps_melds", values),)
        melds = self.waiting_without(card)
        more = (Fact("window_waits", {"points": melds}),) if melds else ()
        return (Fact("takes_sure" if len(trick) > 1 else "cashes", values), *more)


_KINDS = (
    (MeldKind.FAMILY, 4),
    (MeldKind.DOUBLE_FAMILY, 4),
    (MeldKind.PAIR, 4),
    (MeldKind.FOUR, 6),
    (MeldKind.EIGHT, 6),
    (MeldKind.BINOKEL, 1),
    (MeldKind.DOUBLE_BINOKEL, 1),
    (MeldKind.DIX, 4),
)


def _targets(rules: RuleSet, trump: int) -> list[Target]:
    """Return the melds to hope for with a trump suit; kept with the rule set."""
    table: dict[int, list[Target]] = rules.__dict__.setdefault("stock_targets", {})
    if trump not in table:
        values, suit = values_of(rules), None if trump < 0 else SUITS[trump]
        found = [values.find(kind, index, suit) for kind, n in _KINDS for index in range(n)]
        table[trump] = [_target(rules, meld) for meld in found if meld is not None]
    return table[trump]


def _target(rules: RuleSet, meld: Meld) -> Target:
    needs = Counter(card.index for card in meld.cards)
    bits = pack(meld.cards)
    return Target(group_of(rules, meld), meld.points, bits, len(meld.cards), tuple(needs.items()))


def play_stock(view: MatchView, legal: tuple[int, ...]) -> Decision:
    """Return the card to play while the stock lasts."""
    player = StockPlayer(view)
    valued = sorted(((player.value(card), -card) for card in legal), reverse=True)
    best = -valued[0][1]
    alternatives = tuple(
        Alternative(PLAYS[-card], value, (value - 10.0, value + 10.0)) for value, card in valued
    )
    return Decision(PLAYS[best], alternatives, player.facts(best))
