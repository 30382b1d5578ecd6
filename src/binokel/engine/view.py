"""What a seat or a spectator may know of a deal, and nothing else.

A view has no field for anything hidden: it is the only thing that players and browsers get.
Two deals that differ only in what a seat cannot know give it equal views.

Source: rules.md [dabb-visible], [meld-shown], [announce-trumps], [rufen-give-back].
"""

from typing import TYPE_CHECKING

import msgspec

from binokel.cards.card import CARDS, Card, Suit
from binokel.cards.hand import size, unpack
from binokel.engine.actions import Action, BuryCard, GiveCard, Shuffle, TakeBack
from binokel.engine.choices import Choice, actions_of_all
from binokel.engine.parts import Call, Claim, Trick
from binokel.engine.phase import Phase
from binokel.engine.phases.flow import meld_points_of
from binokel.rules.bidding import Auction
from binokel.rules.contracts import Contract, has_named_trump
from binokel.rules.melds import Meld
from binokel.rules.scoring import DealScore

if TYPE_CHECKING:
    from binokel.engine.state import DealState

HIDDEN_SHUFFLE = Shuffle(None)
_HIDDEN_BURY = BuryCard(None)
_HIDDEN_TAKE_BACK = TakeBack(None)
_HIDDEN_GIVE = GiveCard(None)


class DealView(msgspec.Struct, frozen=True, kw_only=True):
    """A deal as one seat (None: a spectator) sees it.

    `hand` is the seat's own, sorted, with every copy listed. `dabb` are its cards once they
    were shown or the seat itself has taken them. `buried` are the own buried cards, `n_buried`
    the number that all see, `buried_trumps` their announced number of trumps. `open_hand` is
    the declarer's hand where it lies open. `turned_up` and `n_stock` belong to the game with a
    stock. `melds` has each seat's melds (None: not declared yet) and `meld_points` their
    points. `choices` is what the seat may do now, empty when it is not to act.
    """

    seat: int | None
    phase: Phase
    to_act: int | None
    dealer: int
    hand: tuple[Card, ...]
    n_cards: tuple[int, ...]
    dabb: tuple[Card, ...] | None
    n_dabb: int
    dabb_taken: bool
    buried: tuple[Card, ...]
    n_buried: int
    burying_done: bool
    buried_trumps: int | None
    buried_dix: int
    turned_up: Card | None
    n_stock: int
    auction: Auction | None
    declarer: int | None
    bid: int
    contract: Contract
    trump: Suit | None
    is_open: bool
    from_hand: bool
    open_hand: tuple[Card, ...] | None
    call: Call | None
    melds: tuple[tuple[Meld, ...] | None, ...]
    meld_points: tuple[int, ...]
    leader: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    conceded: bool
    bury_error: bool
    claims: tuple[Claim, ...]
    history: tuple[tuple[int, Action], ...]
    choices: tuple[Choice, ...]
    score: DealScore | None

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the actions of all choices, in the order of `choices.actions_of`."""
        return actions_of_all(self.choices)


def observe(state: "DealState", seat: int | None) -> DealView:
    """Return what a seat may know of a deal."""
    own = seat is not None and bool(state.hands)
    is_declarer = own and seat == state.declarer
    n_seats = state.rules.n_seats
    return DealView(
        seat=seat,
        phase=state.phase,
        to_act=state.to_act,
        dealer=state.dealer,
        hand=unpack(state.hands[seat]) if own and seat is not None else (),
        n_cards=tuple([size(hand) for hand in state.hands]),
        dabb=_dabb(state, is_declarer),
        n_dabb=len(state.dabb),
        dabb_taken=state.dabb_taken,
        buried=unpack(state.buried) if is_declarer else (),
        n_buried=state.n_buried,
        burying_done=state.burying_done,
        buried_trumps=_buried_trumps(state),
        buried_dix=state.buried_dix,
        turned_up=state.stock[-1] if state.stock and state.rules.turned_up else None,
        n_stock=len(state.stock),
        auction=state.auction,
        declarer=state.declarer,
        bid=state.bid,
        contract=state.contract,
        trump=state.trump,
        is_open=state.is_open,
        from_hand=state.from_hand,
        open_hand=_open_hand(state),
        call=_call(state, seat),
        melds=state.melds,
        meld_points=tuple([meld_points_of(state, s) for s in range(n_seats)])
        if state.melds
        else (0,) * n_seats,
        leader=state.leader,
        trick=tuple([CARDS[card] for card in state.trick]),
        tricks=state.tricks,
        conceded=state.conceded,
        bury_error=state.bury_error,
        claims=state.claims,
        history=_history(state, seat, is_declarer),
        choices=state.choices() if seat is not None and seat == state.to_act else (),
        score=state.score,
    )


def redact(action: Action) -> Action:
    """Return an action as those see it who may not know its cards."""
    match action:
        case BuryCard():
            return _HIDDEN_BURY
        case TakeBack():
            return _HIDDEN_TAKE_BACK
        case GiveCard():
            return _HIDDEN_GIVE
        case Shuffle():
            return HIDDEN_SHUFFLE
    return action


def _dabb(state: "DealState", is_declarer: bool) -> tuple[Card, ...] | None:
    """Return the cards of the Dabb to whom they were shown.

    Source: rules.md [dabb-visible].
    """
    if not state.dabb_taken:
        return None
    return state.dabb if state.rules.dabb.shown or is_declarer else None


def _buried_trumps(state: "DealState") -> int | None:
    """Return the announced number of buried trumps, where the declarer has named them.

    Source: rules.md [announce-trumps].
    """
    if not state.rules.dabb.announce_trumps or not state.burying_done or state.conceded:
        return None
    if state.trump is None or not has_named_trump(state.rules, state.contract):
        return None
    return size(state.buried & 0xFFF << (12 * state.trump.index))


def _open_hand(state: "DealState") -> tuple[Card, ...] | None:
    """Return the declarer's hand where it lies open, on going out all he had.

    Source: rules.md [durch-order], [ab-reveal].
    """
    if state.declarer is None:
        return None
    hand = state.hands[state.declarer]
    if state.hand_shown:
        return unpack(hand + state.buried)
    in_play = state.phase in (Phase.PLAY, Phase.SIGN, Phase.OVER)
    return unpack(hand) if state.is_open and in_play else None


def _call(state: "DealState", seat: int | None) -> Call | None:
    """Return the call; the given card is known to the two seats that exchanged."""
    call = state.call
    if call is None or seat in (state.declarer, call.owner):
        return call
    return Call(call.card, call.owner)


def _history(
    state: "DealState", seat: int | None, is_declarer: bool
) -> tuple[tuple[int, Action], ...]:
    """Return the actions so far, without the cards that the seat may not know."""
    history = state.history
    if not history:
        return ()
    redacted: list[tuple[int, Action]] = [(history[0][0], HIDDEN_SHUFFLE)]
    if is_declarer or not state.dabb_taken:
        return (*redacted, *history[1:])
    knows_gift = state.call is not None and seat == state.call.owner
    for entry in history[1:]:
        kind = type(entry[1])
        hidden = kind is BuryCard or kind is TakeBack or (kind is GiveCard and not knows_gift)
        redacted.append((entry[0], redact(entry[1])) if hidden else entry)
    return tuple(redacted)
