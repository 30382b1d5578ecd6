"""`legal` and `winner`: what may be played to a trick, and who has it."""

from binokel.cards.card import Suit
from binokel.cards.hand import held, kinds
from binokel.engine.evaluate.fields import Fields, Op, Outcome, pack_cards
from binokel.errors import Inconsistent
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.rules.tricks import broken_duty, legal_marks, trick_points, winning_index


def legal(fields: Fields) -> Outcome:
    """Return the cards that may be played, and the first duty that a card breaks.

    Source: rules.md [legal-cards], [obligation-order], [two-player-obligations].
    """
    rules = fields.rules
    trump = _trump(fields)
    hand_cards, trick_cards = fields.cards("hand"), fields.cards("trick")
    hand = pack_cards(rules, hand_cards, "hand")
    pack_cards(rules, hand_cards + trick_cards, "hand and trick")
    trick = [card.index for card in trick_cards]
    seats = _seats(fields, len(trick))
    asked = fields.card("card").index if fields.stated("card") else None
    free = _is_free(fields)
    partner_wins = bool(trick) and _partner_wins(rules, *seats, winning_index(trick, trump))
    marks = held(hand) if free else legal_marks(rules.play, hand, trick, trump, partner_wins)
    reply: Outcome = {
        "cards": [card.value for card in kinds(marks)],
        "legal": None,
        "reason": None,
    }
    if asked is not None:
        reply["legal"] = bool(marks >> (2 * asked) & 1)
        if not reply["legal"]:
            broken = broken_duty(rules.play, hand, trick, trump, partner_wins, asked)
            assert broken is not None
            reply["reason"] = broken[0].value
    return reply


LEGAL = Op(("trump", "hand", "trick", "contract", "leader", "seat", "stock_left", "card"), legal)


def winner(fields: Fields) -> Outcome:
    """Return the place of the card that has the trick, and the trick's card points.

    Source: rules.md [winner-leads], [equal-card].

    Raises:
        BadRequest: a field is missing or ill-typed, or no card lies in the trick.
        NotationError: a text names no card or suit.
        ImpossibleCards: the deck does not have these cards.
        Inconsistent: too many cards lie in the trick, or contract and trump do not fit.
    """
    rules = fields.rules
    trump = _trump(fields, null_allowed=True)
    cards = fields.cards("trick")
    if not cards:
        raise fields.fault("trick", "at least one card")
    if len(cards) > rules.n_seats:
        raise _too_long(rules, len(cards), rules.n_seats)
    pack_cards(rules, cards, "trick")
    trick = [card.index for card in cards]
    return {"index": winning_index(trick, trump), "points": trick_points(rules, trick)}


WINNER = Op(("trump", "trick", "contract"), winner)


def check_trump(
    rules: RuleSet, contract: Contract, trump: Suit | None, *, null_allowed: bool = False
) -> None:
    """Refuse a trump suit that a contract does not have, and a missing one.

    Source: rules.md [durch-order], [durch-first-card-trump].

    Raises:
        Inconsistent: contract and trump do not fit together.
    """
    by_first_card = contract is Contract.DURCH and rules.contracts.durch_trump == "first-card"
    named = contract is Contract.TRUMP or (
        contract is Contract.DURCH and rules.contracts.durch_trump == "named"
    )
    if trump is not None and not named and not by_first_card:
        message = f"a {contract.value} has no trump suit in this rule set: trump must be null"
        raise Inconsistent(message, contract=contract.value, trump=trump.letter)
    if trump is None and named and not null_allowed:
        message = f"the contract {contract.value} needs a trump suit"
        raise Inconsistent(message, contract=contract.value, trump=None)


def _trump(fields: Fields, *, null_allowed: bool = False) -> int:
    """Return the index of the trump suit, -1 without one."""
    trump = fields.suit_or_null("trump")
    check_trump(fields.rules, fields.contract("contract"), trump, null_allowed=null_allowed)
    return -1 if trump is None else trump.index


def _seats(fields: Fields, n_played: int) -> tuple[int, int]:
    """Return the seats of the leader and of the player, who sits behind the last card.

    Raises:
        Inconsistent: the trick is full, or the seat is not the next one.
    """
    rules = fields.rules
    n = rules.n_seats
    if n_played >= n:
        raise _too_long(rules, n_played, n - 1)
    leader = fields.seat("leader") if fields.stated("leader") else 0
    seat = fields.seat("seat") if fields.stated("seat") else (leader + n_played) % n
    if not fields.stated("leader"):
        leader = (seat - n_played) % n
    if seat != (leader + n_played) % n:
        message = f"seat {seat} is not to play: seat {leader} led and {n_played} cards lie there"
        raise Inconsistent(message, seat=seat, leader=leader)
    return leader, seat


def _too_long(rules: RuleSet, n_played: int, most: int) -> Inconsistent:
    message = f"{n_played} cards lie in the trick, of {rules.n_seats} seats at most {most} played"
    return Inconsistent(message, key="trick", maximum=most)


def _is_free(fields: Fields) -> bool:
    """Tell whether the stock frees from every duty.

    Source: rules.md [two-player-obligations].
    """
    rules = fields.rules
    left = fields.number("stock_left", default=0)
    if left > rules.deal.stock:
        message = f"{left} cards cannot be left in a stock of {rules.deal.stock}"
        raise Inconsistent(message, key="stock_left", maximum=rules.deal.stock)
    return left > 0 and not rules.play.stock_duties


def _partner_wins(rules: RuleSet, leader: int, seat: int, place: int) -> bool:
    """Tell whether another seat of the player's side has the trick so far."""
    return rules.side_of[(leader + place) % rules.n_seats] == rules.side_of[seat]
