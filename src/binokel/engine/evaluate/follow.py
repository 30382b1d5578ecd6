"""Following the tricks that a `score` request states: are they what the cards allow?"""

from collections.abc import Sequence

from binokel.cards.card import CARDS
from binokel.cards.hand import UNITS
from binokel.engine.evaluate.facts import Told, is_strict
from binokel.errors import Inconsistent, Reason
from binokel.rules.contracts import Contract, has_named_trump, is_broken, leads_first
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import Revoke, TakenTrick
from binokel.rules.tricks import broken_duty, trick_points, winning_index


def follow(rules: RuleSet, told: Told) -> tuple[TakenTrick, ...]:
    """Return the tricks with their winners, each led and played as the rules say.

    Source: rules.md [who-leads], [winner-leads], [legal-cards], [strict-revoke].

    Raises:
        Inconsistent: a wrong leader, a card not held, an illegal play outside of strict play,
            or tricks missing.
    """
    trump = _trump(rules, told)
    hands = list(told.hands)
    leader = leads_first(rules, told.contract, told.declarer, told.dealer)
    taken: list[TakenTrick] = []
    for number, trick in enumerate(told.tricks):
        if trick.leader != leader:
            message = f"tricks[{number}]: seat {leader} leads, not seat {trick.leader}"
            raise Inconsistent(message, key="tricks", trick=number, seat=leader)
        for place in range(len(trick.cards)):
            seat = (leader + place) % rules.n_seats
            _check_card(rules, hands[seat], trump, leader, trick.cards[: place + 1], number)
            hands[seat] -= UNITS[trick.cards[place]]
        if len(trick.cards) < rules.n_seats:
            break
        leader = (leader + winning_index(trick.cards, trump)) % rules.n_seats
        taken.append(TakenTrick(leader, trick_points(rules, trick.cards)))
    _check_complete(rules, told, [trick.winner for trick in taken])
    return tuple(taken)


def _trump(rules: RuleSet, told: Told) -> int:
    """Return the index of the trump suit, -1 without one; the first card may make it.

    Source: rules.md [durch-first-card-trump].
    """
    suit = told.trump
    if told.contract is Contract.DURCH and rules.contracts.durch_trump == "first-card":
        first = CARDS[told.tricks[0].cards[0]].suit if told.tricks else None
        if suit is not None and suit is not first:
            message = f"trump {suit} is not the suit of the first card"
            raise Inconsistent(message, key="trump", trump=suit.letter)
        suit = first
    return -1 if suit is None else suit.index


def _check_card(
    rules: RuleSet, hand: int, trump: int, leader: int, cards: Sequence[int], number: int
) -> None:
    """Refuse the last of these cards where it is not held, or breaks a duty."""
    *trick, card = cards
    seat = (leader + len(trick)) % rules.n_seats
    partner_wins = False
    if trick:
        winner = (leader + winning_index(trick, trump)) % rules.n_seats
        partner_wins = rules.side_of[winner] == rules.side_of[seat]
    broken = broken_duty(rules.play, hand, trick, trump, partner_wins, card)
    if broken is None or (is_strict(rules) and broken[0] is not Reason.NOT_IN_HAND):
        return
    reason = broken[0].value
    message = f"tricks[{number}]: seat {seat} cannot have played {CARDS[card]}: {reason}"
    raise Inconsistent(
        message, key="tricks", trick=number, seat=seat, card=str(CARDS[card]), reason=reason
    )


def _check_complete(rules: RuleSet, told: Told, winners: Sequence[int]) -> None:
    """Refuse missing tricks, unless the deal was decided without them.

    Source: rules.md [durch-early-end], [revoke-club-forms].
    """
    n = rules.deal.hand
    if told.revoke is not None:
        _check_revoke(rules, told, told.revoke)
    if len(winners) == n:
        return
    contract = told.contract
    if told.revoke is None:
        decided = not has_named_trump(rules, contract) and is_broken(
            rules, contract, told.declarer, winners
        )
    else:
        decided = len(winners) >= _tricks_needed(rules, told, told.revoke)
    if not decided:
        message = f"tricks: {len(winners)} of {n}, and the deal is not decided by them"
        raise Inconsistent(message, key="tricks", n=n)


def _tricks_needed(rules: RuleSet, told: Told, revoke: Revoke) -> int:
    """Return how many tricks the score of a revoke needs: none where it alone decides.

    Source: rules.md [strict-revoke], [revoke-club-forms].
    """
    if told.contract is not Contract.TRUMP or rules.penalties.revoke == "penalty":
        return 0
    return revoke.trick if rules.penalties.revoke == "lost" else rules.deal.hand


def _check_revoke(rules: RuleSet, told: Told, revoke: Revoke) -> None:
    """Refuse a revoke in a stated trick that breaks off before the offender's card."""
    seat, trick = revoke.seat, revoke.trick
    if trick >= len(told.tricks):
        return
    stated = told.tricks[trick]
    if (seat - stated.leader) % rules.n_seats >= len(stated.cards):
        message = f"revoke: seat {seat} has no card in trick {trick}, which breaks off before it"
        raise Inconsistent(message, key="revoke", seat=seat, trick=trick)
