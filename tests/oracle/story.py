"""A whole deal told as a story: at every turn who may do what, and in the end the score.

The story is a generator: it yields a `Turn` and is sent what was done, a tuple of plain texts,
numbers and lists such as `("bury", "EA")` or `("meld", melds, 0)`.
"""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from tests.oracle import auction, dealing, melds, play, scores, stock
from tests.oracle.cards import SUITS, Cards, deck, ordered, seats_of, side_of
from tests.oracle.melds import Meld
from tests.oracle.stock import Seat
from tests.oracle.table import Deal, facts_of, has_melds

Done = tuple[Any, ...]
Telling = Generator["Turn", Done, None]

CHANCE = -1


@dataclass(frozen=True)
class Turn:
    """The seat to act and what it is offered, by kind."""

    seat: int
    offers: dict[str, Any]


class ForbiddenError(Exception):
    """What was done is against the rules."""


# --- the deal from first to last ----------------------------------------------------------------


def tell(deal: Deal) -> Telling:
    """Tell one deal."""
    yield from give_cards(deal)
    if deal.rules.bidding.form == "none":
        yield from play_with_stock(deal)
        return
    yield from bid(deal)
    if deal.redealt:
        return
    if deal.rules.deal.stock:
        yield from name_trump(deal)
        yield from play_with_stock(deal)
        return
    yield from until_trump(deal)
    if not deal.conceded:
        yield from after_trump(deal)


def until_trump(deal: Deal) -> Telling:
    """Dabb, burying and naming trump in the order of the set. Source: rules.md [phase-order]."""
    if deal.rules.deal.dabb:
        yield from take_dabb(deal)
        if deal.from_hand:
            return
        if deal.rules.dabb.trump_named == "before":
            yield from name_trump(deal)
        if not deal.conceded:
            yield from bury(deal)
    if not deal.conceded and not deal.named:
        yield from name_trump(deal)


def after_trump(deal: Deal) -> Telling:
    """Melds, tricks, signatures."""
    if has_melds(deal):
        yield from everybody_melds(deal)
        if deal.conceded or deal.bury_error:
            return
        if deal.contract == "trump" and scores.unreachable(deal.rules, facts_of(deal)):
            return
    elif wrong_number(deal):
        deal.bury_error = True
        return
    yield from play_tricks(deal, first_leader(deal))
    yield from sign(deal)


# --- cards and bids -----------------------------------------------------------------------------


def give_cards(deal: Deal) -> Telling:
    """Shuffle, cut or knock, deal. Source: rules.md [cut-duty], [knock-requester]."""
    rules = deal.rules
    _, cards = yield Turn(CHANCE, {"chance": True})
    lifted, knock = 0, False
    if rules.deal.cut != "none" or rules.deal.knock:
        size = len(deck(rules))
        most = max((n for n in range(size) if dealing.may_cut(rules, n)), default=0)
        may_leave = rules.deal.cut != "mandatory"
        done = yield Turn(deal.seat(-1), {"cut": (most, rules.deal.knock, may_leave)})
        knock = done[0] == "knock"
        lifted = done[1] if done[0] == "cut" else 0
    dealt = dealing.deal(rules, deal.dealer, cards, lifted, knock)
    deal.hands, deal.dabb, deal.stock = dealt.hands, dealt.dabb, dealt.stock
    deal.windows = [Seat(Counter(hand)) for hand in deal.hands]


def bid(deal: Deal) -> Telling:
    calls: list[tuple[int, auction.Call]] = []
    while True:
        now = auction.follow(deal.rules, deal.dealer, calls)
        if now.state != "open":
            break
        assert now.to_act is not None
        done = yield Turn(now.to_act, {"bids": (now.lowest, now.may_pass)})
        calls.append((now.to_act, done[1] if done[0] == "bid" else None))
    deal.redealt = now.state == "redeal"
    if not deal.redealt:
        assert now.declarer is not None
        assert now.value is not None
        deal.declarer, deal.bid = now.declarer, now.value


# --- Dabb, calling, burying, naming, going out --------------------------------------------------


def take_dabb(deal: Deal) -> Telling:
    """Source: rules.md [durch-order], [durch-hand-closed]."""
    offers: dict[str, Any] = {"dabb": True}
    if deal.rules.contracts.durch_hand:
        offers["contracts"] = {("durch", True, True, deal.rules.contracts.durch_hand)}
        offers["trumps"] = []
    done = yield Turn(deal.declarer, offers)
    if done[0] == "contract":
        announce(deal, done)
    else:
        deal.hands[deal.declarer] = deal.hands[deal.declarer] + deal.dabb


def announce(deal: Deal, done: Done) -> None:
    _, deal.contract, deal.open, deal.from_hand, deal.trump = done
    named = deal.contract == "durch" and deal.rules.contracts.durch_trump == "named"
    if named != (deal.trump is not None):
        raise ForbiddenError(done)
    deal.named = True


def contracts_now(deal: Deal) -> set[tuple[str, bool, bool, int]]:
    """Source: rules.md [rufen-default], [durch-announce]."""
    values = deal.rules.contracts
    found = {
        ("durch", False, False, values.durch or 0),
        ("durch", True, False, values.durch_open or 0),
    }
    if bound(deal):
        return {(a, b, c, deal.rules.dabb.call_bid) for a, b, c, value in found if value}
    found.add(("bettel", False, False, values.bettel or 0))
    return {offer for offer in found if offer[3] and not deal.rules.deal.stock}


def bound(deal: Deal) -> bool:
    """Tell whether a call has announced a Durch. Source: rules.md [rufen-default]."""
    return deal.called and deal.rules.dabb.call == "durch"


def name_trump(deal: Deal) -> Telling:
    """Name trump or a contract; where that comes before burying, calling may come first."""
    while not deal.named and not deal.conceded:
        offers: dict[str, Any] = {
            "trumps": [] if bound(deal) else list(SUITS),
            "contracts": contracts_now(deal),
        }
        done = yield Turn(deal.declarer, {**offers, **call_or_concede(deal)})
        if done[0] == "trump":
            deal.trump, deal.named = done[1], True
        elif done[0] == "contract":
            announce(deal, done)
        else:
            yield from other_decision(deal, done)


def bury(deal: Deal) -> Telling:
    """Source: rules.md [discard-count], [strict-burying]."""
    n, hand = deal.rules.deal.dabb, deal.hands[deal.declarer]
    free = is_free(deal)
    while not deal.conceded:
        cards = ordered(set(hand)) if free or len(deal.buried) < n else []
        may_finish = free or len(deal.buried) == n
        offers: dict[str, Any] = {"bury": (cards, ordered(deal.buried), may_finish)}
        done = yield Turn(deal.declarer, {**offers, **call_or_concede(deal)})
        if done[0] == "bury_done":
            deal.bury_done = True
            return
        if done[0] == "bury":
            hand.remove(done[1])
            deal.buried.append(done[1])
        elif done[0] == "take_back":
            deal.buried.remove(done[1])
            hand.append(done[1])
        else:
            yield from other_decision(deal, done)


def is_free(deal: Deal) -> bool:
    """Tell whether burying is judged instead of refused."""
    return deal.rules.penalties.strict and deal.rules.penalties.bury_error == "double"


def wrong_number(deal: Deal) -> bool:
    return not deal.from_hand and len(deal.buried) != deal.rules.deal.dabb


def call_or_concede(deal: Deal) -> dict[str, Any]:
    """Source: rules.md [rufen-timing], [rufen-missing], [rufen-once], [ab-timing]."""
    rules, offers = deal.rules, dict[str, Any]()
    open_to_call = not (deal.buried or deal.bury_done or deal.called)
    ordinary = deal.named and deal.contract != "durch"
    if rules.dabb.call == "durch" and ordinary:
        open_to_call = False  # a call announces a Durch, and something else is named
    if rules.dabb.call != "off" and rules.deal.dabb and open_to_call:
        hand = deal.hands[deal.declarer]
        offers["calls"] = [card for card in ordered(set(deck(rules))) if hand.count(card) < 2]
    if may_concede(deal):
        offers["concedes"] = list(SUITS) if deal.trump is None else [deal.trump]
    return offers


def may_concede(deal: Deal) -> bool:
    """Source: rules.md [ab-timing], [no-dabb]."""
    when = deal.rules.dabb.concede
    if when == "off" or deal.called or deal.contract != "trump" or deal.rules.deal.stock:
        return False
    return when == "until-meld" or not deal.bury_done


def other_decision(deal: Deal, done: Done) -> Telling:
    if done[0] == "concede":
        yield from concede(deal, done[1])
    else:
        yield from call(deal, done[1])


def concede(deal: Deal, suit: str) -> Telling:
    """Source: rules.md [ab-result], [ab-melds-trick]."""
    deal.conceded, deal.trump = True, suit
    if deal.rules.dabb.concede_others != "none":
        yield from others_meld(deal)


def call(deal: Deal, card: str) -> Telling:
    """Source: rules.md [rufen-two-owners], [rufen-give-back]."""
    owner = next(seat for seat in deal.after_declarer()[1:] if card in deal.hands[seat])
    mine, theirs = deal.hands[deal.declarer], deal.hands[owner]
    theirs.remove(card)
    mine.append(card)
    deal.called = True
    may = [other for other in ordered(set(mine)) if other != card]
    done = yield Turn(deal.declarer, {"gives": may})
    mine.remove(done[1])
    theirs.append(done[1])


# --- melds --------------------------------------------------------------------------------------


def everybody_melds(deal: Deal) -> Telling:
    """Source: rules.md [meld-order]."""
    yield from declarer_melds(deal)
    if deal.conceded:
        return
    if deal.bury_error:
        if deal.rules.penalties.bury_error_others != "none":
            yield from others_meld(deal)
        return
    for seat in deal.after_declarer()[1:]:
        yield from one_melds(deal, seat, deal.hands[seat], 0)


def others_meld(deal: Deal) -> Telling:
    mates = seats_of(deal.rules, side_of(deal.rules, deal.declarer))
    for seat in deal.after_declarer():
        if seat not in mates:
            yield from one_melds(deal, seat, deal.hands[seat], 0)


def one_melds(deal: Deal, seat: int, hand: Cards, sevens: int) -> Telling:
    """Offer the best set and take any that is legal. Source: rules.md [meld-voluntary]."""
    points, number, _ = melds.best(deal.rules, deal.trump, hand, sevens)
    offers: dict[str, Any] = {"melds": (points, number)}
    early = deal.rules.dabb.trump_named == "before" and not deal.from_hand
    if seat == deal.declarer and deal.rules.deal.dabb and early and may_concede(deal):
        offers["concedes"] = [deal.trump]
    done = yield Turn(seat, offers)
    if done[0] == "concede":
        yield from concede(deal, done[1])
        return
    judged = is_judged(deal, seat)
    full = hand + deal.buried if judged else hand + [f"{deal.trump}7"] * sevens
    if not melds.fits(deal.rules, deal.trump, full, done[1]):
        raise ForbiddenError(seat, done, full)
    deal.melds[seat] = done[1]
    if seat == deal.declarer:
        sevens = sum(meld.kind == "dix" for meld in done[1])
        deal.buried_dix = max(0, sevens - hand.count(f"{deal.trump}7"))
    if judged:
        deal.bury_error = has_erred(deal, done[1], done[2])


def is_judged(deal: Deal, seat: int) -> bool:
    taken = bool(deal.rules.deal.dabb) and not deal.from_hand
    return is_free(deal) and seat == deal.declarer and taken


def declarer_melds(deal: Deal) -> Telling:
    """Source: rules.md [diss-not-announced], [diss-discard-002]."""
    buried = deal.buried.count(f"{deal.trump}7") if deal.rules.dabb.bury_dix else 0
    yield from one_melds(deal, deal.declarer, deal.hands[deal.declarer], buried)


def has_erred(deal: Deal, declared: list[Meld], announced: int) -> bool:
    """Source: rules.md [strict-burying], [discard-duplicates]."""
    hand, seven = deal.hands[deal.declarer], f"{deal.trump}7"
    if wrong_number(deal):
        return True
    others = [meld for meld in declared if meld.kind != "dix"]
    if not melds.fits(deal.rules, deal.trump, hand, others):
        return True
    sevens = sum(meld.kind == "dix" for meld in declared)
    return sevens > hand.count(seven) + announced


# --- tricks -------------------------------------------------------------------------------------


def first_leader(deal: Deal) -> int:
    """Source: rules.md [who-leads], [durch-order], [bettel-lead]."""
    by_declarer = {
        "trump": deal.rules.play.lead == "declarer",
        "durch": True,
        "bettel": deal.rules.contracts.bettel_lead == "declarer",
    }[deal.contract]
    return deal.declarer if by_declarer and deal.declarer >= 0 else deal.seat(1)


def play_tricks(deal: Deal, leader: int) -> Telling:
    """Play to the end, or until a Durch or Bettel is lost. Source: rules.md [durch-early-end]."""
    while any(deal.hands):
        trick: Cards = []
        yield from play_trick(deal, leader, trick)
        deal.tricks.append((leader, trick))
        leader = scores.taker(deal.rules, (leader, trick), deal.trump)
        if not has_melds(deal) and not scores.succeeded(
            deal.rules, facts_of(deal), scores.count(deal.rules, facts_of(deal))
        ):
            return


def play_trick(deal: Deal, leader: int, trick: Cards) -> Telling:
    rules, everything = deal.rules, accepts_everything(deal)
    for i in range(deal.seats):
        seat = (leader + i) % deal.seats
        hand = deal.hands[seat]
        may = play.legal(rules, deal.trump, hand, trick, leader, len(deal.stock))
        done = yield Turn(seat, {"cards": ordered(set(hand)) if everything else may})
        if done[1] not in may:
            deal.revokes.append((seat, len(deal.tricks)))
        hand.remove(done[1])
        trick.append(done[1])
        first = not deal.tricks and i == 0 and deal.contract == "durch"
        if first and rules.contracts.durch_trump == "first-card":
            deal.trump = done[1][0]


def accepts_everything(deal: Deal) -> bool:
    """Source: rules.md [strict-revoke]."""
    return deal.rules.penalties.strict and deal.rules.penalties.revoke != "none"


def sign(deal: Deal) -> Telling:
    """Each seat claims and signs in turn. Source: rules.md [revoke-both], [revoke-discovery]."""
    if not accepts_everything(deal):
        return
    claimed: list[tuple[int, int]] = []
    for place in range(1, deal.seats + 1):
        seat = deal.seat(place)
        while True:
            others = [] if deal.proven else [s for s in range(deal.seats) if s != seat]
            offer = (others, len(deal.tricks), sorted(claimed))
            done = yield Turn(seat, {"signs": offer})
            if done[0] == "sign":
                break
            claimed.append((done[1], done[2]))
            if (done[1], done[2]) in deal.revokes:
                deal.proven = (done[1], done[2])


# --- with a stock -------------------------------------------------------------------------------


def play_with_stock(deal: Deal) -> Telling:
    """Source: rules.md [two-player-phases], [two-player-auction], [two-player-dix]."""
    rules = deal.rules
    first = deal.declarer if deal.declarer >= 0 else deal.seat(1)
    if rules.bidding.form == "none":
        deal.trump = deal.stock[-1][0]
        deal.turned_dix = deal.stock[-1][1] == "7"
    if rules.play.stock_meld_windows in ("opening-and-winner", "both"):
        for seat in (first, (first + 1) % 2):
            yield from window(deal, seat, None)
    leader = first_leader(deal)
    while deal.stock:
        trick: Cards = []
        yield from play_trick(deal, leader, trick)
        deal.tricks.append((leader, trick))
        leader = scores.taker(rules, (leader, trick), deal.trump)
        yield from window(deal, leader, leader)
        if rules.play.stock_meld_windows == "both":
            yield from window(deal, (leader + 1) % 2, leader)
        for seat in (leader, (leader + 1) % 2):
            draw(deal, seat)
    yield from play_tricks(deal, leader)
    yield from sign(deal)


def draw(deal: Deal, seat: int) -> None:
    card = deal.stock.pop(0)
    deal.hands[seat].append(card)
    deal.windows[seat].ever[card] += 1


def window(deal: Deal, seat: int, winner: int | None) -> Telling:
    """Meld, and exchange the seven. Source: rules.md [two-player-meld-time], [two-player-dix]."""
    one = deal.rules.play.stock_meld_windows == "one-a-window"
    while True:
        now, hand = deal.windows[seat], deal.hands[seat]
        gain = stock.best_gain(deal.rules, deal.trump, now, hand, one_only=one)
        offers: dict[str, Any] = {"window": gain}
        if seat == winner and may_exchange(deal, seat):
            offers["exchange"] = deal.stock[-1]
        done = yield Turn(seat, offers)
        if done[0] == "meld":
            break
        exchange(deal, seat)
    known = list(melds.every_meld(deal.rules, deal.trump))
    for meld in done[1]:
        fitting = stock.moves(deal.rules, now, hand, [meld])
        if meld not in known or not fitting:
            raise ForbiddenError(seat, done)
        now = stock.lay(deal.rules, now, max(fitting, key=lambda move: move.gain))
    deal.windows[seat] = now
    deal.melds[seat] = now.standing


def may_exchange(deal: Deal, seat: int) -> bool:
    seven = f"{deal.trump}7"
    turned_up = deal.rules.bidding.form == "none"
    if not turned_up or deal.exchanged or deal.turned_dix or not deal.rules.melds.dix:
        return False
    now = deal.windows[seat]
    return seven in deal.hands[seat] and now.ever[seven] > now.used["dix", seven]


def exchange(deal: Deal, seat: int) -> None:
    seven, turned = f"{deal.trump}7", deal.stock[-1]
    deal.hands[seat].remove(seven)
    deal.hands[seat].append(turned)
    deal.stock[-1] = seven
    deal.exchanged = True
    now = deal.windows[seat]
    now.ever[turned] += 1
    now.used["dix", seven] += 1
    now.standing = [*now.standing, Meld("dix", (seven,), deal.rules.melds.dix or 0)]
    deal.melds[seat] = now.standing
