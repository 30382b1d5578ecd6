"""The deal as it would have been with the cards of a world, played again by the engine.

Source: rules.md [two-player-draw], [two-player-dix], [rufen-give-back].
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from random import Random

from binokel.cards.card import CARDS, Card
from binokel.cards.hand import UNITS, kinds, pack, unpack
from binokel.engine.actions import (
    Action,
    BuryCard,
    Cut,
    DeclareMelds,
    ExchangeDix,
    GiveCard,
    PlayCard,
    Shuffle,
    TakeBack,
)
from binokel.engine.state import DealState, new_deal
from binokel.errors import NoWorld
from binokel.kernel.worlds.worlds import World
from binokel.rules.deal import DABB, cut_deck, packets, stacked
from binokel.rules.melds.stock import group_of


def world_of(state: DealState) -> World:
    """Return where all cards really lie."""
    stock = state.stock[:-1] if state.rules.turned_up else state.stock
    dabb = () if state.dabb_taken else state.dabb
    return World(state.hands, state.buried, pack(dabb), pack(stock))


def replay(state: DealState, seat: int | None, world: World, rng: Random) -> DealState:
    """Play a deal again from a shuffle that leads to a world, as the seat saw it.

    Every public action and all of the seat's own are those of the real deal; what others buried
    or gave unseen is what the world says. In a game with a stock the others draw their cards in
    the order in which they need them.

    Raises:
        IllegalAction: the rules refuse an action of the real deal.
        NoWorld: the world cannot come about like this.
    """
    kind = _StockReplay if state.rules.deal.stock else _Replay
    return kind(state, seat, world, rng).run()


class _Replay:
    def __init__(self, state: DealState, seat: int | None, world: World, rng: Random) -> None:
        self.state = state
        self.seat = seat
        self.world = world
        self.rng = rng
        self.owner = state.declarer
        self.own_cards = [
            hand + sum(UNITS[card.index] for card in _played_by(state, s))
            for s, hand in enumerate(world.hands)
        ]
        self.gift = self._gift()
        self.hidden = self._hidden_buries()

    def run(self) -> DealState:
        state = self.state
        twin = new_deal(state.rules, state.dealer).apply(Shuffle(self._order()))
        for actor, action in state.history[1:]:
            if twin.to_act != actor:
                raise NoWorld(f"seat {twin.to_act} acts there, not {actor}")
            twin = twin.apply(self._action(actor, action, twin))
        return twin

    def _gift(self) -> Card | None:
        """Return the card given for the called one, any that fits where it was not seen."""
        call = self.state.call
        if call is None or call.given is None or self.owner is None:
            return None
        if self.seat in (self.owner, call.owner):
            return call.given
        kept = self.own_cards[self.owner] + self.world.buried
        dabb = pack(self.state.dabb) if self.state.rules.dabb.shown else 0
        cards = list(kinds(self.own_cards[call.owner]))
        self.rng.shuffle(cards)
        for card in cards:
            if card is not call.card and _has(kept + UNITS[card.index], dabb, call.card):
                return card
        raise NoWorld("no card can have been given")

    def _piles(self) -> dict[int, list[Card]]:
        """Return who was dealt what, the Dabb as DABB."""
        hands, dabb = self._dealt()
        piles = {seat: list(unpack(hand)) for seat, hand in enumerate(hands)}
        piles[DABB] = list(dabb)
        return piles

    def _stock(self) -> list[Card]:
        return []

    def _dealt(self) -> tuple[list[int], tuple[Card, ...]]:
        """Return the hands as they were dealt, and the Dabb."""
        state, hands = self.state, list(self.own_cards)
        owner = self.owner
        if owner is None:
            return hands, unpack(self.world.dabb)
        hands[owner] += self.world.buried
        if state.call is not None:
            called = UNITS[state.call.card.index]
            hands[owner] -= called
            hands[state.call.owner] += called
            if self.gift is not None:
                hands[owner] += UNITS[self.gift.index]
                hands[state.call.owner] -= UNITS[self.gift.index]
        if not state.dabb_taken:
            return hands, unpack(self.world.dabb)
        known = state.rules.dabb.shown or owner == self.seat
        cards = list(unpack(hands[owner]))
        dabb = state.dabb if known else tuple(self.rng.sample(cards, len(state.dabb)))
        hands[owner] -= pack(dabb)
        return hands, dabb

    def _order(self) -> tuple[Card, ...]:
        """Return the deck before the cut."""
        state = self.state
        order = stacked(state.rules, self._piles(), state.dealer, state.knocked)
        order += tuple(self._stock())
        cut = state.history[1][1] if len(state.history) > 1 else None
        n_cut = cut.n if isinstance(cut, Cut) else 0
        return cut_deck(order, len(order) - n_cut)

    def _hidden_buries(self) -> dict[int, Card | None]:
        """Return by place in the history which card is buried, None for any card."""
        if self.owner is None or self.seat == self.owner:
            return {}
        stack: list[int] = []
        found: dict[int, Card | None] = {}
        for place, (_, action) in enumerate(self.state.history):
            if isinstance(action, BuryCard):
                stack.append(place)
                found[place] = None
            elif isinstance(action, TakeBack):
                found[place] = None
                stack.pop()
        found.update(zip(stack, unpack(self.world.buried), strict=True))
        return found

    def _action(self, actor: int, action: Action, twin: DealState) -> Action:
        place = len(twin.history)
        match action:
            case GiveCard():
                assert self.gift is not None
                return GiveCard(self.gift)
            case BuryCard() if place in self.hidden:
                card = self.hidden[place]
                return BuryCard(kinds(twin.hands[actor])[0] if card is None else card)
            case TakeBack() if place in self.hidden:
                return TakeBack(_top(twin))
        return action


class _StockReplay(_Replay):
    """A game with a stock: what each had to hold by when says who drew which card."""

    def __init__(self, state: DealState, seat: int | None, world: World, rng: Random) -> None:
        super().__init__(state, seat, world, rng)
        n_stock = state.rules.deal.stock
        turned = state.order[len(state.order) - n_stock :][:1]
        self.turned_up = turned if state.rules.turned_up else ()
        self.drawers = [
            who
            for trick in state.tricks[: n_stock // 2]
            for who in (trick.winner, 1 - trick.winner)
        ][: n_stock - len(state.stock)]
        self.last_drawer = self.drawers[-1] if len(self.drawers) == n_stock else None
        if self.turned_up and self.last_drawer is not None:
            self.drawers.pop()  # what he draws is the card that lies open
        self.held = [
            self._as_it_was(s) if s == seat else self._by_need(s)
            for s in range(state.rules.n_seats)
        ]

    def _piles(self) -> dict[int, list[Card]]:
        n = self.state.rules.deal.hand
        return {seat: cards[:n] for seat, cards in enumerate(self.held)} | {DABB: []}

    def _stock(self) -> list[Card]:
        rest = list(unpack(self.world.stock))
        self.rng.shuffle(rest)
        drawn = [iter(cards[self.state.rules.deal.hand :]) for cards in self.held]
        return [*self.turned_up, *(next(drawn[seat]) for seat in self.drawers), *rest]

    def _as_it_was(self, seat: int) -> list[Card]:
        """Return the cards that a seat was really dealt, and those it drew, in order."""
        order, n_stock = self.state.order, self.state.rules.deal.stock
        cards: list[Card] = []
        top = 0
        for owner, n in packets(self.state.rules, self.state.dealer, self.state.knocked):
            cards += order[top : top + n] if owner == seat else ()
            top += n
        stock = order[len(order) - n_stock + len(self.turned_up) :]
        drawn = zip(self.drawers, stock, strict=False)
        return cards + [card for drawer, card in drawn if drawer == seat]

    def _by_need(self, seat: int) -> list[Card]:
        """Return what another seat was dealt and drew, in the order of its needs."""
        ever, needs = Counter(unpack(self.own_cards[seat])), needed_by(self.state, seat)
        taken: Counter[Card] = Counter()
        for place, (actor, action) in enumerate(self.state.history):
            if actor == seat and isinstance(action, ExchangeDix):
                ever[_seven(self.state)] += 1
                taken.update(self.turned_up)
                for card in self.turned_up:
                    _forget(needs[card], place)
        if self.last_drawer == seat:
            last = (_seven(self.state),) if self.state.exchanged else self.turned_up
            taken.update(last if self.turned_up else ())
        if taken - ever:
            raise NoWorld("the turned-up card is not where it was seen going")
        cards = list((ever - taken).elements())
        self.rng.shuffle(cards)
        end = len(self.state.history)
        times = [needs[card].pop(0) if needs[card] else end for card in cards]
        return [card for _, card in sorted(zip(times, cards, strict=True), key=_first)]


def _first(pair: tuple[int, Card]) -> int:
    return pair[0]


def _seven(state: DealState) -> Card:
    assert state.trump is not None
    return CARDS[6 * state.trump.index + 5]


def _forget(times: list[int], place: int) -> None:
    """Leave out the first need after a moment: a card that came then serves it."""
    later = [time for time in times if time > place]
    if later:
        times.remove(later[0])


def needed_by(state: DealState, seat: int) -> dict[Card, list[int]]:
    """Return for each copy of a card by which place in the history a seat held it."""
    needs: dict[Card, list[int]] = defaultdict(list)
    gone: Counter[Card] = Counter()
    groups: dict[object, Counter[Card]] = defaultdict(Counter)

    def need(cards: Iterable[tuple[Card, int]], place: int) -> None:
        for card, n in cards:
            needs[card] += [place] * (n - len(needs[card]))

    for place, (actor, action) in enumerate(state.history):
        if actor != seat:
            continue
        if isinstance(action, DeclareMelds):
            for meld in action.melds:
                need((gone + Counter(meld.cards)).items(), place)
                used = groups[group_of(state.rules, meld)]
                used.update(meld.cards)
                need(used.items(), place)
        elif isinstance(action, PlayCard | ExchangeDix):
            gone[action.card if isinstance(action, PlayCard) else _seven(state)] += 1
            need(gone.items(), place)
    return needs


def _top(twin: DealState) -> Card:
    """Return the card buried last and not taken back yet."""
    stack: list[Card] = []
    for _, action in twin.history:
        if isinstance(action, BuryCard):
            assert action.card is not None
            stack.append(action.card)
        elif isinstance(action, TakeBack):
            stack.pop()
    return stack[-1]


def _has(bits: int, dabb: int, called: Card) -> bool:
    """Tell whether a hand holds the Dabb and the called card."""
    need = [dabb >> (2 * i) & 3 for i in range(24)]
    need[called.index] += 1
    return all(n <= bits >> (2 * i) & 3 for i, n in enumerate(need))


def _played_by(state: DealState, seat: int) -> list[Card]:
    return [a.card for s, a in state.history if s == seat and isinstance(a, PlayCard)]
