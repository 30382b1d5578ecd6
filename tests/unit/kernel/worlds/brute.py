"""All worlds of a view, found by trying every distribution of the hidden cards."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from binokel.cards.hand import UNITS
from binokel.engine.state import DealState
from binokel.errors import IllegalAction
from binokel.kernel.worlds import World
from binokel.testing.twins import hidden_cards
from binokel.testing.worlds_soak import check_world


def all_worlds(state: DealState, seat: int, *, assume_all_melded: bool) -> dict[World, int]:
    """Return the worlds that survive a replay, with the ways of laying their single copies."""
    hidden = hidden_cards(state, seat)
    places = sorted(hidden)
    cards = sorted(card.index for held in hidden.values() for card in held)
    found: dict[World, int] = {}
    for piles in set(_piles(tuple(cards), [len(hidden[place]) for place in places])):
        world = _world(state, seat, dict(zip(places, piles, strict=True)))
        try:
            check_world(state, seat, world, Random(1), assume_all_melded=assume_all_melded)
        except (AssertionError, IllegalAction):
            continue
        found[world] = _ways(state, seat, dict(zip(places, piles, strict=True)))
    return found


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
    """Return the ways of telling the copies apart; a seen Dabb card stays with its taker."""
    owner = state.declarer
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
        labelled = {
            order
            for order in product(set(where), repeat=len(where))
            if sorted(order) == sorted(where) and all(p in mine for p in order[:seen])
        }
        ways *= max(1, len(labelled))
    return ways
