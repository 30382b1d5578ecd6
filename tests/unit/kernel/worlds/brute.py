"""All worlds of a view, found by trying every distribution of the hidden cards."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from binokel.cards.card import Card
from binokel.cards.hand import UNITS
from binokel.engine.actions import DeclareMelds, PlayCard
from binokel.engine.state import DealState
from binokel.errors import IllegalAction, NoWorld
from binokel.kernel.worlds import World
from binokel.rules.melds.stock import group_of
from binokel.testing.twins import hidden_cards
from binokel.testing.worlds_soak import check_world


def all_worlds(state: DealState, seat: int, *, assume_all_melded: bool) -> dict[World, int]:
    """Return the worlds that survive a replay, with the ways of laying their single copies."""
    hidden = hidden_cards(state, seat)
    places = sorted(hidden)
    cards = sorted(card.index for held in hidden.values() for card in held)
    proven = held_by_melds(state, 1 - seat) if state.rules.deal.stock else {}
    found: dict[World, int] = {}
    for piles in set(_piles(tuple(cards), [len(hidden[place]) for place in places])):
        world = _world(state, seat, dict(zip(places, piles, strict=True)))
        try:
            check_world(state, seat, world, Random(1), assume_all_melded=assume_all_melded)
        except (AssertionError, IllegalAction, NoWorld):
            continue
        if any(world.hands[1 - seat] >> (2 * card.index) & 3 < n for card, n in proven.items()):
            continue
        found[world] = _ways(state, seat, dict(zip(places, piles, strict=True)))
    return found


def held_by_melds(state: DealState, who: int) -> Counter[Card]:
    """Return what melds prove in a game with a stock, where `check_world` plays nothing again.

    A meld's cards are in hand when it is laid; those of one group are all different.
    """
    least: Counter[Card] = Counter()
    for place, (actor, action) in enumerate(state.history):
        if actor == who and isinstance(action, DeclareMelds):
            later = _cards_played(state, who, place)
            for meld in action.melds:
                least |= Counter(meld.cards) - later
    groups: dict[object, Counter[Card]] = {}
    for meld in state.melds[who] or ():
        groups.setdefault(group_of(state.rules, meld), Counter()).update(meld.cards)
    for used in groups.values():
        least |= used - _cards_played(state, who, 0)
    return least


def _cards_played(state: DealState, who: int, since: int) -> Counter[Card]:
    entries = state.history[since:]
    return Counter(a.card for actor, a in entries if actor == who and isinstance(a, PlayCard))


def _piles(cards: tuple[int, ...], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if len(sizes) == 1:
        yield (cards,)
        return
    for chosen in set(combinations(cards, sizes[0])):
        rest = list(cards)
        for card in chosen:
            rest.remove(card)
        for others in _piles(tuple(rest), sizes[1:]):
            yield (chosen, *others)


def _world(state: DealState, seat: int, piles: dict[tuple[str, int], tuple[int, ...]]) -> World:
    bits = {place: sum(UNITS[card] for card in cards) for place, cards in piles.items()}
    hands = tuple(bits.get(("hand", s), hand) for s, hand in enumerate(state.hands))
    buried = bits.get(("buried", 0), state.buried)
    return World(hands, buried, bits.get(("dabb", 0), 0), bits.get(("stock", 0), 0))


def _ways(state: DealState, seat: int, piles: dict[tuple[str, int], tuple[int, ...]]) -> int:
    """Return the ways of telling the copies apart.

    A seen Dabb card stays with its taker, or with his partner where a card was given him unseen.
    """
    owner, call = state.declarer, state.call
    given = None if call is None else call.given
    friend = -1 if call is None else call.owner
    ways = 1
    for card in range(24):
        where = [place for place, cards in piles.items() for c in cards if c == card]
        seen = 0
        if state.dabb_taken and state.rules.dabb.shown and owner != seat:
            played = sum(
                c.index == card and (t.leader + i) % len(state.hands) == owner
                for t in state.tricks
                for i, c in enumerate(t.cards)
            )
            played += sum(
                c == card and (state.leader + i) % len(state.hands) == owner
                for i, c in enumerate(state.trick)
            )
            seen = max(0, sum(c.index == card for c in state.dabb) - played)
        mine = {("hand", owner), ("buried", 0)}
        if given is not None and seat == owner and given.index == card:
            seen = 1 - min(1, _cards_played(state, friend, 0)[given])
            mine = {("hand", friend)}
        elif given is not None and seat != friend:
            mine |= {("hand", friend)}
        labelled = {
            order
            for order in product(set(where), repeat=len(where))
            if sorted(order) == sorted(where) and all(p in mine for p in order[:seen])
        }
        ways *= max(1, len(labelled))
    return ways
