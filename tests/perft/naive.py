"""A second way to count: the rules told again from the contract, slow and with plain lists.

It takes a position out of the engine and shares nothing else with it: cards are texts, hands
are lists, every position is copied, and the auction is told anew from its calls each time.
Strict play, the game with a stock and bids out of reach are not told here.

Source: rules.md [auction-procedure], [legal-cards], [discard-count], [durch-order], [ab-timing].
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from binokel.rules.ruleset import RuleSet
from tests.perft import auction

SUITS, RANKS = "ESHB", "AZKOU7"
Move = tuple[Any, ...]


@dataclass
class Position:
    """Where a deal stands; `phase` is the word for what is decided now."""

    rules: RuleSet
    dealer: int
    phase: str
    hands: list[list[str]]
    dabb: list[str]
    calls: list[int | None]
    buried: list[str]
    to_meld: list[int]
    trick: list[str]
    declarer: int | None = None
    bid: int = 0
    contract: str = "trump"
    trump: str | None = None
    taken: bool = False
    called: str | None = None
    owner: int | None = None
    bury_done: bool = False
    conceded: bool = False
    leader: int = 0

    @property
    def seats(self) -> int:
        return len(self.hands)


def count(position: Position, depth: int) -> int:
    """Return how many sequences of so many moves there are."""
    if depth == 0:
        return 1
    return sum(count(after(position, move), depth - 1) for move in moves(position))


def moves(p: Position) -> list[Move]:
    """Return every move; of the melds only all of them and none."""
    return list({"auction": bids, "dabb": dabb, "give": gives, "bury": buries, "trump": names,
                 "meld": melds, "play": plays, "over": nothing}[p.phase](p))  # fmt: skip


def nothing(_: Position) -> Iterator[Move]:
    return iter(())


# --- the auction -----------------------------------------------------------------------------


def bids(p: Position) -> Iterator[Move]:
    bidding = p.rules.bidding
    try:
        auction.tell(p.rules, p.dealer, p.calls)
    except auction.Waiting as waiting:
        standing = waiting.standing
        if bidding.opener != "must-bid" or p.calls:
            yield ("call", None)
        lowest = standing + bidding.step if standing else bidding.minimum
        for value in range(lowest, bidding.maximum + 1, bidding.step):
            if bidding.jumps or value == lowest:
                yield ("call", value)


# --- Dabb, calling, burying, trump -----------------------------------------------------------


def offers(p: Position, from_hand: bool) -> Iterator[Move]:
    """Source: rules.md [durch-order], [durch-hand-closed], [rufen-default]."""
    rules = p.rules.contracts
    found = [("durch", rules.durch_hand)] if from_hand else [
        ("durch", rules.durch), ("durch", rules.durch_open), ("bettel", rules.bettel)
    ]  # fmt: skip
    bound = p.called is not None and p.rules.dabb.call == "durch"
    if bound:
        found = [("durch", 1), ("durch", 1)]
    for place, (contract, value) in enumerate(found):
        named = contract == "durch" and rules.durch_trump == "named"
        for suit in SUITS if named else [None] if value else ():
            if value:
                yield ("announce", contract, suit, place)


def dabb(p: Position) -> Iterator[Move]:
    yield ("take",)
    yield from offers(p, from_hand=True)


def calls_and_outs(p: Position) -> Iterator[Move]:
    """Source: rules.md [rufen-timing], [rufen-missing], [ab-timing]."""
    rules, hand = p.rules.dabb, hand_of(p)
    if rules.call != "off" and p.called is None and p.taken and not p.buried and not p.bury_done:
        for card in all_kinds(p.rules):
            if hand.count(card) < 2:
                yield ("ask", card)
    early = rules.concede == "until-meld" or (rules.concede == "after-dabb" and not p.bury_done)
    if early and p.called is None and p.contract == "trump":
        for suit in [p.trump] if p.trump else SUITS:
            yield ("out", suit)


def gives(p: Position) -> Iterator[Move]:
    return (("give", card) for card in set(hand_of(p)) - {p.called})


def buries(p: Position) -> Iterator[Move]:
    buried = p.buried
    n = p.rules.deal.dabb
    if len(buried) < n:
        yield from (("bury", card) for card in set(hand_of(p)))
    yield from (("back", card) for card in set(buried))
    if len(buried) == n:
        yield ("done",)
    yield from calls_and_outs(p)


def names(p: Position) -> Iterator[Move]:
    if not (p.called is not None and p.rules.dabb.call == "durch"):
        yield from (("trump", suit) for suit in SUITS)
    yield from offers(p, from_hand=False)
    yield from calls_and_outs(p)


def all_kinds(rules: RuleSet) -> list[str]:
    return [suit + rank for suit in SUITS for rank in (RANKS if rules.deck.sevens else RANKS[:5])]


# --- melds -----------------------------------------------------------------------------------


def melds(p: Position) -> Iterator[Move]:
    seat = p.to_meld[0]
    hand = list(p.hands[seat])
    if seat == p.declarer and p.rules.dabb.bury_dix:
        hand += [card for card in p.buried if card == f"{p.trump}7"]
    yield ("meld", "none")
    if has_meld(p.rules, hand, p.trump):
        yield ("meld", "best")
    named_first = p.rules.dabb.trump_named == "before"
    if seat == p.declarer and not p.conceded and p.taken and named_first:
        yield from (move for move in calls_and_outs(p) if move[0] == "out")


def has_meld(rules: RuleSet, hand: list[str], trump: str | None) -> bool:
    """Tell whether a hand holds anything that counts. Source: rules.md [meld-sharing]."""
    values = rules.melds
    if {"SO", "BU"} <= set(hand) and values.binokel:
        return True
    twice = {card for card in hand if hand.count(card) == 2}
    if {"SO", "BU"} <= twice and values.double_binokel:
        return True
    for suit in SUITS:
        is_trump = suit == trump
        family = {suit + rank for rank in "AZKOU"}
        pair = values.pair_trump if is_trump else values.pair
        one = values.family_trump if is_trump else values.family
        two = values.double_family_trump if is_trump else values.double_family
        if pair and {suit + "K", suit + "O"} <= set(hand):
            return True
        if (one and family <= set(hand)) or (two and family <= twice):
            return True
        if is_trump and values.dix and suit + "7" in hand:
            return True
    for rank in RANKS:
        four = {suit + rank for suit in SUITS}
        if dict(values.fours).get(rank) and four <= set(hand):  # type: ignore[call-overload]
            return True
        if values.eight and rank in values.eight_ranks and four <= twice:
            return True
    whole_pairs = {suit + rank for suit in SUITS for rank in "KO"} <= set(hand)
    return whole_pairs and values.rundgang != "sum" and values.rundgang_points != 0


# --- play ------------------------------------------------------------------------------------


def power(card: str, led: str, trump: str | None) -> int:
    height = 6 - RANKS.index(card[1])
    return 10 + height if card[0] == trump else height if card[0] == led else 0


def best_place(trick: list[str], trump: str | None) -> int:
    powers = [power(card, trick[0][0], trump) for card in trick]
    return powers.index(max(powers))


def plays(p: Position) -> Iterator[Move]:
    trick = p.trick
    seat = (p.leader + len(trick)) % p.seats
    hand = sorted(set(p.hands[seat]))
    return (("play", card) for card in hand if may_play(p, seat, card))


def may_play(p: Position, seat: int, card: str) -> bool:
    """Source: rules.md [legal-cards]: its sentences, in its order."""
    trick, hand, rules = p.trick, p.hands[seat], p.rules.play
    if not trick:
        return True
    led = trick[0][0]
    winner = (p.leader + best_place(trick, p.trump)) % p.seats
    own_side = p.rules.side_of[winner] == p.rules.side_of[seat]
    exempt = rules.partner_exempt and own_side

    def wins(mine: str) -> bool:
        return best_place([*trick, mine], p.trump) == len(trick)

    holds = [mine for mine in hand if mine[0] == led]
    trumps = [mine for mine in hand if mine[0] == p.trump]
    if holds:
        ruffed = led != p.trump and any(other[0] == p.trump for other in trick)
        if card[0] != led:
            return False
        if exempt or not rules.must_beat or (ruffed and not rules.beat_after_ruff):
            return True
        if ruffed:
            top = max(power(other, led, None) for other in trick if other[0] == led)
            above = [mine for mine in holds if power(mine, led, None) > top]
        else:
            above = [mine for mine in holds if wins(mine)]
        return card in above or not above
    if not trumps or exempt or not rules.must_trump:
        return True
    if card[0] != p.trump:
        return False
    return wins(card) or not rules.must_over_trump or not any(wins(mine) for mine in trumps)


# --- what follows ----------------------------------------------------------------------------


def after(position: Position, move: Move) -> Position:
    """Return the position after a move."""
    p = replace(
        position,
        hands=[list(hand) for hand in position.hands],
        calls=list(position.calls),
        buried=list(position.buried),
        to_meld=list(position.to_meld),
    )
    what, *rest = move
    DO[what](p, *rest)
    return p


def hand_of(p: Position) -> list[str]:
    """Return the declarer's hand."""
    assert p.declarer is not None
    return p.hands[p.declarer]


def call(p: Position, value: int | None) -> None:
    p.calls.append(value)
    end_auction(p)


def before_burying(p: Position) -> None:
    p.phase = "trump" if p.rules.dabb.trump_named == "before" else "bury"


def take(p: Position) -> None:
    hand_of(p).extend(p.dabb)
    p.taken = True
    before_burying(p)


def give(p: Position, card: str) -> None:
    assert p.owner is not None
    hand_of(p).remove(card)
    p.hands[p.owner].append(card)
    before_burying(p)


def bury(p: Position, card: str) -> None:
    hand_of(p).remove(card)
    p.buried.append(card)


def take_back(p: Position, card: str) -> None:
    p.buried.remove(card)
    hand_of(p).append(card)


def finish_burying(p: Position) -> None:
    p.bury_done = True
    if p.rules.dabb.trump_named == "before":
        begin_melds(p)
    else:
        p.phase = "trump"


def go_out(p: Position, suit: str) -> None:
    """Source: rules.md [ab-result]."""
    p.conceded, p.trump = True, suit
    own = p.rules.side_of[p.declarer or 0]
    p.to_meld = [seat for seat in from_declarer(p) if p.rules.side_of[seat] != own]
    p.phase = "over" if p.rules.dabb.concede_others == "none" else "meld"


def meld(p: Position, _which: str) -> None:
    p.to_meld.pop(0)
    if not p.to_meld:
        begin_play(p)
        p.phase = "over" if p.conceded else "play"


def end_auction(p: Position) -> None:
    try:
        p.declarer, p.bid = auction.tell(p.rules, p.dealer, p.calls)
    except auction.Waiting:
        return
    p.phase = "over" if p.declarer is None else "dabb" if p.rules.deal.dabb else "trump"


def ask(p: Position, card: str) -> None:
    """Source: rules.md [rufen-two-owners]."""
    owner = next(seat for seat in from_declarer(p)[1:] if card in p.hands[seat])
    p.hands[owner].remove(card)
    hand_of(p).append(card)
    p.called, p.owner, p.phase = card, owner, "give"


def from_declarer(p: Position) -> list[int]:
    return [((p.declarer or 0) + i) % p.seats for i in range(p.seats)]


def name_trump(p: Position, suit: str) -> None:
    p.trump = suit
    after_naming(p)


def announce(p: Position, contract: str, suit: str | None, _form: int) -> None:
    p.contract, p.trump = contract, suit
    after_naming(p)


def after_naming(p: Position) -> None:
    if p.taken and not p.bury_done:
        p.phase = "bury"
    else:
        begin_melds(p)


def begin_melds(p: Position) -> None:
    """Source: rules.md [meld-order], [durch-last-trick]."""
    if p.contract == "trump" or p.trump is not None:
        p.to_meld, p.phase = from_declarer(p), "meld"
    else:
        begin_play(p)


def begin_play(p: Position) -> None:
    """Source: rules.md [who-leads], [durch-order], [bettel-lead]."""
    leads = {
        "trump": p.rules.play.lead,
        "durch": "declarer",
        "bettel": p.rules.contracts.bettel_lead,
    }[p.contract]
    p.leader = (p.declarer or 0) if leads == "declarer" else (p.dealer + 1) % p.seats
    p.phase = "play"


def play(p: Position, card: str) -> None:
    """Source: rules.md [winner-leads], [durch-early-end], [durch-first-card-trump]."""
    trick = p.trick = [*p.trick, card]
    p.hands[(p.leader + len(trick) - 1) % p.seats].remove(card)
    named = p.contract == "durch" and p.rules.contracts.durch_trump == "named"
    if p.contract == "durch" and p.rules.contracts.durch_trump == "first-card" and not p.trump:
        p.trump = card[0]
    if len(trick) < p.seats:
        return
    p.leader = (p.leader + best_place(trick, p.trump)) % p.seats
    p.trick = []
    own = p.leader == p.declarer
    if p.rules.contracts.scope == "side":
        own = p.rules.side_of[p.leader] == p.rules.side_of[p.declarer or 0]
    lost = (p.contract == "durch" and not own) or (p.contract == "bettel" and own)
    if not any(p.hands) or (lost and not named):
        p.phase = "over"


DO: dict[str, Callable[..., None]] = {
    "call": call,
    "take": take,
    "ask": ask,
    "give": give,
    "bury": bury,
    "back": take_back,
    "done": finish_burying,
    "trump": name_trump,
    "announce": announce,
    "out": go_out,
    "meld": meld,
    "play": play,
}
"""What follows from each kind of move."""
