"""Playing a card: what each legal card is worth, in points for the own side.

The value of a card is what its trick brings (by the chances of who wins it) less what the card
would bring if it were kept, plus what a lead does beyond its trick. Smearing, ducking, drawing
trumps and cashing follow from these three.
"""

from typing import NamedTuple

from binokel.cards.card import CARDS
from binokel.cards.hand import SUIT_BITS
from binokel.engine.actions import PLAYS
from binokel.engine.match import MatchView
from binokel.players.base import Alternative, Decision, Fact
from binokel.players.heuristic.cards import (
    ACE,
    RANK_OF,
    SUIT_MARKS,
    SUIT_OF,
    TEN,
    indices,
    n_cards,
    n_of,
)
from binokel.players.heuristic.knowledge import Knowledge
from binokel.players.heuristic.memory import PERFECT, Memory
from binokel.players.heuristic.reach import needs_trick, reach_of
from binokel.players.heuristic.values import loss_stake
from binokel.rules.tricks import winning_index

_TRUMP_WINS = (1.0, 0.75, 0.6, 0.5, 0.42, 0.36)
_SIDE_WINS = (0.85, 0.4, 0.2, 0.1, 0.05)
_DRAW, _DRAW_WINNER, _DEFENDER_TRUMP = 2.0, 1.5, -3.0
_RUFFED, _CO_DEFENDER, _KEEP, _LOSE = 5.0, 0.7, 0.6, 0.8
_URGENT = 4.0
_DEAR = 10
SURE = 1.0 - 1e-9
"""What is told as certain, but for rounding."""


class Situation(NamedTuple):
    """How the deal stands for the player: roles, points left, and what the bid still needs.

    `gain[seat]` is what a point in a trick of that seat is worth to the player. `need` is how
    much the declarer's side still lacks (None where no bid is tested), `slack` how much it may
    still lose.
    """

    is_declarer_side: bool
    is_declarer: bool
    gain: tuple[float, ...]
    left: int
    n_tricks: int
    need: int | None
    slack: int | None
    stake: float
    first_trick: float


def situation_of(view: MatchView, known: Knowledge) -> Situation:
    """Return how the deal stands for the seat to act."""
    deal, rules = view.deal, view.rules
    me, declarer = known.seat, deal.declarer
    own_side = declarer is not None and rules.side_of[declarer] == rules.side_of[me]
    taken = [0] * rules.n_sides
    tricks = [0] * rules.n_sides
    for trick in deal.tricks:
        taken[rules.side_of[trick.winner]] += trick.points
        tricks[rules.side_of[trick.winner]] += 1
    left = 240 - sum(taken) + rules.play.last_trick
    need = slack = None
    if declarer is not None and view.deal.contract.value == "trump":
        side = rules.side_of[declarer]
        got = taken[side] + sum(deal.meld_points[seat] for seat in rules.sides[side])
        if me == declarer and rules.scoring.buried_count:
            got += sum(rules.card_points[card.index] for card in deal.buried)
        need = deal.bid - got
        slack = left - need
    if deal.buried:
        left -= sum(rules.card_points[card.index] for card in deal.buried)
        slack = None if need is None else left - need
    mine = sum(deal.meld_points[seat] for seat in rules.sides[rules.side_of[me]])
    first = 0.0
    if rules.scoring.meld_trick != "none" and not tricks[rules.side_of[me]]:
        first = mine / max(1, len(deal.hand))
    return Situation(
        own_side,
        me == declarer,
        _gains(view, known, need, slack),
        max(0, left),
        len(deal.hand),
        need,
        slack,
        loss_stake(rules, deal.bid),
        first,
    )


def _gains(
    view: MatchView, known: Knowledge, need: int | None, slack: int | None
) -> tuple[float, ...]:
    """Return what a point in each seat's tricks is worth to the player."""
    rules, declarer = view.rules, view.deal.declarer
    others = rules.n_sides - 1
    open_contest = need is not None and slack is not None and need > 0 and slack >= 0
    gains = []
    for seat in range(rules.n_seats):
        if known.is_mate(seat):
            gains.append(1.0)
        elif others == 1:
            gains.append(-1.0)
        elif declarer is None or known.is_mate(declarer) or not open_contest:
            gains.append(-0.6)
        else:
            gains.append(-0.9 if rules.side_of[seat] == rules.side_of[declarer] else _CO_DEFENDER)
    return tuple(gains)


def play(view: MatchView, legal: tuple[int, ...], memory: Memory = PERFECT) -> Decision:
    """Return the best of the legal cards, with the value of each."""
    if len(legal) == 1:
        return Decision(PLAYS[legal[0]], (), (Fact("only_card", {"card": str(CARDS[legal[0]])}),))
    player = CardPlayer(view, memory)
    valued = sorted(((player.value(card), -card) for card in legal), reverse=True)
    best = -valued[0][1]
    alternatives = tuple(
        Alternative(PLAYS[-card], value, (value - 8.0, value + 8.0)) for value, card in valued
    )
    return Decision(PLAYS[best], alternatives, player.facts(best))


class CardPlayer:
    """The thoughts of one seat about one card."""

    def __init__(self, view: MatchView, memory: Memory = PERFECT) -> None:
        deal = view.deal
        self.view = view
        self.rules = view.rules
        self.known = Knowledge(view, memory)
        self.now = situation_of(view, self.known)
        self.points = view.rules.card_points
        self.trick = [card.index for card in deal.trick]
        self.leader = deal.leader
        self.seat = self.known.seat
        n = self.rules.n_seats
        self.later = [(self.seat + i) % n for i in range(1, n - len(self.trick))]
        self.table = sum([self.points[card] for card in self.trick])
        self.foes = [seat for seat in range(n) if self.is_foe(seat)]
        trump = self.known.trump
        self.foe_trumps = (
            sum(self.known.expected(seat, SUIT_MARKS[trump]) for seat in self.foes)
            if trump >= 0
            else 0.0
        )
        self.average = self.now.left / max(1, self.now.n_tricks)

    def is_foe(self, seat: int) -> bool:
        """Tell whether a seat's tricks are to be kept from it."""
        return self.now.gain[seat] < 0.0

    def value(self, card: int) -> float:
        """Return what playing a card is worth, in points."""
        odds = self.odds(card)
        table = self.table + self.points[card]
        value = -self.keep_value(card)
        for seat, chance in enumerate(odds):
            if chance:
                value += chance * self.now.gain[seat] * (table + self.later_points(seat))
                value += chance * self._threshold(seat, table, odds[seat])
        mates = sum([odds[s] for s in range(len(odds)) if self.known.is_mate(s)])
        value += mates * self.now.first_trick
        if not self.trick:
            value += self.lead_bonus(card, odds)
        return value

    def odds(self, card: int) -> list[float]:
        """Return the chance of each seat to win the trick after this card."""
        known = self.known
        trick = [*self.trick, card]
        place = winning_index(trick, known.trump)
        best, led = trick[place], SUIT_OF[trick[0]]
        winner = (self.leader + place) % known.n_seats
        odds = [0.0] * known.n_seats
        odds[winner] = 1.0
        exempt = self.rules.play.partner_exempt
        for seat in self.later:
            beats = known.chance_beaten(seat, led, best)
            if not beats:
                continue
            taken = 0.0
            for other in range(known.n_seats):
                share = odds[other] * beats * (1.0 if other == winner else 0.5)
                if exempt and known.side_of[other] == known.side_of[seat]:
                    share *= 0.2
                odds[other] -= share
                taken += share
            odds[seat] += taken
        return odds

    def later_points(self, winner: int) -> float:
        """Return the points that the seats still to play are expected to add."""
        points = 0.0
        for seat in self.later:
            friends = self.rules.side_of[seat] == self.rules.side_of[winner] or (
                not self.is_foe(seat) and not self.is_foe(winner)
            )
            points += 6.0 if friends else 3.5
        if self.now.n_tricks == 1:
            points += self.rules.play.last_trick
        return points

    def _threshold(self, seat: int, table: int, chance: float) -> float:
        """Return the stake where this trick, surely won, decides the bid."""
        now = self.now
        if now.need is None or now.slack is None or chance < 0.999 or now.need <= 0:
            return 0.0
        declarer = self.view.deal.declarer
        assert declarer is not None
        side_wins = self.rules.side_of[seat] == self.rules.side_of[declarer]
        if side_wins and table >= now.need:
            return now.stake if now.is_declarer_side else -now.stake
        if not side_wins and now.slack >= 0 and table > now.slack:
            return -now.stake if now.is_declarer_side else now.stake
        return 0.0

    def keep_value(self, card: int) -> float:
        """Return what a card is expected to bring later if it is kept now."""
        if self.now.n_tricks == 1:
            return 0.0
        known = self.known
        points = self.points[card]
        wins = self.wins_later(card)
        brings = points + _KEEP * self.average
        value = wins * brings - (1.0 - wins) * _LOSE * points
        suit = SUIT_OF[card]
        if suit != known.trump:
            value += self._guard_value(card, suit)
        return value

    def wins_later(self, card: int) -> float:
        """Return roughly the chance that a card wins a later trick."""
        known = self.known
        out = known.higher_out(card)
        if SUIT_OF[card] == known.trump:
            return _TRUMP_WINS[min(out, len(_TRUMP_WINS) - 1)]
        wins = _SIDE_WINS[min(out, len(_SIDE_WINS) - 1)]
        if self.foe_trumps < 0.05 and out == 0:
            return 1.0
        return wins

    def _guard_value(self, card: int, suit: int) -> float:
        """Return the worth of a low card for its suit: it guards a ten, or blocks a ruff."""
        known = self.known
        column = known.hand >> (12 * suit) & 0xFFF
        length = n_of(known.hand, suit)
        if RANK_OF[card] > TEN and length == 2 and column >> 2 & 3 and not column & 3:
            return 3.0
        has_trump = known.trump >= 0 and bool(known.hand & SUIT_BITS[known.trump])
        if length == 1 and RANK_OF[card] > TEN and has_trump:
            return -2.0
        return 0.0

    def lead_bonus(self, card: int, odds: list[float]) -> float:
        """Return what leading a card does beyond its trick."""
        known, suit = self.known, SUIT_OF[card]
        if suit == known.trump:
            from_above = 0.05 * self.points[card] * odds[self.seat]
            return self._draw_bonus(odds) + from_above
        bonus = 0.0
        declarer = self.view.deal.declarer
        if declarer is not None and self.is_foe(declarer) and known.has_trump(declarer):
            bonus += _RUFFED * known.chance_void(declarer, suit)
        if RANK_OF[card] == ACE or not known.higher_out(card):
            bonus += self._urgency(suit)
        return bonus

    def _draw_bonus(self, odds: list[float]) -> float:
        """Return the worth of drawing trumps."""
        known = self.known
        drawn = sum(known.chance_any(seat, SUIT_MARKS[known.trump]) for seat in self.foes)
        if not drawn:
            return -4.0
        mine = n_of(known.hand, known.trump)
        if not self.now.is_declarer_side:
            return _DEFENDER_TRUMP
        if mine * max(1, len(self.foes)) <= self.foe_trumps:
            return 0.0
        winners = sum(
            1 for c in indices(known.hand) if SUIT_OF[c] != known.trump and not known.higher_out(c)
        )
        return drawn * (_DRAW + _DRAW_WINNER * winners) * (0.4 + 0.6 * odds[self.seat])

    def _urgency(self, suit: int) -> float:
        """Return how much a sure card gains by being led before somebody is void."""
        known = self.known
        if self.foe_trumps < 0.05:
            return 0.0
        out = n_cards(known.unseen & SUIT_BITS[suit])
        return _URGENT if out > 3 else _URGENT / 2

    def facts(self, card: int) -> tuple[Fact, ...]:
        """Return why a card is played: what it is for, and what it decides."""
        odds = self.odds(card)
        found = [self.purpose(card, odds), *self.decides(card, odds)]
        if odds[self.seat] > 0.5 and needs_trick(self.view, self.seat):
            found.append(Fact("first_trick"))
        return tuple(found)

    def decides(self, card: int, odds: list[float]) -> tuple[Fact, ...]:
        """Return that the trick surely makes or sinks the bid, as the side wants it."""
        reach, declarer = reach_of(self.view), self.view.deal.declarer
        if reach is None or declarer is None or reach.is_made or reach.is_lost:
            return ()
        table = self.table + self.points[card]
        table += self.rules.play.last_trick if self.now.n_tricks == 1 else 0
        side_of = self.rules.side_of
        theirs = sum([o for seat, o in enumerate(odds) if side_of[seat] == side_of[declarer]])
        if self.now.is_declarer_side:
            stands = reach.stands or self.rules.scoring.meld_trick == "side"
            wins = theirs > SURE and stands and table >= reach.to_make
            return (Fact("makes_bid", {"bid": reach.bid}),) if wins else ()
        sinks = sum(odds) - theirs > SURE and table >= reach.to_sink
        return (Fact("sinks_bid", {"bid": reach.bid}),) if sinks else ()

    def purpose(self, card: int, odds: list[float]) -> Fact:
        """Return what a card is for."""
        mine = odds[self.seat]
        values = {"card": str(CARDS[card])}
        friends = sum(odds[s] for s in range(len(odds)) if not self.is_foe(s))
        dear = self.points[card] >= _DEAR
        if not self.trick:
            return self._lead_purpose(card, mine, friends, dear)
        if mine > SURE:
            return Fact("takes_sure", values)
        if friends - mine > 0.9 and self.points[card] >= 4:
            return Fact("smears", values)
        if mine > 0.0:
            return Fact("takes_over", {**values, "percent": round(100 * mine)})
        return Fact("gives_least" if dear else "ducks", values)

    def _lead_purpose(self, card: int, mine: float, friends: float, dear: bool) -> Fact:
        """Return what a lead is for; a ten or an ace is never called low."""
        values = {"card": str(CARDS[card])}
        draws = SUIT_OF[card] == self.known.trump and self.now.is_declarer_side
        if draws and any(self.known.has_trump(seat) for seat in self.foes):
            return Fact("draws_trump", values)
        if mine > 0.8:
            return Fact("cashes", values)
        if dear:
            return Fact("leads_dear", {**values, "percent": round(100 * friends)})
        return Fact("leads_low", values)
