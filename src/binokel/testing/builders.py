"""Builders: one line arranges a rule set, a deal, a trick, an auction or a score.

Cards are given as text (`"EA SO | BU"`, seats parted by `|`), suits as letters; what a test does
not mention is filled up from the rest of the deck, sorted, so equal calls give equal deals.

>>> state = deal_with(rules_with("stammtisch"), "HA HA HZ | BU SO", dabb="SA SA")
>>> state.to_act, Card.HZ in state.hand(0), Card.BU in state.hand(1)
(0, True, True)
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypedDict, Unpack

from binokel.cards.card import CARDS, Card, Rank, Suit
from binokel.cards.hand import pack, unpack
from binokel.cards.notation import parse_cards
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    BuryDone,
    Cut,
    DeclareMelds,
    NameTrump,
    NoCut,
    Pass,
    PlayCard,
    Shuffle,
    TakeDabb,
)
from binokel.engine.choices import Melds
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.errors import Inconsistent, NotationError
from binokel.rules.bidding import Auction, bid, bid_fault, may_pass, pass_bid, start_auction
from binokel.rules.contracts import Contract
from binokel.rules.deal import DABB, stacked
from binokel.rules.loader import load_ruleset
from binokel.rules.melds import Meld, MeldKind, best_melds, meld_points
from binokel.rules.melds.kinds import values_of
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import DealFacts, DealScore, Revoke, TakenTrick, score_deal
from binokel.rules.tricks import legal_marks, winning_index

Declare = Literal["none", "best"]
"""Whether seats declare nothing or their best melds."""


def rules_with(base: str = "stammtisch", /, **sections: Mapping[str, object]) -> RuleSet:
    """Return a shipped rule set with some keys changed, section by section.

    >>> rules_with("stammtisch", play={"must_beat": False}).play.must_beat
    False

    Raises:
        RuleSetError: the change is unknown or impossible.
    """
    return load_ruleset({"extends": base, **sections} if sections else base)


def suit_of(trump: str | None) -> Suit | None:
    """Return the suit of a letter, None for no trump."""
    return None if trump is None else Suit(trump)


def order_with(
    rules: RuleSet,
    hands: str = "",
    *,
    dabb: str = "",
    stock: str = "",
    dealer: int | None = None,
    knocked: bool = False,
) -> tuple[Card, ...]:
    """Return the deck, top first, that deals so; the dealer is the last seat if None.

    `stock` has the cards drawn first, after a `|` the one drawn last, which is turned up.

    Raises:
        Inconsistent: a hand has too many cards, or a card comes too often.
    """
    n, deal = rules.n_seats, rules.deal
    drawn, _, turned = stock.partition("|")
    texts = [*[*hands.split("|"), *[""] * n][:n], dabb, drawn, turned]
    n_turned = len(parse_cards(turned))
    sizes = [*[deal.hand] * n, deal.dabb, deal.stock - n_turned, n_turned]
    piles = _filled(rules, [parse_cards(text) for text in texts], sizes)
    dealt = dict(enumerate(piles[:n])) | {DABB: piles[n]}
    order = stacked(rules, dealt, n - 1 if dealer is None else dealer, knocked)
    left = [*piles[-2], *piles[-1]]
    return (*order, *left[-1:], *left[:-1]) if rules.turned_up else (*order, *left)


def _filled(rules: RuleSet, piles: Sequence[list[Card]], sizes: Sequence[int]) -> list[list[Card]]:
    """Return the piles, each filled up to its size from the rest of the deck."""
    spare = Counter(rules.cards)
    spare.subtract(Counter(card for pile in piles for card in pile))
    rest = sorted(card for card, left in spare.items() for _ in range(left))
    full = []
    for pile, size in zip(piles, sizes, strict=True):
        missing = size - len(pile)
        full.append([*pile, *rest[: max(missing, 0)]])
        del rest[: max(missing, 0)]
    if Counter(card for pile in full for card in pile) != Counter(rules.cards):
        raise Inconsistent(f"{rules.id} cannot deal these cards: too many, or a card too often")
    return full


def deal_with(
    rules: RuleSet,
    hands: str = "",
    *,
    dabb: str = "",
    stock: str = "",
    dealer: int | None = None,
) -> DealState:
    """Return a deal with these cards dealt, before its first call (or window).

    The dealer is the last seat unless given, so seat 0 is forehand.

    Raises:
        Inconsistent: a hand has too many cards, or a card comes too often.
    """
    dealer = rules.n_seats - 1 if dealer is None else dealer
    order = order_with(rules, hands, dabb=dabb, stock=stock, dealer=dealer)
    must_cut = rules.deal.cut == "mandatory"
    state = new_deal(rules, dealer).apply(
        Shuffle((*order[-1:], *order[:-1]) if must_cut else order)
    )
    if state.phase is not Phase.CUT:
        return state
    return state.apply(Cut(1) if must_cut else NoCut())


def do(state: DealState, *actions: Action) -> DealState:
    """Return the state after some actions.

    Raises:
        IllegalAction: the rules refuse one of them.
    """
    for action in actions:
        state = state.apply(action)
    return state


def won_by(state: DealState, seat: int, value: int) -> DealState:
    """Return the state after an auction that the seat wins at the value, unrivalled.

    An opener who must bid says the minimum.

    Raises:
        IllegalAction: the rules refuse the bid.
        Inconsistent: the auction ended otherwise, as where forehand holds the minimum.
    """
    while state.phase is Phase.AUCTION:
        assert state.auction is not None
        if state.to_act == seat and state.auction.holder != seat:
            state = state.apply(Bid(value))
        else:
            must_bid = not state.is_legal(Pass())
            state = state.apply(Bid(state.rules.bidding.minimum) if must_bid else Pass())
    if (state.declarer, state.bid) != (seat, value):
        raise Inconsistent(f"seat {state.declarer} plays for {state.bid}, not {seat} for {value}")
    return state


def buried(state: DealState, cards: str | None = None) -> DealState:
    """Return the state after burying these cards, the Dabb's own ones if None."""
    chosen = state.dabb if cards is None else parse_cards(cards)
    return do(state, *map(BuryCard, chosen), BuryDone())


def declared(
    state: DealState,
    seat: int = 0,
    bid: int = 150,
    *,
    trump: str = "E",
    bury: str | None = None,
    melds: Declare = "none",
) -> DealState:
    """Return the state before the first lead, with trump named and melds laid.

    Raises:
        IllegalAction: the rules refuse a step.
    """
    state = won_by(state, seat, bid)
    if state.phase is Phase.DABB:
        state = state.apply(TakeDabb())
    while state.phase in (Phase.BURY, Phase.TRUMP):
        naming = state.phase is Phase.TRUMP
        state = state.apply(NameTrump(Suit(trump))) if naming else buried(state, bury)
    return all_meld(state, melds)


def all_meld(state: DealState, melds: Declare = "best") -> DealState:
    """Return the state after every seat has declared its best set, or nothing."""
    while state.phase is Phase.MELD:
        choice = state.choices()[0]
        assert isinstance(choice, Melds)
        best = DeclareMelds(choice.best, choice.buried_dix)
        state = state.apply(best if melds == "best" else DeclareMelds())
    return state


def played(state: DealState, cards: str) -> DealState:
    """Return the state after these cards were played in turn.

    Raises:
        IllegalAction: the rules refuse a card.
    """
    return do(state, *map(PlayCard, parse_cards(cards)))


def play_to(state: DealState, phase: Phase = Phase.OVER, n_tricks: int | None = None) -> DealState:
    """Return the state after each seat's first choices, up to a phase or trick.

    In windows and in the phase of signing nothing is declared or claimed.
    """
    while state.phase is not phase and not state.is_over:
        if n_tricks is not None and len(state.tricks) >= n_tricks and not state.trick:
            break
        action = DeclareMelds() if state.phase is Phase.WINDOW else state.legal_actions()[0]
        state = state.apply(action)
    return state


def enter(match: Match, *deals: DealState) -> None:
    """Do in a match what was done in some deals, one after the other.

    Raises:
        IllegalAction: the match refuses a step, as when another seat is the dealer.
    """
    for deal in deals:
        for _, action in deal.history:
            match.apply(action)


def melds_of(rules: RuleSet, text: str, trump: str | None = None) -> tuple[Meld, ...]:
    """Return the melds of a list such as `family H, pair S, four A, binokel`.

    Raises:
        NotationError: a part names no meld of the rule set.
    """
    return tuple(_meld(rules, part.strip(), suit_of(trump)) for part in text.split(",") if part)


def _meld(rules: RuleSet, text: str, trump: Suit | None) -> Meld:
    words, _, last = text.rpartition(" ")
    by_rank = words in ("four", "eight")
    by_suit = words in ("pair", "family", "double family")
    kind = MeldKind((words if by_rank or by_suit else text).replace(" ", "_"))
    index = Rank(last).index if by_rank else Suit(last).index if by_suit else 0
    if kind is MeldKind.DIX and trump is not None:
        index = trump.index
    found = values_of(rules).find(kind, index, trump)
    if found is None:
        raise NotationError(f"{rules.id} has no meld {text!r}", text=text, position=0, index=0)
    return found


def melded(rules: RuleSet, hand: str, trump: str | None = None, buried_dix: int = 0) -> int:
    """Return the points of the best melds of some cards.

    >>> melded(rules_with("stammtisch"), "SO SK BU", "H")
    60
    """
    return meld_points(rules, pack(parse_cards(hand)), suit_of(trump), buried_dix)


def meld_kinds(rules: RuleSet, hand: str, trump: str | None = None, buried_dix: int = 0) -> str:
    """Return the best melds in words, dearest first.

    >>> meld_kinds(rules_with("stammtisch"), "SO SK BU", "H")
    'binokel pair'
    """
    found = best_melds(rules, pack(parse_cards(hand)), suit_of(trump), buried_dix)
    return " ".join(meld.kind.value for meld in found)


def legal(
    rules: RuleSet, hand: str, trick: str, trump: str | None = None, *, partner_wins: bool = False
) -> str:
    """Return the cards of a hand that may be played to a trick, sorted.

    >>> legal(rules_with("stammtisch"), "EA EO SA", "EK", "S")
    'EA'
    """
    suit = suit_of(trump)
    marks = legal_marks(
        rules.play,
        pack(parse_cards(hand)),
        [card.index for card in parse_cards(trick)],
        -1 if suit is None else suit.index,
        partner_wins,
    )
    return " ".join(str(card) for card in unpack(marks))


def winner(trick: str, trump: str | None = None) -> int:
    """Return the place, from 0, of the card that wins a trick.

    >>> winner("EA EA EK", "S")
    0
    """
    suit = suit_of(trump)
    indices = [card.index for card in parse_cards(trick)]
    return winning_index(indices, -1 if suit is None else suit.index)


def auction(rules: RuleSet, calls: str = "", dealer: int | None = None) -> Auction:
    """Return the auction after calls such as `0:150 1:weg`, the last seat dealing.

    >>> auction(rules_with("stammtisch"), "0:150 1:weg 2:weg").declarer
    0

    Raises:
        Inconsistent: another seat is to act, or the call is illegal.
    """
    now = start_auction(rules, rules.n_seats - 1 if dealer is None else dealer)
    for call in calls.split():
        seat, _, value = call.partition(":")
        if now.to_act != int(seat):
            raise Inconsistent(f"{call}: seat {now.to_act} is to act")
        if value == "weg":
            if not may_pass(rules, now):
                raise Inconsistent(f"{call}: the opener must bid")
            now = pass_bid(rules, now)
            continue
        fault = bid_fault(rules, now, int(value))
        if fault is not None:
            raise Inconsistent(f"{call}: {fault[0]}, limit {fault[1]}")
        now = bid(rules, now, int(value))
    return now


def taken(text: str) -> tuple[TakenTrick, ...]:
    """Return finished tricks of winners and card points such as `0:120 1:80`."""
    pairs = (part.split(":") for part in text.split())
    return tuple(TakenTrick(int(seat), int(points)) for seat, points in pairs)


class Facts(TypedDict, total=False):
    """What `scored` takes besides tricks and melds; see `DealFacts`."""

    declarer: int | None
    bid: int
    contract: Contract
    is_open: bool
    from_hand: bool
    called: bool
    trump: Suit | None
    buried_points: int
    conceded: bool
    bury_error: bool
    unreachable: bool
    revoke: Revoke | None


def scored(
    rules: RuleSet, tricks: str = "", melds: Sequence[int] = (), **facts: Unpack[Facts]
) -> DealScore:
    """Return the score of a deal from its facts, by default seat 0 for 150.

    `tricks` is a list as in `taken`, `melds` has the points by seat, filled up with zeros.

    >>> scored(rules_with("stammtisch"), "0:150 1:50 2:40", [40, 20], bid=190).scores
    (190, 70, 50)
    """
    given: Facts = {"declarer": 0, "bid": 150, **facts}
    all_melds = (*melds, *[0] * (rules.n_seats - len(melds)))
    return score_deal(rules, DealFacts(melds=all_melds, tricks=taken(tricks), **given))


def points_of(rules: RuleSet, cards: Iterable[Card] | str) -> int:
    """Return the card points of some cards."""
    chosen = parse_cards(cards) if isinstance(cards, str) else cards
    return sum(rules.card_points[CARDS.index(card)] for card in chosen)
