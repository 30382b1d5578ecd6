"""Positions as people and programs write them: JSON with the field names of `binokel eval`.

`hands` are what each seat still holds, `trick` what lies on the table, led by `leader`;
`tricks_done` is the number of finished tricks, `lost` says that one of them has lost a Durch or
Bettel.
"""

from collections.abc import Mapping
from typing import Any

from binokel.cards.hand import size
from binokel.engine.evaluate.fields import Fields, check_keys, pack_cards
from binokel.errors import Inconsistent
from binokel.kernel.position import Position
from binokel.rules.contracts import Contract, has_named_trump
from binokel.rules.ruleset import RuleSet

KEYS = (
    "rules",
    "hands",
    "leader",
    "trick",
    "trump",
    "contract",
    "declarer",
    "tricks_done",
    "lost",
)


def read_position(told: Mapping[str, Any], rules: RuleSet) -> Position:
    """Return the position that an object tells.

    Raises:
        BadRequest: a field is missing or ill-typed.
        UnknownKey: there is no such field.
        NotationError: a text names no card or suit.
        ImpossibleCards: the deck does not have these cards.
        Inconsistent: the fields contradict each other or the rule set.
    """
    check_keys(told, KEYS)
    fields = Fields(told, rules)
    hands = [
        fields.cards_of(f"hands[{seat}]", cards)
        for seat, cards in enumerate(fields.per_seat("hands", "the cards it holds"))
    ]
    trick = fields.cards("trick", [])
    pack_cards(rules, [card for hand in hands for card in hand] + trick, "hands and trick")
    position = Position(
        rules=rules,
        hands=tuple(pack_cards(rules, hand, f"hands[{i}]") for i, hand in enumerate(hands)),
        leader=fields.seat("leader"),
        trick=tuple(trick),
        trump=fields.suit_or_null("trump", None),
        contract=fields.contract("contract"),
        declarer=fields.seat("declarer") if fields.stated("declarer") else None,
        n_tricks=fields.number("tricks_done", 0, rules.deal.hand, 0),
        is_lost=fields.flag("lost", False),
    )
    _check_sizes(position)
    _check_contract(position)
    return position


def _check_sizes(position: Position) -> None:
    """Refuse hands that cannot come up in the middle of a trick."""
    n, on_table = len(position.hands), len(position.trick)
    if on_table >= n:
        raise Inconsistent(
            f"{on_table} cards lie on the table, {n} seats finish a trick: give it to its winner",
            key="trick",
        )
    left = size(position.hands[position.seat])
    for seat, hand in enumerate(position.hands):
        has_played = (seat - position.leader) % n < on_table
        if size(hand) + has_played != left:
            raise Inconsistent(
                f"hands[{seat}] has {size(hand)} cards; seat {position.seat}, which is to play, "
                f"has {left}, and who has played to the trick one less",
                key="hands",
                seat=seat,
            )
    if left == 0:
        raise Inconsistent("no cards are left: there is nothing to solve", key="hands")
    if left + position.n_tricks > position.rules.deal.hand + position.rules.deal.stock:
        raise Inconsistent(
            f"{left} cards a hand and {position.n_tricks} finished tricks are more than "
            f"{position.rules.id} deals",
            key="tricks_done",
        )


def _check_contract(position: Position) -> None:
    """Refuse a contract without a declarer, and a trump suit that it does not have."""
    contract = position.contract
    if contract is not Contract.TRUMP and position.declarer is None:
        raise Inconsistent(f"who plays the {contract.value}? name the declarer", key="declarer")
    by_card = contract is Contract.DURCH and (position.rules.contracts.durch_trump == "first-card")
    started = position.n_tricks > 0 or bool(position.trick)
    wants = has_named_trump(position.rules, contract) or (by_card and started)
    if wants is (position.trump is None):
        needs = "needs a trump suit" if wants else "has no trump suit"
        raise Inconsistent(f"this {contract.value} {needs} here", key="trump")
