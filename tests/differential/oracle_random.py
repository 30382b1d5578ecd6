"""Deals played at random by the oracle alone: facts for requests, made without `binokel`."""

from random import Random
from typing import Any

from binokel.rules.ruleset import RuleSet
from tests.oracle import melds, story
from tests.oracle.cards import SUITS, Cards, deck
from tests.oracle.table import Deal


def play_deal(rng: Random, rules: RuleSet) -> tuple[Deal, list[Cards]]:
    """Return a finished deal and the hands at its first lead, or at its end without play."""
    deal = Deal(rules, rng.randrange(rules.table.seats))
    telling = story.tell(deal)
    turn, hands = next(telling), list[Cards]()
    rash = rng.random() * 0.3
    while True:
        if "cards" in turn.offers and not hands:
            hands = [list(hand) for hand in deal.hands]
        try:
            turn = telling.send(chosen(rng, deal, turn, rash))
        except StopIteration:
            return deal, hands or [list(hand) for hand in deal.hands]


def chosen(rng: Random, deal: Deal, turn: story.Turn, rash: float) -> story.Done:
    """Return something that a turn offers; `rash` is how often it is the rarer thing."""
    offers = turn.offers
    if offers.get("concedes") and rng.random() < rash * 0.4:
        return ("concede", rng.choice(offers["concedes"]))
    if offers.get("calls") and rng.random() < rash:
        return ("call", rng.choice(offers["calls"]))
    if offers.get("contracts") and (not offers["trumps"] or rng.random() < rash):
        return contract(rng, deal, offers["contracts"])
    kind = next(kind for kind in offers if kind not in ("calls", "concedes", "contracts"))
    return SIMPLE[kind](rng, deal, turn, offers[kind])


def contract(rng: Random, deal: Deal, offered: Any) -> story.Done:
    kind, is_open, from_hand, _ = rng.choice(sorted(offered))
    named = kind == "durch" and deal.rules.contracts.durch_trump == "named"
    return ("contract", kind, is_open, from_hand, rng.choice(SUITS) if named else None)


def shuffled(rng: Random, deal: Deal, _turn: story.Turn, _offer: Any) -> story.Done:
    cards = deck(deal.rules)
    rng.shuffle(cards)
    return ("shuffle", cards)


def cut(rng: Random, _deal: Deal, _turn: story.Turn, offer: Any) -> story.Done:
    most, may_knock, may_leave = offer
    if may_knock and rng.random() < 0.3:
        return ("knock",)
    if may_leave and (not most or rng.random() < 0.5):
        return ("no_cut",)
    return ("cut", rng.randint(1, most))


def call(rng: Random, _deal: Deal, _turn: story.Turn, offer: Any) -> story.Done:
    lowest, may_pass = offer
    if lowest is None or (may_pass and rng.random() < 0.6):
        return ("pass",)
    return ("bid", lowest)


def bury(rng: Random, deal: Deal, _turn: story.Turn, offer: Any) -> story.Done:
    cards, _, may_finish = offer
    enough = len(deal.buried) >= deal.rules.deal.dabb
    if may_finish and (enough or rng.random() < 0.03):
        return ("bury_done",)
    return ("bury", rng.choice(cards))


def meld(rng: Random, deal: Deal, turn: story.Turn, _offer: Any) -> story.Done:
    hand, sevens = deal.hands[turn.seat], 0
    if turn.seat == deal.declarer and deal.rules.dabb.bury_dix:
        sevens = deal.buried.count(f"{deal.trump}7")
    found = melds.best(deal.rules, deal.trump, hand, sevens)[2]
    if rng.random() < 0.2 and deal.rules.melds.rundgang != "literal-200":
        found = [one for one in found if rng.random() < 0.7]
    return ("meld", found, sevens)


def card(rng: Random, _deal: Deal, _turn: story.Turn, offer: Any) -> story.Done:
    return ("play", rng.choice(offer))


def signature(rng: Random, deal: Deal, turn: story.Turn, offer: Any) -> story.Done:
    others, _, claimed = offer
    known = [r for r in deal.revokes if r[0] in others and r not in claimed]
    if known and rng.random() < 0.5:
        return ("claim", *rng.choice(known))
    return ("sign",)


SIMPLE = {
    "chance": shuffled,
    "cut": cut,
    "bids": call,
    "dabb": lambda *_: ("take",),
    "gives": lambda rng, _deal, _turn, offer: ("give", rng.choice(offer)),
    "bury": bury,
    "trumps": lambda rng, _deal, _turn, offer: ("trump", rng.choice(offer)),
    "melds": meld,
    "cards": card,
    "signs": signature,
}
