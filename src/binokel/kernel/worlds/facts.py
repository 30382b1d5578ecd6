"""From a seat's view, and nothing else, to what it knows of the hidden cards.

Source: rules.md [legal-cards], [meld-shown], [dabb-visible], [announce-trumps],
[rufen-two-owners], [rufen-give-back].
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import product

from binokel.cards.card import CARDS, Card, Suit
from binokel.cards.deck import deck_bits
from binokel.cards.hand import UNITS, pack, size
from binokel.engine.actions import CallCard, GiveCard
from binokel.engine.view import DealView
from binokel.kernel.worlds.not_melded import not_melded
from binokel.kernel.worlds.places import (
    BURIED,
    DABB,
    STOCK,
    Check,
    Clause,
    Facts,
    Kind,
    Place,
)
from binokel.kernel.worlds.stock import drawn_clauses, held_at_windows
from binokel.rules.melds import MeldKind
from binokel.rules.melds.check import copies_needed
from binokel.rules.ruleset import PlayRules, RuleSet
from binokel.rules.tricks import legal_marks, winning_index

_N = 24
GIVEN_UP_LAST = 0


def facts_of(view: DealView, rules: RuleSet, *, assume_all_melded: bool = False) -> Facts:
    """Return what a seat knows of the hidden cards.

    With `assume_all_melded` everyone is taken to have declared the best set of melds; melding
    less is allowed, so this is a guess at how others play and no fact of the rules.

    What is not used: in a game with a stock, what a play gave away while the stock lasted
    (cards drawn later may be those denied), which melds were taken over, and what was not
    melded; when the deal is signed, what the verdict on a claimed revoke told.

    Raises:
        ValueError: the cards are not dealt yet, or the view is of a deal by other rules.
    """
    if not view.n_cards:
        raise ValueError(f"no cards are dealt in the phase {view.phase.value}: nothing is hidden")
    if len(view.n_cards) != rules.n_seats or not set(view.hand) <= set(rules.cards):
        raise ValueError(
            f"this view is of no deal by {rules.id}, with {rules.n_seats} seats and "
            f"{len(rules.cards)} cards: take the rules of the deal"
        )
    reader = _Reader(view, rules)
    clauses = reader.clauses()
    checks: tuple[Check, ...] = (*reader.gift_checks(), *reader.error_checks())
    if assume_all_melded and not rules.deal.stock:
        found = not_melded(view, rules, reader.places, reader.played)
        clauses += found.clauses
        checks += found.checks
        for place, index, n in found.at_most:
            reader.high[place][index] = min(reader.high[place][index], n)
    return Facts(
        rules,
        view.seat,
        reader.hand,
        pack(view.buried),
        rules.n_seats,
        reader.places,
        reader.sizes,
        tuple(reader.kinds()),
        clauses,
        checks,
    )


class _Reader:
    """The view taken apart: places, plays, and bounds for each kind and place."""

    def __init__(self, view: DealView, rules: RuleSet) -> None:
        self.view = view
        self.rules = rules
        self.hand = pack(view.hand)
        self.owner = -1 if view.declarer is None else view.declarer
        self.is_owner = view.seat is not None and view.seat == view.declarer
        found = dict(self._places())
        self.places = tuple(found)
        self.sizes = tuple(found.values())
        self.played = [[0] * _N for _ in range(rules.n_seats)]
        for seat, card, _ in self._plays():
            self.played[seat][card] += 1
        self.low = [[0] * _N for _ in self.places]
        self.high = [[2] * _N for _ in self.places]
        self._deny()
        self._show()
        self._call()

    def _places(self) -> Iterator[tuple[Place, int]]:
        """Yield the places of hidden cards that are not empty, with their sizes."""
        view = self.view
        for seat, n in enumerate(view.n_cards):
            if seat != view.seat and n:
                yield Place("hand", seat), n
        if view.n_buried and not self.is_owner:
            yield BURIED, view.n_buried
        if view.n_dabb and not view.dabb_taken:
            yield DABB, view.n_dabb
        n_stock = view.n_stock - (view.turned_up is not None)
        if n_stock:
            yield STOCK, n_stock

    def place(self, seat: int) -> int | None:
        """Return the number of the place of a hand, None if it is empty or one's own."""
        wanted = Place("hand", seat)
        return self.places.index(wanted) if wanted in self.places else None

    def mask(self, *places: Place) -> int:
        """Return the bits of those of the places that hold cards."""
        return sum(1 << i for i, place in enumerate(self.places) if place in places)

    def _plays(self) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Yield seat, card and the cards before it in the trick, of every play."""
        view, n = self.view, self.rules.n_seats
        tricks = [(trick.leader, trick.cards) for trick in view.tricks]
        for leader, cards in (*tricks, (view.leader, view.trick)):
            indices = tuple(card.index for card in cards)
            for place, card in enumerate(indices):
                yield (leader + place) % n, card, indices[:place]

    def _deny(self) -> None:
        """Exclude what each play denied under the duties of the rule set.

        Source: rules.md [legal-cards], [two-player-obligations], [strict-revoke].
        """
        rules, view = self.rules, self.view
        if rules.accepts_all:
            return
        trump = -1 if view.trump is None else view.trump.index
        free = rules.n_seats * (rules.deal.stock // 2)
        for number, (seat, card, before) in enumerate(self._plays()):
            place = self.place(seat)
            if number < free or not before or place is None:
                continue
            leader = (seat - len(before)) % rules.n_seats
            winner = (leader + winning_index(before, trump)) % rules.n_seats
            mate = rules.side_of[winner] == rules.side_of[seat]
            for index in denied(rules.play, before, trump, mate, card):
                self.high[place][index] = 0

    def _show(self) -> None:
        """Enter the copies that shown melds prove to be in the hands."""
        view, rules = self.view, self.rules
        if rules.deal.stock:
            for seat, low in enumerate(held_at_windows(view, rules, self.played)):
                self._at_least(self.place(seat), low)
            return
        if view.buried_dix and BURIED in self.places:
            assert view.trump is not None
            self.low[self.places.index(BURIED)][6 * view.trump.index + 5] = view.buried_dix
        for seat, melds in enumerate(view.melds):
            if not melds or (seat == self.owner and view.bury_error):
                continue  # a wrong burying: the melds lay among the buried cards, too
            low = [0] * _N
            for card, n in copies_needed(rules, melds, view.trump).items():
                low[card.index] = max(0, n - self.played[seat][card.index])
            if seat == self.owner and view.buried_dix:
                self._buried_dix(sum(m.kind is MeldKind.DIX for m in melds), low)
            self._at_least(self.place(seat), low)

    def _buried_dix(self, n_melded: int, low: list[int]) -> None:
        """Take the announced sevens, which are buried, from those in hand.

        Source: rules.md [diss-not-announced].
        """
        view = self.view
        assert view.trump is not None
        seven = 6 * view.trump.index + 5
        left = max(0, n_melded - view.buried_dix)
        low[seven] = max(0, left - self.played[self.owner][seven])
        penalties, hand = self.rules.penalties, self.place(self.owner)
        if hand is not None and not (penalties.strict and penalties.bury_error == "double"):
            self.high[hand][seven] = low[seven]  # a seven in hand is melded before a buried one

    def _at_least(self, place: int | None, low: list[int]) -> None:
        if place is not None:
            self.low[place] = [max(a, b) for a, b in zip(self.low[place], low, strict=True)]

    def _call(self) -> None:
        """Exclude the called card from those asked before its owner.

        Source: rules.md [rufen-two-owners].
        """
        for caller, action in self.view.history:
            if isinstance(action, CallCard) and self.view.call is not None:
                seat = (caller + 1) % self.rules.n_seats
                while seat != self.view.call.owner:
                    place = self.place(seat)
                    if place is not None:
                        self.high[place][action.card.index] = 0
                    seat = (seat + 1) % self.rules.n_seats

    def _followed(self) -> list[int]:
        """Return by kind how many copies were seen going to the declarer, another's view."""
        view, call = self.view, self.view.call
        seen = [0] * _N
        if self.owner < 0 or self.is_owner:
            return seen
        for card in view.dabb or ():
            seen[card.index] += 1
        if call is not None:
            seen[call.card.index] += 1
            if call.given is not None and view.seat == call.owner:
                seen[call.given.index] = max(0, seen[call.given.index] - 1)
        return seen

    def _may_be_given(self) -> bool:
        """Tell whether a card was given that the seat has not seen."""
        call = self.view.call
        given = any(isinstance(action, GiveCard) for _, action in self.view.history)
        return given and call is not None and self.view.seat != call.owner and not self.is_owner

    def gift_checks(self) -> tuple[Check, ...]:
        """Return that at most one of the cards seen going to the declarer was given away.

        Source: rules.md [rufen-give-back].
        """
        view, call = self.view, self.view.call
        if call is None or self.is_owner or not view.dabb:
            return ()
        n_given = int(self._may_be_given())
        mine = [place in (Place("hand", self.owner), BURIED) for place in self.places]
        return (partial(_kept, self._followed(), self.played[self.owner], mine, n_given),)

    def error_checks(self) -> tuple[Check, ...]:
        """Return what a wrong burying tells: the melds lay in hand and buried cards.

        Source: rules.md [strict-burying], [discard-error-detect].
        """
        view, rules = self.view, self.rules
        if not view.bury_error or self.is_owner or self.owner < 0:
            return ()
        melds = view.melds[self.owner]
        if not melds:
            return ()
        need = copies_needed(rules, melds, view.trump)
        apart = [meld for meld in melds if meld.kind is not MeldKind.DIX]
        in_hand = copies_needed(rules, apart, view.trump)
        if view.trump is not None:
            seven = CARDS[6 * view.trump.index + 5]
            in_hand[seven] = max(in_hand.get(seven, 0), need.get(seven, 0) - view.buried_dix)
        hand = [place == Place("hand", self.owner) for place in self.places]
        union = [own or place == BURIED for own, place in zip(hand, self.places, strict=True)]
        checks: list[Check] = [partial(_hold, need, union)]
        if view.n_buried == rules.deal.dabb:
            checks.append(partial(_lack, in_hand, hand))
        return tuple(checks)

    def kinds(self) -> Iterator[Kind]:
        """Yield the unseen copies of each kind that is not all seen."""
        view = self.view
        gone = self.hand + pack(view.buried)
        gone += sum(n * UNITS[i] for played in self.played for i, n in enumerate(played))
        if view.turned_up is not None:
            gone += UNITS[view.turned_up.index]
        unseen = deck_bits(self.rules.deck.sevens) - gone
        assert size(unseen) == sum(self.sizes)
        for index in range(_N):
            if n := unseen >> (2 * index) & 3:
                low = tuple(bounds[index] for bounds in self.low)
                high = tuple(bounds[index] for bounds in self.high)
                yield Kind(index, self._masks(index, n), low, high)

    def _masks(self, index: int, n: int) -> tuple[int, ...]:
        """Return where each unseen copy of a kind may lie."""
        anywhere = (1 << len(self.places)) - 1
        if self.is_owner:
            return self._own_gift(index, n, anywhere)
        taken = self.mask(Place("hand", self.owner), BURIED)
        opened: tuple[int, ...] = ()
        if self.view.open_hand is not None:
            where = taken if self.view.conceded else self.mask(Place("hand", self.owner))
            opened = (where,) * sum(card.index == index for card in self.view.open_hand)
            anywhere &= ~where
            taken &= ~where
        n_free = n - len(opened)
        n_known = self._followed()[index] - self.played[self.owner][index] - len(opened)
        n_known = min(n_free, max(0, n_known))
        call = self.view.call
        if call is not None and self._may_be_given() and call.card.index != index:
            taken |= self.mask(Place("hand", call.owner))  # it may be the card given
            if self.played[call.owner][index]:
                taken = anywhere
        return (*opened, *(taken,) * n_known, *(anywhere,) * (n_free - n_known))

    def _own_gift(self, index: int, n: int, anywhere: int) -> tuple[int, ...]:
        """Return the masks as the caller knows them, who has given a card away."""
        call = self.view.call
        if call is None or call.given is None or call.given.index != index:
            return (anywhere,) * n
        if self.played[call.owner][index]:
            return (anywhere,) * n
        return (self.mask(Place("hand", call.owner)),) + (anywhere,) * (n - 1)

    def clauses(self) -> tuple[Clause, ...]:
        """Return the announced number of buried trumps, and what drawing proves."""
        view = self.view
        found: list[Clause] = []
        if view.buried_trumps is not None and BURIED in self.places:
            assert view.trump is not None
            trumps = _of_suit(view.trump)
            test = partial(_sums_to, view.buried_trumps)
            place = self.places.index(BURIED)
            found.append(Clause(place, trumps, (0,) * 6, test, GIVEN_UP_LAST))
        if self.rules.turned_up:
            for seat, kinds, base in drawn_clauses(view, self.rules, list(self._plays())):
                hand = self.place(seat)
                if hand is not None:
                    found.append(Clause(hand, kinds, base, any, GIVEN_UP_LAST))
        return tuple(found)


@lru_cache(maxsize=8192)
def denied(
    play: PlayRules, before: tuple[int, ...], trump: int, mate: bool, card: int
) -> tuple[int, ...]:
    """Return the cards beside which a play would have been illegal.

    Whether a card is legal follows from the other cards one at a time: each of them either
    forbids it or does not.

    Source: rules.md [legal-cards].
    """
    own = UNITS[card]
    return tuple(
        index
        for index in range(_N)
        if index != card
        and not legal_marks(play, own + UNITS[index], before, trump, mate) >> (2 * card) & 1
    )


def _of_suit(suit: Suit) -> tuple[int, ...]:
    return tuple(range(6 * suit.index, 6 * suit.index + 6))


def _sums_to(wanted: int, counts: tuple[int, ...]) -> bool:
    return sum(counts) == wanted


def _kept(
    seen: list[int], played: list[int], mine: list[bool], n_given: int, packed: tuple[int, ...]
) -> bool:
    """Tell whether the declarer has given away no more of the cards seen than he gave."""
    kept = sum(bits for bits, own in zip(packed, mine, strict=True) if own)
    missing = [
        max(0, n - played[index] - (kept >> (2 * index) & 3)) for index, n in enumerate(seen)
    ]
    return sum(missing) <= n_given


def _hold(need: dict[Card, int], mine: list[bool], packed: tuple[int, ...]) -> bool:
    """Tell whether places hold the cards together."""
    held = sum(bits for bits, own in zip(packed, mine, strict=True) if own)
    return all(n <= held >> (2 * card.index) & 3 for card, n in need.items())


def _lack(need: dict[Card, int], mine: list[bool], packed: tuple[int, ...]) -> bool:
    return not _hold(need, mine, packed)


def options_of(kind: Kind) -> dict[tuple[int, ...], int]:
    """Return by copies at each place in how many ways the copies of a kind may lie so."""
    n = len(kind.low)
    found: dict[tuple[int, ...], int] = {}
    for where in product(*([i for i in range(n) if mask >> i & 1] for mask in kind.masks)):
        counts = tuple(where.count(i) for i in range(n))
        bounds = zip(kind.low, counts, kind.high, strict=True)
        if all(low <= have <= high for low, have, high in bounds):
            found[counts] = found.get(counts, 0) + 1
    return found
