"""What a `score` request tells of a deal: read, and checked for contradictions.

Source: protocols.md section 2; rules.md sections C and G.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from binokel.cards.card import Card, Suit
from binokel.engine.evaluate.fields import MAX_NUMBER, REQUIRED, Fields, pack_cards
from binokel.engine.evaluate.play import check_trump
from binokel.errors import Inconsistent
from binokel.rules.contracts import Contract, contract_value, has_named_trump
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import Revoke


class ToldTrick(NamedTuple):
    """A trick as stated: who led, and the indices of its cards; a revoke may cut it short."""

    leader: int
    cards: tuple[int, ...]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a deal as stated; `hands` and `buried` are packed.

    `melds` has the declared points of each seat, None where they are to be computed; `dabb` is
    None where it is not stated.
    """

    dealer: int
    declarer: int
    bid: int
    contract: Contract
    is_open: bool
    from_hand: bool
    called: bool
    trump: Suit | None
    hands: tuple[int, ...]
    dabb: tuple[Card, ...] | None
    buried: int
    buried_dix: int
    melds: tuple[int | None, ...]
    tricks: tuple[ToldTrick, ...]
    conceded: bool
    bury_error: bool
    revoke: Revoke | None


def read_told(fields: Fields) -> Told:
    """Return the facts of a request, checked except for melds and tricks.

    Raises:
        BadRequest: a field is missing or ill-typed.
        Inconsistent: fields contradict each other or the rule set.
        ImpossibleCards: the deck does not have the cards.
    """
    contract = fields.contract("contract")
    told = Told(
        dealer=fields.seat("dealer"),
        declarer=fields.seat("declarer"),
        bid=fields.number("bid"),
        contract=contract,
        is_open=fields.flag("open", False),
        from_hand=fields.flag("from_hand", False),
        called=_called(fields),
        trump=fields.suit_or_null("trump", REQUIRED if contract is Contract.TRUMP else None),
        hands=(),
        dabb=tuple(fields.cards("dabb")) if fields.stated("dabb") else None,
        buried=0,
        buried_dix=fields.number("buried_dix", 0, 2) if fields.stated("buried_dix") else 0,
        melds=_melds(fields),
        tricks=tuple(_tricks(fields)),
        conceded=fields.flag("conceded", False),
        bury_error=fields.flag("bury_error", False),
        revoke=_revoke(fields),
    )
    hands = [
        fields.cards_of(f"hands[{seat}]", hand)
        for seat, hand in enumerate(fields.per_seat("hands", "its cards"))
    ]
    buried = fields.cards("buried") if fields.stated("buried") else []
    _check_contract(fields.rules, told)
    _check_end(fields.rules, told)
    told = _with_cards(fields, told, hands, buried)
    return msgspec.structs.replace(told, buried_dix=_buried_dix(fields, told))


def _melds(fields: Fields) -> tuple[int | None, ...]:
    """Return the declared points of each seat, None where none are given."""
    if not fields.stated("melds"):
        return (None,) * fields.rules.n_seats
    melds = fields.per_seat("melds", "its points, or null")
    for seat, points in enumerate(melds):
        if points is not None and (type(points) is not int or not 0 <= points <= MAX_NUMBER):
            wanted = f"the points of seat {seat}, a whole number from 0 to {MAX_NUMBER}, or null"
            raise fields.fault_at(f"melds[{seat}]", points, wanted)
    return tuple(melds)


def _tricks(fields: Fields) -> Iterator[ToldTrick]:
    """Yield the tricks, of one card a seat; only a revoke may end the last one."""
    n = fields.rules.n_seats
    values = fields.items("tricks") if fields.stated("tricks") else []
    for index, value in enumerate(values):
        wanted = 'an object, as {"leader": 0, "cards": [...]}'
        trick = fields.inner(f"tricks[{index}]", value, ("leader", "cards"), wanted)
        cards = trick.cards("cards")
        may_end = fields.stated("revoke") and index == len(values) - 1
        if not (0 < len(cards) < n and may_end) and len(cards) != n:
            raise trick.fault("cards", f"{n} cards, one from each seat")
        yield ToldTrick(trick.seat("leader"), tuple([card.index for card in cards]))


def _called(fields: Fields) -> bool:
    """Return whether a card was called: true or false, or the card itself."""
    if isinstance(fields.value("called"), str):
        fields.card("called")
        return True
    return fields.flag("called", False) if fields.stated("called") else False


def _revoke(fields: Fields) -> Revoke | None:
    """Return the revoke, which names the seat and the trick, from 0."""
    value = fields.value("revoke")
    if value is None:
        return None
    wanted = 'an object, as {"seat": 0, "trick": 3}, or null'
    revoke = fields.inner("revoke", value, ("seat", "trick"), wanted)
    return Revoke(revoke.seat("seat"), revoke.number("trick", 0, fields.rules.deal.hand - 1))


def _check_contract(rules: RuleSet, told: Told) -> None:
    """Refuse a contract that the rule set does not have in this form.

    Source: rules.md [durch-order], [durch-hand-closed], [no-dabb], [rufen-timing].
    """
    contract = told.contract
    if contract is Contract.TRUMP:
        if told.is_open or told.from_hand:
            raise Inconsistent("only a Durch is played open or from the hand", key="contract")
    else:
        value = contract_value(
            rules,
            contract,
            is_open=told.is_open,
            from_hand=told.from_hand,
            called=told.called,
        )
        if value is None or (told.from_hand and not rules.deal.dabb):
            form = " open" * told.is_open + " from the hand" * told.from_hand
            raise Inconsistent(f"there is no {contract.value}{form} in {rules.id}", key="contract")
    check_trump(rules, contract, told.trump)
    if told.called and rules.dabb.call == "off":
        raise Inconsistent(f"no card may be called in {rules.id}", key="called")
    if told.called and told.from_hand:
        raise Inconsistent("a card is called after the Dabb was taken", key="called")
    if told.called and rules.dabb.call == "durch" and contract is not Contract.DURCH:
        raise Inconsistent("a called card announces a Durch", key="called")


def _check_end(rules: RuleSet, told: Told) -> None:
    """Refuse an end of the deal that cannot have come, and two ends at once.

    Source: rules.md [ab-timing], [strict-burying], [strict-revoke].
    """
    if told.conceded:
        if rules.dabb.concede == "off":
            raise Inconsistent(f"nobody may go out in {rules.id}", key="conceded")
        if told.called or told.contract is not Contract.TRUMP:
            raise Inconsistent(
                "after a call, or in a Durch or Bettel, nobody goes out", key="conceded"
            )
        if told.bury_error:
            raise Inconsistent("who has gone out cannot have erred in burying", key="bury_error")
    if told.bury_error:
        if not rules.penalties.strict or rules.penalties.bury_error != "double":
            message = "a burying error needs penalties.strict, and bury_error = double"
            raise Inconsistent(message, key="bury_error")
        if told.from_hand or not rules.deal.dabb:
            raise Inconsistent("nothing was to be buried", key="bury_error")
    if told.revoke is not None and not is_strict(rules):
        message = "a revoke needs penalties.strict, and penalties.revoke other than none"
        raise Inconsistent(message, key="revoke")


def is_strict(rules: RuleSet) -> bool:
    """Tell whether every card in hand is accepted. Source: rules.md [strict-revoke]."""
    return rules.penalties.strict and rules.penalties.revoke != "none"


def _with_cards(
    fields: Fields, told: Told, hands: Sequence[Sequence[Card]], buried: Sequence[Card]
) -> Told:
    """Return the facts with hands and buried cards, which together are the whole deck.

    Source: rules.md [discard-count], [discards-in-durch], [ab-result], [strict-burying].
    """
    rules = fields.rules
    everything = [card for hand in hands for card in hand] + [*buried]
    if told.from_hand:
        everything += told.dabb or ()
    pack_cards(rules, everything, "hands")
    packed = pack_cards(rules, buried, "buried")
    hand_bits = tuple([pack_cards(rules, hand, "hands") for hand in hands])
    told = msgspec.structs.replace(told, hands=hand_bits, buried=packed)
    for seat, hand in enumerate(hands):
        _check_size(rules, told, seat, len(hand), len(buried))
    _check_dabb(rules, told)
    return told


def _check_size(rules: RuleSet, told: Told, seat: int, n_hand: int, n_buried: int) -> None:
    """Refuse hands of a wrong size, and a wrong number of buried cards."""
    deal = rules.deal
    if seat != told.declarer or not (told.conceded or told.bury_error):
        if n_hand != deal.hand:
            message = f"hands: seat {seat} has {n_hand} cards instead of {deal.hand}"
            raise Inconsistent(message, key="hands", seat=seat)
    elif n_hand + n_buried != deal.hand + deal.dabb:
        message = f"hands: the declarer's {n_hand} and {n_buried} buried cards are not "
        raise Inconsistent(f"{message}{deal.hand + deal.dabb}", key="hands", seat=seat)
    if seat == told.declarer and not _may_bury(rules, told, n_buried):
        n = 0 if told.from_hand else deal.dabb
        raise Inconsistent(f"buried: {n_buried} cards instead of {n}", key="buried")


def _may_bury(rules: RuleSet, told: Told, n: int) -> bool:
    """Tell whether that many cards may lie buried. Source: rules.md [discard-count]."""
    if told.from_hand:
        return n == 0
    if told.bury_error or (told.conceded and rules.penalties.strict):
        return True
    return n <= rules.deal.dabb if told.conceded else n == rules.deal.dabb


def _check_dabb(rules: RuleSet, told: Told) -> None:
    """Refuse a Dabb that the declarer cannot have taken up.

    Source: rules.md [discard-count], [discards-in-durch], [rufen-give-back].
    """
    if told.dabb is None or (not told.dabb and not told.from_hand):
        return
    if len(told.dabb) != rules.deal.dabb:
        message = f"dabb: {len(told.dabb)} cards instead of {rules.deal.dabb}"
        raise Inconsistent(message, key="dabb")
    dabb = pack_cards(rules, told.dabb, "dabb")
    if told.from_hand:
        return
    missing = 0
    for card in set(told.dabb):
        shift = 2 * card.index
        has = (told.hands[told.declarer] >> shift & 3) + (told.buried >> shift & 3)
        missing += max(0, (dabb >> shift & 3) - has)
    if missing > told.called:
        message = "dabb: the declarer has not all of its cards, in hand or buried"
        raise Inconsistent(message, key="dabb")


def _buried_dix(fields: Fields, told: Told) -> int:
    """Return how many buried trump sevens are melded: as stated, else all that may be.

    In strict play the player announces them, so that none are where none are stated.

    Source: rules.md [diss-not-announced], [diss-discard-others], [strict-burying].
    """
    rules = fields.rules
    n = 0
    if rules.dabb.bury_dix and told.trump is not None and has_named_trump(rules, told.contract):
        n = told.buried >> (12 * told.trump.index + 10) & 3
    if not fields.stated("buried_dix"):
        announced = rules.penalties.strict and rules.penalties.bury_error == "double"
        return 0 if announced else n
    if told.buried_dix > n:
        message = f"buried_dix: {told.buried_dix} buried trump sevens, there can be {n}"
        raise Inconsistent(message, key="buried_dix", maximum=n)
    return told.buried_dix
