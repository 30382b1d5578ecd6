"""Twins: two deals that differ only in what a seat cannot know.

`patched_twin` exchanges two hidden cards of a state in place. `replayed_twin` exchanges them in
the shuffle and plays the same deal again, so that the twin is one that the rules can bring
about. Both must give the seat the same view, byte by byte.

Source: architecture.md, non-interference; rules.md [dabb-visible], [meld-shown].
"""

from random import Random

import msgspec

from binokel.cards.card import Card
from binokel.cards.hand import SUIT_BITS, UNITS, size, unpack
from binokel.engine.actions import Action, BuryCard, Cut, GiveCard, Shuffle, TakeBack
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.engine.view import redact
from binokel.rules.deal import DABB, packets

Place = tuple[str, int]
"""A place of hidden cards: ("hand", seat), ("dabb", 0), ("stock", 0), ("buried", 0)."""

HIDDEN_ACTIONS = (BuryCard, TakeBack, GiveCard)


def hidden_cards(state: DealState, seat: int | None) -> dict[Place, tuple[Card, ...]]:
    """Return the cards that the seat (None: a spectator) does not see now, by place."""
    if not state.hands:
        return {}
    open_seat = _open_seat(state)
    found: dict[Place, tuple[Card, ...]] = {
        ("hand", other): unpack(hand)
        for other, hand in enumerate(state.hands)
        if other not in (seat, open_seat)
    }
    if not state.dabb_taken:
        found["dabb", 0] = state.dabb
    if state.stock:
        found["stock", 0] = state.stock[:-1] if state.rules.turned_up else state.stock
    if (seat is None or seat != state.declarer) and not state.hand_shown:
        found["buried", 0] = unpack(state.buried)
    return {place: cards for place, cards in found.items() if cards}


def _open_seat(state: DealState) -> int | None:
    """Return the seat whose hand lies open.

    Source: rules.md [durch-order], [ab-reveal].
    """
    in_play = state.phase in (Phase.PLAY, Phase.SIGN, Phase.OVER)
    is_open = state.hand_shown or (state.is_open and in_play)
    return state.declarer if is_open else None


def _two_hidden(
    state: DealState, seat: int | None, rng: Random
) -> tuple[tuple[Place, Card], tuple[Place, Card]] | None:
    """Return two different hidden cards at different places, None if there are none."""
    hidden = hidden_cards(state, seat)
    if len(hidden) < 2:
        return None
    one, two = rng.sample(sorted(hidden), 2)
    first, second = rng.choice(hidden[one]), rng.choice(hidden[two])
    if rng.random() < 0.5:  # cards of one suit leave more of the play legal
        second = rng.choice([c for c in hidden[two] if c.suit is first.suit] or hidden[two])
    return None if first is second else ((one, first), (two, second))


def patched_twin(state: DealState, seat: int | None, rng: Random) -> DealState | None:
    """Return the state with two hidden cards exchanged, None if no two can be.

    What was announced of the buried cards stays true.
    """
    found = _two_hidden(state, seat, rng)
    if found is None:
        return None
    (one, first), (two, second) = found
    twin = _put(_put(state, one, first, second), two, second, first)
    return twin if _buried_by_suit(twin) == _buried_by_suit(state) else None


def _put(state: DealState, place: Place, old: Card, new: Card) -> DealState:
    kind, seat = place
    change = UNITS[new.index] - UNITS[old.index]
    match kind:
        case "hand":
            hands = list(state.hands)
            hands[seat] += change
            return msgspec.structs.replace(state, hands=tuple(hands))
        case "buried":
            return msgspec.structs.replace(state, buried=state.buried + change)
        case "dabb":
            return msgspec.structs.replace(state, dabb=_exchange(state.dabb, old, new))
    return msgspec.structs.replace(state, stock=_exchange(state.stock, old, new))


def _exchange(cards: tuple[Card, ...], old: Card, new: Card) -> tuple[Card, ...]:
    place = cards.index(old)
    return (*cards[:place], new, *cards[place + 1 :])


def _buried_by_suit(state: DealState) -> tuple[int, ...]:
    """Return how many cards of each suit are buried, where the number is announced."""
    if not state.rules.dabb.announce_trumps:
        return ()
    return tuple(size(state.buried & bits) for bits in SUIT_BITS)


def replayed_twin(state: DealState, seat: int | None, rng: Random) -> DealState | None:
    """Return the end of a deal from another shuffle that looks the same to the seat.

    Every public action and every action of the seat itself is the same; cards that others
    buried or gave unseen are exchanged where they must be. None if the other deal breaks a
    rule on the way, or if something public turns out otherwise (a score, for example).
    """
    found = _two_hidden(state, seat, rng)
    if found is None:
        return None
    (_, first), (_, second) = found
    start = _exchanged_shuffle(state, seat, first, second, rng)
    if start is None:
        return None
    for swap_hidden in rng.sample((False, True), 2):
        twin = _replay(state, seat, start, (first, second) if swap_hidden else None)
        if twin is None or public_outcome(twin) != public_outcome(state):
            continue
        if hidden_cards(twin, seat) != hidden_cards(state, seat):
            return twin
    return None


def _exchanged_shuffle(
    state: DealState, seat: int | None, first: Card, second: Card, rng: Random
) -> Shuffle | None:
    """Return a shuffle with two cards exchanged that the seat never saw dealt."""
    dealt = state.order
    known = known_from_the_deal(state, seat)
    ones = [place for place, card in enumerate(dealt) if card is first and place not in known]
    twos = [place for place, card in enumerate(dealt) if card is second and place not in known]
    if not ones or not twos:
        return None
    order = list(dealt)
    one, two = rng.choice(ones), rng.choice(twos)
    order[one], order[two] = order[two], order[one]
    return Shuffle(tuple(order))


def known_from_the_deal(state: DealState, seat: int | None) -> set[int]:
    """Return the places of the dealt deck whose cards the seat has seen.

    Its own cards and what it drew, the turned-up card, and the Dabb where it was shown.
    """
    probe = _dealt_places(state)
    known: set[int] = set()
    if seat is not None:
        known |= probe["hand", seat]
    if state.dabb_taken and (state.rules.dabb.shown or seat == state.declarer):
        known |= probe["dabb", 0]
    return known | probe.get(("turned", 0), set()) | _drawn(state, seat)


def _dealt_places(state: DealState) -> dict[Place, set[int]]:
    """Return which places of the dealt deck went where, as the rules deal them."""
    found: dict[Place, set[int]] = {("dabb", 0): set()}
    top = 0
    for owner, n in packets(state.rules, state.dealer, state.knocked):
        place: Place = ("dabb", 0) if owner == DABB else ("hand", owner)
        found.setdefault(place, set()).update(range(top, top + n))
        top += n
    if state.rules.turned_up:
        found["turned", 0] = {top}
    return found


def _drawn(state: DealState, seat: int | None) -> set[int]:
    """Return the places of the stock's cards that the seat has drawn.

    Source: rules.md [two-player-draw].
    """
    stock = state.rules.deal.stock
    if not stock or seat is None:
        return set()
    first = len(state.order) - stock
    places = list(range(first, first + stock))
    if state.rules.turned_up:
        places = [*places[1:], places[0]]
    n_drawn = stock - len(state.stock)
    winners = [trick.winner for trick in state.tricks[: n_drawn // 2]]
    return {places[2 * i + (0 if winner == seat else 1)] for i, winner in enumerate(winners)}


def _replay(
    state: DealState, seat: int | None, start: Shuffle, swap: tuple[Card, Card] | None
) -> DealState | None:
    """Play the deal again from another order; None where an action is refused."""
    twin = new_deal(state.rules, state.dealer)
    twin = twin.apply(Shuffle(_before_the_cut(state, start)))
    for actor, action in state.history[1:]:
        mine = actor == seat or (isinstance(action, GiveCard) and _is_owner(state, seat))
        wanted = action if mine or swap is None else _swapped(action, *swap)
        if twin.to_act != actor or not twin.is_legal(wanted):
            return None
        twin = twin.apply(wanted)
    return twin


def _is_owner(state: DealState, seat: int | None) -> bool:
    return state.call is not None and state.call.owner == seat


def _before_the_cut(state: DealState, start: Shuffle) -> tuple[Card, ...]:
    """Return the order from which the recorded cut makes the dealt one."""
    assert start.order is not None
    cut = state.history[1][1] if len(state.history) > 1 else None
    n = cut.n if isinstance(cut, Cut) else 0
    return (*start.order[len(start.order) - n :], *start.order[: len(start.order) - n])


def _swapped(action: Action, first: Card, second: Card) -> Action:
    """Return a hidden action with two cards exchanged; others stay."""
    if not isinstance(action, HIDDEN_ACTIONS) or action.card not in (first, second):
        return action
    return type(action)(second if action.card is first else first)


def public_outcome(state: DealState) -> object:
    """Return what the rules tell everybody about hidden cards, besides the actions.

    A replayed twin in which any of this differs is no twin: a seat may know it.
    """
    open_seat = _open_seat(state)
    return (
        state.phase,
        state.to_act,
        state.call and (state.call.card, state.call.owner),
        state.bid,
        state.bury_error,
        state.buried_dix,
        state.claims,
        state.score,
        [redact(action) for _, action in state.history],
        _announced_trumps(state),
        None if open_seat is None else state.hands[open_seat] + state.hand_shown * state.buried,
    )


def _announced_trumps(state: DealState) -> int | None:
    """Return the announced number of buried trumps.

    Source: rules.md [announce-trumps].
    """
    if not state.rules.dabb.announce_trumps or state.conceded:
        return None
    if state.trump is None or not state.burying_done:
        return None
    return size(state.buried & SUIT_BITS[state.trump.index])
