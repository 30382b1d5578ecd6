"""Tricks: what may be played, which duty a card breaks, who wins.

Source: rules.md [legal-cards], [winner-leads], [equal-card].
"""

from binokel.rules.ruleset import RuleSet
from tests.oracle.cards import RANKS, Cards, ordered, side_of


def strength(card: str, led: str, trump: str | None) -> int:
    """Return how strong a card is in a trick; 0 cannot win."""
    height = len(RANKS) - RANKS.index(card[1])
    if card[0] == trump:
        return 100 + height
    return height if card[0] == led else 0


def winner(trick: Cards, trump: str | None) -> int:
    """Return the place of the card that wins; of two equal ones the first."""
    found = 0
    for place, card in enumerate(trick):
        if strength(card, trick[0][0], trump) > strength(trick[found], trick[0][0], trump):
            found = place
    return found


def would_win(card: str, trick: Cards, trump: str | None) -> bool:
    """Tell whether the card would take the trick as it lies."""
    return winner([*trick, card], trump) == len(trick)


def partner_is_winning(
    rules: RuleSet, trick: Cards, trump: str | None, leader: int, seat: int
) -> bool:
    holder = (leader + winner(trick, trump)) % rules.table.seats
    return side_of(rules, holder) == side_of(rules, seat)


def legal(
    rules: RuleSet,
    trump: str | None,
    hand: Cards,
    trick: Cards,
    leader: int = 0,
    stock_left: int = 0,
) -> Cards:
    """Return the distinct cards that may be played, sorted."""
    every = ordered(set(hand))
    if not trick or (stock_left and not rules.play.stock_duties):
        return every
    seat = (leader + len(trick)) % rules.table.seats
    exempt = rules.play.partner_exempt and partner_is_winning(rules, trick, trump, leader, seat)
    following = [card for card in every if card[0] == trick[0][0]]
    if following:
        return following if exempt else beating(rules, following, trick, trump)
    trumps = [card for card in every if card[0] == trump]
    if exempt or not trumps or not rules.play.must_trump:
        return every
    higher = [card for card in trumps if would_win(card, trick, trump)]
    return higher if higher and rules.play.must_over_trump else trumps


def beating(rules: RuleSet, following: Cards, trick: Cards, trump: str | None) -> Cards:
    """Return what may be played of the led suit. Source: rules.md [follow-after-ruff]."""
    led = trick[0][0]
    compare = trick
    if led != trump and any(card[0] == trump for card in trick):
        if not rules.play.beat_after_ruff:
            return following
        compare = [card for card in trick if card[0] == led]
    higher = [card for card in following if would_win(card, compare, trump)]
    return higher if higher and rules.play.must_beat else following


def broken_duty(hand: Cards, trick: Cards, trump: str | None, card: str, may: Cards) -> str | None:
    """Return the first duty that a card breaks; `may` are the legal cards.

    Source: rules.md [obligation-order].
    """
    if card not in hand:
        return "not_in_hand"
    if card in may:
        return None
    led = trick[0][0]
    if any(mine[0] == led for mine in hand):
        return "must_beat" if card[0] == led else "must_follow"
    return "must_over_trump" if card[0] == trump else "must_trump"
