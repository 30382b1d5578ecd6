"""What is known while a record is read or written line by line, without replaying it.

That is enough to tell what a meld counts, which seat cuts, and which steps go without saying:

* leaving the deck uncut, before a seat's first action after the shuffle;
* the end of burying, before a trump, contract, meld or card that follows a buried card;
* laying nothing, for the seats that have not melded when the first card is played.
"""

from collections import Counter
from typing import NamedTuple

from binokel.cards.card import Card, Suit
from binokel.engine.actions import (
    Action,
    BuryCard,
    BuryDone,
    Concede,
    Cut,
    DeclareMelds,
    Knock,
    NameContract,
    NameTrump,
    NoCut,
    PlayCard,
    Shuffle,
)
from binokel.engine.match import Entry, Undo
from binokel.rules.deal import cut_deck, deal_cards
from binokel.rules.ruleset import RuleSet

_AFTER_BURYING = (NameTrump, NameContract, DeclareMelds, PlayCard)


class Frame(NamedTuple):
    """The deal after a step: `queue` are the seats still to meld before the first card."""

    dealer: int = 0
    order: tuple[Card, ...] = ()
    trump: Suit | None = None
    queue: tuple[int, ...] = ()
    last: Entry | None = None
    n_trick: int = 0


class Trail:
    """The frames of all steps that stand; an undo takes the last ones back."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.frames = [Frame()]
        self.next_dealer: int | None = None

    @property
    def now(self) -> Frame:
        """The deal as it stands."""
        return self.frames[-1]

    @property
    def cutter(self) -> int:
        """The seat that cuts. Source: rules.md [seat-numbers]."""
        return (self.now.dealer - 1) % self.rules.n_seats

    def start(self, dealer: int) -> None:
        """Note the dealer of the next shuffle."""
        self.next_dealer = dealer

    def turn_up(self, suit: Suit) -> None:
        """Note the trump suit of a deal whose shuffle is hidden."""
        self.frames[-1] = self.now._replace(trump=suit)

    def implied(self, seat: int | None, action: Action | Undo) -> list[Entry]:
        """Return the steps that go without saying before this one."""
        found: list[Entry] = []
        if self._leaves_the_deck(action):
            found.append(Entry(self.cutter, NoCut()))
        if ends_burying(self.now.last, Entry(seat, action)):
            found.append(Entry(seat, BuryDone()))
        if isinstance(action, PlayCard):
            found += [Entry(other, DeclareMelds()) for other in self.now.queue]
        return found

    def _leaves_the_deck(self, action: Action | Undo) -> bool:
        """Tell whether a step after the shuffle says that nobody has cut."""
        last = self.now.last
        return (
            last is not None
            and isinstance(last.action, Shuffle)
            and self._cuts
            and not isinstance(action, Shuffle | Cut | Knock | NoCut | Undo)
        )

    @property
    def _cuts(self) -> bool:
        return self.rules.deal.cut != "none" or self.rules.deal.knock

    def push(self, entry: Entry) -> None:
        """Go on by one step."""
        if isinstance(entry.action, Undo):
            n = min(entry.action.n, len(self.frames) - 1)
            del self.frames[len(self.frames) - max(n, 0) :]
            return
        self.frames.append(self._after(entry)._replace(last=entry))

    def _after(self, entry: Entry) -> Frame:
        now, rules = self.now, self.rules
        match entry.action:
            case Shuffle(order):
                dealer = now.dealer if self.next_dealer is None else self.next_dealer
                frame = Frame(dealer, order or ())
                return frame if self._cuts else self._dealt(frame, frame.order)
            case Cut(n):
                return self._dealt(now, cut_deck(now.order, n))
            case Knock() | NoCut():
                return self._dealt(now, now.order)
            case NameTrump(suit) | Concede(suit):
                queue = () if isinstance(entry.action, Concede) else self._queue(entry.seat)
                return now._replace(trump=suit, queue=queue)
            case NameContract(suit=suit):
                return now._replace(trump=suit, queue=self._queue(entry.seat) if suit else ())
            case DeclareMelds():
                return now._replace(queue=tuple(s for s in now.queue if s != entry.seat))
            case PlayCard():
                return now._replace(queue=(), n_trick=(now.n_trick + 1) % rules.n_seats)
        return now

    def _queue(self, declarer: int | None) -> tuple[int, ...]:
        if declarer is None or self.rules.deal.stock:
            return ()
        n = self.rules.n_seats
        return tuple((declarer + i) % n for i in range(n))

    def _dealt(self, frame: Frame, order: tuple[Card, ...]) -> Frame:
        """Return the frame with the turned-up trump. Source: rules.md [two-player-trump]."""
        if not self.rules.turned_up or Counter(order) != Counter(self.rules.cards):
            return frame
        stock = deal_cards(self.rules, order, frame.dealer, knocked=False).stock
        return frame._replace(trump=stock[-1].suit)


def ends_burying(last: Entry | None, entry: Entry) -> bool:
    """Tell whether a step after a buried card says that burying is done."""
    return (
        last is not None
        and isinstance(last.action, BuryCard)
        and last.seat == entry.seat
        and isinstance(entry.action, _AFTER_BURYING)
        and not (isinstance(entry.action, NameContract) and entry.action.from_hand)
    )
