"""Melding in windows while a stock lasts: the best gain, by trying every order of melds.

Source: rules.md [two-player-reuse], [two-player-meld-time].
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

from binokel.rules.ruleset import RuleSet
from tests.oracle.cards import Cards, contains
from tests.oracle.melds import Meld, class_of, every_meld


@dataclass
class Seat:
    """What one seat has held and melded; `used` counts copies by class and card for good."""

    ever: Counter[str]
    standing: list[Meld] = field(default_factory=list)
    used: Counter[tuple[str, str]] = field(default_factory=Counter)


@dataclass(frozen=True)
class Move:
    meld: Meld
    void: tuple[Meld, ...]

    @property
    def gain(self) -> int:
        return self.meld.points - sum(old.points for old in self.void)


def moves(rules: RuleSet, seat: Seat, hand: Cards, melds: list[Meld]) -> list[Move]:
    """Return every single one of these melds that may be laid now, with each way of taking over."""
    found = []
    for meld in melds:
        if not contains(hand, meld.cards):
            continue
        of_class = class_of(rules, meld.kind)
        old = [m for m in seat.standing if class_of(rules, m.kind) == of_class]
        for size in range(len(old) + 1):
            for void in combinations(old, size):
                move = Move(meld, void)
                if may_lay(rules, seat, move):
                    found.append(move)
    return found


def may_lay(rules: RuleSet, seat: Seat, move: Move) -> bool:
    """Tell whether unused and taken-over copies suffice, one unused among them."""
    need = Counter(move.meld.cards)
    taken = Counter(card for old in move.void for card in old.cards)
    of_class = class_of(rules, move.meld.kind)
    fresh = need - taken
    if any(count > seat.ever[c] - seat.used[of_class, c] for c, count in fresh.items()):
        return False
    if not move.void:
        return True
    return bool(fresh) and move.gain > 0 and all(set(old.cards) & set(need) for old in move.void)


def lay(rules: RuleSet, seat: Seat, move: Move) -> Seat:
    """Return the seat after the meld."""
    standing = list(seat.standing)
    for old in move.void:
        standing.remove(old)
    used = Counter(seat.used)
    of_class = class_of(rules, move.meld.kind)
    taken = Counter(card for old in move.void for card in old.cards)
    for card, count in (Counter(move.meld.cards) - taken).items():
        used[of_class, card] += count
    return Seat(seat.ever, [*standing, move.meld], used)


def best_gain(
    rules: RuleSet, trump: str | None, seat: Seat, hand: Cards, *, one_only: bool = False
) -> int:
    """Return the most points that one window can add, of one meld or any number."""
    found = list(every_meld(rules, trump))
    if one_only:
        return max((move.gain for move in moves(rules, seat, hand, found)), default=0)
    kinds = {group_of(rules, meld) for meld in found}
    return sum(
        best_of_group(rules, seat, hand, [m for m in found if group_of(rules, m) == kind])
        for kind in kinds
    )


def group_of(rules: RuleSet, meld: Meld) -> str:
    """Return what a meld competes with: its class, and in it its suit or rank."""
    of_class = class_of(rules, meld.kind)
    by = {"rank": meld.rank, "suit": meld.suit, "pair": meld.suit}
    return of_class + by.get(of_class, "")


def best_of_group(rules: RuleSet, seat: Seat, hand: Cards, group: list[Meld]) -> int:
    """Return the most that melds of one group add, laid in any order."""
    seen: set[object] = set()
    top = 0
    stack = [(seat, 0)]
    while stack:
        now, gain = stack.pop()
        key = (
            tuple(sorted((m.kind, m.cards) for m in now.standing)),
            tuple(sorted(now.used.items())),
        )
        if key in seen:
            continue
        seen.add(key)
        top = max(top, gain)
        found = moves(rules, now, hand, group)
        stack.extend((lay(rules, now, move), gain + move.gain) for move in found)
    return top
