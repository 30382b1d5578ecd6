"""A record told deal by deal: all cards open, or as one seat saw it."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from binokel.cards.card import Card
from binokel.cards.hand import unpack
from binokel.cli.terminal.words import Words
from binokel.engine.actions import (
    Action,
    Bid,
    BuryDone,
    CallCard,
    ClaimRevoke,
    Concede,
    Cut,
    DeclareMelds,
    ExchangeDix,
    GiveCard,
    Knock,
    NameContract,
    NameTrump,
    NoCut,
    Pass,
    Sign,
    TakeDabb,
)
from binokel.engine.match import Entry, Match, Undo
from binokel.engine.record import Comment, DealStart, Item, Layout, Record, start, walk
from binokel.engine.record.writer import side_labels
from binokel.locales import text
from binokel.rules.melds import Meld
from binokel.telling.melds import void_line
from binokel.telling.scene import Scene, turned_up_line


class Story(msgspec.Struct):
    """One deal as it is told: lines for people, steps for programs."""

    number: int
    dealer: int
    hands: list[tuple[Card, ...] | None] = []
    dabb: tuple[Card, ...] | None = None
    lines: list[str] = []
    steps: list[dict[str, Any]] = []
    score: Any = None
    totals: tuple[int, ...] = ()


def retell(record: Record, places: Layout, words: Words, seat: int | None) -> list[Story]:
    """Return the deals of a record; `seat` None means that all cards lie open.

    Raises:
        RecordError: the record breaks a rule or hides cards.
    """
    match = start(record, places)
    teller = _Teller(match, words, seat)
    for item in walk(record, match, places):
        teller.tell(item)
    teller.finish()
    return teller.stories


class _Teller:
    """Tells what each item has done; the match stands after it."""

    def __init__(self, match: Match, words: Words, seat: int | None) -> None:
        self.match = match
        self.words = words
        self.seat = seat
        self.stories: list[Story] = []
        self.n_tricks = 0
        self.laid: list[tuple[Meld, ...]] = []
        self.labels = side_labels(match.rules, match.seats)

    def tell(self, item: Item) -> None:
        if isinstance(item, DealStart):
            self.stories.append(Story(item.number, item.dealer, [], None, [], []))
            self.n_tricks = 0
        elif isinstance(item, Comment):
            self._line(f"# {item.text}")
        elif isinstance(item, Entry):
            self._step(item)
        self.laid = [melds or () for melds in self.match.deal.melds]

    def finish(self) -> None:
        """Add the cards of a trick that the record breaks off in."""
        deal = self.match.deal
        if deal.trick:
            cards = self.match.deal.observe(self.seat).trick
            self._line(self._trick(len(deal.tricks) + 1, deal.leader, cards))

    def _line(self, line: str) -> None:
        self.stories[-1].lines.append(line)

    def _step(self, entry: Entry) -> None:
        story, deal = self.stories[-1], self.match.deal
        action = entry.action
        if isinstance(action, Undo):
            self._line(text("replay.undo", self.words.lang, n=action.n))
            self.n_tricks = len(deal.tricks)
            shown: Action | Undo = action
        else:
            shown = self._shown(entry, action)
            assert entry.seat is not None
            sentence = _SENTENCES.get(type(action))
            if sentence is not None:
                self._line(sentence(self, entry.seat, shown))
        after = {"phase": deal.phase.value, "to_act": self.match.to_act}
        step = {"seat": entry.seat, "action": msgspec.to_builtins(shown), **after}
        story.steps.append(step)
        self._what_follows(story)

    def _shown(self, entry: Entry, action: Action) -> Action:
        """Return an action as the seat has seen it."""
        if self.seat is None:
            return action
        return self.match.deal.observe(self.seat).history[-1][1]

    def _what_follows(self, story: Story) -> None:
        """Tell the cards once they are dealt, a finished trick, and the score."""
        deal = self.match.deal
        if deal.hands and not story.hands:
            self._dealt(story)
        if len(deal.tricks) > self.n_tricks:
            trick = deal.tricks[-1]
            line = self._trick(len(deal.tricks), trick.leader, trick.cards)
            winner = self.match.seats[trick.winner]
            self._line(f"{line}  {self.words('trick_to', name=winner, points=trick.points)}")
        self.n_tricks = len(deal.tricks)
        story.score = deal.score
        story.totals = self.match.standing.totals
        if deal.is_over:
            self._account()

    def _dealt(self, story: Story) -> None:
        deal = self.match.deal
        for seat, hand in enumerate(deal.hands):
            is_known = self.seat in (None, seat)
            story.hands.append(unpack(hand) if is_known else None)
            if is_known:
                cards = self.words.cards(unpack(hand))
                self._line(f"{self.match.seats[seat]}: {cards}")
        if self.seat is None and deal.dabb:
            story.dabb = deal.dabb
            self._line(f"{self.words('dabb')}: {self.words.cards(deal.dabb)}")
        view = self.match.observe(self.seat)
        if view.deal.turned_up is not None:
            self._line(turned_up_line(Scene(self.words, view)))

    def _trick(self, number: int, leader: int, cards: tuple[Card, ...]) -> str:
        n = self.match.rules.n_seats
        names = [self.match.seats[(leader + place) % n] for place in range(len(cards))]
        played = " · ".join(f"{name} {card}" for name, card in zip(names, cards, strict=True))
        return f"{self.words('trick', number=number)}: {played}"

    def _account(self) -> None:
        """Tell every line of the score, and the totals."""
        words, score = self.words, self.match.deal.score
        if score is None:
            self._line(words("score.redeal"))
            return
        for side, label in enumerate(self.labels):
            self._line(f"{label}: {words.points(score.scores[side])}")
            for line in score.lines:
                if line.side == side:
                    what = text(f"score.what.{line.what}", words.lang)
                    self._line(f"    {words.points(line.points):>6}  {what}  [{line.key}]")
        totals = self.match.standing.totals
        pairs = zip(self.labels, totals, strict=True)
        standing = " | ".join(f"{label} {words.points(total)}" for label, total in pairs)
        self._line(f"{words('standing')}: {standing}")

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.match.seats[seat]

    def say(self, key: str, seat: int, **values: object) -> str:
        """Return the sentence of a key about a seat."""
        return self.words(f"did.{key}", name=self.name(seat), **values)

    def melds(self, seat: int, action: DeclareMelds) -> str:
        """Return what a seat has melded."""
        if not action.melds:
            return self.say("meld_nothing", seat)
        points = sum(meld.points for meld in action.melds)
        line = f"{self.say('meld', seat, points=points)} {self.words.melds(action.melds)}"
        after = self.match.deal.melds[seat] or ()
        void = void_line(self.words, self.laid[seat], action.melds, after)
        return line if void is None else f"{line}. {void}"

    def taken(self, seat: int) -> str:
        """Return that the Dabb was taken, with its cards where they are known."""
        dabb = (
            self.match.deal.dabb if self.seat is None else self.match.deal.observe(self.seat).dabb
        )
        if dabb is None:
            return self.say("take_hidden", seat)
        return f"{self.say('take', seat)} {self.words.cards(dabb)}"

    def buried(self, seat: int) -> str:
        """Return how many cards were buried, and which where they are known."""
        deal = self.match.deal
        sentence = self.say("buried", seat, cards=self.words.count("cards", deal.n_buried))
        return (
            f"{sentence} {self.words.cards(unpack(deal.buried))}"
            if self.seat in (None, seat)
            else sentence
        )

    def called(self, seat: int, action: CallCard) -> str:
        """Return what was called, and who had it."""
        call = self.match.deal.call
        assert call is not None
        card, owner = self.words.card(action.card), self.name(call.owner)
        return self.say("call", seat, card=card, owner=owner, bid=self.match.deal.bid)

    def given(self, seat: int, action: GiveCard) -> str:
        """Return what was given for a called card."""
        call = self.match.deal.call
        assert call is not None
        owner = self.name(call.owner)
        if action.card is None:
            return self.say("give_hidden", seat, owner=owner)
        return self.say("give", seat, owner=owner, card=self.words.card(action.card))

    def announced(self, seat: int, action: NameContract) -> str:
        """Return which Durch or Bettel was announced."""
        what = self.words.contract(
            action.contract, is_open=action.is_open, from_hand=action.from_hand
        )
        sentence = self.say("contract", seat, what=what)
        suit = action.suit
        return (
            sentence
            if suit is None
            else f"{sentence} {self.words('trump_is', suit=self.words.suit(suit))}"
        )

    def claimed(self, seat: int, action: ClaimRevoke) -> str:
        """Return what was claimed, and whether it is true."""
        is_proven = self.match.deal.claims[-1].proven
        sentence = self.say("claim", seat, other=self.name(action.seat), n=action.trick + 1)
        verdict = self.say("claim_right" if is_proven else "claim_wrong", seat)
        return f"{sentence} {verdict}"


_Sentence = Callable[[_Teller, int, Any], str]

_SENTENCES: Mapping[type, _Sentence] = {
    Cut: lambda t, seat, action: t.say("cut", seat, cards=t.words.count("cards", action.n)),
    Knock: lambda t, seat, _: t.say("knock", seat),
    NoCut: lambda t, seat, _: t.say("no_cut", seat),
    Bid: lambda t, seat, action: t.say("bid", seat, value=action.value),
    Pass: lambda t, seat, _: t.say("pass", seat),
    TakeDabb: lambda t, seat, _: t.taken(seat),
    CallCard: _Teller.called,
    GiveCard: _Teller.given,
    BuryDone: lambda t, seat, _: t.buried(seat),
    Concede: lambda t, seat, action: t.say("concede", seat, suit=t.words.suit(action.suit)),
    NameTrump: lambda t, seat, action: t.say("trump", seat, suit=t.words.suit(action.suit)),
    NameContract: _Teller.announced,
    DeclareMelds: _Teller.melds,
    ExchangeDix: lambda t, seat, _: t.say("exchange", seat),
    ClaimRevoke: _Teller.claimed,
    Sign: lambda t, seat, _: t.say("sign", seat),
}
